#!/usr/bin/env python3
"""No process is left over, however Python ends, and a forked Python ends nobody's."""
import gc
import os
import signal
import subprocess
import sys
import unittest

import autotune_gym
from support import ROUTES, all_end, is_alive, with_parents

CHILD = f"""
import os, sys, time
import autotune_gym
from support import with_parents
env = autotune_gym.make_vec("llvm-v0", num_envs=2, benchmark={str(ROUTES)!r})
env.reset()
env.step([0, 1])
print(*with_parents(env.worker_pids()), flush=True)
"""


class Processes(unittest.TestCase):
    def start(self):
        env = autotune_gym.make("llvm-v0", benchmark=ROUTES)
        env.reset()
        pids = with_parents(env.worker_pids())
        self.assertEqual(len(pids), 2)  # a worker and the one that forked it
        self.assertTrue(all(map(is_alive, pids)))
        return env, pids

    def run_child(self, last_words):
        child = subprocess.Popen([sys.executable, "-B", "-c", CHILD + last_words],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                 cwd=os.path.dirname(os.path.abspath(__file__)))
        self.addCleanup(child.stdout.close)
        pids = [int(pid) for pid in child.stdout.readline().split()]
        self.assertEqual(len(pids), 3)
        return child, pids

    def test_close_ends_them(self):
        env, pids = self.start()
        fork = env.fork()
        env.close()
        self.assertTrue(all(map(is_alive, pids)))  # the fork has them
        fork.close()
        self.assertTrue(all_end(pids))

    def test_so_does_losing_the_last_name(self):
        env, pids = self.start()
        del env
        gc.collect()
        self.assertTrue(all_end(pids))

    def test_so_does_the_end_of_the_interpreter(self):
        for last_words in ("", "sys.exit(3)", "raise KeyError", "os._exit(1)"):
            with self.subTest(last_words):
                child, pids = self.run_child(last_words)
                child.wait(10)
                self.assertTrue(all_end(pids))

    def test_so_does_a_signal(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                child, pids = self.run_child("time.sleep(60)")
                child.send_signal(number)
                child.wait(10)
                self.assertTrue(all_end(pids))

    def test_a_forked_python_may_not_use_them_and_leaves_them_alone(self):
        env, pids = self.start()
        forked = os.fork()
        if forked == 0:
            status = 1
            try:
                env.step(0)
            except ValueError as error:
                status = 0 if "process" in str(error) else 2
            env.close()
            del env
            gc.collect()
            os._exit(status)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]), 0)
        self.assertTrue(all(map(is_alive, pids)))
        env.step(0)
        env.close()


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Passes and workers that fail, and wrong arguments."""
import os
import signal
import tempfile
import threading
import time
import unittest

import autotune_gym
from support import ROUTES

SLOW = ",".join(["default<O3>"] * 2000)


class Failures(unittest.TestCase):
    def make(self, **arguments):
        env = autotune_gym.make("llvm-v0", **{"benchmark": ROUTES, **arguments})
        self.addCleanup(env.close)
        return env

    def test_a_pass_that_crashes_or_hangs_ends_the_episode_only(self):
        env = self.make(action_space=["trigger-crash-module", SLOW, "function(sroa)"],
                        step_timeout=1.5)
        for action, kind in ((0, "crash"), (1, "timeout")):
            env.reset()
            before = env.step(2)[0]
            observation, reward, terminated, truncated, info = env.step(action)
            self.assertEqual((reward, terminated, truncated), (0, True, False))
            self.assertEqual(info["error_type"], kind)
            self.assertIn(env.action_space.names[action], info["error_details"])
            self.assertEqual(observation.tolist(), before.tolist())
            self.assertEqual(env.actions, [2])
            with self.assertRaisesRegex(RuntimeError, "reset"):
                env.step(2)
            env.reset()
            self.assertEqual(env.step(2)[0].tolist(), before.tolist())

    def test_other_threads_run_during_a_step_and_may_not_use_the_environment(self):
        env = self.make(action_space=[SLOW], step_timeout=1)
        env.reset()
        step = threading.Thread(target=env.step, args=(0,))
        step.start()
        ticks = 0
        while step.is_alive() and ticks < 10:
            time.sleep(0.01)
            ticks += 1
        self.assertEqual(ticks, 10)
        with self.assertRaisesRegex(RuntimeError, "another thread"):
            env.fork()
        step.join()
        env.fork().close()

    def test_a_killed_worker_is_replaced(self):
        env = self.make()
        env.reset()
        env.step(env.action_space["-sroa"])
        seen = env.observation["Autophase"].tolist()
        (worker,) = env.worker_pids()
        os.kill(worker, signal.SIGKILL)
        self.assertTrue(env.step(env.action_space["-sroa"])[4]["action_had_no_effect"])
        self.assertEqual(env.observation["Autophase"].tolist(), seen)

    def test_wrong_arguments_are_one_exception(self):
        for arguments, error, text in (
            ({"benchmark": "no-v0/program"}, LookupError, "no benchmark 'no-v0/program'"),
            ({"benchmark": "/no/file.bc"}, LookupError, "no benchmark '/no/file.bc'"),
            ({"observation_space": "Ir"}, LookupError, "no observation space 'Ir'.*Autophase"),
            ({"reward_space": "Runtime"}, LookupError, "no reward space 'Runtime'.*CountOz"),
            ({"action_space": "all"}, FileNotFoundError, "no action space 'all'.*compilergym"),
            ({"action_space": []}, ValueError, "at least one pass"),
            ({"action_space": ["function(no-such-pass)"]}, ValueError, "unknown.*no-such-pass"),
            ({"worker": "/no/worker"}, FileNotFoundError, "no worker program '/no/worker'"),
            ({"episode_length": 0}, ValueError, "length"),
            ({"step_timeout": 0}, ValueError, "step_timeout"),
            ({"render_mode": "human"}, ValueError, "render"),
        ):
            with self.subTest(arguments), self.assertRaisesRegex(error, text):
                self.make(**arguments)
        with self.assertRaisesRegex(LookupError, "no environment 'gcc-v0'"):
            autotune_gym.make("gcc-v0")
        with self.assertRaisesRegex(LookupError, "no benchmark"):
            autotune_gym.benchmarks("no-v0/program")

    def test_a_program_that_has_changed_is_read_again(self):
        with tempfile.NamedTemporaryFile("w", suffix=".ll") as file:
            env = self.make(benchmark=file.name)
            for functions in (1, 2):
                file.write(f"define void @f{functions}() {{\n  ret void\n}}\n")
                file.flush()
                env.reset()
                self.assertEqual(env.observation["InstCount"][0], functions)

    def test_wrong_calls_are_one_exception_and_harm_nothing(self):
        env = self.make()
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step(0)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.observation["Autophase"]
        env.reset()
        for action, error in ((-1, ValueError), (10**6, ValueError), (1.5, TypeError)):
            with self.subTest(action), self.assertRaises(error):
                env.step(action)
        with self.assertRaisesRegex(LookupError, "no observation space"):
            env.observation["Ir"]
        with self.assertRaisesRegex(ValueError, "option 'benchmrk'"):
            env.reset(options={"benchmrk": str(ROUTES)})
        env.step(0)
        self.assertEqual(env.actions, [0])
        with self.assertRaisesRegex(ValueError, "no benchmark"):
            self.make(benchmark=None).reset()
        with tempfile.NamedTemporaryFile(suffix=".ll") as file:
            file.write(b"define i32 @f( {\n")
            file.flush()
            with self.assertRaisesRegex(RuntimeError, file.name):
                env.reset(options={"benchmark": file.name})
        env.close()
        for call in (env.reset, env.fork, lambda: env.step(0), lambda: env.observation["Autophase"]):
            with self.assertRaisesRegex(RuntimeError, "closed"):
                call()
        env.close()


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""How many steps an agent in Python makes in a second, with the binding. As environment_bench: random
episodes of 45 passes in `compilergym`, one thread, Autophase and histogram after each pass.

    PYTHONPATH=build/release/python bench/gymnasium_bench.py [FILE] [SECONDS]
"""
import os
import pathlib
import sys
import time

import autotune_gym

EXAMPLE = pathlib.Path(__file__).parents[1] / "examples/routes.ll"


def cpu_seconds(env):
    """CPU time of Python and the workers."""
    seconds = time.process_time()
    for pid in env.worker_pids():
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def measure(env, seconds):
    """Steps a second and a second of CPU time, which is what a busy machine leaves to compare. Steps
    of all slots count, but for those that only begin an episode.
    """
    env.action_space.seed(1)
    slots = getattr(env, "num_envs", 0)

    def step():
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if slots:
            return slots - int((terminated | truncated).sum())  # their next step begins anew
        if terminated or truncated:
            env.reset()
        return 1

    env.reset(seed=1)
    for _ in range(4 * 45):  # a new worker touches most of LLVM for the first time
        step()
    steps, start, cpu = 0, time.perf_counter(), cpu_seconds(env)
    while time.perf_counter() - start < seconds:
        steps += step()
    return steps / (time.perf_counter() - start), steps / (cpu_seconds(env) - cpu)


def main():
    file = sys.argv[1] if len(sys.argv) > 1 else EXAMPLE
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    arguments = {"observation_space": ["Autophase", "ActionHistogram"], "benchmark": file}
    for name, env in (("make", autotune_gym.make(**arguments)),
                      ("make_vec of 8", autotune_gym.make_vec(num_envs=8, threads=1, **arguments))):
        wall, cpu = measure(env, seconds)
        print(f"{name}: {wall:,.0f} steps/s, {cpu:,.0f} a second of CPU time")
        env.close()


if __name__ == "__main__":
    main()

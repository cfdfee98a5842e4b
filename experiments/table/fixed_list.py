#!/usr/bin/env python3
"""Finds the pass list that is best on training programs, and tries it on other programs.

The list is the one of the published coreset with the highest geometric mean of Oz over its best
prefix, then, as long as that helps, another one of them appended: 45 passes in all. Prints Oz over
the best prefix of each test program, and the geometric mean with a 95 % bootstrap interval.

usage: PYTHONPATH=build/release/python fixed_list.py [--most N] TRAINING... -- PROGRAM...
TRAINING is what an environment takes as a benchmark, such as `dataset:csmith:train:O0/*`; programs
of more than N instructions (3,000) are left out.
"""
import math
import os
import pathlib
import random
import statistics
import sys

import autotune_gym

LENGTH = 45
CORESET = pathlib.Path(__file__).resolve().parents[2] / "src/search/learned/coreset.txt"


def coreset(names):
    """The published lists, without passes that the action space leaves out. None has a comma inside."""
    place = {name: action for action, name in enumerate(names)}
    lines = [line for line in CORESET.read_text().splitlines() if line and line[0] != "#"]
    return [[place[e] for e in line.split(",") if e in place][:LENGTH] for line in lines]


def log_ratio(env, program, passes):
    """Log of Oz over the best prefix of the list on a program."""
    env.reset(options={"benchmark": program})
    best = int(env.observation["IrInstructionCount"])
    oz = int(env.observation["IrInstructionCountOz"])
    for action in passes:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated:  # the pass failed
            break
        best = min(best, int(env.observation["IrInstructionCount"]))
        if truncated:
            break
    return math.log(max(oz, 1) / max(best, 1))


def interval(logs):
    rng = random.Random(1)
    means = sorted(statistics.mean(rng.choices(logs, k=len(logs))) for _ in range(2000))
    return math.exp(means[50]), math.exp(means[1949])


def main():
    arguments = sys.argv[1:]
    most = 3000
    if arguments[:1] == ["--most"]:
        most, arguments = int(arguments[1]), arguments[2:]
    if "--" not in arguments:
        sys.exit(__doc__)
    split = arguments.index("--")
    training, tested = arguments[:split], arguments[split + 1:]
    files = [file for name in training for file in autotune_gym.benchmarks(name)]
    with autotune_gym.make("llvm-v0", observation_space="IrInstructionCount",
                           benchmark=files) as env:
        programs = []
        for program in files:
            env.reset(options={"benchmark": program})
            if int(env.observation["IrInstructionCount"]) <= most:
                programs.append(program)
        candidates, best, score = coreset(env.action_space.names), [], -math.inf
        while len(best) < LENGTH:
            scored = []
            for candidate in candidates:
                passes = (best + candidate)[:LENGTH]
                scored.append((statistics.mean(log_ratio(env, p, passes) for p in programs), passes))
            if max(scored)[0] <= score:
                break
            score, best = max(scored)
            print(f"{len(programs)} training programs: {math.exp(score):.4f} with {len(best)} passes",
                  flush=True)
        print(",".join(env.action_space.names[action] for action in best))
        logs = []
        for program in tested:
            logs.append(log_ratio(env, program, best))
            folder, name = program.split(os.sep)[-2:]
            print(f"{math.exp(logs[-1]):.4f} {folder}_{name}")
        low, high = interval(logs)
        print(f"{len(tested)} programs: {math.exp(statistics.mean(logs)):.4f} [{low:.4f}, {high:.4f}]")


if __name__ == "__main__":
    main()

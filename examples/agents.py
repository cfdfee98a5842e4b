#!/usr/bin/env python3
"""Two agents in a few lines: random search and greedy.

    PYTHONPATH=build/release/python examples/agents.py [FILE] [SECONDS]
"""
import pathlib
import sys
import time

import autotune_gym


def random_search(env, seconds):
    """The best reward of a part of a random episode, and its passes."""
    best, passes, end = 0.0, [], time.monotonic() + seconds
    while time.monotonic() < end:
        env.reset()
        while env.in_episode:
            env.step(env.action_space.sample())
            if env.episode_reward > best:
                best, passes = env.episode_reward, env.actions
    return best, passes


def greedy(env):
    """Takes the pass that saves most until none saves anything."""
    env.reset()
    while env.in_episode:
        rewards = []
        for action in range(env.action_space.n):
            with env.fork() as fork:
                rewards.append(fork.step(action)[1])
        if max(rewards) <= 0:
            break
        env.step(rewards.index(max(rewards)))
    return env.episode_reward, env.actions


def main():
    file = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "calc.ll"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    with autotune_gym.make("llvm-v0", benchmark=file) as env:
        env.action_space.seed(0)
        for name, (reward, passes) in (("random", random_search(env, seconds)),
                                       ("greedy", greedy(env))):
            text = ",".join(env.action_space.names[action] for action in passes)
            print(f"{name}: {reward:.1%} of what -Oz saves, by {len(passes)} passes: {text}")


if __name__ == "__main__":
    main()

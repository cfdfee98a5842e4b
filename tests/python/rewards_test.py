#!/usr/bin/env python3
"""Rewards are those of the environment in C++."""
import os
import pathlib
import random
import subprocess
import unittest

import autotune_gym
from support import ROUTES


class Rewards(unittest.TestCase):
    def test_all_spaces(self):
        worker = pathlib.Path(autotune_gym.__file__).parent / "autotune-worker"
        rewards = {}
        for space in autotune_gym.REWARD_SPACES:
            with autotune_gym.make("llvm-v0", benchmark=ROUTES, reward_space=space,
                                   episode_length=30) as env:
                env.reset()
                draw = random.Random(5)
                actions = [draw.randrange(int(env.action_space.n)) for _ in range(30)]
                steps = [env.step(action) for action in actions]
                rewards[space] = [step[1] for step in steps]
                self.assertEqual(env.episode_reward, sum(rewards[space]))
                root, oz, last = (int(env.observation[name][0]) for name in (
                    "IrInstructionCountO0", "IrInstructionCountOz", "IrInstructionCount"))
        lines = subprocess.run([os.environ["AUTOTUNE_REWARDS"], worker, ROUTES, *map(str, actions)],
                               check=True, capture_output=True, text=True).stdout.splitlines()
        counts = [root] + [int(line.split()[1]) for line in lines]
        saved = [before - after for before, after in zip(counts, counts[1:])]
        self.assertEqual(rewards["IrInstructionCountOz"],
                         [float.fromhex(line.split()[0]) for line in lines])
        self.assertEqual(rewards["IrInstructionCount"], saved)
        self.assertEqual(rewards["IrInstructionCountNorm"], [each / root for each in saved])
        self.assertEqual(rewards["IrInstructionCountOz"], [each / (root - oz) for each in saved])
        self.assertEqual(counts[-1], last)
        self.assertLess(last, root)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Gymnasium's interface as the environment has it."""
import importlib.util
import json
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

import autotune_gym
from support import ROUTES, WORDS


def play(env, seed, episodes=1):
    """What random episodes show."""
    seen = []
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    for episode in range(episodes):
        if episode:
            observation, info = env.reset()
        seen.append((info["benchmark"], observation.tolist()))
        ended = False
        while not ended:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            seen.append((observation.tolist(), reward, terminated, truncated, info))
            ended = terminated or truncated
    return seen


class Contract(unittest.TestCase):
    def make(self, **arguments):
        env = autotune_gym.make("llvm-v0", **{"benchmark": ROUTES, **arguments})
        self.addCleanup(env.close)
        return env

    def test_types_shapes_and_the_end_by_length(self):
        env = self.make(episode_length=4)
        self.assertEqual(env.observation_space.shape, (56,))
        self.assertEqual(env.observation_space.dtype, np.int64)
        observation, info = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(observation))
        self.assertEqual(info, {"benchmark": str(ROUTES)})
        for step in range(4):
            action = env.action_space.sample()
            self.assertTrue(env.action_space.contains(action))
            observation, reward, terminated, truncated, info = env.step(action)
            self.assertTrue(env.observation_space.contains(observation))
            self.assertIs(type(reward), float)
            self.assertIs(terminated, False)
            self.assertIs(truncated, step == 3)
            self.assertIs(type(info["action_had_no_effect"]), bool)
            self.assertEqual(len(env.actions), step + 1)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step(0)
        env.reset()
        self.assertEqual((env.actions, env.episode_reward), ([], 0.0))
        env.step(0)

    def test_what_can_be_observed(self):
        env = self.make(observation_space=["StepsLeft", "InstCount", "ActionHistogram"],
                        episode_length=9)
        passes = int(env.action_space.n)
        self.assertEqual(env.observation_space.shape, (1 + 70 + passes,))
        first, _ = env.reset()
        mem2reg = env.action_space["-mem2reg"]
        seen, _, _, _, info = env.step(mem2reg)
        self.assertFalse(info["action_had_no_effect"])
        self.assertEqual((first[0], seen[0]), (9, 8))
        self.assertLess(seen[1], first[1])  # instructions in all
        self.assertEqual(seen[71:].tolist(), [int(i == mem2reg) for i in range(passes)])
        self.assertEqual(env.observation["InstCount"].tolist(), seen[1:71].tolist())
        self.assertEqual(env.observation["IrInstructionCount"], seen[1])
        self.assertEqual(env.observation["IrInstructionCountO0"], first[1])
        self.assertEqual(env.observation["Autophase"].shape, (56,))
        again = env.step(mem2reg)
        self.assertTrue(again[4]["action_had_no_effect"])
        self.assertEqual(again[0][71:].sum(), 2)

    def test_names_of_passes(self):
        space = self.make().action_space
        self.assertEqual(space.names[space["-sroa"]], "function(sroa)")
        self.assertEqual(space["function(sroa)"], space["-sroa"])
        with self.assertRaises(LookupError):
            space["-no-such-pass"]
        self.assertGreater(int(self.make(action_space="full").action_space.n), int(space.n))

    def test_a_seed_decides_on_everything(self):
        env = self.make(benchmark=[ROUTES, WORDS], episode_length=8)
        first = play(env, seed=3, episodes=6)
        self.assertEqual(first, play(env, seed=3, episodes=6))
        self.assertEqual(first, play(self.make(benchmark=[ROUTES, WORDS], episode_length=8),
                                     seed=3, episodes=6))
        self.assertNotEqual(first, play(env, seed=4, episodes=6))
        self.assertEqual(len({step[0] for step in first if len(step) == 2}), 2)  # both programs

    def test_a_random_agent_over_three_episodes(self):
        seen = play(self.make(), seed=0, episodes=3)
        self.assertEqual(len(seen), 3 * (1 + 45))
        self.assertGreater(sum(step[1] for step in seen if len(step) == 5), 0.5)

    def test_a_benchmark_by_name_and_for_one_reset_on(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "set-v1").mkdir()
            file = pathlib.Path(folder) / "set-v1/words.ll"
            file.write_bytes(WORDS.read_bytes())
            env = self.make(benchmark="set-v1/words", datasets=folder)
            self.assertEqual(env.reset()[1]["benchmark"], str(file))
            file.unlink()
            env.reset()  # no program is read twice
            env.reset(options={"benchmark": str(ROUTES)})
            self.assertEqual(env.benchmark, str(ROUTES))
            self.assertEqual(env.reset()[1]["benchmark"], str(ROUTES))

    def test_the_programs_of_a_split(self):
        nothing = {"inputs": "0" * 32, "content": "0" * 32, "ir": "0" * 32, "shape": "0" * 32,
                   "functions": 1, "instructions": 1, "flags": "", "origin": {
                       "package": "", "version": "", "source": "", "sha256": ""}}
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "own").mkdir()
            (pathlib.Path(folder) / "own/manifest.json").write_text(json.dumps({
                "format": 1, "name": "own", "source": "", "licence": "", "compiler": "",
                "duplicates": [], "failures": [],
                "programs": [{"file": f"{name}.ll", "split": split, **nothing} for name, split in (
                    ("a", "train"), ("b", "train"), ("c", "test"))]}))
            find = lambda name: autotune_gym.benchmarks(name, datasets=folder)
            self.assertEqual(find("dataset:own:train"),
                             [f"{folder}/own/a.ll", f"{folder}/own/b.ll"])
            self.assertEqual(find("dataset:own:test"), [f"{folder}/own/c.ll"])
            with self.assertRaisesRegex(FileNotFoundError, "nowhere"):
                find("dataset:nowhere")

    def test_the_command_line_makes_the_same_program(self):
        env = self.make()
        env.reset()
        for flag in ("-sroa", "-gvn", "-simplifycfg"):
            env.step(env.action_space[flag])
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "input.bc").write_bytes(ROUTES.read_bytes())
            subprocess.run(env.commandline(), shell=True, check=True, cwd=folder)
            result = self.make(benchmark=f"{folder}/output.bc")
            result.reset()
            self.assertEqual(result.observation["IrInstructionCount"],
                             env.observation["IrInstructionCount"])
            self.assertLess(result.observation["IrInstructionCount"],
                            env.observation["IrInstructionCountO0"])

    def test_a_fork_goes_on_apart(self):
        env = self.make()
        env.reset(seed=1)
        env.step(env.action_space["-sroa"])
        before = env.observation["Autophase"].tolist()
        results = []
        for action in (5, 6, 5):
            with env.fork() as fork:
                self.assertEqual(fork.observation["Autophase"].tolist(), before)
                results.append(fork.step(action)[:2])
                self.assertEqual(fork.actions, [env.action_space["-sroa"], action])
        self.assertEqual(results[0][0].tolist(), results[2][0].tolist())
        self.assertEqual(results[0][1], results[2][1])
        self.assertEqual(env.observation["Autophase"].tolist(), before)
        observation, reward = env.step(5)[:2]
        self.assertEqual((observation.tolist(), reward), (results[0][0].tolist(), results[0][1]))
        last = env.fork()
        env.close()
        last.step(6)
        last.close()

    @unittest.skipUnless(importlib.util.find_spec("gymnasium"), "gymnasium is not installed")
    def test_the_checker_of_gymnasium(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        check_env(self.make(), skip_render_check=True)
        with gymnasium.make("llvm-v0", benchmark=str(ROUTES)) as env:
            env.reset(seed=1)
            env.step(0)


if __name__ == "__main__":
    unittest.main()

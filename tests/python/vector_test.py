#!/usr/bin/env python3
"""Episodes side by side."""
import importlib.util
import unittest

import numpy as np

import autotune_gym
from support import ROUTES, WORDS


class Vector(unittest.TestCase):
    def make(self, num_envs, **arguments):
        env = autotune_gym.make_vec("llvm-v0", num_envs, **{"benchmark": ROUTES, **arguments})
        self.addCleanup(env.close)
        return env

    def test_types_and_shapes(self):
        env = self.make(3)
        observations, infos = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(observations))
        self.assertTrue(env.observation_space.contains(env.observation_space.sample()))
        self.assertEqual(observations.shape, (3, 56))
        self.assertEqual(list(infos["benchmark"]), [str(ROUTES)] * 3)
        actions = env.action_space.sample()
        self.assertTrue(env.action_space.contains(actions))
        observations, rewards, terminations, truncations, infos = env.step(actions)
        self.assertTrue(env.observation_space.contains(observations))
        for array, dtype in ((rewards, np.float64), (terminations, bool), (truncations, bool),
                             (infos["action_had_no_effect"], bool)):
            self.assertEqual((array.shape, array.dtype), ((3,), dtype))
        self.assertEqual(len(env.worker_pids()), 3)

    def test_each_slot_is_what_the_single_environment_is(self):
        """For any number of threads."""
        draw = np.random.default_rng(2)
        actions = draw.integers(100, size=(10, 4))
        single = autotune_gym.make(benchmark=ROUTES)
        self.addCleanup(single.close)
        for threads in (1, None):
            env = self.make(4, threads=threads)
            first, _ = env.reset()
            steps = [env.step(row) for row in actions]
            for slot in range(4):
                self.assertEqual(single.reset()[0].tolist(), first[slot].tolist())
                for row, step in zip(actions, steps):
                    observation, reward, *_ = single.step(row[slot])
                    self.assertEqual((observation.tolist(), reward),
                                     (step[0][slot].tolist(), step[1][slot]))

    def test_the_step_after_an_end_begins_the_next_episode(self):
        env = self.make(2, episode_length=2,
                        action_space=["function(sroa)", "trigger-crash-module", "function(dce)"])
        first, _ = env.reset()
        _, _, terminated, truncated, infos = env.step([0, 1])
        self.assertEqual((terminated.tolist(), truncated.tolist()), ([False, True], [False, False]))
        self.assertEqual(infos["error_type"].tolist(), [None, "crash"])
        self.assertEqual(infos["_error_type"].tolist(), [False, True])
        observations, rewards, terminated, truncated, infos = env.step([2, 0])
        self.assertEqual((terminated.tolist(), truncated.tolist()), ([False, False], [True, False]))
        self.assertEqual(observations[1].tolist(), first[1].tolist())
        self.assertEqual((rewards[1], env.actions(1)), (0, []))
        observations, rewards, *_ = env.step([1, 0])
        self.assertEqual(observations[0].tolist(), first[0].tolist())
        self.assertGreater(rewards[1], 0)

    def test_an_episode_that_could_not_begin_begins_later(self):
        env = self.make(2, action_space=["function(sroa)", "trigger-crash-module"])
        env.reset()
        env.step([1, 0])
        files, env._files = env._files, ["/no/file.bc"]
        with self.assertRaises((OSError, RuntimeError)):
            env.step([0, 1])  # the second one ends as the first one can't begin
        env._files = files
        _, rewards, *_ = env.step([0, 0])
        self.assertEqual((rewards.tolist(), env.actions(0), env.actions(1)), ([0, 0], [], []))
        env.step([0, 0])
        self.assertEqual((env.actions(0), env.actions(1)), ([0], [0]))

    def test_seeds_decide_on_benchmarks(self):
        env = self.make(6, benchmark=[ROUTES, WORDS])
        chosen = [list(env.reset(seed=seed)[1]["benchmark"])
                  for seed in (np.int64(1), [1, 2, 3, 4, 5, 6], 2)]
        self.assertEqual(chosen[0], chosen[1])
        self.assertEqual(chosen[0][1:], chosen[2][:-1])  # slot i has seed + i
        self.assertEqual(len(set(chosen[0])), 2)

    @unittest.skipUnless(importlib.util.find_spec("gymnasium"), "gymnasium is not installed")
    def test_gymnasium_makes_it_and_counts_episodes(self):
        import gymnasium
        from gymnasium.wrappers.vector import RecordEpisodeStatistics

        env = RecordEpisodeStatistics(gymnasium.make_vec(
            "llvm-v0", num_envs=2, vectorization_mode="vector_entry_point", benchmark=str(ROUTES),
            episode_length=3))
        self.addCleanup(env.close)
        env.reset(seed=1)
        total = 0
        for _ in range(3):
            _, rewards, _, truncated, infos = env.step(env.action_space.sample())
            total += rewards
        self.assertTrue(truncated.all())
        self.assertEqual(infos["episode"]["l"].tolist(), [3, 3])
        np.testing.assert_allclose(infos["episode"]["r"], total)

    def test_wrong_calls(self):
        env = self.make(2)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step([0, 0])
        env.reset()
        for actions, error in (([0], ValueError), ([0, 10**6], ValueError),
                               ([0.5, 0], TypeError), ([[0, 0]], (TypeError, ValueError))):
            with self.subTest(actions), self.assertRaises(error):
                env.step(actions)
        env.close()
        for call in (env.reset, lambda: env.step([0, 0])):
            with self.assertRaisesRegex(RuntimeError, "closed"):
                call()
        with self.assertRaisesRegex(ValueError, "slot|workers"):
            self.make(0)


if __name__ == "__main__":
    unittest.main()

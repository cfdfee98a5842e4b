"""The environments."""
import copy
import operator
import os
import pathlib

import numpy as np

from autotune_gym import _core
from autotune_gym._interface import (NEXT_STEP, Env, PassSpace, VectorEnv, batch_space, copied,
                                     counts)
from autotune_gym.benchmarks import all_benchmarks

_FAILED = 2
_WORKER = pathlib.Path(__file__).parent / "autotune-worker"


def _names(spaces):
    return [spaces] if isinstance(spaces, str) else list(spaces)


class _Observations:
    """Any observation of an episode by name, e.g. `env.observation["InstCount"]`."""

    def __init__(self, observe):
        self._observe = observe

    def __getitem__(self, name):
        return self._observe([name])


class _Episodes:
    """Everything that the single and the vectorised environment share."""

    def _start(self, slots, threads, *, observation_space, reward_space, benchmark, action_space,
               episode_length, step_timeout, datasets, worker):
        if isinstance(action_space, str):
            actions = _core.load_actions(action_space)
        else:
            actions = _core.own_actions(list(action_space))
        if not step_timeout > 0:
            raise ValueError("step_timeout is a number of seconds above 0")
        if reward_space not in _core.REWARD_SPACES:
            raise LookupError(f"no reward space {reward_space!r}; there are: "
                              + ", ".join(_core.REWARD_SPACES))
        self._datasets = datasets
        self._files = all_benchmarks(benchmark, datasets)
        self._observed = _names(observation_space)
        self._session = _core.Session(actions, workers=slots, threads=threads,
                                      worker=os.fspath(worker), step_timeout=step_timeout)
        self._episodes = _core.Episodes(self._session, slots, episode_length)
        self.reward_space = reward_space
        self.benchmarks = [None] * slots
        return (counts(self._episodes.observation_size(self._observed)),
                PassSpace(actions.names, actions.flags))

    def _stop(self):
        self._session = self._episodes = None

    def _open(self):
        if self._episodes is None:
            raise RuntimeError("the environment is closed")
        return self._episodes

    def _choose(self, options):
        """Takes over what `reset` was told."""
        unknown = set(options or {}) - {"benchmark"}
        if unknown:
            raise ValueError(f"no option {sorted(unknown)[0]!r}; there is: benchmark")
        if options and "benchmark" in options:
            self._files = all_benchmarks(options["benchmark"], self._datasets)
        if not self._files:
            raise ValueError('no benchmark: name one in make(), or reset(options={"benchmark": …})')

    def _begin(self, slot, random):
        file = self._files[random.integers(len(self._files))] if self._files[1:] else self._files[0]
        self._open().reset(slot, file)
        self.benchmarks[slot] = file

    def worker_pids(self):
        """Process ids of the workers that are alive now."""
        return self._session.worker_pids() if self._session else []


class LlvmEnv(_Episodes, Env):
    """Passes of LLVM applied one after another to a program. `make` says what the arguments are.

    An action is a pass. A pass that crashes, hangs or breaks the program ends its episode
    (`terminated`; `error_type` and `error_details` in `info`), and the program is the one before
    it. An episode is `truncated` after `episode_length` passes.
    """

    metadata = {"render_modes": []}

    def __init__(self, observation_space="Autophase", reward_space="IrInstructionCountOz",
                 benchmark=None, action_space="compilergym", episode_length=45, step_timeout=10.0,
                 datasets=None, worker=_WORKER, render_mode=None):
        if render_mode is not None:
            raise ValueError("there are no render modes")
        self.observation_space, self.action_space = self._start(
            1, 1, observation_space=observation_space, reward_space=reward_space,
            benchmark=benchmark, action_space=action_space, episode_length=episode_length,
            step_timeout=step_timeout, datasets=datasets, worker=worker)
        self.episode_reward = 0.0
        self.in_episode = False

    def reset(self, *, seed=None, options=None):
        """Begins an episode. Returns the observation and `{"benchmark": file}`.

        options: `benchmark` replaces what `make` was given, for this and later episodes. One of
            several benchmarks is drawn for each episode.
        """
        super().reset(seed=seed)
        self._open()
        self._choose(options)
        self._begin(0, self.np_random)
        self.episode_reward, self.in_episode = 0.0, True
        return self._observe(self._observed), {"benchmark": self.benchmark}

    def step(self, action):
        """Applies a pass. Returns observation, reward, terminated, truncated and info."""
        if not self.in_episode:
            self._open()
            raise RuntimeError("no episode is under way: call reset() first")
        try:
            rewards, ends, idle, failures = self._episodes.step([operator.index(action)],
                                                                self.reward_space)
        except Exception:
            (self.in_episode,) = self._episodes.running()
            raise
        end, reward = ends.item(), rewards.item()
        self.in_episode = end == 0
        self.episode_reward += reward
        info = {"action_had_no_effect": idle.item()}
        if failures:
            info["error_type"] = failures[0]
            info["error_details"] = f"{self.action_space.names[action]}: {failures[0]}"
        return (self._observe(self._observed), reward, end == _FAILED, 0 < end < _FAILED, info)

    def fork(self):
        """An environment in the same state, which goes on apart. It shares workers and programs."""
        fork = copy.copy(self)
        fork._episodes = self._open().fork()
        fork._np_random = copied(self._np_random)
        fork.action_space = copy.deepcopy(self.action_space)
        fork.benchmarks = list(self.benchmarks)
        return fork

    def close(self):
        """Ends the workers, unless a fork still has them."""
        self._stop()
        self.in_episode = False

    @property
    def observation(self):
        return _Observations(self._observe)

    @property
    def benchmark(self):
        """File of the episode's program."""
        return self.benchmarks[0]

    @property
    def actions(self):
        """The passes applied so far, without one that failed."""
        return self._open().actions(0)

    def commandline(self):
        """A command that applies the same passes with stock `opt`."""
        passes = ",".join(self.action_space.names[action] for action in self.actions)
        return f"{_core.OPT} -passes='{passes}' input.bc -o output.bc"

    def _observe(self, names):
        return self._open().observe(names)[0]


class LlvmVectorEnv(_Episodes, VectorEnv):
    """`num_envs` episodes side by side, each with a worker of its own, by Gymnasium's `VectorEnv`.

    Another thread of Python runs meanwhile. The step after an episode's end begins the next one
    (Gymnasium's next-step mode): its action is not used, its reward is 0.
    """

    metadata = {"render_modes": [], "autoreset_mode": NEXT_STEP}

    def __init__(self, num_envs=1, observation_space="Autophase",
                 reward_space="IrInstructionCountOz", benchmark=None, action_space="compilergym",
                 episode_length=45, step_timeout=10.0, datasets=None, worker=_WORKER,
                 threads=None, render_mode=None):
        if render_mode is not None:
            raise ValueError("there are no render modes")
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = self._start(
            num_envs, min(threads or num_envs, num_envs, _core.default_threads()),
            observation_space=observation_space, reward_space=reward_space, benchmark=benchmark,
            action_space=action_space, episode_length=episode_length, step_timeout=step_timeout,
            datasets=datasets, worker=worker)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = None

    def reset(self, *, seed=None, options=None):
        """Begins all episodes.

        seed: one for each, or a number: `seed` + i seeds the choice of benchmarks in episode i
        options: as for `LlvmEnv`
        """
        seeds = seed
        if seed is not None and np.ndim(seed) == 0:
            seeds = [operator.index(seed) + i for i in range(self.num_envs)]
        super().reset(seed=None if seeds is None else int(seeds[0]))
        self._open()
        self._choose(options)
        if seeds is None:
            seeds = self.np_random.integers(2**31, size=self.num_envs).tolist()
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} episodes")
        self._random = [np.random.default_rng(one) for one in seeds]
        for slot, random in enumerate(self._random):
            self._begin(slot, random)
        self._ended = np.zeros(self.num_envs, bool)
        return self._observe(self._observed), {"benchmark": np.array(self.benchmarks, object)}

    def step(self, actions):
        """Applies a pass in each episode. Returns one array of each, and a dictionary of arrays."""
        if self._ended is None:
            self._open()
            raise RuntimeError("no episode is under way: call reset() first")
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError("actions are whole numbers")
        try:
            rewards, ends, idle, failures = self._episodes.step(actions.tolist(), self.reward_space)
        except Exception:
            self._ended = ~np.array(self._episodes.running())
            raise
        over = np.flatnonzero(self._ended)
        self._ended |= ends != 0
        for slot in over:  # one that can't begin is tried again in the next step
            self._begin(slot, self._random[slot])
            self._ended[slot] = False
        infos = {"action_had_no_effect": idle}
        if failures:
            infos["error_type"] = np.array([failures.get(i) for i in range(self.num_envs)], object)
            infos["_error_type"] = ends == _FAILED
        return (self._observe(self._observed), rewards, ends == _FAILED,
                (0 < ends) & (ends < _FAILED), infos)

    def close_extras(self, **_):
        self._stop()
        self._ended = None

    @property
    def observation(self):
        return _Observations(self._observe)

    def actions(self, slot):
        """The passes applied so far in one episode, without one that failed."""
        return self._open().actions(slot)

    def _observe(self, names):
        return self._open().observe(names)

"""Gymnasium's classes, or small ones of the same interface if gymnasium is not installed."""
import copy
import importlib.util

import numpy as np

if importlib.util.find_spec("gymnasium"):
    from gymnasium import Env, register
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    NEXT_STEP = AutoresetMode.NEXT_STEP
else:
    NEXT_STEP = "NextStep"

    class _Space:
        """A set of values that can be drawn from."""

        def __init__(self, shape, dtype, seed=None):
            self.shape, self.dtype = shape, np.dtype(dtype)
            self.seed(seed)

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)

        def __contains__(self, value):
            return self.contains(value)

    class Discrete(_Space):
        """The numbers 0 to n - 1."""

        def __init__(self, n, seed=None):
            super().__init__((), np.int64, seed)
            self.n = np.int64(n)

        def sample(self):
            return self._random.integers(self.n)

        def contains(self, value):
            return isinstance(value, (int, np.integer)) and 0 <= value < self.n

        def __repr__(self):
            return f"Discrete({self.n})"

    class MultiDiscrete(_Space):
        """Vectors whose number i is below nvec[i]."""

        def __init__(self, nvec, seed=None):
            self.nvec = np.asarray(nvec, np.int64)
            super().__init__(self.nvec.shape, np.int64, seed)

        def sample(self):
            return self._random.integers(self.nvec)

        def contains(self, value):
            value = np.asarray(value)
            return (value.dtype.kind in "iu" and value.shape == self.shape
                    and bool(np.all((0 <= value) & (value < self.nvec))))

        def __repr__(self):
            return f"MultiDiscrete({self.nvec})"

    class Box(_Space):
        """Arrays of a shape, each number between its bounds."""

        def __init__(self, low, high, shape, dtype, seed=None):
            super().__init__(tuple(shape), dtype, seed)
            self.low = np.full(shape, low, dtype)
            self.high = np.full(shape, high, dtype)

        def sample(self):
            return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

        def contains(self, value):
            return (isinstance(value, np.ndarray) and value.dtype == self.dtype
                    and value.shape == self.shape
                    and bool(np.all((self.low <= value) & (value <= self.high))))

        def __repr__(self):
            return f"Box{self.shape}"

    def batch_space(space, n):
        if isinstance(space, Discrete):
            return MultiDiscrete([space.n] * n)
        return Box(space.low.flat[0], space.high.flat[0], (n, *space.shape), space.dtype)

    class _Base:
        metadata = {"render_modes": []}
        render_mode = None
        spec = None
        _np_random = None

        def reset(self, *, seed=None, options=None):
            if seed is not None:
                self._np_random = np.random.default_rng(seed)

        @property
        def np_random(self):
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        @property
        def unwrapped(self):
            return self

    class Env(_Base):
        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

    class VectorEnv(_Base):
        closed = False

        def close(self, **kwargs):
            if not self.closed:
                self.close_extras(**kwargs)
                self.closed = True

    def register(*_, **__):
        """Nobody could make a registered environment."""


class PassSpace(Discrete):
    """One pass of an action space.

    names: texts for `opt -passes=`
    flags: LLVM 10's flags, which CompilerGym used, e.g. `-mem2reg`; empty if there is none
    """

    def __init__(self, names, flags):
        super().__init__(len(names))
        self.names, self.flags = list(names), list(flags)

    def __getitem__(self, name):
        """The action of a name or flag."""
        for known in (self.names, self.flags):
            if name and name in known:
                return known.index(name)
        raise LookupError(f"no pass {name!r} in this action space")

    def __repr__(self):
        return f"PassSpace({len(self.names)})"


def counts(width):
    """Vectors of so many counts."""
    # Gymnasium adds 1 to the bound to draw, which must not overflow.
    return Box(0, 2**53, (width,), np.int64)


def copied(generator):
    """A generator that goes on as this one would."""
    return copy.deepcopy(generator)

"""LLVM's passes as an environment for reinforcement learning: CompilerGym's task on `autotune`.

    import autotune_gym

    with autotune_gym.make("llvm-v0", benchmark="bench.bc") as env:
        observation, info = env.reset(seed=1)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

If gymnasium is installed, the environments are its own and registered with it.
"""
from autotune_gym._core import OBSERVATION_SPACES, REWARD_SPACES
from autotune_gym._interface import register
from autotune_gym.benchmarks import benchmarks
from autotune_gym.environment import LlvmEnv, LlvmVectorEnv

__all__ = ["ENVIRONMENTS", "LlvmEnv", "LlvmVectorEnv", "OBSERVATION_SPACES", "REWARD_SPACES",
           "benchmarks", "make", "make_vec"]

#: CompilerGym's names. The second one says what is the default here.
ENVIRONMENTS = ("llvm-v0", "llvm-autophase-ic-v0")


def _check(id):
    if id not in ENVIRONMENTS:
        raise LookupError(f"no environment {id!r}; there are: " + ", ".join(ENVIRONMENTS))


def make(id="llvm-v0", **arguments):
    """Makes an environment.

    observation_space: one of OBSERVATION_SPACES, or several, whose vectors are joined
    reward_space: one of REWARD_SPACES
    benchmark: a program (`benchmarks` says how it is named), or several to draw from
    action_space: `compilergym`, `full`, `autophase42`, or a list of texts for `opt -passes=`
    episode_length: passes in an episode
    step_timeout: seconds after which a pass counts as hanging
    datasets: the folder of data sets; None: where `autotune dataset` keeps them
    worker: the program `autotune-worker`
    """
    _check(id)
    return LlvmEnv(**arguments)


def make_vec(id="llvm-v0", num_envs=1, **arguments):
    """Makes `num_envs` environments that step together; arguments as for `make`, and

    threads: steps at once, at most one a core; None: so many
    """
    _check(id)
    return LlvmVectorEnv(num_envs, **arguments)


for _id in ENVIRONMENTS:
    register(_id, entry_point="autotune_gym:LlvmEnv", vector_entry_point="autotune_gym:LlvmVectorEnv")

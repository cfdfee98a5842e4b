"""A leaderboard by a Slurm of this machine, one task requeued: it has the runs of one without."""
from harness import REPOSITORY, Skip

NAME = "slurm"
FIGURE = "s for both boards"
SERIAL = True


def plan(context):
    """None in the short form, which is a test: no test needs Slurm."""
    return [] if context.short else [{"seed": 0}]


def attempt(attempt):
    script = REPOSITORY / "experiments/slurm/run.sh"
    ended = attempt.run([script, attempt.context.autotune, attempt.folder / "out"], limit=900)
    if ended.status == 77:
        raise Skip(ended.out.decode().strip())
    attempt.figure = ended.seconds
    attempt.judge(ended, {0}, lines=100)
    attempt.judge_leftovers()

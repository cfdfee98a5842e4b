"""Runs every shipped list and every pass of the default space on self-checking programs, as LLM
Compiler's PassListEval does."""
import hashlib
import random

from harness import REPOSITORY

from . import differential

NAME = "every"
FIGURE = "wrong lists of a program"
NEEDS_AUTOTUNE = False
PROGRAMS = 150
# A night has a tenth of them; ten nights have all.
OF_A_NIGHT = 15


def default_space():
    """The passes that a search uses unless told otherwise, each after what makes values of variables."""
    text = (REPOSITORY / "src/core/action_spaces.txt").read_text()
    lines = text.split("[full]\n")[1].split("\n[")[0].splitlines()
    return [f"function(sroa),{line}" for line in lines if line and line[0] != "#" and "\t" not in line]


def every_list():
    return differential.shipped_lists() + default_space()


def plan(context):
    lists = len(every_list())
    programs = differential.own_programs()
    programs += [f"csmith:{900_000 + seed}" for seed in range(PROGRAMS - len(programs))]
    random.Random(35).shuffle(programs)
    count = context.count(OF_A_NIGHT, 1)
    begin = context.night * OF_A_NIGHT
    chosen = list(range(0, lists, 40)) if context.short else list(range(lists))
    return [{"program": programs[(begin + i) % PROGRAMS], "lists": chosen} for i in range(count)]


tries = differential.tries


class Program(differential.Program):
    """A program that is run once as each different module that lists make of it."""

    def __init__(self, attempt, name):
        self.answers = {}
        super().__init__(attempt, name)

    def linked(self, module, limit):
        digest = hashlib.sha256(module.read_bytes()).digest()
        if self.answers.get(digest) is None:  # None: it did not end within another limit
            self.answers[digest] = super().linked(module, limit)
        return self.answers[digest]


def attempt(attempt):
    attempt.spec = {**attempt.spec, "pipelines": every_list()}
    differential.attempt(attempt, Program)

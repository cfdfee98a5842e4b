#!/usr/bin/env python3
"""Learns lists for the plugin's quick mode: each function of the modules tries all lists chosen so far and keeps what
makes it smaller; the next list is the one that takes off most beyond that, less what its time costs. Candidates
are the function passes in lists that autotune found on training programs. Some random edits follow each choice.
Prints the lists. Needs opt-19 and the plugin.

usage: learn_quick.py PLUGIN K EDITS MODULE...     (modules of a training split, after default<Oz>)
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LEARNED = pathlib.Path(__file__).parents[2] / "src/search/learned"
COUNT = "function(print<func-properties>)"
LONGEST = 24
# What a list has to take off, as a part of all instructions, for each microsecond an instruction.
PRICE = 0.002 / 60
# Off in LLVM's own pipelines, for want of trust or of use outside some targets.
LEFT_OUT = re.compile(
    r"gvn-hoist|gvn-sink|dfa-jump|coro|guard|irce|interchange|unroll-and-jam|distribute|fusion|versioning|predication"
    r"|flatten|scalarizer|loop-vectorize|lower-|instrument|instnamer|unify-loop|newgvn|infer-|prefetch|matrix|-tli-")


def elements(pipeline):
    parts, depth = [""], 0
    for char in pipeline:
        depth += (char in "(<") - (char in ")>")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def candidates():
    """Runs of function passes. Some passes for the module don't end a run: they hardly matter here."""
    found = {}
    for name in ("learned_lists", "continuations", "whole_program_lists"):
        for line in (LEARNED / f"{name}.txt").read_text().splitlines():
            if not line or line[0] in "#0123456789-":
                continue
            run = []
            for element in [*elements(line), "end"]:
                inner = re.fullmatch(r"function\((.*)\)", element)
                if inner:
                    run += [] if LEFT_OUT.search(inner[1]) else [inner[1]]
                elif not re.match("mergefunc|iroutliner|globalopt|ipsccp|elim-avail-extern|globaldce", element):
                    if 2 <= len(run) <= LONGEST:
                        found[tuple(run)] = True
                    run = []
    return [list(run) for run in found]


class Learner:
    def __init__(self, plugin, modules, folder):
        self.plugin, self.modules, self.folder = plugin, modules, folder

    def run(self, module, passes, *more):
        """Returns what a module has left after a list, and the time that it took."""
        path = os.path.join(self.folder, "list.txt")
        pathlib.Path(path).write_text(",".join(passes) + "\n")
        before = os.times()
        run = subprocess.run(["opt-19", f"-load-pass-plugin={self.plugin}",
                              f"-passes=autotune-quick<{path}>,{COUNT}", module, *more],
                             capture_output=True, text=True, check=True)
        after = os.times()
        counts = re.findall(r"^TotalInstructionCount: (\d+)$", run.stderr, re.M)
        time = after.children_user + after.children_system - before.children_user - before.children_system
        return sum(map(int, counts)), time

    def total(self, passes):
        rows = [self.run(module, passes, "-disable-output") for module in self.modules]
        return [sum(column) for column in zip(*rows)]

    def worth(self, passes):
        left, time = self.total(passes)
        return (self.now - left) / self.now - PRICE * 1e6 * max(0, time - self.idle) / self.now

    def next_list(self, seeds, pool, edits):
        self.now, self.idle = self.total(["no-op-function"])
        best = max(seeds, key=self.worth)
        worth = self.worth(best)
        for _ in range(edits):
            edited = list(best)
            at = random.randrange(len(edited))
            kind = random.random()
            if kind < 0.5:
                edited.insert(at, random.choice(pool))
            elif kind < 0.7 and len(edited) > 1:
                del edited[at]
            else:
                edited[at] = random.choice(pool)
            its = self.worth(edited) if len(edited) <= LONGEST else 0
            if its > worth:
                best, worth = edited, its
        for number, module in enumerate(self.modules):
            output = os.path.join(self.folder, f"{number}.bc")
            self.run(module, best, "-o", output)
            self.modules[number] = output
        return best


def main():
    plugin, count, edits, *modules = sys.argv[1:]
    random.seed(1)
    seeds = candidates()
    pool = sorted({name for run in seeds for name in run})
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(plugin, modules, folder)
        for _ in range(int(count)):
            print(",".join(learner.next_list(seeds, pool, int(edits))), flush=True)


if __name__ == "__main__":
    main()

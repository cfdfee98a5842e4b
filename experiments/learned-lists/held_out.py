#!/usr/bin/env python3
"""What learned lists, each chosen as `ListModel` (src/search/list_model.h) chooses them, find on
programs of families (packages) that they were not chosen for, by what the lists tried cost.

usage: held_out.py TABLE PROGRAMS BEFORE    (needs python3-numpy)

TABLE is what `autotune coreset --table -k 1000` printed for the programs of the file PROGRAMS, none of
which failed; BEFORE is a file with lists that are compared with those chosen here.
"""
import random
import sys

import numpy as np

COSTS = [30, 60, 100, 200, 400, 800]
PIPELINES = ("default<", "thinlto-", "scc-oz-module-inliner", "function(function-simplification")
LEAST, MOST, NOISE, WORTHWHILE, OPTIMISED = -0.3, 0.9, 1e-3, 0.003, -0.4  # as list_model.cpp


def passes(line):
    depth, start, parts = 0, 0, []
    for i, c in enumerate(line + ","):
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            parts.append(line[start:i])
            start = i + 1
    return parts


def cost(line):
    return sum(0.3 + (30 if p.startswith(PIPELINES) else 1) for p in passes(line))


def read(path):
    with open(path) as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]
    rows = [line[1:].split(":") for line in lines if line[0] == "="]
    worths = [[int(w) / 1000 for w in row[1].split()] for row in rows]
    return [x for x in lines if x[0] != "="], np.array(worths), np.array([int(r[0]) / 1000 for r in rows])


def choose(worths, costs, count):
    """As src/search/choose_lists.h, cost weight 0.5."""
    worths, best, chosen = np.maximum(worths, 0), np.zeros(len(worths)), []
    while len(chosen) < count:
        gains = np.maximum(worths - best[:, None], 0).sum(0) / costs**0.5
        if gains.max() <= 0:
            break
        chosen.append(int(gains.argmax()))
        best = np.maximum(best, worths[:, chosen[-1]])
    return np.array(chosen)


def curve(guesses, costs, truth):
    """The best found for each of COSTS."""
    guesses = np.clip(guesses, LEAST, MOST)
    deviations = guesses - guesses.mean(0)
    covariances = deviations.T @ deviations / len(guesses)
    best, spent, untried, reached = 0.0, 0.0, np.ones(len(costs), bool), np.zeros(len(COSTS))
    while True:
        gains = np.maximum(guesses - best, 0).mean(0)
        promising = untried & (gains >= WORTHWHILE)
        if not promising.any():
            return reached
        i = int(np.where(promising, gains / costs, -1).argmax())
        untried[i] = False
        spent += costs[i]
        best = max(best, truth[i])
        reached[spent <= np.array(COSTS)] = best
        gain = covariances[:, i] / (covariances[i, i] + NOISE)
        guesses = guesses + np.outer(np.clip(truth[i], LEAST, MOST) - guesses[:, i], gain)
        covariances = covariances - np.outer(gain, covariances[i])


def main():
    lists, worths, inputs = read(sys.argv[1])
    with open(sys.argv[2]) as file:
        programs = file.read().split()
    families = [program.split("/train/")[1].split("/")[0] for program in programs]
    after_o2 = ["/O2/" in program for program in programs]
    assert len(families) == len(worths)
    with open(sys.argv[3]) as file:
        before = {line.rstrip("\n") for line in file}
    old = np.array([i for i, line in enumerate(lists) if line in before])
    costs = np.array([cost(line) for line in lists])
    optimised = inputs > OPTIMISED

    def report(name, count, like):
        """Lists of before, or so many chosen; by programs of which `like` is true."""
        curves = {True: [], False: []}
        for seed in (0, 1):
            names = sorted(set(families))
            random.Random(seed).shuffle(names)
            for half in (set(names[::2]), set(names[1::2])):
                held_out = np.array([family in half for family in families])
                chosen = choose(worths[~held_out], costs, count) if count else old
                for i in np.flatnonzero(held_out):
                    rows = np.flatnonzero(~held_out & like(optimised[i]))
                    guesses = worths[np.ix_(rows, chosen)]
                    curves[after_o2[i]].append(curve(guesses, costs[chosen], worths[i, chosen]))
        print(name)
        for kind, text in ((True, "after -O2"), (False, "others")):
            means = 100 * np.mean(curves[kind], axis=0)
            print(f"  {text:16}" + "".join(f"{mean:7.2f}" for mean in means), flush=True)

    print("percent below -Oz after a cost of" + "".join(f"{c:7}" for c in COSTS))
    report("lists of before, by programs seen by no pass", 0, lambda _: ~optimised)
    report("lists of before, by all", 0, lambda _: np.ones_like(optimised))
    report("lists of before, by those alike", 0, lambda this: optimised == this)
    report("64 chosen, by those alike", 64, lambda this: optimised == this)
    report("80 chosen, by those alike", 80, lambda this: optimised == this)


main()

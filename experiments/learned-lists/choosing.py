#!/usr/bin/env python3
"""How `ListModel` (src/search/list_model.h) does on programs of families (packages) that its table
has not seen, by the tolerance that it weighs programs with.

usage: choosing.py TABLE PROGRAMS    (needs python3-numpy)

TABLE is what `autotune coreset --table` printed for the programs of the file PROGRAMS, none of which
failed. For each tolerance (- counts all programs alike) and promise, prints the mean percentage that
is found for a cost (a pass is 1.3, a whole pipeline 30.3), and what all lists tried cost. Families
are parted in two halves, two times.
"""
import random
import sys

import numpy as np

COSTS = [10, 20, 40, 80, 160, 320, 640]
PIPELINES = ("default<", "thinlto-", "scc-oz-module-inliner", "function(function-simplification")
LEAST, MOST, NOISE, OPTIMISED = -0.3, 0.9, 1e-3, -0.4  # as list_model.cpp
TOLERANCES = [None, 0.1, 0.3, 0.6, 1.2]
PROMISES = [2e-5, 5e-5, 1e-4]


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


def root(worth):
    return np.copysign(np.sqrt(np.abs(worth)), worth)


def curve(guesses, costs, truth, tolerance, promise):
    """The best found for each of COSTS, and what all of it cost."""
    guesses = np.clip(guesses, LEAST, MOST)
    deviations = guesses - guesses.mean(0)
    covariances = deviations.T @ deviations / len(guesses)
    best, spent, untried, reached = 0.0, 0.0, np.ones(len(costs), bool), np.zeros(len(COSTS))
    errors = np.zeros(len(guesses))
    while spent < COSTS[-1]:
        weights = np.exp((errors.min() - errors) / tolerance) if tolerance else np.ones(len(errors))
        gains = weights @ np.maximum(guesses - best, 0) / weights.sum()
        promising = untried & (gains >= promise * costs)
        if not promising.any():
            break
        i = int(np.where(promising, gains / costs, -1).argmax())
        untried[i] = False
        spent += costs[i]
        best = max(best, truth[i])
        reached[spent <= np.array(COSTS)] = best
        worth = np.clip(truth[i], LEAST, MOST)
        errors += np.abs(root(worth) - root(guesses[:, i]))
        gain = covariances[:, i] / (covariances[i, i] + NOISE)
        guesses = guesses + np.outer(worth - guesses[:, i], gain)
        covariances = covariances - np.outer(gain, covariances[i])
    return np.append(100 * reached, spent)


def main():
    with open(sys.argv[1]) as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]
    rows = [line[1:].split(":") for line in lines if line[0] == "="]
    optimised = np.array([int(row[0]) / 1000 for row in rows]) > OPTIMISED
    worths = np.array([[int(worth) / 1000 for worth in row[1].split()] for row in rows])
    costs = np.array([cost(line) for line in lines if line[0] != "="])
    with open(sys.argv[2]) as file:
        families = [program.split("/")[3] for program in file.read().split()]
    assert len(families) == len(worths)

    for kind in sorted(set(optimised)):
        print("as they came, optimised" if kind else "as they came, seen by no pass")
        print("tolerance promise" + "".join(f"{c:7}" for c in COSTS) + "   cost")
        for tolerance in TOLERANCES:
            for promise in PROMISES:
                curves = []
                for seed in (0, 1):
                    names = sorted(set(families))
                    random.Random(seed).shuffle(names)
                    for half in (set(names[::2]), set(names[1::2])):
                        held_out = np.array([family in half for family in families])
                        known = worths[~held_out & (optimised == kind)]
                        for i in np.flatnonzero(held_out & (optimised == kind)):
                            curves.append(curve(known, costs, worths[i], tolerance, promise))
                means = np.mean(curves, axis=0)
                print(f"{tolerance or '-':>9}{promise:8.0e}" +
                      "".join(f"{mean:7.2f}" for mean in means[:-1]) + f"{means[-1]:7.0f}",
                      flush=True)


main()

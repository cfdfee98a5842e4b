#!/usr/bin/env python3
"""What learned lists, each chosen as `ListModel` chose them at 6f0833f (all programs counted alike;
choosing.py has what it does now), find on programs of families (packages) that they were not chosen for, by what the lists tried cost.

usage: held_out.py TABLE PROGRAMS BEFORE    (needs python3-numpy)

TABLE is what `autotune-train coreset --table -k 1000` printed for the programs of the file PROGRAMS, none of
which failed; BEFORE is a file with lists that are compared with those chosen here.
"""
import random
import sys

import numpy as np

from list_model import OPTIMISED, cost, curve, read

COSTS = [30, 60, 100, 200, 400, 800]
WORTHWHILE = 0.003  # what a list had to promise, whatever it cost


def choose(worths, costs, count):
    """As src/learn/choose_lists.h, cost weight 0.5."""
    worths, best, chosen = np.maximum(worths, 0), np.zeros(len(worths)), []
    while len(chosen) < count:
        gains = np.maximum(worths - best[:, None], 0).sum(0) / costs**0.5
        if gains.max() <= 0:
            break
        chosen.append(int(gains.argmax()))
        best = np.maximum(best, worths[:, chosen[-1]])
    return np.array(chosen)


def reached(guesses, costs, truth):
    """The best found for each of COSTS."""
    return curve(guesses, costs, truth, COSTS, np.full(len(costs), WORTHWHILE))[0]


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
                    curves[after_o2[i]].append(reached(guesses, costs[chosen], worths[i, chosen]))
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

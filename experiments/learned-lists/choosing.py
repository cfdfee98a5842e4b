#!/usr/bin/env python3
"""How `ListModel` (src/search/learned/list_model.h) does on programs of families (packages) that its table
has not seen, by the tolerance that it weighs programs with.

usage: choosing.py TABLE PROGRAMS    (needs python3-numpy)

TABLE is what `autotune-train coreset --table` printed for the programs of the file PROGRAMS, none of which
failed. For each tolerance (- counts all programs alike) and promise, prints the mean percentage that
is found for a cost (a pass is 1.3, a whole pipeline 30.3), and what all lists tried cost. Families
are parted in two halves, two times.
"""
import random
import sys

import numpy as np

from list_model import OPTIMISED, cost, curve, read

COSTS = [10, 20, 40, 80, 160, 320, 640]
TOLERANCES = [None, 0.1, 0.3, 0.6, 1.2]
PROMISES = [2e-5, 5e-5, 1e-4]


def main():
    lists, worths, inputs = read(sys.argv[1])
    optimised = inputs > OPTIMISED
    costs = np.array([cost(line) for line in lists])
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
                            reached, spent = curve(known, costs, worths[i], COSTS, promise * costs,
                                                   tolerance)
                            curves.append(np.append(100 * reached, spent))
                means = np.mean(curves, axis=0)
                print(f"{tolerance or '-':>9}{promise:8.0e}" +
                      "".join(f"{mean:7.2f}" for mean in means[:-1]) + f"{means[-1]:7.0f}",
                      flush=True)


main()

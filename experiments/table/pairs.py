#!/usr/bin/env python3
"""Compares rows of the table by what their lists are worth, before any standard level or proof has
a say: the geometric mean over programs of Oz over the best prefix, each program's seeds averaged,
and the ratio to the first row, with 95 % bootstrap intervals over programs.

usage: pairs.py [--seconds S] BASE ROW..., each a folder whose subfolders, one a seed, run.sh
filled, or what fixed_list.py has printed
"""
import argparse
import collections
import glob
import json
import math
import os
import random
import statistics
import sys


def worths(row, seconds):
    """Mean log of Oz over the best list, by program."""
    if os.path.isfile(row):
        with open(row) as file:
            lines = [line.split() for line in file if line.endswith(".ll\n")]
        return {program.removesuffix(".ll") + ".json": math.log(float(ratio))
                for ratio, program in lines}
    logs = collections.defaultdict(list)
    for path in glob.glob(os.path.join(row, "*", "*.json")):
        with open(path) as file:
            report = json.load(file)
        best = min(best for at, _, best in report["curve"] if seconds is None or at <= seconds)
        oz = max(report["instructions"]["Oz"], 1)
        logs[os.path.basename(path)].append(math.log(oz / max(best, 1)))
    return {program: statistics.mean(values) for program, values in logs.items()}


def interval(logs, draws=4000):
    """The geometric mean with its bootstrap interval; "-" of nothing."""
    if not logs:
        return "-"
    generator = random.Random(1)
    means = sorted(statistics.mean(generator.choices(logs, k=len(logs))) for _ in range(draws))
    low, high = means[int(0.025 * draws)], means[int(0.975 * draws)]
    return "{:.3f} [{:.3f}, {:.3f}]".format(*map(math.exp, (statistics.mean(logs), low, high)))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("rows", nargs="+")
    arguments = parser.parse_args()
    rows = {row: worths(row, arguments.seconds) for row in arguments.rows}
    common = sorted(set.intersection(*(set(logs) for logs in rows.values())))
    if not common:
        sys.exit("no program has a report in every row")
    base = rows[arguments.rows[0]]
    print(f"{len(common)} programs")
    for row, logs in rows.items():
        own = interval([logs[program] for program in common])
        pair = interval([logs[program] - base[program] for program in common])
        print(f"{os.path.basename(row.rstrip('/')):24} {own}   to the first {pair}")


if __name__ == "__main__":
    main()

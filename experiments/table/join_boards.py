#!/usr/bin/env python3
"""Joins boards over different programs, and prints them as one table: the geometric mean over
programs of Oz over the result, its ratio to random, and the mean over linked programs, with 95 %
bootstrap intervals over programs.

usage: join_boards.py BOARD.csv...      each from `autotune leaderboard --format csv`
"""
import collections
import csv
import math
import sys

from pairs import interval


def read(files):
    """Logarithms of the ratios, by method and program."""
    logs = collections.defaultdict(dict)
    for name in files:
        with open(name, newline="") as file:
            for row in csv.DictReader(file):
                if not row["program"] or not row["ratio"]:
                    continue
                if row["program"] in logs[row["method"]]:
                    sys.exit(f"{name}: {row['method']} has '{row['program']}' twice")
                logs[row["method"]][row["program"]] = math.log(float(row["ratio"]))
    return logs


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    logs = read(sys.argv[1:])
    if "random" not in logs:
        sys.exit("no board has a row 'random'")
    programs = sorted(set.intersection(*(set(row) for row in logs.values())))
    linked = [program for program in programs if program.endswith(".bc")]
    print(f"{len(programs)} programs that all rows have, {len(linked)} of them linked")
    rows = sorted(logs, key=lambda row: -sum(logs[row][program] for program in programs))
    for row in rows:
        own = [logs[row][program] for program in programs]
        pairs = [logs[row][program] - logs["random"][program] for program in programs]
        print(f"{row:22} {interval(own)}   to random {interval(pairs)}"
              f"   linked {interval([logs[row][program] for program in linked])}")


if __name__ == "__main__":
    main()

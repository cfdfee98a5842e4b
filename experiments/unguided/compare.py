#!/usr/bin/env python3
"""What README.md says of the board's runs: mean reductions, and one budget with what was learned
against another without, with 95 % bootstrap intervals over programs.

usage: compare.py FILE.db"""
import collections
import math
import random
import sqlite3
import sys

SUITES = lambda path: "/debian-c/" not in path
KERNELS = lambda path: "/kernels/" in path
GROUPS = {
    "six suites": SUITES,
    "kernels": KERNELS,
    "linked programs": lambda path: not SUITES(path) and not KERNELS(path),
    "all": lambda path: True,
}


def interval(values):
    random.seed(0)
    means = sorted(sum(random.choices(values, k=len(values))) / len(values) for _ in range(4000))
    return means[100], means[3899]


def main():
    runs = collections.defaultdict(dict)
    query = """SELECT p.path, r.method, r.budget_seconds, r.ratio FROM runs AS r
               JOIN program AS p USING (program) WHERE r.experiment = 'unguided' AND r.ratio IS NOT NULL"""
    for path, method, budget, ratio in sqlite3.connect(sys.argv[1]).execute(query):
        runs[path][method, budget] = ratio
    budgets = sorted({budget for of in runs.values() for method, budget in of})
    runs = {path: of for path, of in runs.items() if len(of) == 2 * len(budgets)}  # complete
    against = [(a, b) for a, b in ((1, 1), (10, 10), (60, 60), (1, 10), (10, 60)) if a in budgets and b in budgets]
    for name, belongs in GROUPS.items():
        programs = [of for path, of in runs.items() if belongs(path)]
        if not programs:
            continue
        print(f"{name}: {len(programs)} programs")
        for method in ("portfolio", "unguided"):
            means = [sum(100 * (1 - 1 / of[method, budget]) for of in programs) / len(programs) for budget in budgets]
            print(f"  {method}", *(f"{budget:g} s: {mean:.2f} %" for budget, mean in zip(budgets, means)))
        for mine, its in against:
            pairs = [(of["portfolio", mine], of["unguided", its]) for of in programs]
            points = [100 * (1 / b - 1 / a) for a, b in pairs]
            logs = [math.log(a / b) for a, b in pairs]
            low, high = interval(points)
            ratio, least, most = (math.exp(x) for x in (sum(logs) / len(logs), *interval(logs)))
            print(f"  {mine} s against {its} s: {sum(points) / len(points):+.2f} [{low:+.2f}, {high:+.2f}] points,"
                  f" {ratio:.4f} [{least:.4f}, {most:.4f}],"
                  f" {sum(x > 0 for x in points)} better, {sum(x < 0 for x in points)} worse")


main()

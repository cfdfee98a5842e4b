#!/usr/bin/env python3
"""How soon the README's first example is as small as it gets, with what was learned on other programs
and without (`--no-model`): the two in turns, a run for each seed, on all cores.

usage: first_example.py AUTOTUNE [SEEDS [BUDGET]]      (8 seeds from 1 on, 60s)
"""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

EXAMPLE = os.path.join(os.path.dirname(__file__), "../../examples/calc.ll")
COUNTS = (720, 710, 705, 702, 700, 699)
POINTS = (0.5, 1, 2, 5, 10, 20, 40)
WAYS = {"learned": [], "nothing learned": ["--no-model"]}


def tuned(program, seed, budget, options):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run([program, "--quiet", "--no-db", "--no-cache", "--budget", budget, "--seed", str(seed),
                        "--json", report, *options, EXAMPLE], check=True, stdout=subprocess.DEVNULL)
        with open(report) as file:
            return json.load(file)


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__.strip())
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    budget = sys.argv[3] if len(sys.argv) > 3 else "60s"
    reports = {name: [] for name in WAYS}
    for seed in range(1, seeds + 1):
        for name, options in WAYS.items():
            reports[name].append(tuned(sys.argv[1], seed, budget, options))
    for name, runs in reports.items():
        print(f"{name}: in the end {sorted(run['instructions']['best'] for run in runs)}")
        for point in POINTS:
            mean = statistics.mean(min(count for at, _, count in run["curve"] if at <= point) for run in runs)
            print(f"  after {point} s {mean:.1f} instructions on mean")
        for count in COUNTS:
            times = sorted(next((at for at, _, best in run["curve"] if best <= count), math.inf) for run in runs)
            print(f"  {count} after {statistics.median(times):.1f} s (median of", *(f"{at:.1f}" for at in times), end=")\n")


main()

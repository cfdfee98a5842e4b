#!/usr/bin/env python3
"""Prints what run.sh found: per suite the ratio (geomean of Oz/best) and the mean reduction
((Oz - best)/Oz), at the end and at points of the curve; the mean over suites; programs and failures.

usage: summarize.py OUT [SECONDS...]"""
import glob
import json
import math
import os
import sys


def best_at(report, seconds):
    levels = [v for level, v in report["instructions"].items() if level != "best"]
    if seconds is None:
        return report["instructions"]["best"]
    return min(levels + [best for at, _, best in report["curve"] if at <= seconds])


def main():
    suites = {}
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.json"))):
        with open(path) as file:
            suites.setdefault(os.path.basename(path).split("_")[0], []).append(json.load(file))
    points = [float(s) for s in sys.argv[2:]] + [None]
    for seconds in points:
        print("at the end, proved" if seconds is None else f"\nfound within {seconds:g} s")
        reductions = []
        for suite, reports in sorted(suites.items()):
            pairs = [(r["instructions"]["Oz"], best_at(r, seconds)) for r in reports]
            pairs = [(max(oz, 1), max(best, 1)) for oz, best in pairs]
            ratio = math.exp(sum(math.log(oz / best) for oz, best in pairs) / len(pairs))
            reduction = sum((oz - best) / oz for oz, best in pairs) / len(pairs)
            reductions.append(reduction)
            better = sum(best < oz for oz, best in pairs)
            print(f"  {suite:16} {len(pairs):4} programs  ratio {ratio:.4f}"
                  f"  mean reduction {reduction:7.2%}  better on {better}")
        print(f"  mean over suites: {sum(reductions) / len(reductions):.2%}")
    unverified = sum(not r["verified"] for reports in suites.values() for r in reports)
    worse = sum(r["instructions"]["best"] > min(r["instructions"].values())
                for reports in suites.values() for r in reports)
    print(f"not verified: {unverified}; worse than the best level: {worse}")


main()

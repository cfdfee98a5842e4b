#!/usr/bin/env python3
"""What lists are worth that a model wrote: the geometric mean of Oz over the best prefix, before any
standard level or proof has a say.

usage: one_list.py OUT..., each a folder that run.sh filled with --method passformer"""
import glob
import json
import math
import os
import sys


def main():
    for out in sys.argv[1:]:
        logs = []
        for path in glob.glob(os.path.join(out, "*.json")):
            with open(path) as file:
                report = json.load(file)
            best = min(best for _, _, best in report["curve"])
            logs.append(math.log(max(report["instructions"]["Oz"], 1) / max(best, 1)))
        if logs:
            print(f"{out:40} {math.exp(sum(logs) / len(logs)):.4f} on {len(logs)} programs")


main()

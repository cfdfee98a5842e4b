#!/usr/bin/env python3
"""What attributes of single functions would add to lists that were found without them: runs each list
again after `forceattrs` with `noinline` or `alwaysinline` for a function that is called, with `minsize`
for a function, or with `minsize` or `optsize` for all; then those that helped, best first, together.

usage: attributes.py REPORT.json...      (reports of `autotune --json`)"""
import json
import os
import random
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

from flags import count

MOST_FUNCTIONS = 40  # of a module, drawn evenly where it has more
MOST_TOGETHER = 12


def candidates(path):
    with open(path) as file:
        text = file.read()
    functions = [name.strip('"') for name in
                 re.findall(r'^define [^\n]*?@("[^"]*"|[\w.$-]+)\(', text, re.MULTILINE)]
    called = [name for name in functions
              if re.search(rf'(call|invoke) [^\n]*@"?{re.escape(name)}"?\(', text)]
    draw = random.Random(1)
    called = draw.sample(called, min(len(called), MOST_FUNCTIONS))
    sized = draw.sample(functions, min(len(functions), MOST_FUNCTIONS))
    return (["minsize", "optsize"] + [f"{name}:minsize" for name in sized] +
            [f"{name}:{kind}" for name in called for kind in ("noinline", "alwaysinline")])


def main():
    gains = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path in sys.argv[1:]:
            with open(path) as file:
                report = json.load(file)
            report["pipeline"] = "forceattrs," + report["pipeline"]

            def run(attributes):
                return count(report, ["-force-attribute=" + attribute for attribute in attributes])

            plain = best = run([])
            if plain is None:
                continue
            wanted = candidates(report["program"])
            counts = pool.map(lambda attribute: run([attribute]), wanted)
            helping = sorted((new, attribute) for new, attribute in zip(counts, wanted)
                             if new is not None and new < plain)
            kept = []
            for _, attribute in helping[:MOST_TOGETHER]:
                new = run(kept + [attribute])
                if new is not None and new < best:
                    best = new
                    kept.append(attribute)
            gains.append(100 * (plain - best) / report["instructions"]["Oz"])
            print(f"{gains[-1]:6.2f}  {plain} -> {best}  {report['program']}  {' '.join(kept)}",
                  flush=True)
    print(f"{statistics.mean(gains):6.2f}  % of -Oz, mean of {len(gains)}")


if __name__ == "__main__":
    main()

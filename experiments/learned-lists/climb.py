#!/usr/bin/env python3
"""Makes a list better for several modules at once, one random change of a pass at a time: a change
stays where the modules, each against -Oz, are smaller on mean, or as small with fewer passes.
Prints each improvement, and the list at the end. Needs nothing but opt-19.

usage: climb.py SECONDS SEED LISTS MODULE...

LISTS is a file of pipelines, one a line: the first is where it begins, passes are drawn from all.
"""
import math
import random
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

COUNT = "function(print<func-properties>)"
JOBS = 4


def elements(pipeline):
    parts, depth = [""], 0
    for char in pipeline:
        depth += (char in "(<") - (char in ")>")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def instructions(module, passes):
    """None where opt fails or takes too long."""
    command = ["opt-19", f"-passes={','.join(passes)},{COUNT}", module, "-disable-output"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    counts = re.findall(r"^TotalInstructionCount: (\d+)$", run.stderr, re.M)
    return sum(map(int, counts)) if run.returncode == 0 else None


def changed(passes, pool):
    passes = list(passes)
    at = random.randrange(len(passes))
    kind = random.random()
    if kind < 0.45:
        passes.insert(random.randrange(len(passes) + 1), random.choice(pool))
    elif kind < 0.65:
        del passes[at]
    elif kind < 0.85:
        passes[at] = random.choice(pool)
    elif at + 1 < len(passes):
        passes[at], passes[at + 1] = passes[at + 1], passes[at]
    return passes


def main():
    seconds, seed, lists, *modules = sys.argv[1:]
    end = time.monotonic() + float(seconds)
    random.seed(int(seed))
    with open(lists) as file:
        known = [elements(line.strip()) for line in file if line.strip() and line[0] != "#"]
    pool = [name for passes in known for name in passes]
    threads = ThreadPoolExecutor(JOBS)

    def all_counts(passes):
        return list(threads.map(lambda module: instructions(module, passes), modules))

    oz = all_counts(["default<Oz>"])

    def left(passes):
        """The mean logarithm of what is left of -Oz."""
        counts = all_counts(passes)
        if not all(counts):
            return math.inf
        return sum(math.log(count / by_oz) for count, by_oz in zip(counts, oz)) / len(oz)

    best, least = known[0], left(known[0])
    print(f"from {100 * (1 - math.exp(least)):.2f}%", flush=True)
    seen = set()
    while time.monotonic() < end:
        passes = changed(best, pool)
        dear = passes.count("iroutliner") > 3 or passes.count("default<Oz>") > 1
        if not passes or dear or tuple(passes) in seen:
            continue
        seen.add(tuple(passes))
        value = left(passes)
        if value < least - 1e-5 or (value <= least + 1e-6 and len(passes) < len(best)):
            best, least = passes, value
            print(f"{len(seen)}: {100 * (1 - math.exp(least)):.2f}%, {len(best)} passes", flush=True)
    print(",".join(best))


if __name__ == "__main__":
    main()

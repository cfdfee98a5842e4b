#!/usr/bin/env python3
"""Makes a list better for several modules at once, one or two random changes of a pass at a time: a
change stays where the modules, each against -Oz, are smaller on mean, less what the passes cost.
A third of the modules is tried first, the rest where those are not worse by much. Prints each
improvement, and the list at the end. Needs nothing but opt-19.

usage: climb.py SECONDS SEED LISTS COSTS MODULE...

LISTS is a file of pipelines, one a line: the first is where it begins, passes are drawn from all.
COSTS has a pass and its time over that of -Oz on each line, as pass_costs.py prints them.
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
# What a list may take longer by, in times of -Oz, for each logarithm of what it leaves.
COST_SHARE = 0.008
OTHER_COST = 0.02
SLACK = 0.003


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
    seconds, seed, lists, costs, *modules = sys.argv[1:]
    end = time.monotonic() + float(seconds)
    random.seed(int(seed))
    with open(lists) as file:
        known = [elements(line.strip()) for line in file if line.strip() and line[0] != "#"]
    with open(costs) as file:
        cost_of = {name: float(cost) for name, cost in map(str.split, file)}
    pool = [name for passes in known for name in passes]
    threads = ThreadPoolExecutor(JOBS)
    some, others = modules[: len(modules) // 3], modules[len(modules) // 3 :]

    def counts(of, passes):
        return threads.map(lambda module: instructions(module, passes), of)

    oz = dict(zip(modules, counts(modules, ["default<Oz>"])))

    def cost(passes):
        return sum(cost_of.get(name, OTHER_COST) for name in passes)

    def left(of, passes):
        """The sum of the logarithms of what is left of -Oz."""
        return sum(
            math.log(count / oz[module]) if count else math.inf
            for module, count in zip(of, counts(of, passes))
        )

    def value(passes, rival):
        """And the same of some of the modules, with which the others are not tried where that is
        no match for the rival's."""
        price = COST_SHARE * cost(passes)
        first = left(some, passes)
        its = first / len(some) + price
        if its > rival + SLACK:
            return math.inf, its
        return (first + left(others, passes)) / len(modules) + price, its

    best = known[0]
    least, rival = value(best, math.inf)

    def say(tried):
        gain = 100 * (1 - math.exp(least - COST_SHARE * cost(best)))
        print(f"{tried}: {gain:.2f}%, {cost(best):.2f} of -Oz, {len(best)} passes", flush=True)

    say(0)
    seen = set()
    while time.monotonic() < end:
        passes = changed(best, pool)
        if passes and random.random() < 0.2:
            passes = changed(passes, pool)
        if not passes or tuple(passes) in seen or passes.count("default<Oz>") > 1:
            continue
        seen.add(tuple(passes))
        its, of_some = value(passes, rival)
        if its < least - 1e-5:
            best, least, rival = passes, its, of_some
            say(len(seen))
    print(",".join(best))


if __name__ == "__main__":
    main()

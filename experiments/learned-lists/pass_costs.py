#!/usr/bin/env python3
"""What passes cost on large modules that -Oz was run on: user time of opt, without what reading the
module takes, over that of -Oz on the module as it came; the mean over modules. For climb.py.

usage: pass_costs.py LISTS MODULE... > COSTS
"""
import os
import resource
import subprocess
import sys
import tempfile

from climb import elements


def user_time(module, passes, output="/dev/null"):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(["opt-19", f"-passes={passes}", module, "-o", output], check=False, timeout=120)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    lists, *modules = sys.argv[1:]
    with open(lists) as file:
        names = {name for line in file if line[0] != "#" for name in elements(line.strip())}
    costs = dict.fromkeys(sorted(names), 0.0)
    with tempfile.TemporaryDirectory() as folder:
        after = os.path.join(folder, "oz.bc")
        for module in modules:
            oz = user_time(module, "default<Oz>", after) - user_time(module, "globaldce")
            reading = user_time(after, "globaldce")
            for name in costs:
                costs[name] += max(0.0, user_time(after, name) - reading) / oz / len(modules)
    for name, cost in costs.items():
        print(name, f"{cost:.3f}")


main()

#!/usr/bin/env python3
"""Chooses the passes that follow -Oz on large programs: greedily, those that save most a second.

usage: after_oz.py AUTOTUNE SECONDS OPTIMISED.bc...  (what `default<Oz>` left of training programs)
SECONDS: how long all passes may take together, for 100,000 instructions on average.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

LOOK_AGAIN = 12  # passes tried in each step: those that gained most when they were last tried
START = 0.1  # seconds for 100,000 instructions that any pass costs a search


def candidates(autotune):
    """Returns the passes of the action space, without whole pipelines, inliners and outliners."""
    said = subprocess.run([autotune, "actions", "full"], capture_output=True, text=True, check=True)
    passes = [line.split(maxsplit=1)[1].strip() for line in said.stdout.splitlines()]
    return [p for p in passes if not re.search(r"<O[0-3sz]>|inline|outline|reg2mem", p)]


def run(module, passes, output=None):
    """Returns the instructions that are left and the seconds of the passes; none if they fail."""
    line = ["opt-19", f"-passes={passes},print<func-properties>", module, "-time-passes"]
    line += ["-o", output] if output else ["-disable-output"]
    said = subprocess.run(line, capture_output=True, text=True, check=False, timeout=600)
    if said.returncode != 0:
        return None
    count = sum(int(n) for n in re.findall(r"TotalInstructionCount: (\d+)", said.stderr))
    times = re.findall(r"\( *[\d.]+%\) +([\d.]+) \( *[\d.]+%\)  (\w+)$", said.stderr, re.M)
    seconds = sum(float(s) for s, name in times if name.endswith("Pass") and
                  not re.match(r"FunctionProperties|Verifier|BitcodeWriter", name))
    return count, seconds


def main():
    limit, modules = float(sys.argv[2]), sys.argv[3:]
    folder = Path(tempfile.mkdtemp())
    names = candidates(sys.argv[1])
    left = {m: run(m, "no-op-module")[0] for m in modules}
    begin, at, chosen, spent = dict(left), {m: m for m in modules}, [], 0.0
    known = {}  # pass: gain a second, gain, seconds
    look_again = len(names)
    while spent < limit:
        tried = sorted(names, key=lambda n: -known[n][0] if n in known else 0)[:look_again]
        for name in tried:
            made = [run(at[m], name) for m in modules]
            if None in made:
                known[name] = (-1, -1, 0)
                continue
            gain = sum((left[m] - made[i][0]) / begin[m] for i, m in enumerate(modules))
            seconds = sum(made[i][1] / begin[m] * 1e5 for i, m in enumerate(modules))
            gain, seconds = gain / len(modules), seconds / len(modules)
            known[name] = (gain / (seconds + START), gain, seconds)
        best = max(tried, key=lambda n: known[n])
        if known[best][1] <= 1e-4 and len(tried) == len(names):
            break
        look_again = LOOK_AGAIN if known[best][1] > 1e-4 else len(names)
        if look_again == len(names):
            continue
        chosen.append(best)
        spent += known[best][2]
        for i, m in enumerate(modules):
            target = str(folder / f"{i}-{len(chosen)}.bc")
            left[m] = run(at[m], best, target)[0]
            at[m] = target
        mean = sum(1 - left[m] / begin[m] for m in modules) / len(modules)
        print(f"{100 * mean:.3f} % in {spent:.2f} s: {best}", flush=True)
    print(",".join(chosen))


main()

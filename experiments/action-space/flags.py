#!/usr/bin/env python3
"""What opt-19's own flags would add to lists that were found without them: runs each list again with
one flag at a time, and prints by how many percent of -Oz the result is smaller, on mean over all
lists, where the flag is used only if it helps, and where it is always used.

usage: flags.py REPORT.json...      (reports of `autotune --json`)"""
import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FLAGS = """
available-load-scan-limit=100 bonus-inst-threshold=8 costmodel-reduxcost disable-licm-promotion
disable-loop-idiom-all dse-memoryssa-scanlimit=1000 earlycse-mssa-optimization-cap=10000
enable-loop-simplifycfg-term-folding enable-nonnull-arg-prop force-vector-width=4
gvn-hoist-max-bbs=100 gvn-hoist-max-chain-length=-1 gvn-hoist-max-depth=1000
gvn-max-block-speculations=5000 indvars-widen-indvars=0 inline-threshold=0 inline-threshold=50
inline-threshold=600 inlinehint-threshold=1000 instcombine-code-sinking=0
instcombine-max-sink-users=100 ir-outlining-no-cost jump-threading-threshold=0
jump-threading-threshold=20 licm-control-flow-hoisting lsr-complexity-limit=1
max-speculation-depth=100 memdep-block-scan-limit=1000 phi-node-folding-threshold=0
phi-node-folding-threshold=8 replexitval=always rotation-max-header-size=0
rotation-max-header-size=64 simplifycfg-branch-fold-threshold=10
simplifycfg-max-small-block-size=50 simplifycfg-merge-cond-stores-aggressively
sink-freq-percent-threshold=0 slp-max-vf=2 slp-min-reg-size=32 slp-threshold=-100
slp-threshold=-20 slp-threshold=5 spec-exec-max-not-hoisted=100
spec-exec-max-speculation-cost=100 speculate-one-expensive-inst=0 sroa-skip-mem2reg=0
structurizecfg-skip-uniform-regions tail-merge-threshold=1000
two-entry-phi-node-folding-threshold=16 unroll-full-max-count=0 unroll-threshold=0
unroll-threshold=1000
""".split()

# Of a function's text: an instruction begins a line that is indented by two and no more.
INSTRUCTION = re.compile(r"^  (?! |;|#dbg|\])", re.MULTILINE)


def count(report, flags):
    """Instructions after the report's list; None where opt fails."""
    run = subprocess.run(["timeout", "60", "opt-19", "-passes=" + report["pipeline"], *flags, "-S",
                          report["program"], "-o", "-"], capture_output=True, text=True)
    if run.returncode != 0:
        return None
    bodies = re.findall(r"^define [^\n]*\n(.*?)^}", run.stdout, re.MULTILINE | re.DOTALL)
    return sum(len(INSTRUCTION.findall(body)) for body in bodies)


def main():
    reports = []
    for path in sys.argv[1:]:
        with open(path) as file:
            reports.append(json.load(file))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        plain = list(pool.map(lambda report: count(report, []), reports))
        best = [0.0] * len(reports)
        print("if it helps  always  helped  flag")
        for flag in FLAGS:
            counts = pool.map(lambda report: count(report, ["-" + flag]), reports)
            gains = [100 * (old - new) / report["instructions"]["Oz"] if old and new else 0.0
                     for report, old, new in zip(reports, plain, counts)]
            best = [max(pair) for pair in zip(best, gains)]
            print(f"{statistics.mean(max(gain, 0) for gain in gains):11.3f} "
                  f"{statistics.mean(gains):7.2f} {sum(gain > 0 for gain in gains):7}  -{flag}",
                  flush=True)
        print(f"{statistics.mean(best):11.3f}                  the best for each list")


if __name__ == "__main__":
    main()

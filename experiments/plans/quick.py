#!/usr/bin/env python3
"""Compares the plugin's quick mode with default<Oz>: CPU time of opt, instructions, and bytes of text + data, by
stock opt-19, llc-19 and llvm-size-19, one process at a time.

usage: quick.py PLUGIN PIPELINES PROGRAM...        (PIPELINES with blanks between them, K for all of quick mode with K lists,
       wholeN for the Nth list for whole programs, then autotune-quick; the last rows are of the smallest of them)
"""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

COUNT = "function(print<func-properties>)"
START = ("function(mem2reg,speculative-execution,aggressive-instcombine,early-cse<memssa>,"
         "loop(loop-rotate<no-header-duplication>),simplifycfg<forward-switch-cond;switch-range-to-icmp;"
         "no-switch-to-lookup;no-keep-loops;hoist-common-insts;sink-common-insts>)")


LEARNED = pathlib.Path(__file__).resolve().parents[2] / "src/search/learned/whole_program_lists.txt"


def pipeline_of(word):
    if word.isdigit():
        return f"{START},iroutliner,default<Oz>,autotune-quick<{word}>"
    if word.startswith("whole"):
        lists = [line for line in LEARNED.read_text().splitlines() if line and not line.startswith("#")]
        return lists[int(word[5:]) - 1] + ",autotune-quick"
    return word


def cpu_seconds(command):
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def measure(plugin, pipeline, program, folder):
    """Returns seconds, instructions and bytes."""
    module, obj = f"{folder}/module.bc", f"{folder}/module.o"
    opt = ["opt-19", f"-load-pass-plugin={plugin}"]
    seconds = cpu_seconds([*opt, f"-passes={pipeline}", program, "-o", module])
    listing = subprocess.run([*opt, f"-passes={COUNT}", module, "-disable-output"],
                             capture_output=True, text=True, check=True)
    counts = re.findall(r"^TotalInstructionCount: (\d+)$", listing.stderr, re.M)
    subprocess.run(["llc-19", "-filetype=obj", "-relocation-model=pic", module, "-o", obj], check=True)
    sizes = subprocess.run(["llvm-size-19", obj], capture_output=True, text=True, check=True).stdout
    text, data = sizes.splitlines()[1].split()[:2]
    return seconds, sum(map(int, counts)), int(text) + int(data)


def main():
    plugin, wanted, *programs = sys.argv[1:]
    words = wanted.split()
    rows = {word: [] for word in [*words, "smallest"]}
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            oz = measure(plugin, "default<Oz>", program, folder)
            print(f"{os.path.basename(program)}: {oz[0]:.2f} s, {oz[1]:,} instructions, {oz[2]:,} bytes")
            for word in words:
                its = measure(plugin, pipeline_of(word), program, folder)
                row = (its[0] / oz[0], *(100 * (a / b - 1) for a, b in zip(its[1:], oz[1:])))
                rows[word].append(row)
                print(f"  {word[-40:]:<40} {row[0]:5.2f} {row[1]:+6.2f}% {row[2]:+6.2f}%", flush=True)
            last = [rows[word][-1] for word in words]
            rows["smallest"].append((sum(row[0] for row in last), *min(row[1:] for row in last)))
    for name, of in (("mean", statistics.mean), ("median", statistics.median)):
        for word, its in rows.items():
            row = [of(column) for column in zip(*its)]
            print(f"{name:<8}{word[-40:]:<42} {row[0]:5.2f} {row[1]:+6.2f}% {row[2]:+6.2f}%")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs programs as the lists in a results database leave them, and compares what they print.

  found_lists.py DB PREFIX INPUT

Takes every proved list of a program whose path begins with PREFIX, applies it with opt-19, links with
clang-19 and runs the result on INPUT. Prints each list whose program prints something else than the
unoptimised one does, and how many there were. Exits with 1 if there is one.
"""
import collections
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

LISTS = """SELECT program.path, method, list.pipeline, list.opt_flags FROM list JOIN run USING (run)
           JOIN program USING (program) WHERE verified = 1 AND list.pipeline NOT IN ('', 'autotune-plan<plan.json>')
           ORDER BY path, method"""


def output_of(module, binary, text):
    """What the program prints and how it ends; nothing where it does not link or end."""
    if subprocess.run(["clang-19", "-w", "-O0", module, "-o", binary, "-lm"], capture_output=True).returncode:
        return None
    try:
        run = subprocess.run([binary], stdin=open(text), capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    return run.returncode, run.stdout


def main():
    database, prefix, text = sys.argv[1:]
    counts = collections.Counter()
    expected = {}
    with tempfile.TemporaryDirectory() as folder:
        module, binary = pathlib.Path(folder, "module.bc"), pathlib.Path(folder, "program")
        for path, method, pipeline, flags in sqlite3.connect(f"file:{database}?mode=ro", uri=True).execute(LISTS):
            if not path.startswith(prefix):
                continue
            if path not in expected:
                expected[path] = output_of(path, binary, text)
            subprocess.run(["opt-19", "-passes=" + pipeline, *flags.split(), path, "-o", module], check=True)
            same = output_of(module, binary, text) == expected[path]
            counts["same" if same else "different"] += 1
            if not same:
                print(pathlib.Path(path).name, method, pipeline, sep="\t")
    print(f"{counts['same']} lists leave what is printed as it was, {counts['different']} do not", file=sys.stderr)
    sys.exit(counts["different"] > 0)


main()

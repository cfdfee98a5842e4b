#!/usr/bin/env python3
"""Runs builds of autotune, or settings of one, in turns on each program and prints by how many
percent what they find is smaller than -Oz: the mean over the programs, at points of time and at the
end, and the mean difference to the first build with its standard error.

usage: compare.py [option...] PROGRAMS NAME=COMMAND NAME=COMMAND...

  compare.py --budget 9s --at 1,3,6 validation.txt \\
      before=old/bin/autotune after=build/release/bin/autotune
  compare.py --budget 1s --threads 4 --jobs 1 validation.txt \\
      portfolio=bin/autotune local='bin/autotune --method local'

PROGRAMS is a file with a path on each line, relative to --root.
"""
import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def tuned(command, arguments, program, seed):
    with tempfile.TemporaryDirectory() as directory:
        report = os.path.join(directory, "report.json")
        run = subprocess.run(
            [*shlex.split(command), "--quiet", "--no-db", "--no-cache", "--budget", arguments.budget,
             "--threads", str(arguments.threads), "--seed", seed, "--json", report, program],
            capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(f"{command} {program}: {run.stderr.strip()}")
        with open(report) as file:
            return json.load(file)


def percent(report, seconds):
    """Smaller than -Oz by what was found within so many seconds, or in the end."""
    counts = report["instructions"]
    oz = max(counts["Oz"], 1)
    best = counts["best"]
    if seconds is not None:
        best = min([count for level, count in counts.items() if level != "best"] +
                   [count for at, _, count in report["curve"] if at <= seconds])
    return 100 * (oz - max(best, 1)) / oz


def line(name, values):
    text = f"{name:>6}"
    for i, column in enumerate(values):
        text += f"  {statistics.mean(column):6.2f}"
        if i > 0:
            differences = [b - a for a, b in zip(values[0], column)]
            error = statistics.stdev(differences) / len(differences)**0.5
            text += f" ({statistics.mean(differences):+.2f} +- {error:.2f})"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("builds", nargs="+", metavar="NAME=COMMAND")
    parser.add_argument("--root", default=".")
    parser.add_argument("--budget", default="1s")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4, help="programs at a time (4)")
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--at", default="", metavar="SECONDS,...", help="points of time")
    parser.add_argument("--by-folder", action="store_true", help="the end for each folder, too")
    arguments = parser.parse_args()

    builds = [build.split("=", 1) for build in arguments.builds]
    with open(arguments.programs) as file:
        programs = [os.path.join(arguments.root, name.strip()) for name in file if name.strip()]

    def one(job):
        seed, program = job
        try:
            return program, [tuned(command, arguments, program, seed) for _, command in builds]
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return None

    jobs = [(seed, program) for seed in arguments.seeds.split(",") for program in programs]
    with ThreadPoolExecutor(arguments.jobs) as executor:
        rows = [row for row in executor.map(one, jobs) if row]
    print(f"{len(rows)} of {len(jobs)} runs of each; " + ", ".join(name for name, _ in builds))
    if len({program for program, _ in rows}) < 2:
        sys.exit("too few")

    def columns(rows, seconds):
        """Percents of each build, averaged over the seeds of a program: they are not independent."""
        programs = {}
        for program, reports in rows:
            own = [percent(report, seconds) for report in reports]
            programs.setdefault(program, []).append(own)
        return [[statistics.mean(seed[i] for seed in seeds) for seeds in programs.values()]
                for i in range(len(builds))]

    for point in filter(None, arguments.at.split(",")):
        print(line(point + " s", columns(rows, float(point))))
    print(line("end", columns(rows, None)))
    if arguments.by_folder:
        folders = {}
        for program, reports in rows:
            folders.setdefault(os.path.basename(os.path.dirname(program)), []).append(
                (program, reports))
        means = []
        for folder, of_folder in sorted(folders.items()):
            means.append([statistics.mean(column) for column in columns(of_folder, None)])
            print(f"{folder} ({len(of_folder)}) " + " ".join(f"{mean:.2f}" for mean in means[-1]))
        print("mean of folders " +
              " ".join(f"{statistics.mean(column):.2f}" for column in zip(*means)))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""CPU time of the tuner itself against that of its workers, while a search is on.

usage: overhead.py AUTOTUNE PROGRAM [OPTION...]

Reads /proc from the third second on, for ten seconds."""
import os
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")


def cpu(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK, int(fields[1])


def workers(tuner):
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(name)] = cpu(name)
        except OSError:
            continue
    children = {pid for pid, (_, parent) in parents.items() if parent == tuner}
    return {pid: used for pid, (used, parent) in parents.items()
            if parent == tuner or parent in children}


def main():
    tuner = subprocess.Popen([sys.argv[1], "--quiet", "--no-db", "--budget", "20s", *sys.argv[3:],
                              sys.argv[2]], stdout=subprocess.DEVNULL)
    time.sleep(3)
    own, theirs, seen = cpu(tuner.pid)[0], 0.0, workers(tuner.pid)
    for _ in range(100):
        time.sleep(0.1)
        now = workers(tuner.pid)
        theirs += sum(used - seen.get(pid, 0.0) for pid, used in now.items())
        seen = now
    own = cpu(tuner.pid)[0] - own
    tuner.wait()
    print(f"{sys.argv[2]}: tuner {own:.2f} s, workers {theirs:.2f} s of CPU time in 10 s: "
          f"{own / (own + theirs):.1%} overhead")


main()

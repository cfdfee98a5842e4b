#!/usr/bin/env python3
"""What would shares of time by gain bring, in the place of shares by bytes?

Usage: shares.py DB         (DB: database of one `autotune build --budget TIME --threads 1 --db DB`)

Prints the bytes of all units' best lists after parts of the time: if each unit has that part of its
share, and if an oracle that knows how each search went gives the time where it saves most.
"""
import sqlite3
import sys


def searches(path):
    """Returns (share in seconds, [(seconds, bytes), ...]) of each search."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    runs = db.execute("SELECT run, budget_seconds FROM run WHERE objective = 'object-size'")
    steps = "SELECT seconds, value FROM improvement WHERE run = ? ORDER BY number"
    found = [(share, db.execute(steps, (run,)).fetchall()) for run, share in runs.fetchall()]
    return [search for search in found if search[1]]


def value_at(steps, seconds):
    return [value for time, value in steps if time <= seconds or (time, value) == steps[0]][-1]


def segments(steps):
    """Returns (bytes a second, seconds, bytes) along the lower convex hull of a search."""
    hull = []
    for time, value in steps:
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (time - hull[-2][0]) >= (
            value - hull[-2][1]
        ) * (hull[-1][0] - hull[-2][0]):
            hull.pop()
        hull.append((time, value))
    pairs = zip(hull, hull[1:])
    return [((a[1] - b[1]) / (b[0] - a[0]), b[0] - a[0], a[1] - b[1]) for a, b in pairs]


def oracle(found, seconds):
    time = sum(steps[0][0] for _, steps in found)
    value = sum(steps[0][1] for _, steps in found)
    parts = [part for _, steps in found for part in segments(steps)]
    for _, its_time, saved in sorted(parts, reverse=True):
        if time + its_time > seconds:
            break
        time += its_time
        value -= saved
    return value


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = searches(sys.argv[1])
    whole = sum(share for share, _ in found)
    print(f"{len(found)} searches, {whole:.0f} s\npart\tby bytes\toracle")
    for part in (0.25, 0.5, 0.75, 1.0):
        by_bytes = sum(value_at(steps, part * share) for share, steps in found)
        print(f"{part}\t{by_bytes}\t{oracle(found, part * whole)}")


main()

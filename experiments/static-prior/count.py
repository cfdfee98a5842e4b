#!/usr/bin/env python3
"""Counts in the reports of autotune which pass follows which: previous, next and count, tab separated.

A list counts from its first pass on, which follows "^".
"""

import collections
import json
import sys

pairs = collections.Counter()
lists = 0
for path in sys.argv[1:]:
    with open(path) as file:
        passes = json.load(file)["passes"]
    lists += bool(passes)
    pairs.update(zip(["^"] + passes, passes))
print(f"# Which pass follows which, and how often, in {lists} lists that autotune found; ^ begins one.")
print("# Made by experiments/static-prior/make.sh.")
for (previous, following), count in sorted(pairs.items()):
    print(previous, following, count, sep="\t")

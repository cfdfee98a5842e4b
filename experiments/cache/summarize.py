#!/usr/bin/env python3
"""Summarises what compare.sh printed: for each program the medians, and what the cache adds.

usage: summarize.py FILE
"""

import csv
import statistics
import sys
from collections import defaultdict


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    runs = defaultdict(lambda: defaultdict(dict))
    with open(sys.argv[1]) as table:
        for row in csv.DictReader(table, delimiter="\t"):
            runs[row["program"]][row["cache"]][row["round"]] = row

    print("| program | off | cold | warm | cold / off | CPU cold / off | same best |")
    print("|---|---|---|---|---|---|---|")
    for program, caches in runs.items():
        def median(cache: str, column: str) -> float:
            return statistics.median(float(row[column]) for row in caches[cache].values())

        def ratio(column: str) -> float:
            return statistics.median(
                float(caches["cold"][r][column]) / float(row[column])
                for r, row in caches["off"].items())

        same = all(len({caches[c][r]["best"] for c in caches}) == 1 for r in caches["off"])
        print(f"| {program} | {median('off', 'seconds'):.2f} s | {median('cold', 'seconds'):.2f} s "
              f"| {median('warm', 'seconds'):.2f} s | {ratio('seconds'):.3f} | {ratio('cpu'):.3f} "
              f"| {'yes' if same else 'NO'} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())

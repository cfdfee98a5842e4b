#!/usr/bin/env python3
"""Chooses units of data sets to learn from: of each package at most 170 whose bitcode (flavour Oz) has 4 to 90 kB, drawn
with a fixed seed; seven in a row as O0, Oz, O0, Oz, O0, Oz and O2. Prints their paths in mixed order.

usage: choose_units.py SET..., each a folder that `autotune dataset build` filled"""
import collections
import os
import random
import sys
from pathlib import Path

FLAVOURS = ("O0", "Oz", "O0", "Oz", "O0", "Oz", "O2")


def main():
    random.seed(22)
    packages = collections.defaultdict(list)
    known = set()
    for folder in map(Path, sys.argv[1:]):
        units = folder / "Oz" / "train"
        for file in sorted(units.rglob("*.bc"), key=str):
            name = file.relative_to(units)
            if name in known:
                continue
            known.add(name)
            if 4_000 < os.path.getsize(file) < 90_000:
                packages[name.parts[0]].append((folder, name))
    chosen = []
    for of_package in packages.values():
        random.shuffle(of_package)
        for i, (folder, name) in enumerate(of_package[:170]):
            file = folder / FLAVOURS[i % len(FLAVOURS)] / "train" / name
            if file.exists():
                chosen.append(file)
    random.shuffle(chosen)
    print(*chosen, sep="\n")


main()

#!/usr/bin/env python3
"""Merges databases as many nodes would leave them. See README.md.

usage: simulate.py [--nodes N]... AUTOTUNE DATABASE OUT

Each node's database is a copy of DATABASE, which a leaderboard made, with programs and runs of its
own. Prints a row for each number of nodes (10, 30, 100, 300 and 1000).
"""
import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time

MB = 1e6


def connect(file):
    return contextlib.closing(sqlite3.connect(file, isolation_level=None))


def make_template(source, template):
    """The runs of DATABASE that are over, in one file."""
    template.unlink(missing_ok=True)
    with connect(source) as connection:
        connection.execute("VACUUM INTO ?", (str(template),))
    with connect(template) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM run WHERE status NOT IN ('finished', 'failed')")
        connection.execute("VACUUM")


def make_node(template, file, node):
    """A database of other programs and runs, else the same."""
    shutil.copyfile(template, file)
    with connect(file) as connection:
        connection.create_function("other", 1, lambda text: hashlib.md5(
            f"{node} {text}".encode()).hexdigest(), deterministic=True)
        connection.execute("BEGIN")
        for table in ("program", "baseline", "level_proof", "run"):
            connection.execute(f"UPDATE {table} SET program = other(program)")
        connection.execute("UPDATE run SET uuid = other(uuid)")
        connection.execute("UPDATE program SET name = ? || name", (f"{node}/",))
        connection.execute("COMMIT")


def describe(template):
    with connect(template) as connection:
        runs, programs = connection.execute(
            "SELECT count(*), count(DISTINCT program) FROM run").fetchone()
        (improvements,) = connection.execute("SELECT count(*) FROM improvement").fetchone()
    size = template.stat().st_size
    print(f"a node: {runs} runs of {programs} programs, {size / MB:.2f} MB: {size / runs / 1e3:.1f} "
          f"kB and {improvements / runs:.0f} improvements a run", flush=True)
    return runs


def write_config(template, file):
    """A file of the same leaderboard; its programs are not here."""
    with connect(template) as connection:
        def distinct(column):
            return [value for (value,) in connection.execute(f"SELECT DISTINCT {column} FROM run")]

        (name, threads, space, objective) = connection.execute(
            "SELECT experiment, threads, action_space, objective FROM run").fetchone()
        budgets = [f"{int(1000 * seconds)}ms" for seconds in distinct("budget_seconds")]
        file.write_text(f"name = {json.dumps(name)}\nmethods = {json.dumps(distinct('method'))}\n"
                        f"programs = [\"*.bc\"]\nseeds = {json.dumps(distinct('seed'))}\n"
                        f"budgets = {json.dumps(budgets)}\nthreads = {threads}\n"
                        f"action-space = {json.dumps(space)}\nobjective = {json.dumps(objective)}\n")


def timed(command):
    """Runs it; returns seconds, largest memory in MB, output."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"it failed: {command[:5]}")
    return time.monotonic() - begin, usage.ru_maxrss * 1024 / MB, output


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("autotune")
    parser.add_argument("database", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--nodes", type=int, action="append")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    template, config = args.out / "template.db", args.out / "board.toml"
    make_template(args.database, template)
    write_config(template, config)
    runs = describe(template)
    numbers = sorted(args.nodes or [10, 30, 100, 300, 1000])
    files = [args.out / f"{node}-of-{numbers[-1]}.db" for node in range(1, numbers[-1] + 1)]
    for node, file in enumerate(files, start=1):
        make_node(template, file, node)
    print("| nodes | runs | databases | merged | merge | repeated | last node | table | memory |\n"
          "|--:|--:|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    for number in numbers:
        merged = args.out / "merged.db"
        for old in args.out.glob("merged.db*"):
            old.unlink()
        merge = [args.autotune, "db", "merge", str(merged)]
        taken = sum(file.stat().st_size for file in files[:number])
        first, memory, _ = timed([*merge, *map(str, files[:number - 1])])
        last, _, output = timed([*merge, str(files[number - 1])])
        if f": {runs} runs added" not in output:
            raise SystemExit(f"the merge did not add all runs: {output}")
        again, _, _ = timed([*merge, *map(str, files[:number])])
        table, most, _ = timed([args.autotune, "leaderboard", str(config), "--db", str(merged),
                                "--no-run", "--format", "csv"])
        print(f"| {number:,} | {number * runs:,} | {taken / MB:,.0f} MB | "
              f"{merged.stat().st_size / MB:,.0f} MB | {first + last:.1f} s | {again:.1f} s | "
              f"{last:.2f} s | {table:.1f} s | {max(memory, most):,.0f} MB |", flush=True)


if __name__ == "__main__":
    main()

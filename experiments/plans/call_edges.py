#!/usr/bin/env python3
"""Tries inlining for all calls of each function, and then for single calls.

usage: call_edges.py PROGRAM.bc SECONDS      PROGRAM.bc has a main, and is internalised first

Each try is `opt-19 -passes=default<Oz>` on the whole program; what makes fewer instructions stays.
Functions have half of the time, at most two rounds. Prints the instructions after each round.
"""
import re
import subprocess
import sys
import time

CALL = re.compile(r'\s+(?:%\S+ = )?(?:tail |musttail |notail )?call .*?@("[^"]*"|[\w.$]+)\(')
NAME = re.compile(r'define .*?@("[^"]*"|[\w.$]+)\(')
ATTRIBUTES = ("alwaysinline", "noinline")


def opt(passes, text, *flags):
    command = ["opt-19", f"-passes={passes}", "-S", *flags, "-", "-o", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def with_attribute(line, attribute):
    """The call with an attribute behind its arguments."""
    depth, at = 1, CALL.match(line).end()
    while depth:
        depth += {"(": 1, ")": -1}.get(line[at], 0)
        at += 1
    return f"{line[:at]} {attribute}{line[at:]}"


class Program:
    def __init__(self, path):
        whole = subprocess.run(
            ["opt-19", "-passes=internalize,globaldce", "-internalize-public-api-list=main", "-S",
             path, "-o", "-"], capture_output=True, text=True, check=True)
        self.lines = whole.stdout.split("\n")
        defined = {NAME.match(line).group(1) for line in self.lines if line.startswith("define")}
        self.calls = {}  # line of each call, by its function
        for number, line in enumerate(self.lines):
            if line.startswith("define"):
                caller = NAME.match(line).group(1)
            call = CALL.match(line)
            if call and call.group(1) in defined and call.group(1) != caller:
                self.calls.setdefault(call.group(1), []).append(number)

    def instructions(self, choices):
        lines = list(self.lines)
        for number, attribute in choices.items():
            lines[number] = with_attribute(lines[number], attribute)
        made = opt("default<Oz>", "\n".join(lines))
        if made is None:
            return float("inf")
        return len(re.findall(r"^  \S", made, re.MULTILINE))


def improve(program, groups, choices, best, end):
    """Gives each group of calls the attribute that helps."""
    for group in groups:
        for attribute in ATTRIBUTES:
            trial = choices | dict.fromkeys(group, attribute)
            if trial == choices or time.time() > end:
                continue
            count = program.instructions(trial)
            if count < best:
                choices, best = trial, count
    return choices, best


def main():
    path, seconds = sys.argv[1], float(sys.argv[2])
    program, begin = Program(path), time.time()
    groups = sorted(program.calls.values(), key=len, reverse=True)
    choices, best = {}, program.instructions({})
    print("-Oz", best, "calls", sum(map(len, groups)), "functions", len(groups), flush=True)
    for _ in range(2):
        choices, best = improve(program, groups, choices, best, begin + seconds / 2)
        print("all calls of a function", best, flush=True)
    single = [[call] for group in groups if len(group) > 1 for call in group]
    choices, best = improve(program, single, choices, best, begin + seconds)
    print("single calls", best, flush=True)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main()

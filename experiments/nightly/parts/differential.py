"""Runs programs as the shipped pass lists leave them, against their untouched builds."""
import contextlib
import random
import re
import subprocess

from harness import CLANG, OPT, REPOSITORY, Skip

NAME = "differential"
FIGURE = "wrong lists of a program"
NEEDS_AUTOTUNE = False
LISTS_A_TRY = 10
# Random programs that may be taken for one that says nothing about lists.
REPLACEMENTS = 20
CSMITH_INCLUDE = "/usr/include/csmith"
OPT_LIMIT = 120
# A program that takes longer as it came is left out; one that takes as much longer than this as a
# list leaves it counts as a wrong answer.
RUN_LIMIT = 4
PATIENCE = 60
LIST_FILES = ("learned_lists.txt", "whole_program_lists.txt", "whole_program_lean_list.txt",
              "continuations.txt", "after_oz.txt", "coreset.txt")
AFTER_OZ = ("continuations.txt", "after_oz.txt")
INPUT = "".join(f"line {i * 7919 % 1009} of the text, {'abcdefgh'[i % 8] * (i % 13)}\n"
                for i in range(400)).encode()
ROUTES = b"".join(b"insert 10.%d.0.0/%d name%d\nfind 10.%d.3.4\n" % (i, 8 + i % 24, i, i)
                  for i in range(60))


def excluded_passes():
    """Passes that no search applies, whatever a published list says."""
    lines = (REPOSITORY / "src/core/action_spaces.txt").read_text().splitlines()
    return {line.split("\t")[1] for line in lines if line.startswith("excluded\t")}


def shipped_lists():
    """All lists that come with autotune, as a search applies them: without passes that the action
    space excludes. Lists that go on from -Oz follow it, too, as those of quick mode do."""
    lists, excluded = [], excluded_passes()
    for name in LIST_FILES:
        for line in (REPOSITORY / "src/search/learned" / name).read_text().splitlines():
            if line and line[0].islower():
                line = ",".join(part for part in split(line) if part not in excluded)
                lists.append(line)
                if name in AFTER_OZ:
                    lists.append("default<Oz>," + line)
    for line in (REPOSITORY / "src/plugin/quick_lists.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            lists.append(f"default<Oz>,function({line})")
    source = (REPOSITORY / "src/tune/quick/tune_quick.cpp").read_text()
    start = source[source.index("kStart[] =") : source.index(";\n", source.index("kStart[] ="))]
    return lists + ["".join(re.findall(r'"(.*)"', start)) + ",iroutliner,default<Oz>"]


def split(pipeline):
    """The elements of a pipeline that stand beside each other at its top."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(pipeline):
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            parts.append(pipeline[start:at])
            start = at + 1
    return parts + [pipeline[start:]]


def own_programs():
    """Programs of the repository whose output is known to be theirs."""
    kernels = sorted((REPOSITORY / "experiments/datasets/kernels").glob("*.c"))
    examples = sorted((REPOSITORY / "examples").glob("*.ll"))
    return [f"kernel:{path.stem}" for path in kernels] + [f"example:{path.stem}" for path in examples]


def plan(context):
    executions = context.count(10_000, 40)
    lists = shipped_lists()
    rng = random.Random(8 + context.night)
    specs, made = [], 0
    # Each kernel and example is run with a quarter of the lists, the rest are random programs.
    order = [name for name in own_programs() for _ in range(len(lists) // 4 // LISTS_A_TRY)]
    rng.shuffle(order)
    seed = 1 + 1_000_000 * context.night
    while made < executions:
        if order and rng.random() < 0.5:
            name = order.pop()
        else:
            name = f"csmith:{seed}"
            seed += 1
        chosen = [rng.randrange(len(lists)) for _ in range(min(LISTS_A_TRY, executions - made))]
        specs.append({"program": name, "lists": chosen})
        made += len(chosen)
    return specs


def tries(records):
    """Executions of a program and a list that were compared."""
    return sum(int(r["note"].split()[0]) for r in records if r["note"])


def reductions(elements, fails):
    """Drops halves, quarters and so on of `elements` while `fails` holds."""
    size = max(1, len(elements) // 2)
    while True:
        at = 0
        while at < len(elements) and len(elements) > 1:
            shorter = elements[:at] + elements[at + size:]
            if shorter and fails(shorter):
                elements = shorter
            else:
                at += size
        if size == 1:
            return elements
        size //= 2


class Program:
    """A module, how it is run, and what it prints as it came."""

    def __init__(self, attempt, name):
        self.attempt = attempt
        self.arguments, self.input = [], b""
        kind, _, rest = name.partition(":")
        if kind == "kernel":
            source = REPOSITORY / f"experiments/datasets/kernels/{rest}.c"
            self.input = ROUTES if rest == "patricia" else INPUT
            self.arguments = {"stringsearch": ["text"], "dijkstra": ["3"],
                              "xtea": ["00112233445566778899aabbccddeeff"]}.get(rest, [])
        elif kind == "example":
            source = REPOSITORY / f"examples/{rest}.c"
        else:
            source = attempt.folder / "program.c"
            with open(source, "w") as out:
                # Few functions, so that it ends soon; no volatiles, whose accesses are no business of a
                # checksum. csmith leaves a file in its folder; where it does not end, half a program
                # stays, which does not compile.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    subprocess.run(["csmith", "--seed", rest, "--max-funcs", str(3 + int(rest) % 6),
                                    "--no-volatiles", "--no-volatile-pointers"], stdout=out, check=True,
                                   timeout=60, cwd=attempt.folder)
        self.module = attempt.folder / "program.bc"
        self.expected = None
        self._build(source)

    def _build(self, source):
        """Leaves `expected` unset for a program that says nothing about lists."""
        flags = ["-w", "-I", CSMITH_INCLUDE, source]
        answers = []
        for level in ("-O0", "-Oz"):
            binary = self.attempt.folder / f"plain{level}"
            if subprocess.run([CLANG, level, *flags, "-o", binary, "-lm"],
                              capture_output=True).returncode:
                return
            answers.append(self.run(binary, RUN_LIMIT))
        if answers[0] is None or answers[0] != answers[1]:
            return  # slow, or undefined behaviour of its own
        if subprocess.run([CLANG, "-O1", "-Xclang", "-disable-llvm-passes", *flags, "-emit-llvm", "-c",
                           "-o", self.module], capture_output=True).returncode:
            return
        if self.through(None, RUN_LIMIT) == answers[0]:
            self.expected = answers[0]

    def run(self, binary, limit):
        """Status and output; None where it does not end."""
        try:
            done = subprocess.run([binary, *self.arguments], input=self.input, capture_output=True,
                                  timeout=limit, cwd=self.attempt.folder)
        except subprocess.TimeoutExpired:
            return None
        return done.returncode, done.stdout

    def through(self, pipeline, limit):
        """What the program says after `pipeline`; a text where it can't be built so."""
        module = self.module
        if pipeline is not None:
            module = self.attempt.folder / "after.bc"
            try:
                if subprocess.run([OPT, f"-passes={pipeline}", self.module, "-o", module],
                                  capture_output=True, timeout=OPT_LIMIT).returncode:
                    return "opt fails"
            except subprocess.TimeoutExpired:
                return "opt is slow"
        return self.linked(module, limit)

    def linked(self, module, limit):
        """What a module says once it is linked."""
        binary = self.attempt.folder / "program"
        if subprocess.run([CLANG, "-w", "-O0", module, "-o", binary, "-lm"],
                          capture_output=True).returncode:
            return "does not link"
        return self.run(binary, limit)


def attempt(attempt, make=None):
    make = make or Program
    lists = attempt.spec.get("pipelines") or shipped_lists()
    name = attempt.spec["program"]
    program = make(attempt, name)
    for _ in range(REPLACEMENTS):
        if program.expected is not None or not name.startswith("csmith:"):
            break
        # Too slow, or its behaviour is undefined: another one.
        name = f"csmith:{int(name.split(':')[1]) + 1_000_000}"
        program = make(attempt, name)
    if program.expected is None:
        attempt.note = "0 executions"
        raise Skip(f"{name} is slow, or what it prints depends on the level")
    executed = wrong = failed = 0
    for chosen in attempt.spec["lists"]:
        answer = program.through(lists[chosen], PATIENCE)
        if answer in ("opt fails", "opt is slow"):
            failed += 1  # a tuner drops such a list: no wrong answer
            continue
        executed += 1
        if answer == program.expected:
            continue
        wrong += 1
        small = reductions(split(lists[chosen]), lambda elements: program.through(
            ",".join(elements), RUN_LIMIT * 3) not in (program.expected, "opt fails", "opt is slow"))
        attempt.commands.append(f"{OPT} -passes='{','.join(small)}' program.bc -o after.bc && {CLANG} "
                                "-w -O0 after.bc -o program -lm && ./program")
        (attempt.folder / f"list-{chosen}.txt").write_text(lists[chosen] + "\n" + ",".join(small) + "\n")
        attempt.fail(f"{name} is wrong after {','.join(small)}")
    attempt.figure = float(wrong)
    attempt.note = f"{executed} executions, {failed} times opt failed"

#!/usr/bin/env python3
"""Compiles random programs that read tables of integers, has the plugin narrow the tables after a
standard level, runs them, and compares what they print.

usage: tables.py PLUGIN FIRST_SEED LAST_SEED

PLUGIN is libautotune-plan.so. Needs clang-19 and opt-19. Prints executions, wrong ones, and tables
that were narrowed.
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile

TYPES = {"short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "long long": 64,
         "unsigned long long": 64, "signed char": 8}
LEVELS = ("O1", "O2", "Os", "Oz")
# How a program reads element I of table T with N elements.
READS = ("T[I % N]", "T[N - 1 - I % N]", "*(T + I % N)", "(T + N)[-1 - (long)(I % N)]",
         "T[(unsigned char)(I % N) % N]", "(T[I % N] < 3 ? T[(I + 1) % N] : T[0])",
         "T[(short)(I % N)]", "sum(T, I % N)", "T[N / 2]")


def value(rng, type_name):
    """Returns a value that mostly needs fewer bits than its type has."""
    bits = TYPES[type_name]
    width = rng.choice([w for w in (7, 8, 15, 16, 31, 32, 63) if w <= bits])
    number = rng.choice([0, 1, 2**width - 1, rng.randrange(2**width)])
    if not type_name.startswith("unsigned"):
        number = min(number, 2 ** (bits - 1) - 1)
        if rng.random() < 0.2:
            number = -number - rng.randrange(2)
    return number


def literal(number, type_name):
    return f"({type_name}){number}{'ULL' if number >= 2**31 else 'LL' if abs(number) >= 2**31 else ''}"


def table(rng, index):
    """Returns the text of one table and of a function that reads it."""
    type_name = rng.choice(list(TYPES))
    count = rng.choice((5, 12, 40, 100, 256))
    # A table whose values come from a small set of widths is narrowed more often.
    sample = [value(rng, type_name) for _ in range(3)]
    if rng.random() < 0.7:
        small = 100 if TYPES[type_name] <= 8 else rng.choice((120, 250, 30_000))
        numbers = [rng.randrange(small) for _ in range(count)]
        if rng.random() < 0.3 and not type_name.startswith("unsigned"):
            numbers[rng.randrange(count)] *= -1
    else:
        numbers = [rng.choice(sample) for _ in range(count)]
    const = rng.choice(("const ", "const ", ""))
    name = f"t{index}"
    values = ", ".join(literal(number, type_name) for number in numbers)
    head = f"__attribute__((noinline)) static unsigned long long f{index}(unsigned I) {{\n"
    if count % 4 == 0 and rng.random() < 0.3:
        text = f"static {const}{type_name} {name}[{count // 4}][4] = {{{values}}};\n"
        read = f"{name}[I % {count // 4}][(I / 7) % 4]"
        return text + head + f"  return {read} * 3ULL + {name}[(I + 1) % {count // 4}][2];\n}}\n"
    text = f"static {const}{type_name} {name}[{count}] = {{{values}}};\n"
    text += (f"static inline unsigned long long sum{index}(const {type_name} *p, unsigned n) {{\n"
             "  unsigned long long s = 0;\n  for (unsigned k = 0; k < n; ++k) s += p[k];\n"
             "  return s;\n}\n")
    reads = []
    for read in rng.sample(READS, rng.randrange(1, 4)):
        read = re.sub(r"\bT\b", name, read.replace("sum", f"sum{index}"))
        reads.append("(unsigned long long)" + re.sub(r"\bN\b", str(count), read))
    return text + head + "  return " + " * 31 ^ ".join(reads) + ";\n}\n"


def program(seed):
    rng = random.Random(seed)
    count = rng.randrange(1, 9)
    text = "#include <stdio.h>\n" + "".join(table(rng, i) for i in range(count))
    calls = "".join(f"    h = h * 1099511628211ULL + f{i}(I * {i + 1}u);\n" for i in range(count))
    return (text + "int main(void) {\n  unsigned long long h = 7;\n"
            f"  for (unsigned I = 0; I < 700; ++I) {{\n{calls}  }}\n"
            '  printf("%llx\\n", h);\n  return 0;\n}\n')


def globals_of(module):
    """Returns the types of a module's tables by their names."""
    text = subprocess.run(["opt-19", "-S", module], check=True, capture_output=True, text=True)
    return dict(re.findall(r"^(@t\d+) = internal.* (?:global|constant) (\[.* x i\d+\]+)",
                           text.stdout, re.M))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    plugin = pathlib.Path(sys.argv[1]).resolve()
    executions = wrong = narrowed = 0
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            return subprocess.run(words, check=True, cwd=folder, capture_output=True, text=True)
        for seed in range(int(sys.argv[2]), int(sys.argv[3]) + 1):
            pathlib.Path(folder, "a.c").write_text(program(seed))
            level = LEVELS[seed % len(LEVELS)]
            run("clang-19", "-w", f"-{level}", "-c", "-emit-llvm", "a.c", "-o", "a.bc")
            run("clang-19", "-O1", "-Xclang", "-disable-llvm-passes", "a.bc", "-o", "plain")
            run("opt-19", f"-load-pass-plugin={plugin}", "-passes=autotune-narrow-tables<1>,verify",
                "a.bc", "-o", "narrow.bc")
            run("clang-19", "-O1", "-Xclang", "-disable-llvm-passes", "narrow.bc", "-o", "narrow")
            before, after = (globals_of(str(pathlib.Path(folder, m))) for m in ("a.bc", "narrow.bc"))
            narrowed += sum(after.get(name) != kind for name, kind in before.items())
            executions += 1
            if run("./narrow").stdout != run("./plain").stdout:
                wrong += 1
                print(f"seed {seed} at {level} prints something else")
    print(f"{executions} executions, {wrong} wrong, {narrowed} narrow tables")


if __name__ == "__main__":
    main()

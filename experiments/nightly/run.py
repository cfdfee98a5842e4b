#!/usr/bin/env python3
"""Tests for a night what docs/trust.md promises. See README.md.

usage: run.py [--short] [--only PART]... [--jobs N] [--scale X] [--night N] [--fresh]
              [--autotune FILE] --out DIR

Prints each failure as it comes and one table at the end. Exits with 1 if anything failed, with 2 if
it was used wrongly. A run that was stopped goes on when the same command is given again.
"""
import argparse
import importlib
import os
import pathlib
import shutil
import signal
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import harness  # noqa: E402
from programs import Programs  # noqa: E402

PARTS = ["swaps", "signals", "budgets", "hostile", "stops", "locks", "kills", "builds",
         "mutants", "differential", "every", "slurm"]
TOOLS = ["opt-19", "clang-19", "llvm-link-19", "llvm-dis-19", "csmith", "prlimit", "setpriv"]


def load(name):
    """A part; `signals` and the like must not hide a module of Python's own."""
    return importlib.import_module("parts." + name)


def find_autotune(given):
    for candidate in [given] if given else [
            os.environ.get("AUTOTUNE"), *(harness.REPOSITORY / f"build/{preset}/bin/autotune"
                                          for preset in ("release", "no-torch"))]:
        if candidate and shutil.which(candidate):
            return pathlib.Path(shutil.which(candidate)).resolve()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="for journals and reproducers")
    parser.add_argument("--short", action="store_true", help="a few tries of each part: three minutes")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part; may be repeated")
    parser.add_argument("--jobs", type=int, default=2, help="tries at a time, but of the timed parts")
    parser.add_argument("--scale", type=float, default=1.0, help="times the number of tries")
    parser.add_argument("--night", type=int, default=0, help="other random programs for each number")
    parser.add_argument("--slack", type=float, help="times the limits of latency (1; short: 4)")
    parser.add_argument("--fresh", action="store_true", help="forget the tries of an earlier run")
    parser.add_argument("--autotune", type=pathlib.Path, help="program (build/release/bin/autotune)")
    args = parser.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup's ignoring it would pass on to the programs

    autotune = find_autotune(args.autotune and str(args.autotune))
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    parts = [load(name) for name in args.only or PARTS]
    if missing:
        parser.error(f"not there: {', '.join(missing)}")
    if autotune is None and any(getattr(part, "NEEDS_AUTOTUNE", True) for part in parts):
        parser.error("there is no autotune: build it, or give --autotune FILE")
    # Shells start background jobs with SIGINT ignored, and a program leaves it so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.fresh:
        for part in parts:
            (args.out / f"{part.NAME}.jsonl").unlink(missing_ok=True)
            shutil.rmtree(args.out / "failures" / part.NAME, ignore_errors=True)
    context = harness.Context(args.out, autotune, scale=args.scale, night=args.night,
                              short=args.short, jobs=args.jobs, slack=args.slack or (4.0 if args.short else 1.0),
                              programs=Programs(args.out / "programs"))

    lock, start, rows, texts = threading.Lock(), time.monotonic(), [], []

    def say(text):
        with lock:
            print(text.encode("ascii", errors="backslashreplace").decode()[:1000], flush=True)

    for part in parts:
        row, records = harness.run_part(context, part, say)
        rows.append(row)
        if hasattr(part, "summary"):
            texts.append(part.summary(context, records))
    total = {"part": "all", "tries": sum(r["tries"] for r in rows),
             "failures": sum(r["failures"] for r in rows), "worst": "",
             "seconds": time.monotonic() - start}
    text = "\n\n".join([*texts, harness.table([*rows, total])])
    (args.out / "table.md").write_text(text + "\n")
    print("\n" + text)
    return 1 if total["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())

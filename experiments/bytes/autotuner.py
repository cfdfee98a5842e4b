#!/usr/bin/env python3
"""LLM Compiler's autotuner (arXiv 2407.02524, section 3): search, minimise, validate, broadcast.

usage: autotuner.py OUT BUDGET PROGRAM.bc...        one thread each, in turn

Each program gets random lists for BUDGET. The best one loses the passes that don't help, and has to
leave 150 random programs right (autotune validate). The accepted lists are then tried on all
programs by stock opt and llc, and -Oz is the fallback. Prints the bytes of each step against clang
-Oz, beside those of the portfolio with the same levers and time. What is done is kept in OUT.
"""
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

AUTOTUNE = os.environ.get("AUTOTUNE", "autotune")
# Lists alone: neither choices for the inliner nor, without -o, size attributes or code options.
LEVERS = ["--objective", "object-size", "--threads", "1", "--no-db", "--keep-inlining"]


def once(file, make):
    """What `file` holds; `make` says it the first time."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(make()))
        part.rename(file)
    return json.loads(file.read_text())


def search(program, method, budget):
    done = subprocess.run([AUTOTUNE, *LEVERS, "--no-cache", "--method", method, "--budget", budget,
                           "--json", "-", "-q", program], stdout=subprocess.PIPE, check=True)
    report = json.loads(done.stdout)
    return {"oz": report["object_size"]["clang_Oz"], "bytes": report["object_size"]["best"],
            "passes": len(report["passes"]), "pipeline": report["pipeline"],
            "flags": report["opt_flags"], "tried": report["evaluations"],
            "relocation": report["code_model"]["relocation_model"]}


def minimise(program, found):
    done = subprocess.run([AUTOTUNE, "minimize", program, "--passes", found["pipeline"], "-q",
                           "--objective", "object-size", "--threads", "1", "--no-db"],
                          stdout=subprocess.PIPE, check=True, text=True)
    words = shlex.split(done.stdout.splitlines()[-1])
    pipeline = next(word for word in words if word.startswith("-passes="))
    return {"pipeline": pipeline.removeprefix("-passes=")}


def validate(pipeline):
    done = subprocess.run([AUTOTUNE, "validate", "--passes", pipeline, "-q", "--jobs", "1"],
                          capture_output=True, text=True)
    return {"accepted": done.returncode == 0, "said": (done.stdout + done.stderr).splitlines()[-5:]}


def size(program, pipeline, relocation):
    """Text + data of what stock opt and llc make; none if they don't."""
    opt = subprocess.run(["opt-19", f"-passes={pipeline}", program, "-o", "-"], capture_output=True)
    if opt.returncode:
        return None
    made = subprocess.run(["llc-19", "-filetype=obj", f"-relocation-model={relocation}", "-o",
                           "/dev/stdout"], input=opt.stdout, capture_output=True)
    if made.returncode:
        return None
    sized = subprocess.run(["llvm-size-19", "-"], input=made.stdout, capture_output=True, text=False)
    text, data = sized.stdout.splitlines()[1].split()[:2]
    return int(text) + int(data)


def parts(pipeline):
    """The number of elements that stand beside each other at a pipeline's top."""
    depth, count = 0, 1
    for c in pipeline:
        depth += (c in "(<") - (c in ")>")
        count += c == "," and depth == 0
    return count


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    out, budget, programs = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    names = {program: f"{pathlib.Path(program).parent.name}-{pathlib.Path(program).stem}"
             for program in programs}
    found, lists, rejected = {}, {}, []  # lists: of the programs whose own was accepted
    for program, name in names.items():
        found[program] = once(out / f"{name}.random.json", lambda: search(program, "random", budget))
        short = once(out / f"{name}.short.json", lambda: minimise(program, found[program]))["pipeline"]
        verdict = once(out / f"{name}.valid.json", lambda: validate(short))
        if verdict["accepted"]:
            lists[name] = short
        else:
            rejected.append((name, short, verdict["said"]))
        print(f"{name}: {found[program]['tried']} passes tried, {parts(short)} in the list, "
              f"{'accepted' if verdict['accepted'] else 'REJECTED'}", file=sys.stderr, flush=True)
    rows = {"random lists": [], "minimised, validated, else -Oz": [], "broadcast, else -Oz": [],
            "portfolio, lists alone": []}
    for program, name in names.items():
        its = found[program]
        sizes = once(out / f"{name}.broadcast.json", lambda: {
            pipeline: size(program, pipeline, its["relocation"]) for pipeline in set(lists.values())})
        own = [bytes_ for pipeline, bytes_ in sizes.items() if bytes_ and lists.get(name) == pipeline]
        any_ = [bytes_ for bytes_ in sizes.values() if bytes_]
        best = once(out / f"{name}.portfolio.json", lambda: search(program, "portfolio", budget))
        columns = [its["bytes"], min([its["oz"], *own]), min([its["oz"], *any_]), best["bytes"]]
        print(name, its["oz"], *columns, sep="\t", flush=True)
        for row, bytes_ in zip(rows.values(), columns):
            row.append((bytes_, its["oz"]))
    print("\n| row | mean | sum |\n|---|--:|--:|")
    for title, row in rows.items():
        mean = statistics.mean(bytes_ / oz - 1 for bytes_, oz in row)
        total = sum(bytes_ for bytes_, _ in row) / sum(oz for _, oz in row) - 1
        print(f"| {title} | {100 * mean:+.1f} % | {100 * total:+.1f} % |")
    print(f"\n{len(names)} lists, {statistics.mean(map(parts, lists.values())) if lists else 0:.1f} passes in "
          f"one that was accepted; rejected: {len(rejected)}")
    for name, pipeline, said in rejected:
        print(name, pipeline, *said, sep="\n  ")


if __name__ == "__main__":
    main()

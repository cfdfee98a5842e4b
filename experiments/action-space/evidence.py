#!/usr/bin/env python3
"""Measures which LLVM 19 passes are fit for src/core/action_spaces.txt. See README.md."""
import argparse, collections, concurrent.futures, hashlib, json, math, os, pathlib, random
import re, signal, statistics, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
SPACES = HERE.parents[1] / "src/core/action_spaces.txt"
LIMIT_S = 5
EARLY = "function(sroa),function(simplifycfg),function(instcombine<no-verify-fixpoint>)"
# Probed although outside [full]: their exclusion is a claim about behaviour, so it is measured.
SUSPECTS = """attributor cgscc(attributor-cgscc) cgscc(attributor-light-cgscc)
function(fix-irreducible) function(loop(loop-bound-split)) function(structurizecfg)
function(unify-loop-exits) function(codegenprepare) function(select-optimize)
function(expand-memcmp) function(typepromotion) function(interleaved-load-combine)
lto-pre-link<Oz> thinlto<Oz> lto<Oz> inliner-wrapper-no-mandatory-first
openmp-opt openmp-opt-postlink global-merge globalsplit lower-global-dtors lower-ifunc
function(assume-builder) function(assume-simplify) function(chr) function(move-auto-init)""".split()


def read_spaces():
    """Section name -> list of rows, each a list of columns."""
    sections = collections.defaultdict(list)
    for line in SPACES.read_text().splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line and not line.startswith("#"):
            sections[name].append(line.split("\t"))
    return sections


def opt(source, pipeline, *flags, limit=LIMIT_S):
    """One fresh opt process. Returns (status, stdout); status is 'ok' or says what went wrong."""
    command = ["opt-19", f"-passes={pipeline}", *flags, "-o", "-", str(source)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return "timeout", b""
    if done.returncode == 0:
        return "ok", done.stdout
    # The packages answer a broken module with a fatal error, not with a status of its own.
    if b"Broken module" in done.stderr or b"input module is broken" in done.stderr:
        return "invalid", b""
    if done.returncode < 0:
        return signal.Signals(-done.returncode).name, b""
    error = done.stderr.decode(errors="replace").strip().splitlines() or ["?"]
    return "SIGABRT" if "PLEASE submit" in error[0] else "error: " + error[0][:90], b""


INSTRUCTION = re.compile(rb"^  [^ \]]", re.M)


USE_ORDER = re.compile(rb"\n?; uselistorder directives\n(?: *uselistorder.*\n)*")


def count(text):
    return len(INSTRUCTION.findall(text))


def same_but_for_names(a, b):
    def strip(text):
        return subprocess.run(["opt-19", "-S", "-passes=strip", "-o", "-"], input=text,
                              capture_output=True).stdout
    return strip(a) == strip(b)


# ---- check: the file itself ------------------------------------------------------------------

def check(args):
    """Every line parses, the fixed spaces have their lengths, no LLVM pass is forgotten."""
    empty = args.work / "empty.ll"
    empty.write_text("define i32 @main() {\n  ret i32 0\n}\n")
    spaces, bad = read_spaces(), []
    for section, rows in spaces.items():
        for pipeline in sorted({r[0] for r in rows} - {"gone", "excluded"}):
            # Excluded passes may crash or open a window, so they are parsed and not run.
            flags = ["-disable-output"] + ["-print-pipeline-passes"] * (section == "excluded")
            status, _ = opt(empty, pipeline, *flags)
            if status != "ok":
                bad.append(f"[{section}] {pipeline}: {status}")
    for section, lines in (("compilergym", 124), ("autophase42", 42)):
        if len(spaces[section]) != lines:
            bad.append(f"[{section}] has {len(spaces[section])} lines, not {lines}")
    full = [r[0] for r in spaces["full"]]
    if len(set(full)) != len(full):
        bad.append("[full] has duplicates")
    both = set(full) & {r[0] for r in spaces["excluded"]}
    if both:
        bad.append(f"in [full] and in [excluded]: {sorted(both)}")
    named = set(re.split(r"[(),<>;]", " ".join(full + [r[0] for r in spaces["excluded"]]).replace(" ", ",")))
    listing = subprocess.run(["opt-19", "--print-passes"], capture_output=True, text=True).stdout
    for line in listing.splitlines():
        if not line.startswith("  "):
            wanted = "passes" in line.lower() and "Machine" not in line
        elif wanted and line.strip().split("<")[0] not in named:
            bad.append(f"in neither [full] nor [excluded]: {line.strip()}")
    for section, rows in spaces.items():
        print(f"[{section}] {len(rows)} lines")
    print("\n".join(bad) or "all lines parse")
    return bool(bad)


# ---- programs --------------------------------------------------------------------------------

def csmith(args, seed):
    """One csmith program as unoptimised bitcode, or None when it is too large."""
    bitcode = args.work / f"csmith-{seed}.bc"
    if not bitcode.exists():
        source = args.work / f"csmith-{seed}.c"
        with open(source, "w") as out:
            subprocess.run(["csmith", "--max-funcs", "5", "--seed", str(seed)], stdout=out,
                           timeout=20)
        # -O0 marks every function noinline; -O1 adds lifetimes and TBAA. Both occur in practice.
        level = (["-O1", "-Xclang", "-disable-llvm-passes"] if seed % 2 else
                 ["-O0", "-Xclang", "-disable-O0-optnone"])
        made = subprocess.run(["clang-19", *level, "-w", "-c", "-I", args.csmith_include,
                               "-emit-llvm", source, "-o", bitcode])
        source.unlink()
        if made.returncode:
            sys.exit("cannot compile a csmith program: give --csmith-include")
    return bitcode if bitcode.stat().st_size < 400_000 else None


def parallel(args, jobs, work):
    """Runs work(job) on --jobs threads until --minutes are over; yields what it returns."""
    deadline = time.monotonic() + 60 * args.minutes
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        def guarded(job):
            return work(job) if time.monotonic() < deadline else None
        for result in pool.map(guarded, jobs):
            if result is not None:
                yield result


# ---- probe: each pass alone, from several states ----------------------------------------------

def candidates():
    spaces = read_spaces()
    rows = spaces["full"] + spaces["compilergym"] + spaces["autophase42"]
    found = [r[0] for r in rows if r[0] not in ("gone", "excluded")] + SUSPECTS
    return list(dict.fromkeys(found))


def make_states(args, rng, space):
    """(program, kind) -> bitcode of that program in that state."""
    programs = []
    folders = sorted(p for p in args.datasets.iterdir() if p.is_dir())
    for folder in folders:  # an equal share of each: the large sets hold mostly tiny programs
        files = sorted(folder.glob("*.ll"))
        programs += rng.sample(files, min(len(files), args.programs // len(folders)))
    programs += [p for s in range(args.seed, args.seed + args.csmith) if (p := csmith(args, s))]
    states = []
    for program in programs:
        prefix = ",".join(rng.sample(space, 5))
        for kind, pipeline in (("raw", "no-op-module"), ("early", EARLY), ("Oz", "default<Oz>"),
                               ("random", prefix)):
            status, bitcode = opt(program, pipeline, "-verify-each")
            if status == "ok":
                path = args.work / f"state-{program.parent.name}-{program.stem}-{kind}.bc"
                path.write_bytes(bitcode)
                states.append((f"{program.parent.name}/{program.stem}", kind, path, len(bitcode)))
    return states


def probe(args):
    rng = random.Random(args.seed)
    passes = candidates()
    states = make_states(args, rng, [r[0] for r in read_spaces()["full"]])
    programs = sorted({s[0] for s in states})
    by_program = collections.defaultdict(list)
    for state in states:
        by_program[state[0]].append(state)
    jobs = [(p, by_program[name][(i + j) % len(by_program[name])])
            for j, name in enumerate(programs) for i, p in enumerate(passes)]
    rng.shuffle(jobs)  # a run that is cut short still covers all passes evenly
    before = {}

    def one(job):
        pipeline, (program, kind, path, _) = job
        if path not in before:
            text = USE_ORDER.sub(b"", opt(path, "no-op-module", "-S",
                                          "-preserve-ll-uselistorder")[1])
            before[path] = (hashlib.sha1(text).digest(), count(text))
        outcomes, texts, ordered, start = [], [], set(), time.monotonic()
        for _ in range(args.repeats):
            status, text = opt(path, pipeline, "-verify-each", "-S", "-preserve-ll-uselistorder")
            outcomes.append(status)
            ordered.add(text)
            text = USE_ORDER.sub(b"", text)
            texts.append(text)
            if status == "timeout":
                break
            if len(texts) == 2 and len(ordered) == 1 and status == "ok" \
                    and hashlib.sha1(text).digest() == before[path][0]:
                break  # a pass that does nothing here does nothing differently each time
        seconds = (time.monotonic() - start) / len(outcomes)
        good = {t for s, t in zip(outcomes, texts) if s == "ok"}
        row = dict(pass_=pipeline, program=program, kind=kind, seconds=round(seconds, 4),
                   outcomes=dict(collections.Counter(outcomes)), before=before[path][1])
        if good:
            first = next(iter(good))
            row["after"] = count(first)
            row["changed"] = hashlib.sha1(first).digest() != before[path][0]
            row["differ"] = len(good) > 1 and not all(same_but_for_names(first, t) for t in good)
            row["order"] = len(ordered) > len(good)
            row["counts"] = sorted({count(t) for t in good})
        return row

    raw = args.work / "probe.jsonl"
    with open(raw, "a") as out:
        for row in parallel(args, jobs, one):
            out.write(json.dumps(row) + "\n")
    write_table(raw, passes)


def write_table(raw, passes):
    """The committed summary: one line per pass."""
    rows = collections.defaultdict(list)
    for line in raw.read_text().splitlines():
        row = json.loads(line)
        rows[row["pass_"]].append(row)
    seconds = {p: statistics.median(r["seconds"] for r in rows[p]) for p in rows}
    usual = statistics.median(seconds.values())
    lines = ["pass\tstates\tcrash\ttimeout\tinvalid\tnondeterministic\tuse order\tchanged%\tcount%\tslowest s"]
    for p in passes:
        if p not in rows:
            continue
        tally = collections.Counter()
        logs = []
        for r in rows[p]:
            kinds = set(r["outcomes"])
            tally["crash"] += bool(kinds - {"ok", "timeout", "invalid"})
            tally["timeout"] += "timeout" in kinds
            tally["invalid"] += "invalid" in kinds
            # Failing in some processes only is nondeterminism as well.
            tally["differ"] += r.get("differ", False) or len(kinds) > 1
            tally["order"] += r.get("order", False)
            tally["changed"] += r.get("changed", False)
            if r.get("after") and r["before"]:
                logs.append(math.log(r["after"] / r["before"]))
        n = len(rows[p])
        ratio = 100 * math.exp(statistics.mean(logs)) if logs else float("nan")
        lines.append(f"{p}\t{n}\t{tally['crash']}\t{tally['timeout']}\t{tally['invalid']}\t"
                     f"{tally['differ']}\t{tally['order']}\t{100 * tally['changed'] / n:.0f}\t{ratio:.1f}\t"
                     f"{max(r['seconds'] for r in rows[p]):.2f}")
    (HERE / "probe.tsv").write_text("\n".join(lines) + "\n")
    print(f"{len(rows)} passes, median run {usual:.3f} s")


# ---- execute: random lists, run against the unoptimised program --------------------------------

def run_program(bitcode):
    try:
        done = subprocess.run(["lli-19", "-O0", bitcode], capture_output=True, timeout=4)
    except subprocess.TimeoutExpired:
        return "timeout"
    return f"{done.returncode} {done.stdout.decode(errors='replace').strip()}"


def verdict(args, seed, passes, expected, tag):
    """'ok', or how this list fails on this program."""
    source, pipeline = args.work / f"csmith-{seed}.bc", ",".join(passes)
    status, text = opt(source, pipeline, "-verify-each", "-S", limit=4 * LIMIT_S)
    if status != "ok":
        return status
    if opt(source, pipeline, "-S", limit=4 * LIMIT_S) != (status, text):
        return "nondeterministic"
    path = args.work / f"run-{tag}.ll"
    path.write_bytes(text)
    got = run_program(path)
    path.unlink()
    if got == expected:
        return "ok"
    return "slow program" if got == "timeout" else "miscompile"


def shrink(args, seed, passes, expected, failure, tag):
    """Drops every pass that the failure does not need."""
    passes, i = list(passes), 0
    while i < len(passes):
        shorter = passes[:i] + passes[i + 1:]
        if shorter and verdict(args, seed, shorter, expected, tag) == failure:
            passes = shorter
        else:
            i += 1
    return passes


def execute(args):
    rng = random.Random(args.seed)
    space = [r[0] for r in read_spaces()["full"]]
    answers = {}
    for seed in range(args.seed, args.seed + args.csmith):
        if csmith(args, seed):
            answer = run_program(args.work / f"csmith-{seed}.bc")
            if answer.startswith("0 checksum"):
                answers[seed] = answer
    jobs = [(i, rng.choice(list(answers)), rng.choices(space, k=args.length))
            for i in range(args.lists)]

    def one(job):
        i, seed, passes = job
        found = verdict(args, seed, passes, answers[seed], i)
        if found in ("ok", "timeout", "slow program"):
            return found, None
        small = shrink(args, seed, passes, answers[seed], found, i)
        return found, f"{found}\t{seed}\t{','.join(small)}"

    raw = args.work / "execute.jsonl"
    with open(raw, "a") as out:
        for found, line in parallel(args, jobs, one):
            out.write(json.dumps([found, args.length, line]) + "\n")
            out.flush()
    rows = [json.loads(line) for line in raw.read_text().splitlines()]  # earlier rounds too
    tally = collections.Counter(found for found, _, _ in rows)
    summary = ", ".join(f"{n} {what}" for what, n in tally.most_common())
    lengths = sorted({length for _, length, _ in rows})
    lines = [f"# {len(rows)} random lists of {lengths} passes: {summary}",
             "failure\tcsmith seed\tshortest list", *sorted({line for _, _, line in rows if line})]
    (HERE / "execute.tsv").write_text("\n".join(lines) + "\n")
    print(lines[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("check", "probe", "execute"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/action-space"))
    parser.add_argument("--datasets", type=pathlib.Path, help="folder of folders of .ll files")
    parser.add_argument("--csmith-include", default="/usr/include/csmith")
    parser.add_argument("--programs", type=int, default=40, help="data set programs to probe")
    parser.add_argument("--csmith", type=int, default=30, help="csmith programs")
    parser.add_argument("--repeats", type=int, default=4, help="fresh processes per state")
    parser.add_argument("--lists", type=int, default=3000)
    parser.add_argument("--length", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=15)
    args = parser.parse_args()
    if args.what == "probe" and not args.datasets:
        parser.error("probe needs --datasets")
    args.work.mkdir(parents=True, exist_ok=True)
    args.work = args.work.resolve()
    args.datasets = args.datasets and args.datasets.resolve()
    os.chdir(args.work)  # csmith and insert-gcov-profiling leave files in the current folder
    return {"check": check, "probe": probe, "execute": execute}[args.what](args)


if __name__ == "__main__":
    sys.exit(main())

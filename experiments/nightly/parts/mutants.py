"""Damaged inputs of every kind: no crash, no hang, a documented status, short lines, no wrong output."""
import gzip
import json
import shutil
import sqlite3
import contextlib
import tarfile

from harness import COMMAND_STATUSES, TUNE_STATUSES

NAME = "mutants"
FIGURE = "s for one"
LIMIT_S = 30
# How often each kind comes up.
WEIGHTS = {"bitcode": 5, "text": 5, "database": 4, "cache": 2, "toml": 1, "json": 1, "commands": 1,
           "archive": 2, "manifest": 1, "passes": 2, "weights": 1}
HUGE = [b"\xff" * 4, b"\xff" * 8, b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0" * 8, b"99999999999999999999",
        b"-1", b"1e999", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"]
# What textual formats are sensitive to.
WORDS = [b"(", b")" * 50, b"(" * 2000, b"[" * 3000, b"{" * 3000, b"\"", b"'", b"\\", b"\0", b"\x1b[2J", b"\r\n",
         b"i8388607", b"i16777216", b"<4294967295 x i8>", b"[18446744073709551615 x i8]", b"@main", b"%0",
         b"poison", b"undef", b"null", b"ptr", b"\xff\xfe", b"\xc3\x28", b"=" * 300, b"A" * 6000, b"!0", b"x86_fp80"]
PASSES = (b"function(sroa),function(instcombine<no-verify-fixpoint>),cgscc(inline),function(gvn),"
          b"function(loop-mssa(licm)),default<Oz>,globaldce\n")
TOML = (b'name = "x"\nmethods = ["greedy", "random"]\nprograms = ["input.bc"]\nseeds = [1, 2]\n'
        b'budgets = ["100ms"]\nthreads = 1\naction-space = "full"\nobjective = "ir-instructions"\n')


def plan(context):
    tries = context.count(10_000, 22)
    kinds = [kind for kind, weight in WEIGHTS.items() for _ in range(weight)]
    if context.short:
        kinds = list(WEIGHTS)
    return [{"seed": i, "kind": kinds[i % len(kinds)]} for i in range(tries)]


def place(random, data):
    """A place in the data, near its start more often than elsewhere."""
    return random.randrange(min(len(data), random.choice((64, 1024, 1 << 30))) or 1)


def mutate(random, data, other):
    """One to four changes: bits, bytes, chunks, lengths, words, the end, or parts of another file."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        if not data:
            return data
        at, to = place(random, data), place(random, data)
        at, to = min(at, to), max(at, to)
        what = random.randrange(10)
        if what == 0:
            data = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1:]
        elif what == 1:
            data = data[:at] + random.randbytes(random.choice((1, 2, 4, 16))) + data[at + 1:]
        elif what == 2:
            data = data[:random.choice((at, to, len(data) - 1, len(data) - at % 64))]
        elif what == 3:
            data = data[:at] + data[to:]
        elif what == 4:
            data = data[:to] + data[at:to] * random.choice((1, 2, 50)) + data[to:]
        elif what == 5:
            piece = random.choice(HUGE)
            data = data[:at] + piece + data[at + len(piece):]
        elif what == 6:
            start = place(random, other)
            data = data[:at] + other[start:start + random.choice((8, 200, 5000))] + data[to:]
        elif what == 7:
            data = data[:at] + random.choice(WORDS) + data[at:]
        elif what == 8:
            lines = data.split(b"\n")
            i, k = random.randrange(len(lines)), random.randrange(len(lines))
            lines[i], lines[k] = lines[k], lines[i]
            data = b"\n".join(lines)
        else:
            data = data[:at] + bytes(min(to - at, 4096)) + data[to:]
        data = data[:2 << 20]
    return data


class Sources:
    """Whole inputs of each kind, made once from runs of the program itself."""

    def __init__(self, attempt):
        programs = attempt.context.programs
        self.folder = programs.folder / "mutants"
        self.modules = [programs.linked(600), programs.linked(3_000)]
        with programs.lock:
            if not self.folder.exists():
                self._make(attempt, self.folder.with_name("making-mutants"), programs)

    def _make(self, attempt, folder, programs):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        attempt.autotune("-q", "--max-evals", "300", "--budget", "30s", "--db", folder / "runs.db", "--cache",
                         folder / "cache.db", self.modules[0], limit=200)
        for name in ("runs.db", "cache.db"):
            with contextlib.closing(sqlite3.connect(folder / name)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        source = folder / "source"
        source.mkdir()
        for module in self.modules:
            shutil.copy(module, source)
        attempt.autotune("dataset", "build", "import", source, "--dir", folder / "sets", "--name", "set",
                         "-q", limit=200)
        with tarfile.open(folder / "set.tar", "w", format=tarfile.USTAR_FORMAT) as out:
            for module in self.modules:
                out.add(module, module.name)
        (folder / "set.tar.gz").write_bytes(gzip.compress((folder / "set.tar").read_bytes()))
        if any(ended.strip() for ended in attempt.stderr):
            raise RuntimeError(f"whole inputs are refused: {attempt.stderr!r}")
        folder.rename(self.folder)


def attempt(attempt):
    sources = Sources(attempt)
    attempt.commands.clear()
    attempt.stderr.clear()
    KINDS[attempt.spec["kind"]](attempt, sources, attempt.random)
    attempt.judge_leftovers()
    attempt.failures[:] = [f"{attempt.spec['kind']}: {why}" for why in attempt.failures]


def command(attempt, *argv, statuses=COMMAND_STATUSES, output=None, suffix=""):
    ended = attempt.autotune(*argv, suffix=suffix, limit=LIMIT_S * attempt.context.slack)
    attempt.figure = max(attempt.figure, ended.seconds)
    attempt.judge(ended, statuses)
    if output:
        attempt.judge_output(ended, output)
    return ended


def tune(attempt, file, *more):
    output = attempt.folder / "out.bc"
    command(attempt, "--budget", "1s", "--max-evals", "20", "--threads", "1", "-q", "-o", output, *more, file,
            statuses=TUNE_STATUSES, output=output)


def written(attempt, name, data):
    file = attempt.folder / name
    file.write_bytes(data)
    return file


def bitcode(attempt, sources, random):
    data, other = (module.read_bytes() for module in random.sample(sources.modules, 2))
    tune(attempt, written(attempt, "input.bc", mutate(random, data, other)), "--no-db")


def text(attempt, sources, random):
    programs = attempt.context.programs
    files = [programs.text(module) for module in sources.modules] + [programs.tiny()] + programs.examples()
    data, other = (file.read_bytes() for file in random.sample(files, 2))
    tune(attempt, written(attempt, "input.ll", mutate(random, data, other)), "--no-db")


def database(attempt, sources, random):
    whole = (sources.folder / "runs.db").read_bytes()
    file = written(attempt, "runs.db", mutate(random, whole, (sources.folder / "cache.db").read_bytes()))
    module = attempt.place(sources.modules[0], "input.bc")
    question = random.choice((
        ["query", "best"], ["query", "leaderboard"], ["query", "tried", "run=1"], ["show", "last"],
        ["replay", module, "--run", "last"], ["report", "-o", attempt.folder / "report.html"],
        ["minimize", module, "--run", "1", "--budget", "1s"]))
    if random.random() < 0.25:
        tune(attempt, module, "--db", file, "--no-cache")
    elif random.random() < 0.2:
        command(attempt, "db", "merge", attempt.folder / "merged.db", file)
    else:
        command(attempt, *question, "--db", file)


def cache(attempt, sources, random):
    whole = (sources.folder / "cache.db").read_bytes()
    file = written(attempt, "cache.db", mutate(random, whole, (sources.folder / "runs.db").read_bytes()))
    if random.random() < 0.3:
        action = random.choice((["stats"], ["prune", "--max-size", "1M"], ["clear"]))
        command(attempt, "cache", *action, "--cache", file)
    else:
        tune(attempt, attempt.place(sources.modules[0], "input.bc"), "--db", attempt.folder / "runs.db",
             "--cache", file)


def toml(attempt, sources, random):
    module = attempt.place(sources.modules[0], "input.bc")
    file = written(attempt, "board.toml", mutate(random, TOML, PASSES))
    # What is printed without a run shows that the file was read; runs of any length may be asked for.
    command(attempt, "leaderboard", file, "--db", attempt.folder / "board.db", "--no-run", "--root", module.parent)


def manifest(attempt, sources, random):
    shutil.copytree(sources.folder / "sets", attempt.folder / "sets")
    file = attempt.folder / "sets/set/manifest.json"
    file.write_bytes(mutate(random, file.read_bytes(), TOML))
    action = random.choice((["info", "set"], ["verify", "set"], ["list"],
                            ["build", "import", sources.folder / "source", "--name", "set"]))
    command(attempt, "dataset", *action, "--dir", attempt.folder / "sets", "-q")


def json_file(attempt, sources, random):
    """A journal that a stopped build has left, or a manifest in its place."""
    folder = attempt.folder / "sets/set"
    folder.mkdir(parents=True)
    whole = (sources.folder / "sets/set/manifest.json").read_bytes()
    written(attempt, f"sets/set/{random.choice(('.journal', 'manifest.json'))}", mutate(random, whole, PASSES))
    command(attempt, "dataset", "build", "import", sources.folder / "source", "--name", "set", "--dir",
            attempt.folder / "sets", "--jobs", "1", "-q")


def commands(attempt, sources, random):
    source = written(attempt, "x.c", b"int f(int x) { return x + 1; }\n")
    entries = [{"directory": str(attempt.folder), "file": str(source), "command": f"cc -O2 -DX=1 -c {source}"},
               {"directory": str(attempt.folder), "file": str(source), "arguments": ["cc", "-c", str(source)]}]
    whole = json.dumps(entries, indent=1).encode()
    file = written(attempt, "compile_commands.json", mutate(random, whole, TOML))
    command(attempt, "dataset", "build", "compile-commands", file, "--dir", attempt.folder / "sets", "--name",
            "set", "--jobs", "1", "-q")


def archive(attempt, sources, random):
    name = random.choice(("set.tar", "set.tar.gz"))
    whole = (sources.folder / name).read_bytes()
    data = mutate(random, whole, sources.modules[0].read_bytes())
    if name == "set.tar" and random.random() < 0.3:
        data = gzip.compress(data)
    file = written(attempt, name, data)
    command(attempt, "dataset", "build", "import", file, "--dir", attempt.folder / "sets", "--name", "set",
            "--jobs", "1", "-q")


def passes(attempt, sources, random):
    module = attempt.place(sources.modules[0], "input.bc")
    file = written(attempt, "passes.txt", mutate(random, PASSES, TOML))
    output = attempt.folder / "out.bc"
    action = random.choice((["replay"], ["minimize", "--budget", "1s"]))
    command(attempt, *action, module, "--passes-file", file, "--no-db", "-o", output, output=output)


def weights(attempt, sources, random):
    """No whole weights are there at hand: noise with the beginnings of formats that weights come in."""
    heads = (b"PK\x03\x04", b"\x80\x02}q\0", b"{\"version\": 1}", b"\x7fELF", b"", PASSES)
    data = random.choice(heads) + random.randbytes(random.choice((0, 10, 1000, 100_000)))
    file = written(attempt, "weights.pt", mutate(random, data or b"x", TOML))
    if random.random() < 0.5:
        command(attempt, "model", "info", file, suffix="-train")
    else:
        # The default method does not read --model.
        tune(attempt, attempt.place(sources.modules[0], "input.bc"), "--no-db", "--method", "mcts", "--model",
             file)


KINDS = {"bitcode": bitcode, "text": text, "database": database, "cache": cache, "toml": toml, "json": json_file,
         "commands": commands, "archive": archive, "manifest": manifest, "passes": passes, "weights": weights}

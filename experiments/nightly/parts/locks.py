"""Locked databases, full disks, file size limits, folders that are read-only, odd files."""
import contextlib
import os
import sqlite3
import subprocess

from harness import Skip, TUNE_STATUSES, verifies

NAME = "locks"
FIGURE = "s over the budget"
SERIAL = True


def plan(context):
    names = list(CASES)
    if context.short:
        return [{"seed": 0, "case": name} for name in SHORT]
    repeats = max(1, round(3 * context.scale))
    return [{"seed": i, "case": name} for i in range(repeats) for name in names]


class Case:
    """A run of the tuner with its own files, in some kind of trouble."""

    def __init__(self, attempt):
        self.attempt, self.folder = attempt, attempt.folder
        self.budget = attempt.random.choice((1, 2) if attempt.context.short else (1, 2, 4))
        self.file = attempt.place(attempt.context.programs.linked(600), "input.bc")
        self.database, self.cache = self.folder / "runs.db", self.folder / "cache.db"
        self.output, self.report = self.folder / "out.bc", self.folder / "report.json"

    def made(self):
        """Files as an earlier run left them."""
        self.attempt.autotune("--max-evals", "50", "--budget", "20s", "-q", "--db", self.database,
                              "--cache", self.cache, self.file, limit=100)
        return self

    def tune(self, *more, wrapper=(), env=None):
        return self.timed([*wrapper, self.attempt.context.autotune, "--budget", f"{self.budget}s", "--db",
                           self.database, "--cache", self.cache, "--json", self.report, "-o", self.output,
                           *more, self.file], env=env)

    def timed(self, argv, env=None):
        budget, attempt = self.budget, self.attempt
        ended = attempt.run(argv, limit=10 * budget + 30, env=env)
        attempt.figure = max(attempt.figure, ended.seconds - budget)
        attempt.expect(ended.seconds <= budget + 1.0 * attempt.context.slack,
                       f"{ended.seconds:.1f} s for a budget of {budget} s")
        return ended

    def result(self, ended, word=None):
        """The result is there, and one line for each trouble."""
        attempt = self.attempt
        attempt.judge(ended, TUNE_STATUSES, lines=4)
        attempt.expect(ended.status == 0, f"no result, exit status {ended.status}")
        attempt.judge_output(ended, self.output)
        if ended.status == 0 and self.report.exists():
            attempt.judge_report(self.report, self.output, self.file)
        if word:
            attempt.expect(word in ended.err.decode(errors="replace").lower(), f"no line says '{word}'")
        attempt.judge_leftovers()

    def refused(self, ended, statuses=(1, 2)):
        """One line, a status, and no output."""
        self.attempt.judge(ended, set(statuses), lines=3)
        self.attempt.expect(not self.output.exists() or verifies(self.output), "half an output")
        self.attempt.judge_leftovers()


@contextlib.contextmanager
def locked(*files):
    connections = []
    for file in files:
        connection = sqlite3.connect(file, isolation_level=None)
        # Writers wait for IMMEDIATE in WAL mode, and all for EXCLUSIVE otherwise.
        connection.execute("BEGIN EXCLUSIVE")
        connections.append(connection)
    try:
        yield
    finally:
        for connection in connections:
            connection.rollback()
            connection.close()


def unchanged(case):
    """All runs that the database had before are still there."""
    with contextlib.closing(sqlite3.connect(case.database)) as connection:
        case.attempt.expect(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",),
                            "the database is damaged")
        case.attempt.expect(connection.execute("SELECT count(*) FROM run WHERE status = 'finished'")
                            .fetchone()[0] >= 1, "the database lost its first run")


def database_locked(case):
    case.made()
    with locked(case.database):
        case.result(case.tune(), "lock")
    unchanged(case)


def cache_locked(case):
    case.made()
    with locked(case.cache):
        case.result(case.tune())
    unchanged(case)


def both_locked(case):
    case.made()
    with locked(case.database, case.cache):
        case.result(case.tune(), "lock")


def rollback_journal_locked(case):
    """A database that another program has taken out of WAL mode, and holds."""
    case.made()
    with contextlib.closing(sqlite3.connect(case.database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with locked(case.database):
        case.result(case.tune(), "lock")
    unchanged(case)


def questions_to_a_locked_database(case):
    case.made()
    with contextlib.closing(sqlite3.connect(case.database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    case.budget = 15
    with locked(case.database):
        for command in (["query", "best"], ["show", "last"], ["replay", case.file, "--run", "last"]):
            case.refused(case.timed([case.attempt.context.autotune, *command, "--db", case.database]),
                         statuses=(0, 1))


@contextlib.contextmanager
def small_disk(case, size):
    """A file system of its own, unmounted at the end; needs root."""
    if os.geteuid() != 0:
        raise Skip("a full disk needs root, to mount a small tmpfs")
    folder = case.folder / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder],
                      capture_output=True).returncode:
        raise Skip("a full disk needs the right to mount a tmpfs")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
        folder.rmdir()


def fill(folder):
    with contextlib.suppress(OSError), open(folder / "filler", "wb", buffering=0) as out:
        while True:
            out.write(b"x" * 4096)


def output_on_a_full_disk(case):
    with small_disk(case, "64k") as disk:
        fill(disk)
        case.output = disk / "out.bc"
        ended = case.timed([case.attempt.context.autotune, "--budget", f"{case.budget}s", "--no-db", "-o",
                            case.output, case.file])
        case.refused(ended)
        case.attempt.expect(b"space" in ended.err or b"full" in ended.err, "no line says that it is full")
        left = [p.name for p in disk.iterdir() if p.name not in ("filler", "out.bc")]
        case.attempt.expect(not left, f"{left} stays on a full disk")


def files_on_a_full_disk(case):
    """Database and cache on it: the result is delivered."""
    with small_disk(case, "256k") as disk:
        case.database, case.cache = disk / "runs.db", disk / "cache.db"
        fill(disk)
        case.result(case.tune())


def disk_that_becomes_full(case):
    with small_disk(case, "400k") as disk:
        case.database, case.cache = disk / "runs.db", disk / "cache.db"
        case.result(case.tune("--method", "random"))


def temporary_folder_full(case):
    with small_disk(case, "16k") as disk:
        fill(disk)
        ended = case.tune(env={"TMPDIR": str(disk)})
        if ended.status == 0:
            case.result(ended)
        else:
            case.refused(ended)


def file_size_limit(case):
    """ulimit -f: a line and a status, no death by SIGXFSZ. What is smaller than that works."""
    case.budget = 4
    # Standard error is a file here, too: with no bytes at all nobody could say anything.
    for size in (1024, 4096, 65536, 1 << 20):
        for path in (case.database, case.cache, case.output, case.report):
            path.unlink(missing_ok=True)
        ended = case.tune(wrapper=["prlimit", f"--fsize={size}"])
        case.attempt.judge(ended, {0, 1, 2}, lines=6)
        if ended.status == 0:
            case.attempt.judge_output(ended, case.output)
        case.attempt.expect(not case.output.exists() or verifies(case.output), "half an output")


def read_only(case):
    """Root may write anywhere, unless it does without that capability."""
    return ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] \
        if os.geteuid() == 0 else []


def files_in_a_read_only_folder(case):
    folder = case.folder / "fixed"
    folder.mkdir()
    case.database, case.cache = folder / "runs.db", folder / "cache.db"
    folder.chmod(0o500)
    try:
        case.result(case.tune(wrapper=read_only(case)))
    finally:
        folder.chmod(0o700)


def output_in_a_read_only_folder(case):
    folder = case.folder / "fixed"
    folder.mkdir()
    case.output = folder / "out.bc"
    folder.chmod(0o500)
    try:
        case.refused(case.tune(wrapper=read_only(case)))
    finally:
        folder.chmod(0o700)


def fifo_as_database(case):
    case.budget = 4
    fifo = case.folder / "fifo.db"
    os.mkfifo(fifo)
    for command in (["query", "best"], ["show", "last"], ["db", "merge", case.database]):
        more = [fifo] if command[0] == "db" else ["--db", fifo]
        case.refused(case.timed([case.attempt.context.autotune, *command, *more]))
    case.database = fifo
    case.result(case.tune())


def fifo_as_input(case):
    fifo = case.folder / "fifo.bc"
    os.mkfifo(fifo)
    case.file = fifo
    case.refused(case.tune())


def endless_file_as_input(case):
    case.budget = 4
    case.file = case.folder / "sparse.bc"
    with open(case.file, "wb") as out:
        out.truncate(20 << 30)
    case.refused(case.tune())
    case.file.unlink()


CASES = {function.__name__.replace("_", " "): function for function in (
    database_locked, cache_locked, both_locked, rollback_journal_locked, questions_to_a_locked_database,
    output_on_a_full_disk, files_on_a_full_disk, disk_that_becomes_full, temporary_folder_full,
    file_size_limit, files_in_a_read_only_folder, output_in_a_read_only_folder, fifo_as_database,
    fifo_as_input, endless_file_as_input)}
SHORT = ["database locked", "output on a full disk", "file size limit", "output in a read only folder"]


def attempt(attempt):
    CASES[attempt.spec["case"]](Case(attempt))
    attempt.failures[:] = [f"{attempt.spec['case']}: {why}" for why in attempt.failures]

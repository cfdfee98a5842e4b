"""Runs the tries of a part, judges processes, and keeps a reproducer of each failure."""
import contextlib
import hashlib
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
import unicodedata
import uuid
from concurrent.futures import ThreadPoolExecutor

OPT = "opt-19"
CLANG = "clang-19"
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MARK = "NIGHTLY_TRY"
LINE_LENGTH = 600  # two names of 200 and what is said of them
STDERR_LINES = 8
# Statuses that README.md and --help document for a run that no signal ended.
TUNE_STATUSES = {0, 1, 2, 4}
COMMAND_STATUSES = {0, 1, 2}
SIGNAL_STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
PROGRESS = re.compile(r"best [\d,]+.* \| .* left|\d+ of \d+ programs.*")
# Reproducers with their inputs; later failures of a part keep texts only.
WHOLE_REPRODUCERS = 100
SMALL_FILE = 64 << 10


class Skip(Exception):
    """A try that can't be made on this machine; the text says why."""


class Ended:
    """A process that is over: `status` is as a shell has it, `timed_out` if the harness ended it."""

    def __init__(self, status, seconds, out, err, timed_out):
        self.status, self.seconds, self.timed_out = status, seconds, timed_out
        self.out, self.err = out, err

    @property
    def lines(self):
        """Messages on standard error: lines of progress, one every few seconds, are none."""
        return [line for line in self.err.decode(errors="replace").splitlines()
                if line.strip() and not PROGRESS.fullmatch(line)]


class Context:
    """What all tries of a run share."""

    def __init__(self, out, autotune, *, scale=1.0, night=0, short=False, jobs=1, slack=1.0,
                 programs=None):
        self.out, self.autotune = pathlib.Path(out).resolve(), str(autotune)
        self.scale, self.night, self.short, self.jobs, self.slack = scale, night, short, jobs, slack
        self.programs = programs

    def count(self, full, short):
        """Number of tries: `full` of them by night, `short` in the short form."""
        return short if self.short else max(1, round(full * self.scale))


def marked(token):
    """Live processes of a try: the token stands in their environment."""
    needle, found = f"{MARK}={token}".encode(), []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            with open(f"/proc/{entry}/environ", "rb") as file:
                if needle in file.read().split(b"\0"):
                    found.append(int(entry))
    return found


def killing(moment, hits):
    """For `during` of a run: SIGKILL `moment` seconds after its start, noted in `hits` if it lived."""
    def during(process):
        with contextlib.suppress(Exception):
            process.wait(max(0, process.started + moment - time.monotonic()))
        if process.poll() is None:
            hits.append(time.monotonic())
            process.kill()
    return during


def kill_all(pids):
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def control_characters(data):
    """The characters of `data` that can steer a terminal, newlines and tabs apart."""
    text = data.decode("utf-8", errors="surrogateescape")
    return sorted({c for c in text if (unicodedata.category(c) == "Cc" and c not in "\n\t")
                   or "\udc80" <= c <= "\udc9f"})


# A line of a body that begins an instruction: neither the end of a list, nor debug information.
INSTRUCTION = re.compile(rb"^  (?!\]|;|uselistorder|.*call void @llvm\.dbg\.)\S", re.M)


def count_instructions(module, limit=300):
    """Instructions of a module by stock opt, or None if it can't be read.

    Counted in its text: the properties that opt prints leave out blocks that can't be reached.
    """
    text = module_text(module, limit)
    return None if text is None else len(INSTRUCTION.findall(text))


def verifies(module, limit=300):
    return subprocess.run([OPT, "-passes=verify", "-disable-output", "--", str(module)],
                          capture_output=True, timeout=limit).returncode == 0


def module_text(module, limit=300):
    """The module as text, without the name of its file."""
    done = subprocess.run([OPT, "-S", "-passes=no-op-module", "-o", "-", "--", str(module)],
                          capture_output=True, timeout=limit)
    if done.returncode:
        return None
    return re.sub(rb"^(; ModuleID|source_filename) = .*\n", b"", done.stdout, flags=re.M)


class Attempt:
    """One try: a folder of its own, what it ran and what went wrong."""

    def __init__(self, context, part, index, spec, folder):
        self.context, self.part, self.index, self.spec = context, part, index, spec
        self.folder = folder
        self.token = uuid.uuid4().hex
        self.random = random.Random(f"{part}/{spec.get('seed', index)}")
        self.failures, self.figure, self.note = [], 0.0, ""
        self.commands, self.stderr = [], []
        for name in ("tmp", "home"):
            (folder / name).mkdir()

    # ---- running ---------------------------------------------------------------------------

    def environment(self, extra=None):
        home = str(self.folder / "home")
        environment = {k: v for k, v in os.environ.items()
                       if k in ("PATH", "LANG", "LC_ALL", "USER", "LD_LIBRARY_PATH")}
        environment |= {"HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home,
                        "TMPDIR": str(self.folder / "tmp"), MARK: self.token}
        return environment | (extra or {})

    def run(self, argv, *, limit, during=None, env=None, cwd=None, stdin=None):
        """Runs a command; `during(process)` is called when it has been started."""
        argv = [os.fspath(word) for word in argv]
        extra = "".join(f"{k}={shlex.quote(v)} " for k, v in (env or {}).items())
        extra = extra.replace(os.environ["PATH"], "$PATH")
        self.commands.append(extra + shlex.join(argv))
        number = len(self.commands)
        out_file, err_file = self.folder / f"out.{number}", self.folder / f"stderr.{number}"
        start = time.monotonic()
        with open(out_file, "wb") as out, open(err_file, "wb") as err:
            process = subprocess.Popen(argv, stdin=stdin or subprocess.DEVNULL, stdout=out, stderr=err,
                                       cwd=cwd or self.folder, env=self.environment(env),
                                       start_new_session=True)
            process.started = start
            timed_out = False
            try:
                if during:
                    during(process)
                process.wait(max(0.01, start + limit - time.monotonic()))
            except subprocess.TimeoutExpired:
                timed_out = True
            except BaseException:
                kill_all(marked(self.token))
                raise
            seconds = time.monotonic() - start
            if timed_out:
                kill_all(marked(self.token))
                process.kill()
                process.wait()
        code = process.returncode
        err_bytes = err_file.read_bytes()
        self.stderr.append(err_bytes)
        return Ended(128 - code if code < 0 else code, seconds, out_file.read_bytes(), err_bytes,
                     timed_out)

    def autotune(self, *argv, limit, suffix="", **rest):
        """Runs autotune, or `autotune-train` beside it if `suffix` is "-train"."""
        return self.run([self.context.autotune + suffix, *argv], limit=limit, **rest)

    def place(self, source, name):
        """A copy of a program in the folder of this try."""
        target = self.folder / name
        shutil.copyfile(source, target)
        return target

    # ---- judging ---------------------------------------------------------------------------

    def fail(self, why):
        self.failures.append(why)

    def expect(self, condition, why):
        if not condition:
            self.fail(why)
        return bool(condition)

    def judge(self, ended, statuses, *, lines=STDERR_LINES):
        """No hang, no death, a documented status, few short and harmless lines."""
        if ended.timed_out:
            self.fail(f"still ran after {ended.seconds:.1f} s")
            return
        if ended.status > 128 and ended.status not in statuses:
            name = signal.Signals(ended.status - 128).name if ended.status < 193 else ended.status
            self.fail(f"ended by {name}")
        elif ended.status not in statuses:
            self.fail(f"undocumented exit status {ended.status}")
        if ended.status == 139 or b"Stack dump" in ended.err or b"terminate called" in ended.err:
            self.fail("the standard error is that of a crash")
        self.judge_text(ended, lines)
        if ended.status not in (0, 3):
            self.expect(ended.lines, f"exit status {ended.status} without a word on standard error")

    def judge_text(self, ended, lines=STDERR_LINES):
        self.expect(len(ended.lines) <= lines, f"{len(ended.lines)} lines on standard error")
        longest = max(map(len, ended.lines), default=0)
        self.expect(longest <= LINE_LENGTH, f"a line of {longest} characters on standard error")
        controls = control_characters(ended.err)
        self.expect(not controls, f"control characters on standard error: {controls}")

    def judge_output(self, ended, output, also=()):
        """A module is written only by a success, or by a run that a signal ended, and verifies."""
        output = pathlib.Path(output)
        if not output.exists():
            self.expect(ended.status != 0, f"exit status 0, and no {output.name}")
            return
        if self.expect(ended.status == 0 or ended.status in also,
                       f"exit status {ended.status}, and {output.name} was written"):
            self.expect(verifies(output), f"{output.name} does not verify")

    def judge_leftovers(self, patience=3.0):
        """No process outlives the program for long, and no temporary file stays."""
        self.judge_processes(patience)
        self.judge_temporary()

    def judge_processes(self, patience=3.0):
        """No process outlives the program for long."""
        deadline = time.monotonic() + patience * self.context.slack
        while (left := marked(self.token)) and time.monotonic() < deadline:
            time.sleep(0.05)
        if left:
            names = []
            for pid in left:
                with contextlib.suppress(OSError):
                    names.append(pathlib.Path(f"/proc/{pid}/comm").read_text().strip())
            self.fail(f"processes are left: {', '.join(names)}")
            kill_all(left)

    def judge_temporary(self):
        files = sorted(path.name for path in (self.folder / "tmp").iterdir())
        self.expect(not files, f"temporary files are left: {files[:5]}")

    def give_attributes(self, module, csv):
        """Has stock opt give the functions of a module the size attributes in a file."""
        if not csv:
            return  # no module was written
        bare, command = self.folder / "bare.bc", [OPT, "-passes=forceattrs"]
        removing = [*command, "-force-remove-attribute=minsize", "-force-remove-attribute=optsize",
                    str(module), "-o", str(bare)]
        giving = [*command, f"-forceattrs-csv-path={csv}", str(bare), "-o", str(module)]
        for its in (removing, giving):
            self.commands.append(shlex.join(its))
            if subprocess.run(its, capture_output=True, timeout=600, cwd=self.folder).returncode:
                self.fail("stock opt can't give the reported size attributes")

    def judge_report(self, report, output, source):
        """The numbers of a report are those of stock opt on `source`, and `output` is its module."""
        try:
            data = json.loads(pathlib.Path(report).read_text())
            data = data[0] if isinstance(data, list) else data
            best, pipeline, flags = data["instructions"]["best"], data["pipeline"], data["opt_flags"]
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            self.fail(f"the report can't be used: {error!r}")
            return None
        flags = flags.split() if isinstance(flags, str) else flags
        reference = self.folder / "reference.bc"
        command = [OPT, *flags, f"-passes={pipeline}", str(source), "-o", str(reference)]
        self.commands.append(shlex.join(command))
        if subprocess.run(command, capture_output=True, timeout=600, cwd=self.folder).returncode:
            self.fail("stock opt fails of the reported pipeline")
            return data
        counted = count_instructions(reference)
        self.expect(counted == best, f"{best} instructions reported, {counted} by stock opt")
        if chosen := data.get("size_attributes"):
            self.give_attributes(reference, chosen.get("file"))
        if output and pathlib.Path(output).exists():
            self.expect(count_instructions(output) == best, "the output has another number of "
                        f"instructions than the {best} reported")
            self.expect(module_text(output) == module_text(reference),
                        "the output is another module than that of stock opt")
        return data

    # ---- keeping ---------------------------------------------------------------------------

    def keep(self):
        """Moves the folder to the reproducers; its texts say what happened."""
        target = self.context.out / "failures" / self.part / f"{self.index:05}"
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.folder / "why.txt").write_text("\n".join(self.failures) + "\n" + repr(self.spec) + "\n",
                                             errors="backslashreplace")
        commands = "\n".join(self.commands).replace(str(self.folder), str(target)) + "\n"
        (self.folder / "command.txt").write_text(commands, errors="backslashreplace")
        (self.folder / "stderr.txt").write_bytes(b"".join(self.stderr))
        if sum(1 for _ in target.parent.iterdir()) >= WHOLE_REPRODUCERS:
            for path in self.folder.rglob("*"):
                if path.is_file() and not path.is_symlink() and path.stat().st_size > SMALL_FILE:
                    path.unlink()
        shutil.move(self.folder, target)
        return target


class Journal:
    """The tries of a part that are over, one JSON object a line, so that a run can go on."""

    def __init__(self, file, key):
        self.file, self.lock, self.records = file, threading.Lock(), {}
        with contextlib.suppress(OSError, ValueError, KeyError, IndexError):
            lines = file.read_text().splitlines()
            if json.loads(lines[0])["key"] == key:
                for line in lines[1:]:
                    with contextlib.suppress(ValueError):
                        record = json.loads(line)
                        self.records[record["try"]] = record
        file.parent.mkdir(parents=True, exist_ok=True)
        body = "".join(json.dumps(r) + "\n" for r in self.records.values())
        file.write_text(json.dumps({"key": key}) + "\n" + body)

    def add(self, record):
        with self.lock:
            self.records[record["try"]] = record
            with open(self.file, "a") as out:
                out.write(json.dumps(record) + "\n")


def key_of(context, part, plan):
    """Changes with the plan, the program and the part, so that nothing stale is taken over."""
    digest = hashlib.sha256(json.dumps(plan, sort_keys=True).encode())
    digest.update(pathlib.Path(part.__file__).read_bytes())
    program = pathlib.Path(shutil.which(context.autotune) or context.autotune)
    if getattr(part, "NEEDS_AUTOTUNE", True) and program.exists():
        for file in (program, program.with_name("autotune-worker")):
            if file.exists():
                digest.update(file.read_bytes())
    return digest.hexdigest()


def run_try(context, part, index, spec):
    start = time.monotonic()
    folder = context.out / "work" / part.NAME / f"{index:05}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    attempt = Attempt(context, part.NAME, index, spec, folder)
    skipped = None
    try:
        part.attempt(attempt)
    except Skip as reason:
        skipped = str(reason)
    except Exception as error:  # a part that breaks has not shown that all is well
        attempt.fail(f"the harness failed: {error!r}")
    finally:
        kill_all(marked(attempt.token))
    record = {"try": index, "failures": attempt.failures, "figure": attempt.figure,
              "seconds": round(time.monotonic() - start, 3), "note": attempt.note}
    if skipped:
        record["skipped"] = skipped
    if attempt.failures:
        record["reproducer"] = str(attempt.keep().relative_to(context.out))
    shutil.rmtree(folder, ignore_errors=True)
    return record


def run_part(context, part, say):
    """Makes the tries that are missing. Returns the row of the table and the records."""
    start = time.monotonic()
    plan = part.plan(context)
    journal = Journal(context.out / f"{part.NAME}.jsonl", key_of(context, part, plan))
    missing = [i for i in range(len(plan)) if i not in journal.records]
    jobs = 1 if getattr(part, "SERIAL", False) else context.jobs

    def one(index):
        record = run_try(context, part, index, plan[index])
        journal.add(record)
        for why in record["failures"]:
            say(f"{part.NAME} {index}: {why}  [{record['reproducer']}]")

    with ThreadPoolExecutor(jobs) as pool:
        for _ in pool.map(one, missing):
            pass
    records = [journal.records[i] for i in range(len(plan))]
    skipped = sorted({r["skipped"] for r in records if "skipped" in r})
    for why in skipped:
        say(f"{part.NAME}: skipped: {why}")
    figures = [r["figure"] for r in records if "skipped" not in r]
    tries = part.tries(records) if hasattr(part, "tries") else len(figures)
    row = {"part": part.NAME, "tries": tries, "failures": sum(bool(r["failures"]) for r in records),
           "worst": f"{max(figures, default=0):.2f} {part.FIGURE}",
           "seconds": time.monotonic() - start + sum(records[i]["seconds"] for i in range(len(plan))
                                                     if i not in missing) / jobs}
    return row, records


def table(rows):
    lines = ["| part | tries | failures | worst figure | seconds |", "|---|--:|--:|--:|--:|"]
    for row in rows:
        lines.append(f"| {row['part']} | {row['tries']:,} | {row['failures']:,} | {row['worst']} | "
                     f"{row['seconds']:,.0f} |")
    return "\n".join(lines)

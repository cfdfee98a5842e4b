"""Where hostile files are tried: a folder for the program, one it must not touch, and traps."""
import contextlib
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import time

from harness import CLANG, kill_all, marked

CANARY = "canary"
# What hostile shell text makes in the working directory.
ZAPPED = "zapped"
# Writes a file beside itself as soon as a process has loaded it.
EVIL = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
__attribute__((constructor)) static void loaded(void) {
  Dl_info info;
  char name[4096];
  if (!dladdr((void *)loaded, &info)) return;
  snprintf(name, sizeof name, "%s.canary", info.dli_fname);
  FILE *file = fopen(name, "w");
  if (file) fclose(file);
}
"""
# Programs that a pass or a script may start, and that nobody asked for.
TRAPS = ("dot", "xdg-open", "gv", "xdot", "neato", "twopi", "circo", "fdp", "open")
LIMIT_S = 40
# Endless SQL has a limit of its own, which may be longer than that.
SQL_LIMIT_S = 120


class Arena:
    """`folder` is the working directory; nothing but `allowed` may appear anywhere else."""

    def __init__(self, attempt):
        self.attempt, self.context = attempt, attempt.context
        self.folder, self.outside = attempt.folder / "arena", attempt.folder / "outside"
        self.bin = attempt.folder / "bin"
        for folder in (self.folder, self.outside, self.bin):
            folder.mkdir()
        shutil.copy(self.context.programs.tiny(), self.outside / "victim.ll")
        shutil.copy(self.bitcode(), self.outside / "victim.bc")
        (self.outside / "victim.txt").write_text("precious\n")
        for name in TRAPS:
            self.trap(name)
        self.before = self._snapshot()

    # ---- what it is made of ---------------------------------------------------------------

    def canary(self, name="x"):
        """A path that must not come into being."""
        return self.attempt.folder / f"{CANARY}-{name}"

    def trap(self, name):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n: > '{self.canary('trap-' + name)}'\n")
        path.chmod(0o755)

    def fake(self, name, body="exit 0"):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def evil(self, name="evil.so"):
        built = self.context.programs.folder / "evil.so"
        with self.context.programs.lock:
            if not built.exists():
                source = built.with_suffix(".c")
                source.write_text(EVIL)
                subprocess.run([CLANG, "-shared", "-fPIC", source, "-o", built, "-ldl"], check=True)
        target = self.folder / name
        shutil.copy(built, target)
        return target

    def bitcode(self):
        tiny = self.context.programs.tiny()
        made = tiny.with_suffix(".bc")
        with self.context.programs.lock:
            if not made.exists():
                subprocess.run(["llvm-as-19", tiny, "-o", made], check=True)
        return made

    def module(self, name="input.bc"):
        target = self.folder / name
        shutil.copyfile(self.context.programs.linked(600), target)
        return target

    def base(self):
        """Copies of a module and of a database with one proved run on it."""
        made = self.context.programs.folder / "base.db"
        module = self.module()
        with self.context.programs.lock:
            if not made.exists():
                part = self.attempt.folder / "base.db"
                self.autotune("-q", "--max-evals", "400", "--budget", "30s", "--no-cache", "--db", part,
                              module, limit=120)
                with contextlib.closing(sqlite3.connect(part)) as connection:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    if not connection.execute("SELECT 1 FROM list WHERE verified = 1").fetchone():
                        raise RuntimeError("autotune made no run to begin with")
                shutil.move(part, made)
        database = self.folder / "hostile.db"
        shutil.copyfile(made, database)
        return database, module

    def edit(self, database, *statements):
        """Writes to a database as an attacker does, without constraints."""
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            for statement in statements:
                text, values = statement if isinstance(statement, tuple) else (statement, ())
                connection.execute(text, values)
            connection.commit()

    # ---- running --------------------------------------------------------------------------

    def environment(self, extra=None):
        return {"PATH": f"{self.bin}:{os.environ['PATH']}"} | (extra or {})

    def autotune(self, *argv, limit=LIMIT_S, env=None, statuses=(0, 1, 2, 4), judge=True, **rest):
        ended = self.attempt.autotune(*argv, limit=limit * self.context.slack, cwd=self.folder,
                                      env=self.environment(env), **rest)
        if judge:
            self.attempt.judge(ended, set(statuses), lines=20)
        return ended

    def shell(self, text):
        """What happens if somebody pastes `text`; opt-19 itself does nothing."""
        self.fake("opt-19")
        self.fake("autotune")
        return self.attempt.run(["sh", "-c", text], limit=20, cwd=self.folder, env=self.environment())

    def terminal(self, *argv, limit=LIMIT_S, env=None):
        """Runs autotune in a pseudo-terminal; all that would have reached the terminal."""
        master, slave = os.openpty()
        words = [self.context.autotune, *map(os.fspath, argv)]
        self.attempt.commands.append(repr(words) + "  # in a terminal")
        start, output = time.monotonic(), b""
        process = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, cwd=self.folder,
                                   env=self.attempt.environment(
                                       self.environment({"TERM": "xterm-256color"} | (env or {}))),
                                   start_new_session=True)
        os.close(slave)
        os.set_blocking(master, False)
        deadline = start + limit * self.context.slack
        while time.monotonic() < deadline:
            over = process.poll() is not None
            try:
                data = os.read(master, 1 << 16)
            except BlockingIOError:
                data = b""
            except OSError:
                break
            output += data
            if not data:
                if over:
                    break
                time.sleep(0.01)
        os.close(master)
        timed_out = process.poll() is None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.1, deadline - time.monotonic()))
            timed_out = False
        if timed_out:
            self.attempt.fail(f"still ran after {limit} s in a terminal")
            process.kill()
            process.wait()
            kill_all(marked(self.attempt.token))
        (self.attempt.folder / "terminal.txt").write_bytes(output)
        code = process.returncode
        if code < 0 or code not in (0, 1, 2, 4):
            self.attempt.fail(f"exit status {code} in a terminal")
        return output

    # ---- judging --------------------------------------------------------------------------

    def harmless(self, output, payload=b""):
        """Nothing in it steers a terminal but autotune's own colours and live lines."""
        rest = re.sub(rb"\x1b\[[0-9;]*m|\r?\x1b\[[0-9]*[KAG]|\x1b\[\?25[lh]", b"", output)
        text = rest.decode("utf-8", errors="surrogateescape")
        bad = sorted({c for c in text if c in "\x1b\x07\x08\x7f\x0b\x0c\x0e\x0f\x9b\x9d\x90\x85"
                      or "\udc80" <= c <= "\udc9f"})
        self.attempt.expect(not bad, f"control characters reached the terminal: {bad}")
        if payload:
            self.attempt.expect(payload not in output, f"{payload!r} reached the terminal")

    def _snapshot(self):
        return {path: (path.lstat().st_mode, path.lstat().st_size,
                       path.read_bytes() if path.is_file() else None)
                for path in self.outside.rglob("*")}

    def check(self, allowed=r".*"):
        """No canary, the outside as it was; files in the arena match `allowed`."""
        attempt = self.attempt
        time.sleep(0.02)
        for path in attempt.folder.rglob("*"):
            if path.name == ZAPPED or path.name.startswith(CANARY) or path.suffix == f".{CANARY}":
                attempt.fail(f"code ran or a file was written: {path.relative_to(attempt.folder)}")
        attempt.expect(self._snapshot() == self.before, "something outside was changed: " + ", ".join(
            str(path.name) for path, _ in set(self._snapshot().items()) ^ set(self.before.items())))
        strange = [path.name for path in self.folder.rglob("*")
                   if path.is_file() and not re.fullmatch(allowed, path.name, re.S)]
        attempt.expect(not strange, f"files that nobody asked for: {strange[:4]}")
        names = {"arena", "outside", "bin", "tmp", "home", "terminal.txt", "base.db"}
        for path in attempt.folder.iterdir():
            if path.name not in names and not re.match(r"(out|stderr)\.\d+$|canary", path.name):
                attempt.fail(f"a file outside of the arena: {path.name}")


def plain_mode(path):
    """No setuid, setgid or sticky bit, not writable by others."""
    return not stat.S_IMODE(path.lstat().st_mode) & 0o7022

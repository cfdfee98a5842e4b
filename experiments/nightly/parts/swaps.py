"""The input file is replaced at a random moment of a run: the result is that of the old bytes."""
import contextlib
import hashlib
import os
import re
import shutil
import sqlite3
import time

from harness import TUNE_STATUSES

NAME = "swaps"
FIGURE = "s over the budget"
SERIAL = True
HOW = ("rewrite", "rename", "truncate", "delete", "append", "symlink")
# A swap that early may come before the file was read: then the new bytes are the program.
EARLY_S = 1.0
# A swap this short before the end may come after the last look at the file.
LATE_S = 0.5
SAYS_SO = re.compile(rb"chang|replac|modif|differ|gone|delet|remov|no longer|rewritten|not what", re.I)


def plan(context):
    budgets = (2, 3) if context.short else (3, 4, 6, 10)
    return [{"seed": i, "how": HOW[i % len(HOW)], "budget": budgets[i % len(budgets)],
             "threads": 1 + i // 2 % 2, "text": i % 3 == 0}
            for i in range(context.count(100, 4))]


def two_programs(attempt):
    """Files to swap, in the same form, of sizes that often differ a lot."""
    programs, short = attempt.context.programs, attempt.context.short
    sizes = (600, 3_000) if short else (600, 3_000, 9_000, 23_000, 72_000)
    old, new = (programs.linked(attempt.random.choice(sizes), variant) for variant in (0, 1))
    if attempt.random.random() < 0.3:
        old, new = new, old
    if attempt.spec["text"]:
        old, new = programs.text(old), programs.text(new)
    return old, new


def swap(how, file, new):
    if how == "rewrite":
        with open(file, "r+b") as out:  # the same inode
            out.write(new.read_bytes())
            out.truncate()
    elif how == "rename":
        shutil.copyfile(new, file.with_suffix(".next"))
        os.rename(file.with_suffix(".next"), file)
    elif how == "truncate":
        os.truncate(file, file.stat().st_size // 2)
    elif how == "delete":
        file.unlink()
    elif how == "append":
        with open(file, "ab") as out:
            out.write(b"\n; more\n")
    else:
        os.symlink(new, file.with_suffix(".next"))
        os.rename(file.with_suffix(".next"), file)


def hash_file(file, content):
    """Where the hash of a program is kept: one that is made anew under the same name is another."""
    return file.with_name(f"{file.name}.{hashlib.sha256(content).hexdigest()[:16]}.hash")


def hash_of(attempt, file):
    """The hash that autotune has for a program, by a run of its own. Kept beside the programs."""
    known = hash_file(file, file.read_bytes())
    if not known.exists():
        database = attempt.folder / f"{file.name}.db"  # of this program alone
        attempt.autotune("-q", "--max-evals", "1", "--budget", "20s", "--no-cache", "--db", database,
                         file, limit=120)
        with contextlib.closing(sqlite3.connect(database)) as connection:
            known.write_text(connection.execute("SELECT program FROM program").fetchone()[0])
        attempt.commands.pop()
        attempt.stderr.pop()
    return known.read_text()


def programs_of(database):
    if not database.exists():
        return set()
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return {row[0] for table in ("run", "baseline", "level_proof")
                for row in connection.execute(f"SELECT program FROM {table}")}


def attempt(attempt):
    spec, folder, slack = attempt.spec, attempt.folder, attempt.context.slack
    old, new = two_programs(attempt)
    suffix = ".ll" if spec["text"] else ".bc"
    file = attempt.place(old, "input" + suffix)
    saved = attempt.place(old, "old" + suffix)
    old_hash, new_hash = hash_of(attempt, old), hash_of(attempt, new)
    moment = attempt.random.uniform(0.1, 0.95 * spec["budget"])
    spec["moment"] = moment
    swapped_at = []

    def during(process):
        with contextlib.suppress(Exception):
            process.wait(max(0, process.started + moment - time.monotonic()))
        if process.poll() is None:
            swapped_at.append(time.monotonic() - process.started)
            swap(spec["how"], file, new)

    output, report, database = folder / "out.bc", folder / "report.json", folder / "runs.db"
    ended = attempt.autotune(
        "--budget", f"{spec['budget']}s", "--threads", str(spec["threads"]), "--db", database,
        "--json", report, "-o", output, file, during=during, limit=spec["budget"] * 3 + 60)
    attempt.figure = max(0.0, ended.seconds - spec["budget"])
    attempt.judge(ended, TUNE_STATUSES)
    attempt.judge_leftovers()
    if ended.timed_out:
        return
    hashes = programs_of(database)
    early = swapped_at and swapped_at[0] < EARLY_S * slack
    if early and old_hash not in hashes and (hashes or ended.status != 0):
        # It never read the old bytes: the result is that of the new ones.
        if ended.status == 0 and file.exists():
            attempt.judge_report(report, output, file)
        return
    attempt.expect(hashes <= {old_hash}, "the database holds something of other bytes than the old ones"
                   if new_hash in hashes else f"the database holds unknown programs: {hashes}")
    if ended.status != 0:
        attempt.expect(ended.status == 4, f"no result of the old bytes, exit status {ended.status}")
        attempt.expect(not output.exists(), "no result, and an output")
        return
    attempt.judge_report(report, output, saved)
    if swapped_at and ended.seconds - swapped_at[0] > LATE_S * slack:
        said = [line for line in ended.err.splitlines()
                if file.name.encode() in line and SAYS_SO.search(line)]
        attempt.expect(said, f"no line about the change ({spec['how']} at {swapped_at[0]:.2f} s)")

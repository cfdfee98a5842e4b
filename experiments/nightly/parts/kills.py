"""SIGKILL of the tuner at a random moment: its files stay whole and the next run goes on."""
import contextlib
import sqlite3
import time

from harness import TUNE_STATUSES, killing, verifies

NAME = "kills"
FIGURE = "s until its processes were gone"
KILLS_A_TRY = 5


def plan(context):
    kills = context.count(500, 4)
    return [{"seed": at, "kills": min(KILLS_A_TRY, kills - at)} for at in range(0, kills, KILLS_A_TRY)]


def tries(records):
    """Kills that met a living tuner."""
    return sum(int(r["note"] or 0) for r in records)


def whole(attempt, file):
    if not file.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            answer = connection.execute("PRAGMA integrity_check").fetchall()
        attempt.expect(answer == [("ok",)], f"{file.name}: {answer[:2]}")
    except sqlite3.Error as error:
        attempt.fail(f"{file.name}: {error}")


def attempt(attempt):
    context, random = attempt.context, attempt.random
    folder = attempt.folder
    database, cache, output = folder / "runs.db", folder / "cache.db", folder / "out.bc"
    size = random.choice((600, 3_000) if context.short else (600, 3_000, 9_000))
    file = attempt.place(context.programs.linked(size), "input.bc")
    common = ["--db", database, "--cache", cache, "-q"]
    killed = 0
    for number in range(attempt.spec["kills"]):
        output.unlink(missing_ok=True)
        moment = random.uniform(0.0, random.choice((0.3, 1.5, 4.5)))
        hit = []
        attempt.autotune("--budget", "4s", "--seed", str(number), "-o", output, *common, file,
                         during=killing(moment, hit), limit=30)
        killed += len(hit)
        attempt.judge_processes()  # its temporary files are for the next run to clear
        if hit:
            attempt.figure = max(attempt.figure, time.monotonic() - hit[0])
        whole(attempt, database)
        whole(attempt, cache)
        if output.exists():
            attempt.expect(verifies(output), f"kill {number}: half an output")
        strange = [path.name for path in folder.iterdir() if path.name.startswith(("out.bc", ".out"))
                   and path != output]
        attempt.expect(not strange, f"kill {number}: {strange} beside the output")
    attempt.note = str(killed)
    output.unlink(missing_ok=True)
    ended = attempt.autotune("--max-evals", "300", "--budget", "20s", "-o", output, *common, file,
                             limit=20 * context.slack + 20)
    attempt.judge(ended, TUNE_STATUSES)
    attempt.expect(not ended.lines, f"the run after the kills complains: {ended.err[:200]!r}")
    attempt.judge_output(ended, output)
    attempt.judge_leftovers()
    whole(attempt, database)

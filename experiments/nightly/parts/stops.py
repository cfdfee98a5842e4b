"""SIGSTOP of the zygote, a worker or an opt at a random moment: the run ends in its budget all the same."""
import contextlib
import os
import pathlib
import signal
import time

from harness import TUNE_STATUSES, marked

NAME = "stops"
FIGURE = "s over the budget"
SERIAL = True
TARGETS = ("zygote", "worker", "worker", "zygote", "opt-19")


def plan(context):
    budgets = (3,) if context.short else (3, 5, 8)
    return [{"seed": i, "target": TARGETS[i % len(TARGETS)], "budget": budgets[i % len(budgets)],
             "threads": 1 + i // 2 % 2} for i in range(context.count(100, 3))]


def parent_of(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def find(token, target, tuner):
    """Processes of a kind that belong to the run, the tuner itself apart."""
    found = []
    for pid in marked(token):
        with contextlib.suppress(OSError, ValueError):
            comm, parent = pathlib.Path(f"/proc/{pid}/comm").read_text().strip(), parent_of(pid)
            kind = ("opt-19" if comm.startswith("opt") else None if pid == tuner else
                    "zygote" if parent == tuner else "worker")
            if kind == target:
                found.append(pid)
    return found


def attempt(attempt):
    spec, budget = attempt.spec, attempt.spec["budget"]
    size = attempt.random.choice((600, 3_000) if attempt.context.short else (600, 6_000, 23_000, 65_000))
    file = attempt.place(attempt.context.programs.linked(size), "input.bc")
    output, report = attempt.folder / "out.bc", attempt.folder / "report.json"
    moment = attempt.random.uniform(0.02, 0.95 * budget)
    spec["moment"] = moment
    stopped = []

    def during(process):
        with contextlib.suppress(Exception):
            process.wait(max(0, process.started + moment - time.monotonic()))
        while process.poll() is None and not stopped:
            found = find(attempt.token, spec["target"], process.pid)
            if found:
                with contextlib.suppress(OSError):
                    os.kill(found[0], signal.SIGSTOP)
                    stopped.append(found[0])
            time.sleep(0.005)

    ended = attempt.autotune("--budget", f"{budget}s", "--threads", str(spec["threads"]), "--json",
                             report, "-o", output, file, during=during, limit=3 * budget + 4 * attempt.context.slack)
    attempt.figure = max(0.0, ended.seconds - budget)
    attempt.note = "stopped" if stopped else "over before"
    bound = max(1.0, 0.05 * budget) * attempt.context.slack
    attempt.expect(attempt.figure <= bound, f"{ended.seconds:.1f} s for a budget of {budget} s: the "
                   f"{spec['target']} was stopped at {moment:.2f} s")
    attempt.judge(ended, TUNE_STATUSES)
    attempt.judge_leftovers()
    attempt.judge_output(ended, output)
    if ended.status == 0:
        attempt.judge_report(report, output, file)

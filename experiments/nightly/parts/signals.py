"""SIGINT, SIGTERM and SIGHUP at random moments, on modules of 1 kB to 10 MB: an answer within 1 s."""
import contextlib
import re
import signal
import time

from harness import SIGNAL_STATUS, TUNE_STATUSES, count_instructions, verifies

NAME = "signals"
FIGURE = "s to the end"
SERIAL = True
LIMIT_S = 1.0
# Before that the program may not have come to its own handlers.
LOADING_S = 0.1
KINDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def plan(context):
    tries = context.count(200, 6)
    sizes = 3 if context.short else 6
    # Every size with every signal; half of the moments are in the first seconds.
    return [{"seed": i, "signal": int(KINDS[i % 3]), "size": i // 3 % sizes,
             "latest": (1.5, 3, 8, 15)[i % 4] if not context.short else 3,
             "threads": 1 + i % 2, "text": i % 5 == 0} for i in range(tries)]


def reported_instructions(out):
    """The number in the row `autotune` of the table."""
    found = re.search(rb"^autotune +([\d,]+)", out, re.M)
    return int(found[1].replace(b",", b"")) if found else None


def attempt(attempt):
    spec, context = attempt.spec, attempt.context
    for number, (_, module) in enumerate(context.programs.sizes(100_000 if context.short else 10_000_000)):
        if number == spec["size"]:
            break  # larger ones need not be made
    if spec["text"] and module.suffix == ".bc":
        module = context.programs.text(module)
    file = attempt.place(module, "input" + module.suffix)
    output = attempt.folder / "out.bc"
    moment = attempt.random.uniform(0.0, spec["latest"])
    spec["moment"] = moment
    sent = []

    def during(process):
        with contextlib.suppress(Exception):
            process.wait(max(0, process.started + moment - time.monotonic()))
        if process.poll() is not None:
            return
        sent.append(time.monotonic())
        process.send_signal(spec["signal"])
        with contextlib.suppress(Exception):
            process.wait(60)
        attempt.figure = time.monotonic() - sent[0]

    ended = attempt.autotune("--budget", "30s", "--threads", str(spec["threads"]), "-o", output, file,
                             during=during, limit=moment + 65)
    wanted = SIGNAL_STATUS[spec["signal"]]
    if not sent:
        attempt.judge(ended, TUNE_STATUSES)
        attempt.judge_output(ended, output)
        return
    attempt.expect(attempt.figure <= LIMIT_S * context.slack,
                   f"{attempt.figure:.2f} s after the signal (at {moment:.2f} s, {module.name})")
    loading = moment < LOADING_S * context.slack
    if loading and ended.status == wanted and not ended.lines:
        return  # ended by the signal itself, which is at once
    # Done already is as good.
    attempt.judge(ended, {wanted, 0}, lines=4)
    attempt.judge_leftovers(patience=1.0)
    if ended.status == wanted:
        attempt.expect(ended.lines, "not a word about the signal on standard error")
    if output.exists():
        if attempt.expect(verifies(output), "the output does not verify"):
            reported, counted = reported_instructions(ended.out), count_instructions(output)
            attempt.expect(reported == counted,
                           f"{reported} instructions reported, {counted} in the output")
    else:
        attempt.expect(ended.status != 0, "exit status 0, and no output")

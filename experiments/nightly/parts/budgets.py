"""A budget is a bound: how far runs go over it, by budget, threads and size."""
import json
import re

NAME = "budgets"
FIGURE = "s over max(1 s, 5 %)"
SERIAL = True
SIZES = (1_000, 8_000, 23_000, 72_000, 130_000, 400_000)
BUDGETS = (3, 6, 12, 25, 60)
WIDE = "division"
# A run that has to search for most of the time that levels and proofs leave.
SEARCHED = (23_000, 25, 1)
LEAST_SEARCH = 0.8
NO_LEVEL = 4


def plan(context):
    if context.short:
        return [{"size": size, "budget": 3, "threads": threads, "variant": 0}
                for size, threads in ((1_000, 1), (8_000, 2), (WIDE, 1))]
    specs = []
    for variant in range(max(1, round(2 * context.scale))):
        for size in (*SIZES, WIDE):
            for budget in BUDGETS:
                for threads in (1, 2):
                    if size != WIDE or budget <= 12:
                        specs.append({"size": size, "budget": budget, "threads": threads,
                                      "variant": variant})
    return specs[:max(1, round(len(specs) * context.scale))] if context.scale < 0.5 else specs


def overrun(attempt, seconds):
    budget = attempt.spec["budget"]
    return seconds - budget - max(1.0, 0.05 * budget)


def attempt(attempt):
    spec, context = attempt.spec, attempt.context
    module = (context.programs.wide_division() if spec["size"] == WIDE
              else context.programs.linked(spec["size"], spec["variant"]))
    file = attempt.place(module, "input" + module.suffix)
    output, report = attempt.folder / "out.bc", attempt.folder / "report.json"
    budget = spec["budget"]
    ended = attempt.autotune("--budget", f"{budget}s", "--threads", str(spec["threads"]), "--json",
                             report, "-o", output, file, limit=max(30, 4 * budget))
    over = overrun(attempt, ended.seconds)
    attempt.figure = max(0.0, over)
    attempt.note = json.dumps({"seconds": round(ended.seconds, 2), "status": ended.status,
                               "timed_out": ended.timed_out})
    slack = max(1.0, 0.05 * budget) * (context.slack - 1)
    attempt.expect(over <= slack, f"{ended.seconds:.1f} s for a budget of {budget} s "
                   f"({module.name}, --threads {spec['threads']})")
    attempt.judge(ended, {0, NO_LEVEL})
    attempt.judge_leftovers()
    attempt.judge_output(ended, output)
    if ended.status == NO_LEVEL:
        attempt.expect(re.search(rb"\d ?(ms|s|m|min|h)\b", ended.err),
                       "status 4 without a line that names the time needed")
    if ended.status == 0 and not ended.timed_out:
        attempt.judge_report(report, output, file)
    if (spec["size"], budget, spec["threads"]) == SEARCHED and report.exists():
        searched, left = search_time(json.loads(report.read_text()))
        attempt.expect(searched >= LEAST_SEARCH * left,
                       f"{searched:.1f} s of search in the {left:.1f} s that levels and proofs left")


def search_time(report):
    """Seconds of search for passes and size attributes, and those that levels and proofs left."""
    searched = report["search_seconds"] + report["attributes_seconds"]
    return searched, report["budget_seconds"] - (report["wall_seconds"] - searched)


def summary(context, records):
    """Wall seconds by size (rows), budget and threads; `*` marks the status 4, `!` a failure."""
    cells, columns = {}, []
    for spec, record in zip(plan(context), records):
        if not record["note"]:
            continue
        note = json.loads(record["note"])
        column = (spec["budget"], spec["threads"])
        columns.append(column)
        mark = ("*" if note["status"] == NO_LEVEL else "") + ("!" if record["failures"] else "")
        text = (">" if note["timed_out"] else "") + f"{note['seconds']:.1f}{mark}"
        cells.setdefault(spec["size"], {}).setdefault(column, []).append(text)
    columns = sorted(set(columns))
    lines = ["| wall s | " + " | ".join(f"{b} s, {t} thr." for b, t in columns) + " |",
             "|---|" + "--:|" * len(columns)]
    for size, row in cells.items():
        lines.append(f"| {size} | " + " | ".join(", ".join(row.get(c, ["-"])) for c in columns) + " |")
    return "\n".join(lines)

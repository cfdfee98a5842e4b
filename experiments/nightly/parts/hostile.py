"""Files that try to run code, to write outside or to steer a terminal: 20 vectors, 10 variants each."""
import vectors_files as files
import vectors_text as text
from arena import Arena

NAME = "hostile"
FIGURE = "ways in"
VARIANTS = 10
VECTORS = {
    "flags of a stored list, replay --run": text.flags_replay,
    "flags of a stored list, minimize --run": text.flags_minimize,
    "flags of a merged database": text.flags_merged,
    "stored passes that write files": text.passes_stored,
    "given passes that write files": text.passes_given,
    "shell text in what show prints": text.shell_show,
    "shell text in file names": text.shell_tune,
    "shell text in the file of --check": text.shell_check,
    "escape sequences in show": text.terminal_show,
    "escape sequences in query": text.terminal_query,
    "escape sequences in names": text.terminal_names,
    "schemas with triggers and views": text.sql_schema,
    "SQL of query": text.sql_query,
    "markup and gnuplot text in reports": text.page,
    "archives": files.archive,
    "manifests": files.manifest,
    "compile_commands.json": files.compile_commands,
    "leaderboard configs": files.config,
    "links in place of files": files.links,
    "weights": files.weights,
}


def plan(context):
    """In the short form the first variant of each vector, in which the three known ways are."""
    variants = 1 if context.short else max(1, round(VARIANTS * min(1.0, context.scale)))
    return [{"vector": name, "variant": variant} for variant in range(variants) for name in VECTORS]


def attempt(attempt):
    arena = Arena(attempt)
    VECTORS[attempt.spec["vector"]](arena, attempt.spec["variant"])
    attempt.failures[:] = [f"{attempt.spec['vector']}, variant {attempt.spec['variant']}: {why}"
                           for why in attempt.failures]
    attempt.figure = float(bool(attempt.failures))

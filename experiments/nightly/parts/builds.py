"""SIGKILL of `autotune build` at a random moment: plain make builds the tree, files stay whole."""
import shutil

from harness import CLANG, REPOSITORY, killing
from parts.kills import whole

NAME = "builds"
FIGURE = "s of plain make afterwards"
KILLS_A_TRY = 5
PROGRAMS = ("calc", "words", "routes")
MAKEFILE = "CFLAGS = -Oz\nall: " + " ".join(PROGRAMS) + "\n" + "".join(
    f"{name}: {name}.o\n" for name in PROGRAMS)


def plan(context):
    kills = context.count(300, 2)
    return [{"seed": at, "kills": min(KILLS_A_TRY, kills - at)} for at in range(0, kills, KILLS_A_TRY)]


def tries(records):
    """Kills that met a living build."""
    return sum(int(r["note"] or 0) for r in records)


def attempt(attempt):
    random, folder = attempt.random, attempt.folder
    tree = folder / "tree"
    tree.mkdir()
    for name in PROGRAMS:
        shutil.copyfile(REPOSITORY / f"examples/{name}.c", tree / f"{name}.c")
    (tree / "Makefile").write_text(MAKEFILE)
    database = folder / "runs.db"

    def outputs():
        """Has plain make build the tree, and returns what the programs print."""
        made = attempt.run(["make", f"CC={CLANG}"], limit=60, cwd=tree)
        attempt.figure = max(attempt.figure, made.seconds)
        attempt.expect(made.status == 0, f"plain make fails: {made.err[-300:]!r}")
        return [attempt.run([tree / name], limit=30, cwd=tree).out for name in PROGRAMS]

    expected = outputs()
    killed = 0
    for number in range(attempt.spec["kills"]):
        if random.random() < 0.3:
            for name in PROGRAMS:
                (tree / f"{name}.o").unlink(missing_ok=True)
        moment = random.uniform(0.0, random.choice((1.0, 4.5)))
        hit = []
        whole_program = random.choice(([], ["--whole-program", "*"]))
        attempt.autotune("build", "--threads", "1", "--budget", "3s", "--db", database,
                         *whole_program, "--", "make", "-j2", during=killing(moment, hit), limit=60, cwd=tree)
        killed += len(hit)
        attempt.judge_processes()
        attempt.expect(outputs() == expected, f"kill {number}: a program prints something else")
        whole(attempt, database)
        strange = [path.name for path in tree.iterdir()
                   if path.suffix not in (".c", ".o") and path.name not in (*PROGRAMS, "Makefile")]
        attempt.expect(not strange, f"kill {number}: {strange} in the tree")
    attempt.note = str(killed)

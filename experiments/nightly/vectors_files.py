"""Hostile vectors of archives, manifests, builds, configs, links and weights: each has ten variants."""
import io
import json
import os
import pickle
import shutil
import stat
import tarfile
import zipfile

from arena import ZAPPED, plain_mode
from vectors_text import NAMES, PAYLOADS


def member(name, data=b"", **fields):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for key, value in fields.items():
        setattr(info, key, value)
    return info, io.BytesIO(data)


def archives(arena):
    module, outside = arena.bitcode().read_bytes(), str(arena.outside)
    link = {"type": tarfile.SYMTYPE}
    payload = PAYLOADS[0]
    return [
        [member("../escape.bc", module), member("a/../../../escape.bc", module)],
        [member(f"{outside}/absolute.bc", module)],
        [member("dir", linkname=outside, **link), member("dir/through.bc", module)],
        [member("victim.bc", linkname=f"{outside}/victim.bc", **link), member("victim.bc", module)],
        [member("hard.bc", linkname=f"{outside}/victim.bc", type=tarfile.LNKTYPE),
         member("hard.bc", module)],
        [member("setuid.bc", module, mode=0o4755), member("plain.bc", module, mode=0o644)],
        [member("open", type=tarfile.DIRTYPE, mode=0o2777), member("open/w.bc", module, mode=0o2666)],
        [member("pipe.bc", type=tarfile.FIFOTYPE),
         member("device.bc", type=tarfile.CHRTYPE, devmajor=1, devminor=3)],
        [member(f"a{payload}\nb.bc", module), member("-load=x.bc", module), member(f"$(touch {ZAPPED}).bc",
                                                                                 module)],
        [member("d", linkname="..", **link), member("d/d/d/d/escape.bc", module),
         member("./manifest.json", b'{"format": 1}'), member("manifest.json/x.bc", module)],
    ]


def archive(arena, variant):
    file = arena.folder / "hostile.tar"
    # The first member is harmless, so that there is something to import.
    with tarfile.open(file, "w") as out:
        for info, data in [member("good.bc", arena.bitcode().read_bytes()), *archives(arena)[variant]]:
            out.addfile(info, data if info.size else None)
    command = ["dataset", "build", "import", file, "--dir", "sets", "--name", "set", "--jobs", "1"]
    arena.harmless(arena.terminal(*command))
    arena.harmless(arena.terminal("dataset", "info", "set", "--dir", "sets"))
    sets = arena.folder / "sets"
    for path in sets.rglob("*"):
        kind = stat.S_IFMT(path.lstat().st_mode)
        arena.attempt.expect(kind in (stat.S_IFREG, stat.S_IFDIR), f"{path.name!r} is no plain file")
        arena.attempt.expect(plain_mode(path), f"{path.name!r} has mode {path.lstat().st_mode:o}")
    for path in arena.attempt.folder.rglob("*"):
        bad = path.name in ("escape.bc", "absolute.bc", "through.bc")
        if bad and arena.folder / "sets/set" not in path.parents:
            arena.attempt.fail(f"written outside of the set: {path.relative_to(arena.attempt.folder)}")
    arena.check()


def manifest(arena, variant):
    source = arena.folder / "source"
    source.mkdir()
    for name in ("one.bc", "two.bc"):
        shutil.copy(arena.bitcode() if name == "one.bc" else arena.module("two.bc"), source / name)
    build = ["dataset", "build", "import", source, "--dir", "sets", "--name", "set", "--jobs", "1"]
    arena.autotune(*build)
    set_folder = arena.folder / "sets/set"
    file = set_folder / "manifest.json"
    text = file.read_text()
    up = "../" * 6 + str(arena.outside).lstrip("/")
    outside = str(arena.outside)
    name = [f"{outside}/victim.bc", "../../../outside/victim.bc", f"a/{up * 1}/victim.bc",
            PAYLOADS[0] + ".bc", NAMES[1], "./../../../outside/victim.ll", "", "\n.bc", "x" * 5000, ".."
            ][variant]
    edited = text.replace('"file":"one.bc"', '"file":' + json.dumps(name))
    file.write_text(edited)
    if variant == 9:  # what a build writes to may lead somewhere else
        file.unlink()
        file.symlink_to(arena.outside / "victim.txt")
        for journal in (".journal", "manifest.json.tmp", ".manifest.json.tmp", "two.bc.tmp"):
            (set_folder / journal).symlink_to(arena.outside / "victim.txt")
    for command in (["dataset", "info", "set", "--dir", "sets"], ["dataset", "verify", "set", "--dir", "sets"],
                    ["dataset", "add", "set", arena.bitcode(), "--dir", "sets"]):
        arena.harmless(arena.terminal(*command))
    # What a set lists and its source has no more is dropped: nothing else may be.
    (source / "one.bc").unlink()
    arena.harmless(arena.terminal(*build))
    arena.harmless(arena.terminal(*build, "--fresh"))
    arena.check()


def compile_commands(arena, variant):
    evil, canary = arena.evil(), arena.canary("compile")
    source = arena.folder / "x.c"
    source.write_text("int f(int x) { return x + 1; }\n")
    (arena.folder / "flags.rsp").write_text(f"-fplugin={evil} -MJ {canary}\n")
    flags = [[f"-fplugin={evil}", f"-fpass-plugin={evil}"], ["-MJ", str(canary)], [f"@{arena.folder}/flags.rsp"],
             ["-Xclang", "-load", "-Xclang", str(evil)], ["-MD", "-MF", str(canary)],
             ["-o", str(canary), "-save-temps=obj"], ["-mllvm", f"-load={evil}", f"-ftime-trace={canary}"],
             ["-serialize-diagnostics", str(canary), f"-foptimization-record-file={canary}"],
             ["-Wp,-MD," + str(canary), "--coverage", f"-fcoverage-prefix-map=x={canary}"],
             ["-Xclang", "-dependency-file", "-Xclang", str(canary), "--config", f"{arena.folder}/flags.rsp"],
             ][variant]
    entry = {"directory": str(arena.folder), "file": str(source)}
    if variant % 3 == 2:
        entry["command"] = " ".join(["clang", *flags, f"-DX=$(touch {ZAPPED})", "-c", str(source), ";", "touch",
                                     ZAPPED])
    else:
        entry["arguments"] = ["clang", *flags, "-c", str(source)]
    more = {"directory": "/" if variant % 2 else str(arena.outside), "file": str(source), "output": str(canary),
            "arguments": [str(arena.bin / "dot"), "-c", str(source)]}
    file = arena.folder / "compile_commands.json"
    file.write_text(json.dumps([entry, more]))
    arena.autotune("dataset", "build", "compile-commands", file, "--dir", "sets", "--name", "set")
    arena.check()


def config(arena, variant):
    canary = arena.canary("toml")
    arena.module()
    base = {"name": "x", "methods": ["greedy"], "programs": ["input.bc"], "seeds": [1], "budgets": ["200ms"],
            "threads": 1}
    module = arena.module(NAMES[variant])
    change = [{"name": "../../x"}, {"name": f"{canary}"}, {"name": PAYLOADS[0]}, {"programs": ["*.bc"]},
              {"programs": ["dataset:../../outside", "../outside/*.bc"]}, {"methods": [f"$(touch {ZAPPED})"]},
              {"programs": [module.name, "*.bc"]}, {"action-space": f"../../{ZAPPED}"},
              {"programs": [f"`touch {ZAPPED}`", "*touch*"]}, {"budgets": [f"1s; touch {ZAPPED}"]}][variant]
    lines = [f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=True)}" for key, value in
             (base | change).items()]
    (arena.folder / "board.toml").write_text("\n".join(lines) + "\n")
    arena.harmless(arena.terminal("leaderboard", "board.toml", "--db", "board.db", "--root", arena.folder,
                                  "--jobs", "1", limit=90))
    arena.check()


def links(arena, variant):
    module = arena.module()
    victim = arena.outside / "victim.txt"
    tune = ["--max-evals", "30", "--budget", "5s", "-q"]
    if variant == 0:
        (arena.folder / "cache.db").symlink_to(victim)
        arena.autotune(*tune, "--no-db", "--cache", "cache.db", module, statuses=(0, 1, 2))
    elif variant == 1:
        (arena.folder / "runs.db").symlink_to(victim)
        arena.autotune(*tune, "--db", "runs.db", module)
    elif variant == 2:
        for suffix in ("-wal", "-shm", "-journal"):
            (arena.folder / f"runs.db{suffix}").symlink_to(victim)
        arena.autotune(*tune, "--db", "runs.db", module)
    elif variant == 3:
        for name in ("out.bc.tmp", ".out.bc.tmp", "out.bc~", "out.tmp", "out.bc.part", ".out.bc.swp", "tmp"):
            (arena.folder / name).symlink_to(victim)
        arena.autotune(*tune, "--no-db", "-o", "out.bc", module)
    elif variant == 4:
        for name in ("report.json.tmp", ".report.json.tmp", "report.json~"):
            (arena.folder / name).symlink_to(victim)
        arena.autotune(*tune, "--no-db", "--json", "report.json", module)
    elif variant == 5:
        (arena.attempt.folder / "tmp/autotune-scratch-abandoned").symlink_to(arena.outside)
        arena.autotune(*tune, "--no-db", module)
        (arena.attempt.folder / "tmp/autotune-scratch-abandoned").unlink()
    elif variant == 6:
        for command in ("stats", "clear", "prune"):
            (arena.folder / "cache.db").unlink(missing_ok=True)
            (arena.folder / "cache.db").symlink_to(victim)
            arena.autotune("cache", command, "--cache", "cache.db")
    elif variant == 7:
        abandoned = arena.attempt.folder / "tmp/autotune-scratch-mine"
        abandoned.mkdir()
        (abandoned / "inside").symlink_to(arena.outside)
        arena.autotune(*tune, "--no-db", module)
    elif variant == 8:
        shutil.copy(victim, arena.folder / "notes.txt")
        for command in (["db", "merge", "notes.txt", arena.base()[0]], ["report", "--db", "notes.txt"],
                        ["query", "best", "--db", arena.outside / "victim.bc"]):
            arena.autotune(*command)
        arena.attempt.expect((arena.folder / "notes.txt").read_text() == "precious\n",
                             "a merge wrote to a file that is no database")
    else:
        (arena.folder / "runs.db-leaderboard").symlink_to(arena.outside / "lock")
        (arena.folder / "board.toml").write_text('name = "x"\nmethods = ["greedy"]\nprograms = ["input.bc"]\n'
                                                 'seeds = [1]\nbudgets = ["200ms"]\nthreads = 1\n')
        arena.autotune("leaderboard", "board.toml", "--db", "runs.db", limit=90)
    arena.check()


class Zap:
    def __init__(self, command):
        self.command = command

    def __reduce__(self):
        return os.system, (self.command,)


def weights(arena, variant):
    """Files in place of a model's weights. A program without a model has to say so."""
    module = arena.module()
    file = arena.folder / "weights.pt"
    pickled = pickle.dumps(Zap(f"touch {arena.canary('pickle')}"), 2)
    if variant == 0:
        file.write_bytes(pickled)
    elif variant in (1, 2, 3):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as out:
            up = "../../outside/" if variant == 3 else ""
            out.writestr(f"{up}archive/data.pkl", pickled)
            out.writestr(f"{up}archive/version", "3\n")
            if variant == 2:
                out.writestr("archive/code/__torch__.py", f"import os\nos.system('touch {ZAPPED}')\n")
                out.writestr("archive/constants.pkl", pickled)
    elif variant == 4:
        file = arena.evil("weights.pt")
    elif variant == 5:
        file.symlink_to(arena.evil())
    elif variant == 6:
        os.mkfifo(file)
    elif variant == 7:
        file.mkdir()
    elif variant == 8:
        file.write_bytes(b"\xff" * 64 + (2**63 - 1).to_bytes(8, "little") * 64)
    else:
        file = "/dev/zero"
    # The default method does not read --model.
    arena.autotune("--method", "mcts", "--model", file, "--max-evals", "20", "--budget", "5s", "--no-db", "-q",
                   module)
    arena.autotune("model", "info", file, suffix="-train")
    arena.check()

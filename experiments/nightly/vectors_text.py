"""Hostile vectors of databases, passes, shell lines, terminals and pages: each has ten variants."""
import html.parser
import os
import re
import shutil
import subprocess

from arena import SQL_LIMIT_S, ZAPPED

ESC = "\x1b"


def opt_flags(arena):
    """What a stored list may ask opt for besides its passes."""
    evil, canary = arena.evil(), arena.canary("flag")
    response = arena.folder / "flags.rsp"
    response.write_text(f"-load={evil}\n")
    return [f"-load={evil}", f"--load={evil}", f"-load {evil}", f"-load-pass-plugin={evil}",
            f"--load-pass-plugin {evil}", f"-mcpu=generic -load={evil}", f"-o {canary}",
            f"@{response}", f"-pass-remarks=.* -pass-remarks-output={canary}",
            f"-relocation-model=pic\n-time-passes\t-info-output-file={canary}"]


FILES = r"input\.bc|hostile\.db.*|merged\.db.*|evil\.so|flags\.rsp|out\.bc|passes\.txt"


def flags_replay(arena, variant):
    database, module = arena.base()
    flags = opt_flags(arena)[variant]
    arena.edit(database, ("UPDATE list SET opt_flags = ?", (flags,)))
    arena.autotune("replay", "--db", database, "--run", "last", "-o", "out.bc", module)
    arena.check(FILES)


def flags_minimize(arena, variant):
    database, module = arena.base()
    flags = opt_flags(arena)[variant]
    arena.edit(database, ("UPDATE list SET opt_flags = ?", (flags,)))
    arena.autotune("minimize", "--db", database, "--run", "1", "--budget", "5s", "-o", "out.bc", module)
    arena.check(FILES)


def flags_merged(arena, variant):
    database, module = arena.base()
    flags = opt_flags(arena)[variant]
    arena.edit(database, ("UPDATE list SET opt_flags = ?", (flags,)))
    arena.autotune("db", "merge", "merged.db", database)
    arena.autotune("show", "last", "--db", "merged.db")
    arena.autotune("replay", "--db", "merged.db", "--run", "last", "-o", "out.bc", module)
    # A later search on the same program may go on from the stored list.
    arena.autotune("--db", "merged.db", "--budget", "2s", "--threads", "1", "-q", module)
    arena.check(FILES)


WRITING_PASSES = ["dot-callgraph", "function(dot-cfg)", "function(dot-cfg-only)", "function(dot-dom)",
                  "function(dot-post-dom-only)", "insert-gcov-profiling", "view-callgraph",
                  "function(view-cfg)", "function(view-dom-only)", "function(loop(dot-ddg))"]


def passes_stored(arena, variant):
    database, module = arena.base()
    pipeline = f"default<Oz>,{WRITING_PASSES[variant]}"
    arena.edit(database, ("UPDATE list SET pipeline = ?, level = NULL", (pipeline,)))
    command = "minimize" if variant % 2 else "replay"
    arena.autotune(command, "--db", database, "--run", "last", "-o", "out.bc", module)
    arena.check(FILES)


def passes_given(arena, variant):
    module = arena.module()
    pipeline = f"default<O1>,{WRITING_PASSES[variant]},globaldce"
    if variant % 3 == 2:
        (arena.folder / "passes.txt").write_text(pipeline.replace(",", ",\n") + "\n")
        given = ["--passes-file", "passes.txt"]
    else:
        given = ["--passes", pipeline]
    arena.autotune(("replay", "minimize")[variant % 2], module, *given, "--no-db", "-o", "out.bc")
    arena.check(FILES)


QUOTES = [f"a'; touch {ZAPPED}; '", f"$(touch {ZAPPED})", f"`touch {ZAPPED}`", f"a\ntouch {ZAPPED}\n",
          f"a' ; touch {ZAPPED} #", f"\"; touch {ZAPPED}; \"", f"a;touch {ZAPPED};", f"a'$(touch {ZAPPED})'",
          f"a'\n touch {ZAPPED}\n'", f"a\\'; touch {ZAPPED}; \\'"]


def pasted(arena, output, start=b"opt-19"):
    """Runs what was printed from the line of opt on, as somebody does who copies it."""
    at = output.find(start)
    if at >= 0:
        arena.shell(output[at:].decode(errors="surrogateescape"))


def shell_show(arena, variant):
    database, _ = arena.base()
    text = QUOTES[variant]
    column = ("UPDATE list SET pipeline = ?", "UPDATE program SET path = ?",
              "UPDATE list SET opt_flags = ?")[variant % 3]
    if "opt_flags" in column:
        text = text.replace(" ", "${IFS}")
    arena.edit(database, (column, (text,)), "UPDATE list SET level = NULL")
    pasted(arena, arena.autotune("show", "last", "--db", database).out)
    # Each kind of quote at each place.
    for other in ("UPDATE list SET pipeline = ?", "UPDATE program SET path = ?"):
        arena.edit(database, (other, (text,)))
    pasted(arena, arena.autotune("show", "1", "--db", database).out)
    arena.check()


NAMES = [f"a'; touch {ZAPPED}; '.bc", f"$(touch {ZAPPED}).bc", f"`touch {ZAPPED}`.bc",
         f"a\ntouch {ZAPPED}\n.bc", f"-load=evil.so.bc", f"; touch {ZAPPED} #.bc", f"a&touch {ZAPPED}&.bc",
         f"a|touch {ZAPPED}|.bc", f"-o{ZAPPED}.bc", f"\"$(touch {ZAPPED})\".bc"]


def shell_tune(arena, variant):
    name = NAMES[variant]
    module = arena.module(name)
    arena.evil("evil.so.bc" if variant % 2 else "evil.so")
    ended = arena.autotune("--max-evals", "50", "--budget", "10s", "--no-db", "-q", "-o", f"x{name}", "--",
                           module.name)
    pasted(arena, ended.out)
    ended = arena.autotune("replay", "--passes", "default<Oz>", "--no-db", "--", module.name)
    pasted(arena, ended.out)
    (arena.folder / ZAPPED.upper()).mkdir()
    arena.check()


def shell_check(arena, variant):
    """The check gets a file name, whatever stands in it, and no shell reads that."""
    module = arena.module(NAMES[variant] if variant % 2 else "input.bc")
    folder = arena.folder / QUOTES[variant].replace("/", "_")
    folder.mkdir()
    check = ("test -s {}", 'test -s "{}"', "test -s '{}'", "cat < {} > /dev/null", "sh -c 'test -s {}'")
    arena.autotune("--max-evals", "50", "--budget", "10s", "--no-db", "-q", "--check",
                   check[variant % len(check)], "--", module.name, env={"TMPDIR": str(folder)})
    arena.check()


PAYLOADS = [f"{ESC}]0;QZ\x07", f"{ESC}[2JQZ", f"{ESC}[6nQZ", "\x9b31mQZ", "QZ\x08\x08QZ", "QZ\rQZ",
            f"{ESC}]52;c;UVo=\x07", f"{ESC}PQZ{ESC}\\", "\x07QZ\x7f", f"QZ{ESC}[8mQZ"]
COLUMNS = ["run SET label = ?", "program SET path = ?, name = 'x'", "program SET name = ?, path = 'x'",
           "run SET method = ?", "run SET error = ?, status = 'failed'", "run SET cpu = ?",
           "program SET target = ?", "toolchain SET llvm = ?", "list SET pipeline = ?, level = NULL",
           "run SET action_space = ?"]


def terminal_show(arena, variant):
    database, _ = arena.base()
    payload = PAYLOADS[variant]
    for column in (COLUMNS[variant], COLUMNS[(variant + 3) % 10], COLUMNS[(variant + 6) % 10]):
        arena.edit(database, (f"UPDATE {column}", (payload,)))
    arena.edit(database, ("INSERT OR IGNORE INTO pass (text) VALUES (?)", (payload,)),
               ("UPDATE list_pass SET pass = (SELECT pass FROM pass WHERE text = ?)", (payload,)),
               ("UPDATE list SET opt_flags = ?", (payload,)))
    arena.harmless(arena.terminal("show", "last", "--db", database), payload.encode())
    arena.check()


def terminal_query(arena, variant):
    database, _ = arena.base()
    payload = PAYLOADS[variant]
    for column in COLUMNS:
        arena.edit(database, (f"UPDATE {column}", (payload,)))
    questions = (["best"], ["runs"], ["leaderboard"], ["programs"], ["failures"],
                 ["--sql", "SELECT * FROM run"], ["--sql", f"SELECT 1 AS \"{payload}\""],
                 ["passes"], ["best", "--format", "json"], ["history"])
    for question in (questions[variant], questions[(variant + 1) % 10], questions[5]):
        arena.harmless(arena.terminal("query", *question, "--db", database), payload.encode())
    arena.check()


def terminal_names(arena, variant):
    payload = PAYLOADS[variant]
    name = f"a{payload}.bc"
    module = arena.module(os.fsdecode(name.encode()))
    if variant == 0:
        commands = [["--max-evals", "50", "--no-db", "--budget", "10s", "--", module]]
    elif variant == 1:
        module.write_bytes(b"no module")
        commands = [["--no-db", module]]
    elif variant == 2:
        commands = [["--no-db", "missing" + name], ["replay", "missing" + name, "--passes", "adce"]]
    elif variant == 3:
        commands = [["--max-evals", "50", "--budget", "10s", "--db", "runs.db", "--label", payload,
                     module], ["show", "last", "--db", "runs.db"]]
    elif variant == 4:
        commands = [["query", "--db", "x" + payload, "best"], ["show", payload]]
    elif variant == 5:
        commands = [["--method", payload, module], ["--" + payload], ["query", payload]]
    elif variant == 6:
        commands = [["replay", module, "--passes", payload], ["dataset", "info", payload]]
    elif variant == 7:
        (arena.folder / "board.toml").write_text(f"name = 'x'\nmethods = ['{payload}']\n")
        commands = [["leaderboard", "board.toml"], ["leaderboard", "missing" + payload]]
    elif variant == 8:
        commands = [["--max-evals", "50", "--budget", "10s", "--no-db", "-v", "--", module, module.name]]
    else:
        text = arena.folder / "bad.ll"
        text.write_text(f'define void @"f{payload}"() {{\n  what {payload}\n}}\n')
        commands = [["--no-db", text], ["dataset", "build", "import", module, "--dir", "sets"]]
    for command in commands:
        arena.harmless(arena.terminal(*command), payload.encode())
    arena.check()


def schemas(arena):
    evil, canary = arena.evil(), arena.canary("sql")
    extension = str(evil).removesuffix(".so")
    slow = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT * FROM c"
    return [
        ["DROP VIEW runs", f"CREATE VIEW runs AS SELECT load_extension('{extension}') AS run"],
        ["CREATE TRIGGER zap AFTER INSERT ON run BEGIN DELETE FROM program; END"],
        [f"CREATE TRIGGER load AFTER INSERT ON run BEGIN SELECT load_extension('{extension}'); END"],
        ["CREATE VIRTUAL TABLE zap USING fts5(x)", "CREATE TRIGGER t AFTER UPDATE ON run BEGIN "
         "INSERT INTO zap VALUES ('x'); END"],
        ["DROP VIEW best_list", f"CREATE VIEW best_list AS SELECT writefile('{canary}', 'x') AS run"],
        ["ALTER TABLE list RENAME TO real_list", f"CREATE VIEW list AS SELECT run, 1 AS verified, 1 AS "
         f"value, NULL AS level, 'x' AS pipeline, '-load={evil}' AS opt_flags, NULL AS ir, 1 AS "
         "instructions, NULL AS text_bytes, NULL AS data_bytes FROM run"],
        ["ALTER TABLE improvement RENAME TO old", f"CREATE VIEW improvement AS {slow}"],
        ["DROP VIEW pass_effect", f"CREATE VIEW pass_effect AS SELECT x AS run FROM ({slow})"],
        ["CREATE TRIGGER loop AFTER UPDATE ON run BEGIN UPDATE run SET evaluations = evaluations + 1; END",
         "PRAGMA recursive_triggers = ON"],
        ["PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = replace(sql, 'run', 'r/**/un') "
         "WHERE type = 'view'", "PRAGMA user_version = 2147483647"],
    ]


def sql_schema(arena, variant):
    database, module = arena.base()
    arena.edit(database, *schemas(arena)[variant])
    for command in (["show", "last", "--db", database], ["query", "best", "--db", database],
                    ["db", "merge", "merged.db", database],
                    ["replay", "--db", database, "--run", "last", module]):
        arena.autotune(*command, limit=SQL_LIMIT_S)
    arena.autotune("--db", database, "--max-evals", "30", "--budget", "5s", "-q", module)
    arena.check()


def sql_query(arena, variant):
    database, _ = arena.base()
    evil, canary = arena.evil(), arena.canary("query")
    before = database.read_bytes()
    text = [f"ATTACH '{canary}' AS x; CREATE TABLE x.t (a)", f"VACUUM INTO '{canary}'",
            f"SELECT load_extension('{evil}')", f"SELECT writefile('{canary}', 'x')",
            "DELETE FROM run", "SELECT 1; DROP TABLE list", "PRAGMA writable_schema = ON",
            f"PRAGMA temp_store_directory = '{arena.outside}'",
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
            f"SELECT edit('x', 'touch {canary}')"][variant]
    arena.autotune("query", "--sql", text, "--db", database, limit=SQL_LIMIT_S)
    arena.attempt.expect(database.read_bytes() == before, "a query changed the database")
    arena.check()


class Page(html.parser.HTMLParser):
    """Counts what a browser would run of a page."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.strange = 0, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.scripts += tag == "script"
        if tag.startswith("zap"):
            self.strange.append(tag)
        for name, value in attributes:
            if name.startswith("on") or "javascript:" in (value or ""):
                self.strange.append(f"{tag} {name}")


MARKUP = ["</script><script>zap()</script>", "<img src=x onerror=zap()>", "\"><zap-tag>", "<!--<script>",
          "</title></style><zap-tag onclick='zap()'>"]
GNUPLOT = [f"`touch {ZAPPED}`", f"'.system('touch {ZAPPED}').'", f"x'\n! touch {ZAPPED}\n",
           f"\"; system \"touch {ZAPPED}\"; \"", f"@zap {{/Symbol x}}\nset output '{ZAPPED}'\n"]


def page(arena, variant):
    """A stored text in the report's HTML, and in what gnuplot draws."""
    database, _ = arena.base()
    plain = arena.folder / "plain.html"
    arena.autotune("report", "--db", database, "-o", plain)
    text = (MARKUP + GNUPLOT)[variant]
    for column in ("run SET label = ?", "run SET method = ?", "program SET name = ?, path = ?1",
                   "run SET cpu = ?", "toolchain SET llvm = ?", "run SET action_space = ?",
                   "pass SET text = ? WHERE pass = (SELECT min(pass) FROM list_pass)"):
        arena.edit(database, (f"UPDATE {column}".replace("= ?,", "= ?1,"), (text,)))
    arguments = ["--svg", "figures"] if text in GNUPLOT and shutil.which("gnuplot") else []
    arena.autotune("report", "--db", database, "-o", "page.html", *arguments)
    result = arena.folder / "page.html"
    if result.exists() and plain.exists():
        before, after = plain.read_text(), result.read_text(errors="replace")
        arena.attempt.expect(Page(after).scripts == Page(before).scripts, "a label became a script")
        arena.attempt.expect(not Page(after).strange, f"a label became markup: {Page(after).strange}")
        arena.attempt.expect(after.count("<!--") == before.count("<!--"), "a label began a comment")
    arena.check()

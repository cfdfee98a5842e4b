#!/usr/bin/env python3
"""Tests of experiments/nightly: each judgement fails on a program that misbehaves as it is meant to see.

usage: nightly_test.py REPOSITORY
"""
import contextlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import types
import unittest

REPOSITORY = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(REPOSITORY / "experiments/nightly"))

import arena  # noqa: E402
import harness  # noqa: E402
from parts import budgets, differential, hostile, kills, mutants, signals, stops, swaps  # noqa: E402

MODULE = "define i32 @main() {\n  %x = add i32 1, 2\n  ret i32 %x\n}\n"
# What a try writes for `-o`, as the option is found in its arguments.
OUTPUT = 'o=; for w; do [ "$p" = -o ] && o=$w; p=$w; done; '


class FixedPrograms:
    """Stands for `Programs`: one small module, whatever is asked for."""

    def __init__(self, folder):
        self.folder, self.lock = folder, contextlib.nullcontext()
        self.module = folder / "one.ll"
        self.module.write_text(MODULE)

    def linked(self, instructions, variant=0):
        return self.module

    def text(self, module):
        return module

    def tiny(self):
        return self.module

    def wide_division(self):
        return self.module

    def sizes(self, largest):
        return [(1_000, self.module)]


class NightlyTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def context(self, script, **rest):
        program = self.folder / "autotune"
        program.write_text("#!/bin/sh\n" + script + "\n")
        program.chmod(0o755)
        return harness.Context(self.folder / "out", program, short=True,
                               programs=FixedPrograms(self.folder), **rest)

    def attempt(self, script, part, spec):
        """What a part says about a program that is this shell script."""
        return harness.run_try(self.context(script), part, 0, {"seed": 0} | spec)

    def judged(self, script, statuses=frozenset({0, 1}), limit=5):
        def attempt(attempt):
            ended = attempt.autotune(limit=limit)
            attempt.judge(ended, statuses)
            attempt.judge_leftovers(patience=0.3)
        part = types.SimpleNamespace(NAME="test", FIGURE="", attempt=attempt)
        return harness.run_try(self.context(script, slack=1.0), part, 0, {})["failures"]

    def assertFails(self, failures, text):
        self.assertTrue(any(text in why for why in failures), f"'{text}' is not in {failures}")

    def test_a_good_process_passes(self):
        self.assertEqual(self.judged("exit 0"), [])
        self.assertEqual(self.judged("echo 'autotune: error: no such file' >&2; exit 1"), [])
        progress = "best 225 (1.076x Oz) | 329 passes, 0 failed | gain 0s ago | 1s left"
        self.assertEqual(self.judged(f"for i in $(seq 20); do echo '{progress}'; done >&2"), [])
        self.assertFails(self.judged(f"echo '{progress}' >&2; exit 1"), "without a word")

    def test_processes_that_misbehave_fail(self):
        for script, text in (
                ("kill -SEGV $$", "ended by SIGSEGV"),
                ("kill -ABRT $$", "ended by SIGABRT"),
                ("exit 9", "undocumented exit status 9"),
                ("exit 1", "without a word"),
                ("seq 30 >&2", "30 lines"),
                ("printf '%0700d' 1 >&2", "a line of 700 characters"),
                ("printf 'a\\033[2Jb\\n' >&2", "control characters"),
                ("printf 'a\\302\\233b\\n' >&2", "control characters"),
                ("touch $TMPDIR/scratch", "temporary files are left"),
                ("sleep 20 & exit 0", "processes are left: sleep")):
            with self.subTest(script=script):
                self.assertFails(self.judged(script), text)
        self.assertFails(self.judged("sleep 20", limit=0.3), "still ran after")

    def test_a_failure_leaves_a_reproducer(self):
        self.judged("echo what >&2; exit 9")
        kept = self.folder / "out/failures/test/00000"
        self.assertIn("undocumented", (kept / "why.txt").read_text())
        self.assertIn(str(self.folder / "autotune"), (kept / "command.txt").read_text())
        self.assertEqual((kept / "stderr.txt").read_text(), "what\n")

    def test_a_journal_is_gone_on_with_and_a_stale_one_is_not(self):
        journal = harness.Journal(self.folder / "x.jsonl", "key")
        journal.add({"try": 3, "failures": []})
        with open(journal.file, "a") as out:
            out.write('{"try": 4, "fail')  # killed in the middle of a line
        self.assertEqual(list(harness.Journal(journal.file, "key").records), [3])
        self.assertEqual(harness.Journal(journal.file, "other").records, {})

    def test_late_runs_are_over_their_budget(self):
        failures = self.attempt("sleep 3; echo it needs 9 s >&2; exit 4", budgets,
                                {"size": 1000, "budget": 1, "threads": 1, "variant": 0})
        self.assertFails(failures["failures"], "s for a budget of 1 s")
        self.assertEqual(len(failures["failures"]), 1)
        self.assertGreater(failures["figure"], 0.9)

    def test_a_signal_that_is_ignored_or_answered_in_silence(self):
        spec = {"signal": int(signal.SIGTERM), "size": 0, "latest": 1, "threads": 1, "text": False, "seed": 1}
        slow = "trap 'sleep 2; echo stopped >&2; exit 143' TERM; while :; do sleep 0.05; done"
        self.assertFails(self.attempt(slow, signals, spec)["failures"], "s after the signal")
        silent = "trap 'exit 143' TERM; while :; do sleep 0.05; done"
        self.assertFails(self.attempt(silent, signals, spec)["failures"], "without a word")
        good = "trap 'echo autotune: stopped >&2; exit 143' TERM; while :; do sleep 0.05; done"
        self.assertEqual(self.attempt(good, signals, spec)["failures"], [])
        wrong = OUTPUT + ("trap 'echo \"autotune 99\"; echo \"define void @f() { ret void }\" > $o; echo stopped "
                          ">&2; exit 143' TERM; while :; do sleep 0.05; done")
        self.assertFails(self.attempt(wrong, signals, spec)["failures"], "99 instructions reported, 1 in")

    def test_a_run_that_a_stopped_process_hangs(self):
        record = self.attempt("sh -c 'while :; do sleep 0.05; done' & wait", stops,
                              {"target": "zygote", "budget": 1, "threads": 1})
        self.assertFails(record["failures"], "the zygote was stopped")

    def test_a_killed_program_that_leaves_processes(self):
        record = self.attempt('case "$*" in *--max-evals*) exit 1;; esac; sleep 60 & wait', kills, {"kills": 1})
        self.assertFails(record["failures"], "processes are left")

    def test_the_answer_of_a_swapped_file(self):
        folder = self.folder
        swaps.hash_file(folder / "one.ll", MODULE.encode()).write_text("old")
        # Reports two instructions of whatever lies there at the end, which is what it must not do.
        script = OUTPUT + ("sleep 1.2; for w; do f=$w; done; opt-19 -passes=default'<O1>' $f -o $o 2> $TMPDIR/e; "
                           "rm $TMPDIR/e; echo '{\"instructions\": {\"best\": 7}, \"pipeline\": \"default<O1>\", "
                           "\"opt_flags\": \"\"}' > $(dirname $o)/report.json")
        record = self.attempt(script, swaps, {"how": "append", "budget": 1, "threads": 1, "text": True})
        self.assertFails(record["failures"], "7 instructions reported, 1 by stock opt")
        self.assertFails(record["failures"], "no line about the change")

    def test_mutants_differ_and_are_repeatable(self):
        data = MODULE.encode() * 20
        mutate = [mutants.mutate(random.Random(i), data, b"other") for i in range(200)]
        self.assertGreater(len(set(mutate)), 150)
        self.assertEqual(mutate, [mutants.mutate(random.Random(i), data, b"other") for i in range(200)])

    def test_a_loaded_library_and_a_written_file_are_canaries(self):
        evil = types.SimpleNamespace(NAME="test", FIGURE="", attempt=lambda attempt: load(arena.Arena(attempt)))

        def load(place):
            subprocess.run([harness.OPT, f"-load={place.evil()}", "-disable-output", place.context.programs.tiny()],
                           check=True)
            place.check()
        failures = harness.run_try(self.context(""), evil, 0, {})["failures"]
        self.assertFails(failures, "code ran or a file was written: arena/evil.so.canary")

        outside = types.SimpleNamespace(NAME="test", FIGURE="", attempt=lambda attempt: write(arena.Arena(attempt)))

        def write(place):
            place.autotune()
            place.check(r"input\.bc")
        script = "echo x > ../outside/victim.txt; echo x > cfg.dot; echo x > ../beside"
        failures = harness.run_try(self.context(script), outside, 0, {})["failures"]
        for text in ("something outside was changed: victim.txt", "nobody asked for: ['cfg.dot']",
                     "outside of the arena: beside"):
            self.assertFails(failures, text)

    def test_an_escape_sequence_reaches_the_terminal(self):
        def attempt(attempt):
            place = arena.Arena(attempt)
            place.harmless(place.terminal("show"), b"QZ")
        part = types.SimpleNamespace(NAME="test", FIGURE="", attempt=attempt)
        for script, bad in (("printf '\\033]0;QZ\\007'", True), ("printf '\\302\\233QZ'", True), ("echo QZ", True),
                            ("printf '\\033[1mbold\\033[0m\\r\\033[K'", False)):
            failures = harness.run_try(self.context(script), part, 0, {})["failures"]
            self.assertEqual(bool(failures), bad, (script, failures))

    def test_there_are_twenty_vectors_of_ten(self):
        plan = hostile.plan(harness.Context(self.folder, "autotune"))
        self.assertEqual(len({(spec["vector"], spec["variant"]) for spec in plan}), 200)

    def test_a_wrong_program_is_found_and_its_list_is_halved(self):
        class Wrong(differential.Program):
            def __init__(self, attempt, name):
                self.attempt, self.expected = attempt, (0, b"right")

            def through(self, pipeline, limit):
                return (0, b"wrong" if "gvn" in pipeline and "sroa" in pipeline else b"right")
        kept, differential.Program = differential.Program, Wrong
        try:
            record = harness.run_try(self.context(""), differential, 0, {
                "program": "csmith:1", "lists": [0, 1], "pipelines": [
                    "function(adce),function(sroa<modify-cfg>),a,b,function(gvn),c", "function(adce),function(gvn)"]})
        finally:
            differential.Program = kept
        self.assertEqual(len(record["failures"]), 1)
        self.assertFails(record["failures"], "wrong after function(sroa<modify-cfg>),function(gvn)")
        self.assertEqual(differential.tries([record]), 2)

    def test_the_table_and_the_exit_status(self):
        rows = [{"part": "x", "tries": 1000, "failures": 2, "worst": "3.00 s", "seconds": 61.2}]
        self.assertIn("| x | 1,000 | 2 | 3.00 s | 61 |", harness.table(rows))
        program = self.context("kill -SEGV $$").autotune
        command = [sys.executable, str(REPOSITORY / "experiments/nightly/run.py"), "--short", "--only", "locks",
                   "--autotune", program, "--out", str(self.folder / "night")]
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("| locks |", done.stdout)
        self.assertIn("SIGSEGV", done.stdout)


if __name__ == "__main__":
    unittest.main()

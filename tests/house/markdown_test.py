#!/usr/bin/env python3
"""markdown.py must accept good pages and name the place of each defect.

usage: markdown_test.py REPOSITORY
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(sys.argv.pop(1)).resolve() / "tests/house/markdown.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(CHECK.parent))

import markdown  # noqa: E402

LONG = "word " * 20 + "x"  # 101 columns
OTHER = "# Other page\n\n## A `code`, [linked](page.md) heading\n\n## Twice\n\n## Twice\n"


class MarkdownTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()
        self.write("docs/other.md", OTHER.replace("page.md", "../README.md"))
        self.write("README.md", "# Title\n")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def check(self):
        return markdown.defects(self.folder)

    def accepts(self, text):
        self.write("docs/page.md", text)
        self.assertEqual(self.check(), [], text)

    def rejects(self, place, text):
        self.write("docs/page.md", text)
        found = self.check()
        self.assertEqual(len(found), 1, text)
        self.assertTrue(found[0].startswith(place + ": "), found[0])

    def test_lines(self):
        self.accepts("ü" * 100)
        self.rejects("docs/page.md:3", f"one\n\n{LONG}\n")
        self.rejects("docs/page.md:2", f"```\n{LONG}\n```\n")
        self.rejects("docs/page.md:1", f"see https://example.org/{'x' * 100}")
        self.accepts(f"| {LONG} |\n")
        self.accepts(f"https://example.org/{'x' * 100}\n")
        self.accepts(f"- [text](https://example.org/{'x' * 100}).\n")
        self.accepts(f"[name]: https://example.org/{'x' * 100}\n")

    def test_files(self):
        self.accepts("[a](other.md) ![b](../README.md) [folder](../docs) [root](/docs/other.md)")
        self.accepts("[a](https://example.org/no.md) <mailto:a@example.org> [c](mailto:a@b.org)")
        self.accepts("`[code](no.md)` and\n```\n[code](no.md)\n```\n")
        self.accepts('[a](other.md "with a title")')
        self.rejects("docs/page.md:1", "[a](no.md)")
        self.rejects("docs/page.md:1", '[a](no.md "with a title")')
        self.rejects("docs/page.md:2", "[`code` and\ntext](no.md)")
        self.rejects("docs/page.md:5", "```\n[a](no.md)\n```\n\n![picture](no.svg)")
        self.rejects("docs/page.md:1", "[![inner](no.svg)](other.md)")
        self.rejects("docs/page.md:1", '<img src="no.svg">')
        self.rejects("docs/page.md:3", "[a][name]\n\n[name]: no.md")
        self.rejects("docs/page.md:1", "[a](../../no.md)")
        self.rejects("docs/page.md:1", "[a](README.md)")

    def test_anchors(self):
        self.accepts("# Here\n\n[a](#here) [b](other.md#other-page) [c](other.md#twice-1)")
        self.accepts("[a](other.md#a-code-linked-heading)")
        self.accepts('<a id="mark"></a> [a](#mark)')
        self.rejects("docs/page.md:3", "# Here\n\n[a](#there)")
        self.rejects("docs/page.md:1", "[a](other.md#here)\n\n# Here\n")
        self.rejects("docs/page.md:1", "[a](other.md#twice-2)")
        self.rejects("docs/page.md:5", "```\n# Comment\n```\n\n[a](#comment)")

    def test_readme(self):
        self.write("README.md", "word\n" * 900)
        self.accepts("word\n" * 901)
        self.write("README.md", "word\n" * 901)
        self.assertEqual(self.check(), ["README.md:1: 901 words, 900 at most"])

    def test_build_folder_is_no_page(self):
        self.write("build/page.md", "[a](no.md)")
        self.assertEqual(self.check(), [])

    def test_exit_status(self):
        command = [CHECK, self.folder]
        self.assertEqual(subprocess.run(command, capture_output=True).returncode, 0)
        self.write("docs/page.md", "[a](no.md)")
        run = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (1, ""))
        self.assertEqual(run.stdout, "docs/page.md:1: 'no.md' leads to no file\n")

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_tracked_pages_only(self):
        git = ["git", "-C", self.folder]
        subprocess.run([*git, "init", "-q"], check=True)
        self.write("tracked.md", "[a](no.md)")
        subprocess.run([*git, "add", "tracked.md"], check=True)
        self.write("untracked.md", "[a](no.md)")
        self.assertEqual(self.check(), ["tracked.md:1: 'no.md' leads to no file"])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Fails on a wide line of Markdown, on a link that leads nowhere, and on a long README.

usage: markdown.py REPOSITORY

Looks at the .md files that git tracks, or at all of them if REPOSITORY is no git checkout.
"""
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

MAX_COLUMNS = 100
MAX_README_WORDS = 900

FENCE = re.compile(r"\s*(```|~~~)")
HEADING = re.compile(r" {0,3}#{1,6}\s+(.*?)[\s#]*$")
# An end of `[text](target "title")`, a definition `[name]: target`, and what HTML has for both.
LINKS = (
    re.compile(r'\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)'),
    re.compile(r"^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)", re.M),
    re.compile(r'<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"'),
)
HTML_ANCHOR = re.compile(r'<[^>]*\s(?:id|name)="([^"]+)"')
# A line that holds a link or an address and nothing else has no place to break at.
LONE_LINK = re.compile(
    r"\s*(?:[-*>]|\d+\.)?\s*"
    r"(?:!?\[[^\]]*\]\([^)\s]*\)|\[[^\]]+\]:\s+\S+|<?https?://\S+?>?)[.,;:]?$"
)


def pages(repository):
    """Paths of the Markdown files, relative to `repository`."""
    listing = subprocess.run(
        ["git", "-C", repository, "ls-files", "-z", "--", "*.md"], capture_output=True, text=True
    ) if (repository / ".git").exists() else None
    if listing and listing.returncode == 0:
        found = [pathlib.Path(name) for name in listing.stdout.split("\0") if name]
    else:
        found = []
        for folder, folders, files in os.walk(repository):
            folders[:] = [f for f in folders if f != "build" and not f.startswith(".")]
            here = pathlib.Path(folder).relative_to(repository)
            found += [here / name for name in files if name.endswith(".md")]
    return sorted(p for p in found if p.parts[0] != "build" and (repository / p).is_file())


def prose(text):
    """The text with code replaced by blanks, so that offsets and lines stay the same."""
    lines, code = [], False
    for line in text.splitlines():
        fence = FENCE.match(line)
        lines.append(" " * len(line) if code or fence else line)
        code ^= bool(fence)
    blank = lambda found: re.sub(r"[^\n]", " ", found[0])
    return re.sub(r"(`+)(?!`)[^`](?:.|\n(?!\s*\n))*?(?<!`)\1(?!`)", blank, "\n".join(lines))


def anchors(text):
    """Names that GitHub gives the headings of a page, and those that its HTML has."""
    names, code = set(HTML_ANCHOR.findall(text)), False
    for line in text.splitlines():
        code ^= bool(FENCE.match(line))
        heading = HEADING.match(line)
        if code or not heading:
            continue
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
        name = base = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        repeated = 0
        while name in names:
            repeated += 1
            name = f"{base}-{repeated}"
        names.add(name)
    return names


def wide_lines(text):
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_COLUMNS and not line.lstrip().startswith("|"):
            if not LONE_LINK.match(line):
                yield number, f"{len(line)} columns, {MAX_COLUMNS} at most"


def dead_links(repository, page, text):
    body = prose(text)
    for pattern in LINKS:
        for link in pattern.finditer(body):
            target = link[1]
            if re.match(r"[a-z][a-z0-9+.-]*:|//", target, re.I):
                continue
            number = body.count("\n", 0, link.start(1)) + 1
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            base = repository if path.startswith("/") else (repository / page).parent
            name = base / path.lstrip("/") if path else repository / page
            file = pathlib.Path(os.path.normpath(name))
            if not file.is_relative_to(repository):
                yield number, f"'{target}' leads out of the repository"
            elif not file.exists():
                yield number, f"'{target}' leads to no file"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text("utf-8")):
                yield number, f"'{target}' leads to no heading"


def defects(repository):
    """What is wrong with the pages of a repository, as lines of `file:line: message`."""
    found = []
    for page in pages(repository):
        text = (repository / page).read_text("utf-8")
        here = [*wide_lines(text), *dead_links(repository, page, text)]
        words = len(text.split())
        if page == pathlib.Path("README.md") and words > MAX_README_WORDS:
            here.append((1, f"{words} words, {MAX_README_WORDS} at most"))
        found += [f"{page}:{number}: {message}" for number, message in sorted(here)]
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: markdown.py REPOSITORY")
    lines = defects(pathlib.Path(sys.argv[1]).resolve())
    print("".join(line + "\n" for line in lines), end="")
    sys.exit(1 if lines else 0)

#!/usr/bin/env python3
"""Fails if two headers define a type of one name in one namespace.

The linker does not notice when one program uses both, and takes the code of either for both.

usage: one_definition.py REPOSITORY
"""
import collections
import pathlib
import re
import sys

# Comments, preprocessor lines, raw strings, other strings and characters hold no definitions.
NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*'
    r'|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|[^\s\w]")
TYPES = ("struct", "class", "union", "enum")


def without_brackets(tokens, opening, closing):
    """The tokens that stand in no such brackets."""
    depth, rest = 0, []
    for token in tokens:
        if token == opening:
            depth += 1
        elif token == closing:
            depth -= 1
        elif depth == 0:
            rest.append(token)
    return rest


def type_defined_by(head):
    """The name of the type whose body comes after these tokens; None if they begin something else."""
    while head[:2] == ["template", "<"]:
        depth = 0
        for i, token in enumerate(head[1:], 1):
            depth += (token == "<") - (token == ">")
            if depth == 0:
                break
        head = head[i + 1:]
    if not head or head[0] not in TYPES:
        return None
    head = without_brackets(without_brackets(head, "[", "]"), "(", ")")
    if ":" in head:
        head = head[:head.index(":")]
    names = [token for token in head if token not in TYPES + ("final",)]
    if not names or not names[-1].isidentifier():  # nameless, or `>` of a specialisation
        return None
    return names[-1]


def definitions(text):
    """Full names of the types that the text defines at namespace scope."""
    found = []
    scopes = []  # the name of each open namespace; None for braces of another kind
    head = []
    for token in TOKEN.findall(NOISE.sub(" ", text)):
        if token == "{":
            words = head[1:] if head[:1] == ["inline"] else head
            if words[:1] == ["namespace"]:
                scopes.append("".join(words[1:]) or "(nameless)")
            else:
                name = type_defined_by(head)
                if name and None not in scopes and "(nameless)" not in scopes:
                    found.append("::".join(scopes + [name]))
                scopes.append(None)
            head = []
        elif token == "}":
            if scopes:
                scopes.pop()
            head = []
        elif token == ";":
            head = []
        else:
            head.append(token)
    return found


def doubles(headers):
    """The names that several of the headers define, with the paths of these; `headers`: path to text."""
    where = collections.defaultdict(set)
    for path, text in headers.items():
        for name in definitions(text):
            where[name].add(path)
    return {name: sorted(paths) for name, paths in where.items() if len(paths) > 1}


def main():
    root = pathlib.Path(sys.argv[1])
    headers = {str(path.relative_to(root)): path.read_text()
               for room in ("src", "db", "python") for path in sorted((root / room).rglob("*.h"))}
    found = doubles(headers)
    for name, paths in sorted(found.items()):
        print(f"{name} is defined in {' and '.join(paths)}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

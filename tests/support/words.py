"""`make words`: count phrases and names in the tracked Python files that plain English would not use.

    python -m tests.support.words [--list | --check] [PATH ...]

The counts are:

- docstrings that begin as a fragment of a sentence ("Of the club's players ...");
- docstrings, and comments, that call a person he, his, him or himself;
- variables, parameters and functions named by a bare participle (`told`, `found`).

A string that stands alone as a statement counts as a docstring, so strings that describe a constant are included.
With ``--list``, every place is printed before the counts. With paths, only the files below them are read. With
``--check``, a part of `make lint`, the status is 1 if there is a place in ``FINISHED`` folders, and each is printed.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ecarte_site.setup.environment import PROJECT

FRAGMENT: Final = re.compile(r"(?:Of|What|Who|Whose|How|Why|Where|So|As|By which|Within|That)\b")
PERSON: Final = re.compile(r"\b[Hh](?:e|is|im|imself)\b")
PARTICIPLES: Final = frozenset({"told", "said", "asked", "shown", "held", "came", "found"})
BINDINGS: Final[Mapping[type[ast.AST], str]] = {
    **dict.fromkeys(
        (ast.FunctionDef, ast.AsyncFunctionDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar), "name"
    ),
    **{ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.alias: "asname", ast.MatchMapping: "rest"},
}
"""The field with the bound name, by class of syntax node. Names and attributes bind only where they are stored."""


FINISHED: Final = (
    *("scoring", "worker", "ecarte_site", "matches"),
    *(":(exclude)matches/pages", ":(exclude)matches/api"),
)
"""The folders, as Git's pathspecs, in which ``--check`` allows no place."""
STORED_NAMES: Final[Mapping[str, frozenset[str]]] = {
    "matches/models/exchange.py": frozenset({"held", "HELD", "asked"}),
    "matches/models/pads.py": frozenset({"told"}),
}
"""The names of columns and stored codes, by file, that are no better than those of variables, but stay."""


class Place(NamedTuple):
    """A line of a file and the text on it that was counted."""

    line: int
    text: str


def docstrings(source: str) -> list[Place]:
    """Return every string that stands alone as a statement, with the line on which it begins."""
    return [
        Place(node.lineno, node.value.value)
        for node in _nodes(source)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


def comments(source: str) -> list[Place]:
    """Return every comment, one for each line that has one."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [Place(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def fragments(source: str) -> list[Place]:
    """Return the docstrings that begin with a word that begins no complete sentence."""
    return [each for each in docstrings(source) if FRAGMENT.match(each.text.lstrip())]


def people_in_docstrings(source: str) -> list[Place]:
    """Return the docstrings that use a male pronoun."""
    return [each for each in docstrings(source) if PERSON.search(each.text)]


def people_in_comments(source: str) -> list[Place]:
    """Return the comments that use a male pronoun."""
    return [each for each in comments(source) if PERSON.search(each.text)]


def participles(source: str) -> list[Place]:
    """Return each binding of a name that is a bare participle, without regard to case and outer underscores."""
    places = []
    for node in _nodes(source):
        name = getattr(node, BINDINGS.get(type(node), ""), None)
        is_stored = isinstance(getattr(node, "ctx", ast.Store()), ast.Store)
        if name and is_stored and name.strip("_").lower() in PARTICIPLES:
            places.append(Place(getattr(node, "lineno", 0), name))
    return sorted(places)


@lru_cache(maxsize=1)
def _nodes(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source)))


COLUMNS: Final[Mapping[str, Callable[[str], list[Place]]]] = {
    "docstrings": docstrings,
    "fragments": fragments,
    "he in docstrings": people_in_docstrings,
    "he in comments": people_in_comments,
    "participles": participles,
}
NOT_LISTED: Final = "docstrings"
"""This column is the total that the next one is a part of."""


def top_folder(path: str) -> str:
    """Return the first folder of a path from the project's root, or a dot for a file that is in none."""
    return path.partition("/")[0] if "/" in path else "."


def table(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Return lines of text with a row for each folder and one for all of them. ``counts`` are by folder and column."""
    total: Counter[str] = sum((Counter(row) for row in counts.values()), Counter())
    rows = [("", *COLUMNS)]
    for folder, row in [*sorted(counts.items()), ("in all", total)]:
        rows.append((folder, *(f"{row.get(column, 0):,}" for column in COLUMNS)))
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )


def tracked_python_files(paths: Sequence[str]) -> list[str]:
    """Return the tracked Python files of the project, or those below ``paths``, by their paths from its root."""
    command = ["git", "ls-files", "-z", "--", *(paths or ["."])]
    listed = subprocess.run(command, cwd=PROJECT, capture_output=True, check=True).stdout.decode()
    return [path for path in listed.split("\0") if path.endswith(".py") and (PROJECT / path).exists()]


def faults(path: str, source: str) -> list[str]:
    """Return a line for each place in the file that ``--check`` does not allow."""
    stored = STORED_NAMES.get(path, frozenset())
    return [
        f"{path}:{line}: {column}: {' '.join(text.split())}"
        for column, places_in in COLUMNS.items()
        if column != NOT_LISTED
        for line, text in places_in(source)
        if not (places_in is participles and text in stored)
    ]


def check(paths: Sequence[str]) -> int:
    """Print each fault in the files below ``paths``. Return the exit status: 1 if there is one, 0 if there is none."""
    lines = [
        line
        for path in tracked_python_files(paths)
        for line in faults(path, (PROJECT / path).read_text(encoding="utf-8"))
    ]
    if lines:
        print(
            *lines,
            "Write whole sentences, call people they, and use names that say what a thing is.",
            sep="\n",
        )
    return 1 if lines else 0


def main(arguments: Sequence[str]) -> int:
    """Print the counts, the places if they are asked for, or the faults. Return the exit status."""
    parser = argparse.ArgumentParser(prog="tests.support.words", description="Count words to be replaced.")
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders; the whole project if none"
    )
    parser.add_argument("--list", action="store_true", help="print every place as path:line: text")
    parser.add_argument(
        "--check", action="store_true", help="print the places in finished folders; status 1 if there are any"
    )
    options = parser.parse_args(arguments)
    if options.check:
        return check(options.paths or FINISHED)
    counts: dict[str, Counter[str]] = {}
    places: dict[str, list[str]] = {column: [] for column in COLUMNS}
    for path in tracked_python_files(options.paths):
        source = (PROJECT / path).read_text(encoding="utf-8")
        for column, count in COLUMNS.items():
            for line, text in count(source):
                counts.setdefault(top_folder(path), Counter())[column] += 1
                places[column].append(f"{path}:{line}: {' '.join(text.split())}")
    for column in COLUMNS if options.list else ():
        if column != NOT_LISTED:
            print(f"{column}:", *places[column], "", sep="\n")
    print(table(counts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

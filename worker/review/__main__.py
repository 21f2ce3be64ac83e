"""The program ``python -m worker.review``: print every choice of the players in recorded rubbers, and what it
cost.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final, TypeAlias

from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.errors import NotEgnError, RecordError
from scoring.notation import write_rubber
from worker.review import review_rubber
from worker.review.annotate import annotated
from worker.review.decision import Decision
from worker.review.english import describe

UNREADABLE: Final = 2

Show: TypeAlias = Callable[[CheckedRubber, str], None]
"""A function that prints the review of a rubber. Its second argument is the file's name. It may raise
``RecordError`` if the record can't be written.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status.

    The status is 0 if every rubber was reviewed. It is 2 if a file can't be opened or read, a file is not EGN or a
    rubber can't be written; a message on standard error says which. All other rubbers are still reviewed.
    """
    parser = _make_parser()
    options = parser.parse_args(arguments)
    if options.all and not options.annotated:
        parser.error("--all goes with --annotated")
    # Records hold names in every language, whatever the terminal's encoding.
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    show = _choose_printer(options)
    status = 0
    for name in options.files:
        try:
            status = max(status, _review(name, show))
        except BrokenPipeError:
            # The reader has closed the pipe. Redirect standard output, or Python would complain when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except OSError as fault:
            status = _report_error(name, f"can't be opened: {fault.strerror or fault}")
        except NotEgnError as fault:
            status = _report_error(name, str(fault))
    return status


def _report_error(name: str, why: str) -> int:
    print(f"{name}: {why}", file=sys.stderr)
    return UNREADABLE


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m worker.review",
        description="Judge every choice that players had in fully recorded deals: calls, discards, the king, cards.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of EGN, or - for standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--text", action="store_true", help="print a line to read for each decision (the default)"
    )
    form.add_argument("--json", action="store_true", help="print one JSON object a decision")
    form.add_argument(
        "--annotated",
        action="store_true",
        help="write the records in canonical form, with a comment behind each inaccuracy, mistake and blunder",
    )
    parser.add_argument("--all", action="store_true", help="with --annotated, comment on every decision")
    return parser


def _choose_printer(options: argparse.Namespace) -> Show:
    """Return the function that prints the review of each rubber in the chosen format."""
    if options.json:
        return _print_json
    if options.annotated:
        return _PrintAnnotated(every=options.all)
    return _print_named if len(options.files) > 1 else _print_text


def _review(name: str, show: Show) -> int:
    """Print the review of a file's rubbers as they are read. Return the exit status."""
    if name == "-":
        return _show_stream(sys.stdin.buffer, name, show)
    with open(name, "rb") as stream:
        return _show_stream(stream, name, show)


def _show_stream(stream: BinaryIO, name: str, show: Show) -> int:
    status = 0
    for checked in check_file(stream):
        try:
            show(checked, name)
        except RecordError as fault:
            status = _report_error(f"{name}:{checked.line}", f"rubber {checked.index} is left out: {fault}")
        sys.stdout.flush()
    return status


def _list_decisions(checked: CheckedRubber) -> Iterator[Decision]:
    for deal in review_rubber(checked):
        yield from deal.decisions


def _print_json(checked: CheckedRubber, _: str) -> None:
    for decision in _list_decisions(checked):
        print(json.dumps(decision.as_json()))


def _print_text(checked: CheckedRubber, _: str) -> None:
    for decision in _list_decisions(checked):
        print(describe(decision))


def _print_named(checked: CheckedRubber, name: str) -> None:
    for decision in _list_decisions(checked):
        print(f"{name}: {describe(decision)}")


class _PrintAnnotated:
    """Print records with the verdicts as comments, and a blank line between two records."""

    def __init__(self, *, every: bool) -> None:
        self._every = every
        self._separator = ""

    def __call__(self, checked: CheckedRubber, _: str) -> None:
        if checked.broken:
            raise RecordError("it can't be read to its end")
        record = annotated(checked.rubber, _list_decisions(checked), every=self._every)
        sys.stdout.write(self._separator + write_rubber(record))
        self._separator = "\n"


if __name__ == "__main__":
    sys.exit(main())

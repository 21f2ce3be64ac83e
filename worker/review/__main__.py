"""``python -m worker.review``: what each card of a recorded rubber lost, a line a decision."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import BinaryIO

from scoring.cards import format_card
from scoring.check import check_file
from scoring.errors import NotEgnError
from worker.review import CardDecision, review_rubber

UNREADABLE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0; 2, with a message on standard error, where a file can't be opened or is not EGN.

    The other files are reviewed all the same.
    """
    options = _parser().parse_args(arguments)
    status = 0
    for name in options.files:
        try:
            _review(name, as_json=options.json, named=len(options.files) > 1)
        except BrokenPipeError:
            # Who reads has enough. Standard output is closed here, or Python would complain at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except OSError as fault:
            status = _complain(name, f"can't be opened: {fault.strerror or fault}")
        except NotEgnError as fault:
            status = _complain(name, str(fault))
    return status


def _complain(name: str, why: str) -> int:
    print(f"{name}: {why}", file=sys.stderr)
    return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m worker.review",
        description="Judge every card that was played by choice in fully recorded deals.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of EGN, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object a decision")
    return parser


def _review(name: str, *, as_json: bool, named: bool) -> None:
    """Print a file's decisions, a rubber at a time as it is read."""
    place = f"{name}: " if named else ""
    if name == "-":
        _print(sys.stdin.buffer, as_json=as_json, place=place)
    else:
        with open(name, "rb") as stream:
            _print(stream, as_json=as_json, place=place)


def _print(stream: BinaryIO, *, as_json: bool, place: str) -> None:
    for checked in check_file(stream):
        for decision in review_rubber(checked):
            print(json.dumps(decision.as_json()) if as_json else place + describe(decision))
        sys.stdout.flush()


def describe(decision: CardDecision) -> str:
    """One line: where, what was played and what was best, the fair loss, the loss with both hands seen."""
    played = format_card(decision.chosen)
    best = " or ".join(format_card(card) for card in decision.best)
    where = f"rubber {decision.rubber} game {decision.game} deal {decision.deal} trick {decision.trick}"
    if decision.chosen in decision.best:
        verdict = f"as good as any ({best})" if len(decision.best) > 1 else "the best card"
    else:
        verdict = f"{best} was better by {float(decision.loss):.3f} marks"
    hands = f"{decision.worlds:,} hands" if decision.worlds > 1 else "the only hand"
    flag = " [flagged]" if decision.flagged else ""
    seen = (
        f"; both hands seen it cost {_tricks(decision.double_dummy_loss)}"
        if decision.double_dummy_loss
        else ""
    )
    return f"{where}: {decision.player} played {played}, {verdict} over {hands}{seen}{flag}"


def _tricks(number: int) -> str:
    return "1 trick" if number == 1 else f"{number} tricks"


if __name__ == "__main__":
    sys.exit(main())

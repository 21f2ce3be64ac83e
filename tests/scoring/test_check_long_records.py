"""The work to check a record grows linearly with its length, whatever it repeats."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from scoring.check import check_file
from scoring.follow import follow_deal
from scoring.notation import read_one
from scoring.notation.lexer import read_comment
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

HEAD = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n\n'
DEAL = f"{HEAD}Game 1\n1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 "


def lines_run(do: Callable[[], object]) -> int:
    """Return how many lines of code ``do`` runs, each iteration of a loop counted."""
    counted = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal counted
        counted += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        do()
    finally:
        sys.settrace(before)
    return counted


def work(text: str) -> int:
    return lines_run(lambda: [rubber.as_json() for rubber in check_file(io.BytesIO(text.encode()))])


TEXTS: dict[str, Callable[[int], str]] = {
    "rubbers": lambda n: '[EGN "1"]\n' * n,
    "games that stop short": lambda n: HEAD + "Game 1\n" * n,
    "games with a final": lambda n: HEAD + "Game 1 #5-3\n" * n + "*\n",
    "deals behind the fifth point": lambda n: HEAD + "Game 1\n" + "1. A P R Kb =B5\n" * n + "*\n",
    "tags": lambda n: HEAD + "".join(f'[T{i} "1"]\n' for i in range(n)) + "Game 1\n*\n",
    "comments in a heading": lambda n: HEAD + "Game 1 " + "{so} " * n + "*\n",
    "comments in a deal": lambda n: HEAD + "Game 1\n1. A " + "{so} " * n + "*\n",
    "cuts the wrong way round": lambda n: HEAD + "Game 1 cut " + "B=SA A=HA " * n + "*\n",
    "kings": lambda n: DEAL + "Ka " * n + "*\n",
    "kings, and incidents that are not theirs": lambda n: DEAL + "Ka " * n + "!40 " * n + "*\n",
    "kings turned up after a misdeal": lambda n: (
        HEAD + "Game 1\n1. A ^HK " + "Ka " * n + "!1 " * n + "!15:stand *\n"
    ),
    "kings among the cards of long hands": lambda n: DEAL + "!29b " + "HK -- Ka " * n + "*\n",
    "kings among exchanges": lambda n: DEAL + "!29b P G " + "Ka -HK+HK " * n + "*\n",
    "kings and replays": lambda n: DEAL + "Ka " * n + "!43b:replay " * n + "*\n",
    "acceptances": lambda n: DEAL + "P G -1 -1 " * n + "*\n",
    "acceptances with nothing left, told of behind other incidents": lambda n: (
        DEAL + "P G -5 -5 P G -5 -5 P G -1 -0 " + "!52 " * n + "!38 " + "P G -0 -0 " * n + "*\n"
    ),
}


@in_two_sizes("length", 20, 50)
@each_row("make", TEXTS.values(), ids=list(TEXTS))
def test_four_times_the_text_is_four_times_the_work(make: Callable[[int], str], length: int) -> None:
    assert work(make(4 * length)) < 5 * work(make(length))


def test_rounds_of_exchanges_are_told_in_work_that_grows_with_their_number() -> None:
    def rounds(count: int) -> int:
        (deal,) = read_one(DEAL + "P G -1 -1 " * count + "*\n").games[0].deals
        course = follow_deal(deal)
        return lines_run(lambda: course.exchanges)

    assert rounds(400) < 5 * rounds(100)


def test_carriage_returns_in_a_comment_are_read_in_time_that_grows_with_their_number() -> None:
    def seconds(count: int) -> float:
        taken = []
        for _ in range(5):
            start = time.process_time()
            read_comment("\r" * count, "comment")
            taken.append(time.process_time() - start)
        return min(taken)

    assert seconds(80_000) < 10 * seconds(20_000)

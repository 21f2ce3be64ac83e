"""Texts made to be slow: at four times the length they take about four times the work, not sixteen times.

The engine's own steps are counted in tests/scoring/test_check_long_records.py; here the processor's time is
measured, which includes the search for patterns within one step.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from typing import Final

import pytest

from matches.privacy.erase import QUOTED_OR_COMMENT
from scoring.check import check_file
from scoring.errors import NotEgnError

pytestmark = pytest.mark.sweep

HEAD: Final = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n\n'
DEAL: Final = f"{HEAD}Game 1\n1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 "
TEXTS: Final[dict[str, Callable[[int], str]]] = {
    "open comments": lambda n: DEAL + "{ " * n,
    "lines of comments": lambda n: DEAL + ";\n" * n,
    "quotes in a tag": lambda n: '[EGN "1"]\n[A "' + '\\"' * n,
    "open tags": lambda n: '[EGN "1"]\n' + "[ " * n,
    "blanks in a tag": lambda n: '[EGN "1"]\n[A "x"' + " " * n + "x",
    "open values": lambda n: '[EGN "1"]\n' + '[A "x ' * n,
    "incidents within incidents": lambda n: DEAL + "!40(" * n,
    "figures": lambda n: DEAL + "9" * n,
    "cards in one word": lambda n: DEAL + "A:" + "S7." * n,
    "exchanges in one word": lambda n: DEAL + "-2+" + "S7" * n,
    "scores": lambda n: HEAD + "Game 1 " + "#5-3 " * n,
    "no text at all": lambda n: "[\n" * n,
}
SHORT: Final = 12_000
GROWN: Final = 4
SQUARE: Final = GROWN * GROWN


def work(text: str) -> float:
    """Return the lowest time of a few tries, since other work of the machine only adds to it."""
    content = text.encode()
    tries = []
    for _ in range(3):
        began = time.thread_time()
        try:
            for rubber in check_file(io.BytesIO(content)):
                rubber.as_json()
        except NotEgnError:
            pass
        tries.append(time.thread_time() - began)
    return min(tries)


def grows(make: Callable[[int], str], measured: Callable[[str], float] = work) -> float:
    """Return how many times more work a text of four times the length takes: the lowest ratio of a few tries."""
    return min(measured(make(GROWN * SHORT)) / max(measured(make(SHORT)), 1e-4) for _ in range(2))


@pytest.mark.parametrize("make", TEXTS.values(), ids=TEXTS.keys())
def test_record_of_four_times_the_length(make: Callable[[int], str]) -> None:
    assert grows(make) < SQUARE * 0.6


@pytest.mark.parametrize(
    ("search", "make"),
    [
        (QUOTED_OR_COMMENT.search, lambda n: '"' + "\\" * n),
        (QUOTED_OR_COMMENT.search, lambda n: "{" * 40 + "x" * n),
    ],
    ids=["an open quote", "open comments"],
)
def test_pattern_on_four_times_the_length(
    search: Callable[[str], object], make: Callable[[int], str]
) -> None:
    def searched(text: str) -> float:
        began = time.thread_time()
        search(text)
        return time.thread_time() - began

    assert grows(make, searched) < SQUARE * 0.6

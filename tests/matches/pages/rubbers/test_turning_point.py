from __future__ import annotations

import pytest

from matches.pages.rubbers.turning_point import TurningPoint, turning_point
from scoring.check import check_rubber
from scoring.notation import read_one

NAMES = ("Boiteau", "Walker")


def found(body: str, *, tags: str = "") -> TurningPoint | None:
    text = f'[EGN "1"]\n[A "A"]\n[B "B"]\n[Termination "unfinished"]\n{tags}\n{body}\n*'
    return turning_point(check_rubber(read_one(text)), public_id="bcd", names=NAMES)


def sentence(deal: str, *, tags: str = "") -> str:
    point = found(f"Game 1\n{deal}", tags=tags)
    assert point is not None
    return point.sentence


def test_deal_that_moved_the_chance_most_is_named() -> None:
    point = found("Game 1\n1. A S =B3 (0-1)\n2. B S Ka =A5 (3-1)\n3. A S =A3 (5-1)", tags='[BestOf "1"]')
    assert point is not None
    assert (point.place, point.name, point.look) == ("Game 1, deal 2, at 0–1", "Boiteau", "a")
    assert point.url == "/rubbers/bcd/games/1/deals/2/"
    assert point.sentence == "Boiteau marked the king and won all five tricks."
    before, after = (float(each.rstrip("\N{NO-BREAK SPACE}%")) for each in (point.before, point.after))
    assert before < after


def test_deciding_game_weighs_more_than_one_that_was_won_before() -> None:
    game = "1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A S =B3 (0-5)\n#0-5"
    lost = "1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A S =A3 (5-0)\n#5-0"
    point = found(f"Game 1\n{game}\nGame 2\n{lost}\nGame 3\n{game}")
    assert point is not None
    assert point.place.startswith("Game 3")


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("1. A S Kb =B3 (0-2)", "Walker marked the king and won the point."),
        ("1. A S =B5 (0-2)", "Walker won all five tricks."),
        ("1. A S =B3 (0-1)", "Walker won the point."),
        ("1. A S =A3 (2-0)", "Walker stood and lost: two points."),
        ("1. A P R =B3 (0-2)", "Boiteau refused the first proposal and lost: two points."),
        ("1. A S Ka =A3 (3-0)", "Boiteau marked the king. Walker stood and lost: two points."),
    ],
)
def test_marks_of_the_deal_say_what_happened(deal: str, expected: str) -> None:
    assert sentence(deal) == expected


def test_rubber_known_by_its_results_has_none() -> None:
    assert found("Game 1 #5-3") is None

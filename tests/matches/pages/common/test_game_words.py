from __future__ import annotations

import pytest

from matches.pages.common.game_words import call_sentence, calls_in_short, mark_sentence, vulnerable_sentence
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.notation import read_one
from tests.matches.files import triomphe_text

NAMES = ("Orford", "Baldwin")


@pytest.fixture(scope="module")
def deals() -> tuple[CheckedDeal, ...]:
    return tuple(check_rubber(read_one(triomphe_text())).games[0].deals)


def sentences(deal: CheckedDeal) -> list[str]:
    letters = [call.letter for call in deal.course.calls]
    return [
        call_sentence(deal.course, letter, earlier="".join(letters[:at]), names=NAMES)
        for at, letter in enumerate(letters)
    ]


def test_the_elder_hand_speaks_first_and_then_the_other(deals: tuple[CheckedDeal, ...]) -> None:
    assert sentences(deals[0]) == [
        "Orford offers the point.",
        "Baldwin refuses the point and must win all five tricks.",
    ]
    expected = ["Baldwin plays, and offers nothing.", "Orford offers the point.", "Baldwin takes the point."]
    assert sentences(deals[1]) == expected


def test_a_deal_is_told_in_short(deals: tuple[CheckedDeal, ...]) -> None:
    assert [calls_in_short(deal.course.letters, "triomphe") for deal in deals] == [
        "Point offered, refused",
        "Point offered by the dealer, taken",
        "Point not offered",
        "Point offered by the dealer, refused",
        "Point offered, taken",
        "Point not offered",
    ]
    assert calls_in_short("", "triomphe") == ""
    assert calls_in_short("PGPR") == "Proposed, given, proposed, refused"


def test_point_refused_without_a_vole(deals: tuple[CheckedDeal, ...]) -> None:
    (mark,) = deals[0].marks
    assert mark_sentence(deals[0].course, mark, tricks=4) == "the point refused, without a vole"
    assert vulnerable_sentence(deals[0].course, "Baldwin") == (
        "Baldwin refused the point: all five tricks, or two to the opponent (law 49)."
    )
    (plain,) = deals[2].marks
    assert mark_sentence(deals[2].course, plain, tricks=4) == "the point"

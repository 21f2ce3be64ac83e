"""What chance did in a deal."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import DealReview
from matches.pages.rubbers.luck_words import luck_sentences

NAMES = ("Boiteau", "Walker")
KNOWN: dict[str, Any] = {
    "dealt_marks": 0.31,
    "turned_marks": -0.05,
    "drawn_marks": 0.22,
    "result_marks": 2.0,
    "luck_se": 0.03,
}
CHANCES: dict[str, Any] = {"dealt_chance": 0.05, "turned_chance": -0.01, "drawn_chance": 0.03}


def told(**fields: Any) -> tuple[str, ...]:
    return luck_sentences(DealReview(**{**KNOWN, **fields}), NAMES)


def test_luck_is_told_part_by_part_and_taken_off_the_result() -> None:
    assert told(**CHANCES) == (
        "The cards dealt were worth +0.31 marks to Boiteau, the turn-up −0.05 and the cards drawn +0.22:"
        " +0.48 in all.",
        "Sampled, give or take 0.03 marks.",
        "Measured from the average, the deal brought Boiteau +2.00 marks; without luck, +1.52.",
        "Luck was worth 7.0 in 100 of the game to Boiteau.",
    )


def test_bad_luck_of_a_is_told_as_bs_good_luck() -> None:
    turned = {name: -value for name, value in KNOWN.items()}
    assert told(**{**turned, "luck_se": 0.03}) == tuple(
        sentence.replace("Boiteau", "Walker") for sentence in told()
    )


def test_nothing_drawn_is_not_mentioned() -> None:
    assert told(drawn_marks=0)[0] == (
        "The cards dealt were worth +0.31 marks to Boiteau and the turn-up −0.05: +0.26 in all."
    )


def test_luck_that_was_counted_out_has_no_error() -> None:
    assert not any("give or take" in sentence for sentence in told(luck_se=0))


@pytest.mark.parametrize("missing", ["dealt_marks", "turned_marks", "drawn_marks"])
def test_luck_that_is_not_known_is_not_told(missing: str) -> None:
    assert told(**{missing: None}) == ()


def test_result_that_is_not_known_is_not_told() -> None:
    assert not any("without luck" in sentence for sentence in told(result_marks=None))

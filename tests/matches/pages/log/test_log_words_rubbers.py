"""The log states each ruling in words."""

from __future__ import annotations

import pytest

from matches.common.log import RulingMade
from matches.pages.log.log_words_rubbers import CLAUSES, ruling_clause, ruling_place
from scoring.incidents import ROWS


def made(remedy: str, *, deal: int = 2, argument: str = "") -> RulingMade:
    ruling: RulingMade = {"law": 15, "player": "A", "remedy": remedy, "game": 1, "deal": deal}
    if argument:
        ruling["argument"] = argument
    return ruling


def test_every_remedy_can_be_told() -> None:
    assert set(CLAUSES) == {remedy for row in ROWS.values() for remedy in row.remedies}


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        (made("replay"), "the hand is replayed"),
        (made("discard", argument="SK"), "the surplus is put out (the king of spades)"),
        (made("draw", argument="SK.HA"), "the surplus is drawn (the king of spades and the ace of hearts)"),
    ],
)
def test_what_was_ruled_names_its_cards(ruling: RulingMade, words: str) -> None:
    assert ruling_clause(ruling) == words


def test_where_it_was_ruled() -> None:
    assert ruling_place(made("fresh")) == "It concerns deal 2 of game 1."
    assert ruling_place(made("reshuffle", deal=0)) == "It concerns the opening of game 1."

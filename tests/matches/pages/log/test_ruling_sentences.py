"""What was ruled, as the log tells it."""

from __future__ import annotations

import pytest

from matches.common.log import RulingMade
from matches.pages.log.ruling_sentences import CLAUSES, ruled, where_ruled
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
        (
            made("draw", argument="SK.HA"),
            "the surplus is drawn (the king of spades and the ace of hearts)",
        ),
    ],
)
def test_what_was_ruled_names_its_cards(ruling: RulingMade, words: str) -> None:
    assert ruled(ruling) == words


def test_where_it_was_ruled() -> None:
    assert where_ruled(made("fresh")) == "It concerns deal 2 of game 1."
    assert where_ruled(made("reshuffle", deal=0)) == "It concerns the opening of game 1."

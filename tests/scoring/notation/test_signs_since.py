"""The signs that are younger than release 0.1.0: read, written, and kept in canonical form."""

from __future__ import annotations

import pytest

from scoring.errors import NotationError, RecordError
from scoring.follow import follow_deal
from scoring.notation import read_one, write_rubber
from scoring.notation.writer import write_cut
from scoring.record import Call, Cut, KingAnnounced
from tests.scoring.egn import egn
from tests.support.rows import each_row

ROUND_TRIPS = [
    "Game 1 cut A=HK B=D8 cards=red seat=north-east\n1. A S =B3 (0-1)\n*",
    "Game 1 cut A=HQ B=DQ A=HK B=D8 seat=près\n1. A S =B3 (0-1)\n*",
    "Game 1\n1. A S kb =B3 (0-1) !50b(king;1):mark (0-2)\n*",
    "Game 1\n1. A P G -5 -5 P G -5 -5 P g! R =B3 (0-1)\n*",
]


@each_row("body", ROUND_TRIPS)
def test_what_is_written_is_what_was_read(body: str) -> None:
    text = egn(body)
    assert write_rubber(read_one(text)) == text


def test_choices_stand_in_their_order_and_comments_stay_with_them() -> None:
    text = egn(
        "Game 1 cut B=D8 A=HK seat=north {the window} cards=red {old} !1b:reshuffle\n1. A S =B3 (0-1)\n*"
    )
    heading = "Game 1 cut A=HK B=D8 cards=red {old} seat=north {the window} !1b:reshuffle"
    assert heading in write_rubber(read_one(text))


@each_row("token", ["kc", "kA", "g?!?", "gg"])
def test_what_only_looks_like_a_sign_is_refused(token: str) -> None:
    with pytest.raises(NotationError):
        read_one(egn(f"Game 1\n1. A S {token} =B3\n*"))


@each_row("chosen", [(("seat", "a"), ("cards", "b")), (("cards", "two words"),), (("seat", ""),)])
def test_a_choice_that_would_not_be_read_back_is_not_written(chosen: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(RecordError):
        write_cut(Cut(((7, 15),), chosen))  # type: ignore[arg-type]


def test_signs_are_items_of_their_own() -> None:
    deal = read_one(egn("Game 1\n1. A P g ka =B3 (0-1)\n*")).games[0].deals[0]
    assert deal.items[1:3] == (Call("G", is_conditional=True), KingAnnounced("A"))
    assert follow_deal(deal).kings == ()
    assert [king.player for king in follow_deal(deal).announced] == ["A"]


def test_a_condition_that_failed_leaves_the_refusal() -> None:
    deal = read_one(egn("Game 1\n1. A P G -5 -5 P g R =B3 (0-1)\n*")).games[0].deals[0]
    assert (follow_deal(deal).letters, follow_deal(deal).vulnerable) == ("PGPR", "none")

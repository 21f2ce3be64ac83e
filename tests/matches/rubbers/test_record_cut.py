from __future__ import annotations

import pytest

from matches.rubbers.commands import record_cut, record_deal, undo_deal
from matches.rubbers.errors import CutNotDueError, HeldRecordError
from scoring.cards import Card, parse_card
from tests.matches.helpers.hands import make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def cards(*pairs: str) -> list[tuple[Card, Card]]:
    return [(parse_card(pair[:2]), parse_card(pair[2:])) for pair in pairs]


def test_cut_stands_in_the_game_s_heading_before_and_after_its_first_deal() -> None:
    hands = make_hands()
    rubber = record_cut(hands.open(), cards("CKSK", "CKD8"), act=hands.act())

    assert rubber.egn.endswith("Game 1 cut A=CK B=SK A=CK B=D8\n*\n")
    rubber = record_deal(rubber, "A S =B5 (0-2)", act=hands.act())
    assert "Game 1 cut A=CK B=SK A=CK B=D8\n1. A S =B5 (0-2)\n*\n" in rubber.egn


def test_cutting_anew_takes_the_first_cut_s_place() -> None:
    hands = make_hands()
    rubber = record_cut(hands.open(), cards("CKD8"), act=hands.act())
    rubber = record_cut(rubber, cards("C7D8"), act=hands.act())

    assert "Game 1 cut A=C7 B=D8\n" in rubber.egn


def test_deals_taken_back_leave_their_game_s_cut() -> None:
    hands = make_hands()
    rubber = record_cut(hands.open(), cards("CKD8"), act=hands.act())
    rubber = undo_deal(record_deal(rubber, "A S =B5 (0-2)", act=hands.act()), act=hands.act())

    assert rubber.egn.endswith("Game 1 cut A=CK B=D8\n*\n")


def test_game_that_was_dealt_is_not_cut_for() -> None:
    hands = make_hands()
    with pytest.raises(CutNotDueError):
        record_cut(hands.open(deals=("A S =B5 (0-2)",)), cards("CKD8"), act=hands.act())


def test_tie_decides_nothing() -> None:
    hands = make_hands()
    with pytest.raises(HeldRecordError) as refused:
        record_cut(hands.open(), cards("CKDK"), act=hands.act())

    assert [fault.code for fault in refused.value.faults] == ["L05"]


def test_what_the_winner_chose_is_recorded_with_the_cut() -> None:
    hands = make_hands()
    rubber = record_cut(
        hands.open(), cards("CKD8"), act=hands.act(), chosen=(("cards", "red"), ("seat", "north"))
    )

    assert rubber.egn.endswith("Game 1 cut A=CK B=D8 cards=red seat=north\n*\n")

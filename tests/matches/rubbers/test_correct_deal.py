"""One deal of a complete record is replaced: its text as it was, and what follows from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from matches.rubbers.correct_deal import corrected_record, deal_at, deal_line
from matches.rubbers.errors import InvalidDealError, LaterDealError, NoSuchDealError
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import Rubber

EVENING = Path(__file__).parents[2] / "data" / "samples" / "evening.egn"
PLAYED = "2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8 CK C7 DQ DJ HA SQ D8 S8"


@pytest.fixture
def record() -> Rubber:
    """Return the first rubber of the evening: three games, every card."""
    return read_one(EVENING.read_text().partition('\n\n[EGN "1"]')[0])


def every_deal(record: Rubber) -> list[tuple[int, int]]:
    return [(game.number, deal.number) for game in record.games for deal in game.deals]


def test_line_has_the_cards_without_what_follows_from_them(record: Rubber) -> None:
    assert deal_line(record, 1, 1) == PLAYED


def test_line_of_every_deal_makes_the_same_record(record: Rubber) -> None:
    assert every_deal(record)
    for place in every_deal(record):
        assert corrected_record(record, *place, deal_line(record, *place)) == record


def test_outcome_that_no_card_implies_stays_in_the_line(record: Rubber) -> None:
    marks = read_one('[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\nGame 1\n1. A S =B5 (0-2)\n*\n')
    assert deal_line(marks, 1, 1) == "S =B5"


def test_comments_and_dealer_stay(record: Rubber) -> None:
    text = '[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\nGame 1\n1. B S =A (1-0) {well played}\n*\n'
    new = corrected_record(read_one(text), 1, 1, "S =A5")
    deal = deal_at(new, 1, 1)
    assert (deal.dealer, [comment.text for comment in deal.comments]) == ("B", ["well played"])


def test_scores_behind_the_deal_and_the_end_of_its_game_follow() -> None:
    text = (
        '[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\nGame 1\n'
        "1. A S =B (0-1)\n2. B S =A5 (2-1)\n3. A S =A5 (4-1)\n4. B S =A5 (5-1)\n#5-1\n##1-0\n"
    )
    new = corrected_record(read_one(text), 1, 1, "S =B5")
    checked = check_rubber(new)
    assert [deal.score for deal in checked.games[0].deals] == [(0, 2), (2, 2), (4, 2), (5, 2)]
    assert new.games[0].final == (5, 2)
    assert checked.findings == check_rubber(read_one(text)).findings


def test_last_deal_moves_the_points_of_its_game() -> None:
    text = (
        '[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\nGame 1\n'
        "1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A S =A (5-0)\n#5-0\n##1-0\n"
    )
    new = corrected_record(read_one(text), 1, 3, "S Kb =A")
    assert new.games[0].final == (5, 1)


def test_correction_that_later_deals_contradict_is_refused(record: Rubber) -> None:
    with pytest.raises(LaterDealError):
        corrected_record(record, 1, 2, "S =A")


@pytest.mark.parametrize("line", ["S", "nonsense", "S =B) (", "S =B\n2. B S =A"])
def test_line_that_is_no_deal_is_refused(record: Rubber, line: str) -> None:
    with pytest.raises(InvalidDealError):
        corrected_record(record, 1, 1, line)


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (4, 1), (1, 9)])
def test_deal_that_is_not_there_is_refused(record: Rubber, place: tuple[int, int]) -> None:
    with pytest.raises(NoSuchDealError):
        deal_line(record, *place)

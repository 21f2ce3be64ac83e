from __future__ import annotations

from typing import Any

import pytest

from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_lines import DealLine
from matches.pages.rubbers.deal_rows import POINTS_SHOWN, DealRow, calls_in_brief
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.pages.rubbers.test_deal_page import judgement as made

NAMES = ("Boiteau", "Walker")


def row_of(line: str, *mistakes: Judgement, tags: str = "", is_live: bool = False) -> DealRow:
    """Return the row of the last of one game's deals, given as EGN lines."""
    record = f'[EGN "1"]\n[A "A"]\n[B "B"]\n[Termination "unfinished"]\n{tags}Game 1\n{line}\n*'
    deal = check_rubber(read_one(record)).games[0].deals[-1]
    return DealRow(DealLine(deal, deal.number, NAMES, "/deal/"), mistakes=mistakes, is_live=is_live)


def judgement(label: str, loss: float, **fields: Any) -> Judgement:
    return made(label=label, equity_loss=loss, **fields)


@pytest.mark.parametrize(
    ("letters", "brief"),
    [
        ("S", "Walker stood"),
        ("PG", "Given"),
        ("PGS", "Given"),
        ("PGPR", "Given, refused"),
        ("PGPGS", "Given twice"),
        ("PGPGPGPR", "Given 3 times, refused"),
        ("PR", "Refused"),
        ("P", "Walker proposed"),
        ("", ""),
    ],
)
def test_answers_imply_their_proposals(letters: str, brief: str) -> None:
    assert calls_in_brief(letters, elder="Walker") == brief


def test_calls_of_la_triomphe_keep_their_words() -> None:
    assert calls_in_brief("PG", "triomphe", elder="Walker") == "Point offered, taken"


def test_row_has_dealer_calls_tricks_points_and_score() -> None:
    row = row_of("1. A P R Kb =B4 (0-3)")
    assert (row.dealer, row.dealer_text, row.calls) == ("a", "Boiteau deals", "Refused")
    assert (row.tricks, row.points, row.line.score) == ("1–4", "bbb", "0–3")


def test_points_are_drawn_for_the_player_who_marked_them() -> None:
    row = row_of("1. A S Ka =B5 (1-2)")
    assert sorted(row.points) == ["a", "b", "b"]
    assert row.line.marks == "Boiteau: king 1; Walker: vole 2"


def test_no_record_fills_a_row_with_points() -> None:
    row = row_of("1. A S Ka Ka Ka Ka Ka Ka Ka Ka Ka Ka =B5 (1-2)")
    assert len(row.points) <= POINTS_SHOWN


def test_void_deal_counts_for_nothing() -> None:
    row = row_of("1. A S !12(HK):fresh =void")
    assert (row.calls, row.tricks, row.points) == ("does not count", "", "")


def test_badge_is_that_of_the_costliest_mistake() -> None:
    row = row_of("1. A S =B4 (0-2)", judgement("mistake", 0.06, trick=2), judgement("blunder", 0.2))
    badge = row.badge
    assert badge is not None
    assert (badge.sign, badge.look, badge.text) == ("??", "blunder", "Blunder and 1 more")
    assert badge.url == "/deal/?step=trick-3-b"
    assert row_of("1. A S =B4 (0-2)").badge is None


def test_deal_in_play_does_not_tell_its_tricks() -> None:
    assert row_of("1. A S =B4 (0-2)", is_live=True).tricks == ""

"""Every row of the tables against the engine judging a record of that very deal."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from scoring.__main__ import main
from scoring.calling import WAYS_OF_CALLING, calls_of, ways_of_calling
from scoring.cards import RANKS
from scoring.checked import CheckedRubber
from scoring.marks import GAME_POINTS
from scoring.tables import marks_tables
from tests.scoring.egn import checked, codes, first_deal
from tests.support.examples import in_two_sizes

TABLES: dict[str, Any] = marks_tables()
TRIOMPHE: dict[str, Any] = TABLES["triomphe"]
SCORES = in_two_sizes("scores", {0, 4}, set(range(5)))


CALLS_AT_TRIOMPHE = {"none": "S", "dealer": "P R", "elder": "S P R"}
"""Calls by the player who refused the point."""


def record_of(row: dict[str, Any], *, at_triomphe: bool = False) -> str:
    """Return a game in marks alone that reaches the row's score, then the row's deal without a figure."""
    dealer = row["dealer"]
    elder = "B" if dealer == "A" else "A"
    a, b = row["score"]
    calls = {"none": "P G", elder: "S", dealer: "P R"}[row["vulnerable"]]
    if at_triomphe:
        calls = CALLS_AT_TRIOMPHE[{"none": "none", elder: "elder", dealer: "dealer"}[row["vulnerable"]]]
    king = "" if row["king"] is None else f" K{row['king'].lower()}"
    outcome = {None: "", "void": " =void", "A": " =A3", "B": " =B3"}.get(
        row["outcome"], f" ={row['outcome']}"
    )
    return f"Game 1\n1. {elder} =void ({a}-{b})\n2. {dealer} !14{dealer.lower()}(after):stand {calls}{king}{outcome}\n*"


@SCORES
def test_every_row_is_what_the_engine_gives(scores: set[int]) -> None:
    """From score 0 a deal's points fall short of five; from 4 they reach five and beyond."""
    rows = [row for row in TABLES["deals"] if scores.issuperset(row["score"])]
    assert rows
    for row in rows:
        compare(row, checked(record_of(row)))


@SCORES
def test_every_row_of_la_triomphe_is_what_the_engine_gives(scores: set[int]) -> None:
    rows = [row for row in TRIOMPHE["deals"] if scores.issuperset(row["score"])]
    assert rows
    for row in rows:
        compare(row, checked(record_of(row, at_triomphe=True), Variant="Triomphe"))


def compare(row: dict[str, Any], rubber: CheckedRubber) -> None:
    deal = rubber.games[0].deals[1]
    assert deal.score is not None
    assert list(deal.score) == row["after"], row
    assert row["over"] == (max(deal.score) == GAME_POINTS), row
    assert row["winner"] == (None if not row["over"] else "AB"[deal.score.index(GAME_POINTS)]), row


def test_there_is_one_row_for_every_situation() -> None:
    keys = {
        (tuple(row["score"]), row["dealer"], row["vulnerable"], row["king"], row["outcome"])
        for row in TABLES["deals"]
    }
    scores, dealers, vulnerable = 25, 2, 3
    kings_and_outcomes = 3 * 5 + 1
    assert len(keys) == len(TABLES["deals"]) == scores * dealers * vulnerable * kings_and_outcomes


def test_la_triomphe_has_a_row_for_every_situation_without_a_king() -> None:
    keys = {
        (tuple(row["score"]), row["dealer"], row["vulnerable"], row["outcome"]) for row in TRIOMPHE["deals"]
    }
    scores, dealers, refusers, outcomes = 25, 2, 3, 6
    assert len(keys) == len(TRIOMPHE["deals"]) == scores * dealers * refusers * outcomes
    assert {row["king"] for row in TRIOMPHE["deals"]} == {None}


def test_the_deal_passes_on_but_after_a_void_deal() -> None:
    for row in (*TABLES["deals"], *TRIOMPHE["deals"]):
        stays = row["outcome"] == "void" or (row["outcome"] is None and not row["over"])
        assert (row["next_dealer"] == row["dealer"]) == stays, row


def test_games_count_down_to_the_rubber() -> None:
    rows = {(tuple(row["wanted"]), row["winner"]): row for row in TABLES["games"]}
    assert rows[(2, 1), "A"]["wanted_after"] == [1, 1]
    assert not rows[(2, 1), "A"]["over"]
    assert rows[(2, 1), "B"]["over"]
    assert TABLES["wanted"] == {str(best_of): best_of // 2 + 1 for best_of in range(1, 100, 2)}


def test_calls_are_what_the_engine_makes_of_them() -> None:
    assert {(row["said"], row["dealer"]) for row in TABLES["calls"]} == set(product(WAYS_OF_CALLING, "AB"))
    for row in TABLES["calls"]:
        calls = " ".join(calls_of(row["said"]))
        deal = first_deal(f"1. {row['dealer']} {calls} =A3")
        assert row["vulnerable"] == deal.vulnerable, row


def test_calls_of_la_triomphe_are_what_the_engine_makes_of_them() -> None:
    ways = set(product(ways_of_calling("triomphe"), "AB"))
    assert {(row["said"], row["dealer"]) for row in TRIOMPHE["calls"]} == ways
    assert {(row["said"], row["dealer"]) for row in TRIOMPHE["taken"]} == ways
    for called, taken in zip(TRIOMPHE["calls"], TRIOMPHE["taken"], strict=True):
        letters = calls_of(called["said"])
        deal = first_deal(f"1. {called['dealer']} {' '.join(letters)}", Variant="Triomphe")
        assert called["vulnerable"] == deal.vulnerable, called
        assert [taken["player"]] * bool(deal.marks) == [mark.player for mark in deal.marks], taken


def test_who_cut_the_higher_card_may_deal_and_the_other_not() -> None:
    assert {(row["a"], row["b"]) for row in TABLES["cuts"]} == set(product(RANKS, repeat=2))
    for row in TABLES["cuts"]:
        lawful = [dealer for dealer in "AB" if not codes(cut_and_dealt(row, dealer))]
        assert lawful == ([row["dealer"]] if row["dealer"] else []), row


def test_who_cut_the_lower_card_may_deal_at_la_triomphe_and_the_other_not() -> None:
    assert {(row["a"], row["b"]) for row in TRIOMPHE["cuts"]} == set(product(RANKS, repeat=2))
    for row in TRIOMPHE["cuts"]:
        lawful = [dealer for dealer in "AB" if not codes(cut_and_dealt(row, dealer, Variant="Triomphe"))]
        assert lawful == ([row["dealer"]] if row["dealer"] else []), row


def test_point_may_be_offered_behind_the_lead_after_the_calls_that_the_tables_name() -> None:
    ways = ("", *("".join(calls) for length in (1, 2, 3) for calls in product("PSGR", repeat=length)))
    lawful = [calls for calls in ways if not codes(offered_after_lead(calls))]
    assert lawful == TRIOMPHE["after_lead"]


def offered_after_lead(calls: str) -> CheckedRubber:
    deal = f"A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 {' '.join(calls)} CT P"
    return checked(f"Game 1\n1. {deal}\n*", Variant="Triomphe")


def cut_and_dealt(row: dict[str, Any], dealer: str, **tags: str) -> CheckedRubber:
    return checked(f"Game 1 cut A=D{row['a']} B=C{row['b']}\n1. {dealer} S =A3\n*", **tags)


def test_values_are_single_double_treble() -> None:
    assert TABLES["values"] == {"plain": [1, 1, 1, 1, 1], "treble": [3, 2, 2, 1, 1]}


@pytest.mark.e2e
def test_the_command_prints_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables"]) == 0
    assert json.loads(capsys.readouterr().out) == TABLES

"""Rulings made after the deal continued: an overscore taken down, a replay after a hand given up."""

from __future__ import annotations

import pytest

from scoring.book import IncidentError, Place, ruling, with_due_figures, write_incident
from scoring.check import check_rubber
from scoring.notation import write_rubber
from scoring.record import FIRST_ITEM_TOKEN, Incident, Outcome, Rubber
from tests.scoring.egn import record
from tests.scoring.laws.clauses.table import HANDS, PLAY
from tests.support.rows import each_row

OVERSCORED = f"{HANDS} S {PLAY} =B3 (0-2)"
HEAD = len(["^H9", "B:", "A:", "S"]) + FIRST_ITEM_TOKEN
"""The token of the first card in a deal from the base hands."""


def ruled(before: Rubber, place: Place, incident: Incident, outcome: Outcome | None = None) -> list[str]:
    written = with_due_figures(before, write_incident(before, place, incident, outcome=outcome), place)
    assert not [one for one in check_rubber(written).findings if one.blocks_confirming]
    return write_rubber(written).split("Game 1\n")[1].splitlines()[:-1]


OVERSCORE = Incident(51, "B", ("1",), "correct")


@each_row(
    ("place", "deal", "third", "fourth"),
    [
        (FIRST_ITEM_TOKEN, 2, "!51b(1):correct S =A (3-1)", "P G S =A (4-1)"),
        (FIRST_ITEM_TOKEN + 2, 2, "S =A !51b(1):correct (3-1)", "P G S =A (4-1)"),
        (FIRST_ITEM_TOKEN + 3, 2, "S =A (3-2) !51b(1):correct (3-1)", "P G S =A (4-1)"),
        (FIRST_ITEM_TOKEN + 5, 3, "S =A (3-2)", "P G S =A (4-2) !51b(1):correct (4-1)"),
    ],
)
def test_an_overscore_of_the_first_deal_is_taken_down_later(
    place: int, deal: int, third: str, fourth: str
) -> None:
    before = record(f"A {OVERSCORED}", "B S =A (1-2)", "A S =A (3-2)", "B P G S =A (4-2)")
    assert [one.code for one in check_rubber(before).findings] == ["L51"]
    after = ruled(before, Place(0, deal, place), OVERSCORE)
    assert after[1:] == ["2. B S =A (1-2)", f"3. A {third}", f"4. B {fourth}"]


def test_taken_down_in_its_own_deal_the_figures_behind_it_follow() -> None:
    before = record(f"A {OVERSCORED}", "B S =A (1-2)", "A S =A (3-2)")
    end = FIRST_ITEM_TOKEN + len(before.games[0].deals[0].items)
    after = ruled(before, Place(0, 0, end), OVERSCORE)
    assert after == [f"1. A {OVERSCORED} !51b(1):correct (0-1)", "2. B S =A (1-1)", "3. A S =A (3-1)"]


def test_a_replay_may_be_ruled_though_the_hand_was_given_up() -> None:
    before = record(f"A {HANDS} S SK H8 !42b:abandon =A5 (2-0)")
    revoke = Incident(43, "A", ("H8",), "replay")
    after = ruled(before, Place(0, 0, HEAD + 3), revoke, Outcome("B", 3))
    assert after == [f"1. A {HANDS} S SK H8 !42b:abandon !43a(H8):replay =B3 (0-1)"]


def test_a_hand_given_up_with_three_tricks_has_made_the_point() -> None:
    before = record(f"A {HANDS} S SK SJ, SQ ST, CA H8, DK HJ")
    place = Place(0, 0, HEAD + 8)
    given_up = Incident(42, "B", (), "abandon")
    (option,) = ruling(before, place, given_up).options
    assert [effect.key for effect in option.effects] == ["abandoned_made"]
    assert [(one.player, one.is_vole, one.scores) for one in option.outcomes] == [("B", False, ((0, 1),))]
    assert ruled(before, place, given_up)[0].endswith("DK HJ !42b:abandon =B")


@each_row(
    ("token", "incident", "message"),
    [
        (FIRST_ITEM_TOKEN + 3, Incident(15, "A", ("6",), "fresh"), "not about a hand of 5"),
        (HEAD + 2, Incident(12, None, ("D9",), "fresh"), "can't be called upon"),
        (HEAD + 2, Incident(43, "A", ("SJ",), "stand"), "was free to play SJ"),
        (HEAD, Incident(39, "B", ("SQ",), "takeback"), "can't be taken up again"),
    ],
)
def test_what_the_record_contradicts_is_refused(token: int, incident: Incident, message: str) -> None:
    with pytest.raises(IncidentError, match=message):
        write_incident(record(f"A {HANDS} S {PLAY} =B3 (0-1)"), Place(0, 0, token), incident)

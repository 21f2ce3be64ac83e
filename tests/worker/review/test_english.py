"""Texts about a decision on the command line and in comments."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.worker.review.decisions import CARD, PROPOSED
from worker.review.decision import BookAdvice, Decision, Kind, Option, Reason
from worker.review.english import describe, remark


def counted(worlds: int, loses: int, gains: int) -> tuple[Reason, ...]:
    return (Reason("loses_against", {"worlds": worlds, "loses": loses, "gains": gains, "best": "HA"}),)


MISTAKE: Final = "mistake: cost 6 % and 0.31 points; best: HA"
BLUNDER: Final = "blunder: cost 10.4 % (give or take 0.8) and 0.30 points (give or take 0.02); best: standing"
MARKS_ALONE: Final = replace(CARD, equity_loss=None, reasons=())
REFUSED: Final = replace(
    PROPOSED, kind="reply", chosen="R", options=(Option("R", 0, 0.5),), best=("R",), equity_loss=0.0
)


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (CARD, f"{MISTAKE}; loses against 41 of 253 hands"),
        (
            replace(CARD, reasons=counted(1253, 1041, 3)),
            f"{MISTAKE}; loses against 1,041 of 1,253 hands, gains against 3",
        ),
        (replace(CARD, reasons=counted(1, 1, 0)), f"{MISTAKE}; loses against the only hand possible"),
        (replace(CARD, equity_loss=0.0004, loss=0.001, reasons=()), "cost less than 0.1 %; best: HA"),
        (MARKS_ALONE, "cost 0.31 points; best: HA"),
        (replace(MARKS_ALONE, se=0.1), "cost 0.31 points (give or take 0.10); best: HA"),
        (replace(CARD, chosen="HA", loss=0.0, equity_loss=0.0, reasons=()), "the best choice"),
        (replace(MARKS_ALONE, best=("HA", "HT"), loss=0.0), "as good as any (HA or HT)"),
        (PROPOSED, f"{BLUNDER}; standing makes the point against 37,310 of 65,780 hands"),
        (
            replace(PROPOSED, book=BookAdvice("weak", ("P",)), reasons=()),
            f"{BLUNDER}; by the old treatise: proposing",
        ),
        (
            replace(REFUSED, book=BookAdvice("weak", ("G",))),
            "the best choice; refusing makes the point against 37,310 of 65,780 hands; by the old treatise: giving",
        ),
    ],
)
def test_remark(decision: Decision, expected: str) -> None:
    assert remark(decision) == expected


def test_the_choice_that_wins_the_game_most_often_is_named_and_not_the_one_worth_most_marks() -> None:
    options = (Option("HA", 0.12, 0.50), Option("HT", -0.19, 0.50), Option("D8", 0.1, 0.56))
    assert remark(replace(CARD, options=options)).endswith("; best: D8; loses against 41 of 253 hands")


def test_marks_that_do_not_count_at_this_score_are_not_counted_against_the_best_choice() -> None:
    options = (Option("HA", 0.12, 0.50), Option("HT", -0.19, 0.56))
    assert remark(replace(CARD, options=options, equity_loss=0.0)) == "the best choice"


def test_choices_that_are_as_good_are_named_up_to_three() -> None:
    options = (*(Option(name, 0.1, 0.56) for name in ("HA", "H9", "D8", "C7")), Option("HT", 0, 0.5))
    sentence = remark(replace(CARD, options=options, best=("HA", "D8"), reasons=()))
    assert sentence == "mistake: cost 6 % and 0.31 points; best: HA or D8 or C7 or another"


@pytest.mark.parametrize(
    ("kind", "chosen", "better", "did", "would"),
    [
        ("card", "HT", "HA", "played HT", "HA"),
        ("proposal", "P", "S", "proposed", "standing"),
        ("proposal", "S", "P", "stood", "proposing"),
        ("reply", "G", "R", "gave", "refusing"),
        ("reply", "R", "G", "refused", "giving"),
        ("discard", "HT.D7", "-", "put out HT.D7", "putting out nothing"),
        ("discard", "-", "HT.D7", "put out nothing", "putting out HT.D7"),
        ("king", "K", "-", "announced the king", "keeping silent"),
        ("king", "-", "K", "kept silent about the king", "announcing the king"),
    ],
)
def test_every_kind_is_described(kind: Kind, chosen: str, better: str, did: str, would: str) -> None:
    options = (Option(chosen, 0.0, 0.5), Option(better, 0.1, 0.53))
    decision = replace(PROPOSED, kind=kind, chosen=chosen, options=options, best=(better,), loss=0.1)
    plain = replace(decision, equity_loss=0.03, se=None, equity_se=None, book=None, reasons=())
    assert describe(plain) == (
        f"rubber 1 game 1 deal 1: B {did}; cost 3 % and 0.100 points; best: {would} [inaccuracy]"
    )


def test_description_says_on_how_many_hands_a_card_was_judged_and_what_it_cost_both_seen() -> None:
    assert describe(CARD) == (
        "rubber 1 game 2 deal 3 trick 3: A played HT; cost 6 % and 0.312 points; best: HA;"
        " loses against 41 of 253 hands; with both hands open it cost 1 trick [mistake]"
    )
    known = replace(MARKS_ALONE, worlds=1, double_dummy_loss=2)
    assert describe(known) == (
        "rubber 1 game 2 deal 3 trick 3: A played HT; cost 0.312 points; best: HA; one hand possible;"
        " with both hands open it cost 2 tricks"
    )


OFFERED: Final = replace(
    PROPOSED,
    deal=2,
    kind="reply",
    chosen="R",
    options=(Option("G", 1.0, 0.63), Option("R", -1.98, 0.26)),
    best=("G",),
    loss=2.98,
    se=None,
    equity_loss=0.37,
    equity_se=None,
    book=None,
    reasons=(Reason("makes_vole", {"makes": 252, "worlds": 65_780}),),
    variant="triomphe",
)


def test_words_are_those_of_the_game_that_is_played() -> None:
    assert describe(OFFERED) == (
        "rubber 1 game 1 deal 2: B refused the point; cost 37 % and 2.980 points; best: taking the point;"
        " the cards make the vole against 252 of 65,780 hands [blunder]"
    )
    played = replace(
        OFFERED,
        kind="proposal",
        chosen="P",
        options=(Option("P", -1.0, 0.37), Option("S", 0.1, 0.49)),
        best=("S",),
        reasons=(
            Reason("makes_point", {"makes": 34_562, "worlds": 65_780}),
            Reason("loses_all", {"loses": 8_291, "worlds": 65_780}),
            Reason("offer_refused", {"refuses": 239, "worlds": 65_780}),
        ),
    )
    assert remark(played).endswith(
        "playing makes the point against 34,562 of 65,780 hands; loses every trick against 8,291"
    )
    assert describe(played).partition("; ")[0].endswith("B offered the point")


def test_a_call_that_the_equilibrium_makes_now_and_then_is_right() -> None:
    mixed = replace(PROPOSED, frequency={"P": 0.6, "S": 0.4}, book=None)
    assert remark(mixed).startswith("either call is right: proposing 60 %, standing 40 %; ")
    assert describe(mixed).startswith(
        "rubber 1 game 1 deal 1: B proposed; either call is right: proposing 60 %, standing 40 %; "
    )


def test_a_call_that_the_equilibrium_never_makes_costs_what_it_costs() -> None:
    assert remark(replace(PROPOSED, frequency={"P": 0.0, "S": 1.0})) == remark(PROPOSED)


def test_calls_worth_nearly_the_same_are_both_right() -> None:
    options = (Option("P", 0.1, 0.595), Option("S", 0.4, 0.604))
    close = replace(PROPOSED, frequency={"P": 0.0, "S": 1.0}, options=options, equity_loss=0.009)
    assert remark(close).startswith("either call is right: less than 1 % apart")

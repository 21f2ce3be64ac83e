"""Texts about a decision on the command line and in comments."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from worker.review.decision import BookAdvice, Decision, Kind, Option, Reason
from worker.review.english import describe, remark

CARD: Final = Decision(
    rubber=1,
    game=2,
    deal=3,
    kind="card",
    token=12,
    player="A",
    chosen="HT",
    options=(Option("HA", 0.12, 0.56), Option("HT", -0.19, 0.50), Option("D8", 0.1, 0.52)),
    best=("HA",),
    loss=0.31,
    method="hands seen",
    trick=3,
    double_dummy_loss=1,
    worlds=253,
    equity_loss=0.06,
    reasons=(
        Reason("no_suit", {"trick": 2, "led": "SK", "trumped": "D7"}),
        Reason("loses_against", {"worlds": 253, "loses": 41, "gains": 0, "best": "HA"}),
    ),
)
STOOD: Final = Decision(
    rubber=1,
    game=1,
    deal=1,
    kind="proposal",
    token=5,
    player="B",
    chosen="P",
    options=(Option("P", 0.1, 0.5), Option("S", 0.4, 0.604)),
    best=("S",),
    loss=0.3,
    method="sampled",
    se=0.02,
    equity_loss=0.104,
    equity_se=0.0081,
    book=BookAdvice("stand-3a", ("S",)),
    reasons=(Reason("makes_point", {"makes": 37310, "worlds": 65780}),),
)


def counted(**counts: int) -> tuple[Reason, ...]:
    return (Reason("loses_against", {"best": "HA", **counts}),)


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (CARD, "mistake: cost 6 % and 0.31 points; best: HA; loses against 41 of 253 hands"),
        (
            replace(CARD, reasons=counted(worlds=1253, loses=1041, gains=3)),
            "mistake: cost 6 % and 0.31 points; best: HA;"
            " loses against 1,041 of 1,253 hands, gains against 3",
        ),
        (
            replace(CARD, reasons=counted(worlds=1, loses=1, gains=0)),
            "mistake: cost 6 % and 0.31 points; best: HA; loses against the only hand possible",
        ),
        (
            replace(CARD, equity_loss=0.0004, loss=0.001, reasons=()),
            "cost less than 0.1 %; best: HA",
        ),
        (replace(CARD, equity_loss=None, reasons=()), "cost 0.31 points; best: HA"),
        (
            replace(CARD, equity_loss=None, se=0.1, reasons=()),
            "cost 0.31 points (give or take 0.10); best: HA",
        ),
        (replace(CARD, chosen="HA", loss=0.0, equity_loss=0.0, reasons=()), "the best choice"),
        (
            replace(CARD, chosen="HT", best=("HA", "HT"), loss=0.0, equity_loss=None, reasons=()),
            "as good as any (HA or HT)",
        ),
        (
            STOOD,
            "blunder: cost 10.4 % (give or take 0.8) and 0.30 points (give or take 0.02);"
            " best: standing; standing makes the point against 37,310 of 65,780 hands",
        ),
        (
            replace(STOOD, book=BookAdvice("weak", ("P",)), reasons=()),
            "blunder: cost 10.4 % (give or take 0.8) and 0.30 points (give or take 0.02);"
            " best: standing; by the old treatise: proposing",
        ),
        (
            replace(
                STOOD,
                book=BookAdvice("weak", ("G",)),
                kind="reply",
                chosen="R",
                options=(Option("R", 0, 0.5),),
                best=("R",),
                equity_loss=0.0,
            ),
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
    decision = replace(STOOD, kind=kind, chosen=chosen, options=options, best=(better,), loss=0.1)
    plain = replace(decision, equity_loss=0.03, se=None, equity_se=None, book=None, reasons=())
    assert describe(plain) == (
        f"rubber 1 game 1 deal 1: B {did}; cost 3 % and 0.100 points; best: {would} [inaccuracy]"
    )


def test_description_says_on_how_many_hands_a_card_was_judged_and_what_it_cost_both_seen() -> None:
    assert describe(CARD) == (
        "rubber 1 game 2 deal 3 trick 3: A played HT; cost 6 % and 0.310 points; best: HA;"
        " loses against 41 of 253 hands; with both hands open it cost 1 trick [mistake]"
    )
    known = replace(CARD, worlds=1, double_dummy_loss=2, equity_loss=None, reasons=())
    assert describe(known) == (
        "rubber 1 game 2 deal 3 trick 3: A played HT; cost 0.310 points; best: HA; one hand possible;"
        " with both hands open it cost 2 tricks"
    )


OFFERED: Final = Decision(
    rubber=1,
    game=1,
    deal=2,
    kind="reply",
    token=7,
    player="B",
    chosen="R",
    options=(Option("G", 1.0, 0.63), Option("R", -1.98, 0.26)),
    best=("G",),
    loss=2.98,
    method="counted",
    worlds=65_780,
    equity_loss=0.37,
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
    mixed = replace(STOOD, frequency={"P": 0.6, "S": 0.4}, book=None)
    assert remark(mixed).startswith("either call is right: proposing 60 %, standing 40 %; ")
    assert describe(mixed).startswith(
        "rubber 1 game 1 deal 1: B proposed; either call is right: proposing 60 %, standing 40 %; "
    )


def test_a_call_that_the_equilibrium_never_makes_costs_what_it_costs() -> None:
    assert remark(replace(STOOD, frequency={"P": 0.0, "S": 1.0})) == remark(STOOD)


def test_calls_worth_nearly_the_same_are_both_right() -> None:
    options = (Option("P", 0.1, 0.595), Option("S", 0.4, 0.604))
    close = replace(STOOD, frequency={"P": 0.0, "S": 1.0}, options=options, equity_loss=0.009)
    assert remark(close).startswith("either call is right: less than 1 % apart")

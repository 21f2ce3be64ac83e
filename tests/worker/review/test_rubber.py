"""Whole rubbers reviewed: their deals in order, and the lines that scripts rely on."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from scoring.checked import CheckedRubber
from tests.scoring.egn import checked as checked_body
from tests.worker.review.test_samples import checked
from worker.review import review_rubber
from worker.review.decision import DealReview
from worker.review.king import king_decisions
from worker.review.policy_version import POLICY_VERSION
from worker.review.stakes import stakes_of

KEYS = [
    "rubber",
    "game",
    "deal",
    "kind",
    "trick",
    "player",
    "chosen",
    "best",
    "double_dummy_loss",
    "expected",
    "loss",
    "worlds",
    "chances",
    "equity_loss",
    "label",
    "rubber_loss",
    "stake_loss",
    "method",
    "book",
    "reasons",
]
FROM = {"inaccuracy": 0.02, "mistake": 0.05, "blunder": 0.10}


@cache
def evening() -> tuple[tuple[CheckedRubber, tuple[DealReview, ...]], ...]:
    return tuple((rubber, tuple(review_rubber(rubber))) for rubber in checked("evening.egn"))


def lines() -> list[dict[str, Any]]:
    return [decision.as_json() for _, deals in evening() for deal in deals for decision in deal.decisions]


def test_every_fully_recorded_deal_is_reviewed_in_order() -> None:
    for rubber, reviews in evening():
        assert [(each.rubber, each.game, each.deal) for each in reviews] == [
            (rubber.index, game.number, deal.number)
            for game in rubber.games
            for deal in game.deals
            if deal.depth == "play"
        ]


def test_decisions_of_a_deal_stand_in_the_order_of_their_tokens() -> None:
    for _, reviews in evening():
        for review in reviews:
            order = [
                (decision.token, ("proposal", "reply", "discard", "king", "card").index(decision.kind))
                for decision in review.decisions
            ]
            assert order == sorted(order)
            assert len(set(order)) == len(order)
            assert all(
                (each.rubber, each.game, each.deal) == (review.rubber, review.game, review.deal)
                for each in review.decisions
            )


def test_lines_have_the_keys_of_the_contract() -> None:
    found = lines()
    assert {line["kind"] for line in found} == {"card", "proposal", "reply", "discard", "king"}
    for line in found:
        more = [] if line["kind"] == "card" else ["policy"]
        errors = ["se", "equity_se"] if line["method"] == "sampled" else []
        assert list(line) == [*KEYS, *errors, *more]
        assert line.get("policy", POLICY_VERSION) == POLICY_VERSION
        assert (
            (line["kind"] == "card") == (line["trick"] is not None) == (line["double_dummy_loss"] is not None)
        )
        assert (line["method"] == "sampled") == (line["kind"] in ("proposal", "reply", "discard"))
        assert list(line["expected"]) == list(line["chances"])
        assert line["chosen"] in line["expected"]
        assert len(line["expected"]) > 1
        assert set(line["best"]) <= set(line["expected"])


def test_labels_follow_the_loss_by_the_thresholds() -> None:
    labels = set()
    for line in lines():
        due = None
        for label, least in FROM.items():
            if line["equity_loss"] is not None and line["equity_loss"] >= least:
                due = label
        # A loss that rounds to a threshold is not told from it here.
        if min(abs((line["equity_loss"] or 0) - least) for least in FROM.values()) > 1e-6:
            assert line["label"] == due
            labels.add(due)
    assert labels == {None, *FROM}


def test_the_evening_s_scores_are_known_and_its_stakes_are_treble() -> None:
    treble = 0
    for rubber, reviews in evening():
        is_treble = rubber.rubber.rules.reckoning == "treble"
        treble += is_treble
        for review in reviews:
            for decision in review.decisions:
                assert decision.equity_loss is not None
                assert decision.rubber_loss is not None
                assert decision.rubber_loss <= decision.equity_loss + 1e-12
                assert (decision.stake_loss is not None) == is_treble
    assert treble


def test_every_king_of_the_evening_is_judged() -> None:
    kings = 0
    for rubber, reviews in evening():
        found = {(each.game, each.deal): [d for d in each.decisions if d.kind == "king"] for each in reviews}
        for game in rubber.games:
            for deal in game.deals:
                if (game.number, deal.number) in found:
                    expected = king_decisions(
                        deal.course,
                        stakes_of(rubber, game, deal),
                        rubber=rubber.index,
                        game=game.number,
                        deal=deal.number,
                    )
                    assert found[game.number, deal.number] == list(expected)
                    kings += len(found[game.number, deal.number])
    assert kings > 20


def test_luck_and_moments_are_told_of_every_deal_of_the_evening() -> None:
    for _, reviews in evening():
        for review in reviews:
            assert review.luck is not None
            assert review.moments[0].step == "start"
            assert review.moments[-1].step == "end"


BODY = "Game 1\n1. A ^C9 B:HA.DQ8.CQT A:SQ8.DJ.C87 S CT C8, CQ C7, DQ DJ, HA SQ, D8 S8{}\n2. B =A3\n*"


def test_deals_of_marks_alone_are_left_out() -> None:
    (only,) = review_rubber(checked_body(BODY.format(""), Termination="unfinished"))
    assert only.deal == 1
    assert only.decisions


@pytest.mark.parametrize("name", ["faults.egn", "season.egn"])
def test_asked_twice_it_says_the_same(name: str) -> None:
    rubber = next(each for each in checked(name) if any(g.deals for g in each.games) and review_rubber(each))
    assert review_rubber(rubber) == review_rubber(rubber)

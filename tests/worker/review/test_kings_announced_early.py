"""A king announced before the exchange is over, and what the other player may then know."""

from __future__ import annotations

from math import comb

import pytest

from scoring.cards import parse_cards
from tests.worker.review.before_play_reference import judge_of
from tests.worker.review.judging import deal_and_stakes
from worker.review.before_play import decisions_before_play
from worker.review.turns import turns_of

KING = parse_cards("HK")
HANDS = "1. B 2-3 ^H7 A:SA.HK.DQ97 B:SQJ.H8.DA.C8 "
PLAY = " HK H8, DQ DA, D9 SJ, D7 C8, SA SQ"
REFUSED = HANDS + "Ka P R" + PLAY
GIVEN = HANDS + "Ka P G -SA.D97+ST87 -0 S HK H8, DQ DA, ST SJ"
ALL_OUT = HANDS + "Ka P G -SA.HK.DQ97+ST87.C79 -0 P R ST SJ"

TURNS = [
    ("announced before all calls", REFUSED, [0, KING]),
    ("announced behind the proposal", HANDS + "P Ka R" + PLAY, [0, KING]),
    ("announced when the play begins", HANDS + "P R Ka" + PLAY, [0, 0]),
    ("kept in an exchange", GIVEN, [0, KING, 0, KING, 0]),
    ("all five cards put out", ALL_OUT, [0, KING, 0, 0, 0, 0]),
]


@pytest.mark.parametrize(("text", "held"), [case[1:] for case in TURNS], ids=[case[0] for case in TURNS])
def test_what_is_known_to_be_held(text: str, held: list[int]) -> None:
    assert [turn.held for turn in turns_of(deal_and_stakes(text)[0].course)] == held


def test_the_reply_is_counted_against_hands_with_the_king() -> None:
    """With it he proposes whatever he holds, but trumps and kings alone."""
    deal, stakes = deal_and_stakes(REFUSED)
    _, reply = decisions_before_play(deal.course, stakes)
    assert reply.worlds == comb(25, 4) - comb(8, 4)


def test_the_call_is_counted_against_hands_with_the_king() -> None:
    deal, stakes = deal_and_stakes(
        "1. B 2-3 ^H7 A:SA.H8.DQ97 B:SQJ.HK.DA.C8 Kb S SA SQ, SJ H8, DQ DA, D9 C8, D7 HK"
    )
    (call,) = decisions_before_play(deal.course, stakes)
    assert call.worlds == comb(25, 4)


def test_every_world_has_the_king_where_it_is() -> None:
    """The policy never puts it out, so that it is marked whatever the reply."""
    deal, stakes = deal_and_stakes(REFUSED)
    reply = list(turns_of(deal.course))[1]
    outcomes = judge_of("H7", stakes)._outcomes(reply, ["G", "R"], 500, 1)
    assert set((outcomes // 5).ravel().tolist()) == {1}

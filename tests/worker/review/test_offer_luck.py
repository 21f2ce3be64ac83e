"""Luck at La Triomphe: what the cards dealt and the turn-up were worth, with nothing drawn and nothing sampled."""

from __future__ import annotations

import pytest

from scoring.cards import PACK, cards_of, format_card, parse_cards
from tests.worker.review.test_offers import DEALT, PLAYED, checked_deal
from worker.review.chances import chance_of_game, marks_of_deal
from worker.review.offer_luck import luck_and_moments

TURNED = cards_of(PACK & ~(parse_cards("SA.H9.DQ97") | parse_cards("SQJ.H8.DA.C8")))


def test_what_luck_and_play_brought_is_what_the_deal_brought() -> None:
    deal, stakes = checked_deal(f"{DEALT} P R {PLAYED}")
    luck, moments = luck_and_moments(deal, stakes)
    assert luck is not None
    # A refused point that wins no vole: two to A, who was the elder hand.
    assert luck.result.marks == pytest.approx(2 - marks_of_deal(0, 0, "triomphe"))
    assert (luck.drawn.marks, luck.drawn.chance) == (0, 0)
    assert [moment.step for moment in moments] == ["start", "dealt", "turned", *["trick"] * 4, "end"]
    assert moments[0].chance == chance_of_game(0, 0, deals=False, variant="triomphe")
    assert moments[-1].chance == chance_of_game(2, 0, deals=True, variant="triomphe")
    assert luck.dealt.chance == pytest.approx(moments[1].chance - moments[0].chance)
    assert {luck.dealt.se, luck.turned.se, luck.drawn.se, luck.result.se} == {None}


def test_over_every_turn_up_its_luck_is_nought() -> None:
    total = 0.0
    for card in TURNED:
        deal, stakes = checked_deal(f"{DEALT.replace('^H7', '^' + format_card(card))} P G =B")
        luck, _ = luck_and_moments(deal, stakes)
        assert luck is not None
        total += luck.turned.marks
    assert len(TURNED) == 22
    assert total == pytest.approx(0)


def test_a_point_taken_ends_the_deal_where_it_is_taken() -> None:
    deal, stakes = checked_deal(f"{DEALT} P G =B")
    luck, moments = luck_and_moments(deal, stakes)
    assert luck is not None
    assert [moment.step for moment in moments] == ["start", "dealt", "turned", "end"]
    assert moments[-1].token == deal.course.calls[-1].token
    assert moments[-1].chance == chance_of_game(0, 1, deals=True, variant="triomphe")


def test_no_luck_is_told_of_a_deal_with_an_incident() -> None:
    deal, stakes = checked_deal(f"{DEALT} !1a:reshuffle S {PLAYED}")
    assert luck_and_moments(deal, stakes) == (None, ())

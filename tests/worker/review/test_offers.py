"""Decisions and luck at La Triomphe: cards judged by brute force, offers and replies over every hand, luck
with nothing drawn.
"""

from __future__ import annotations

from functools import cache
from math import comb
from random import Random

import pytest

from scoring.cards import PACK, cards_of, format_card, parse_card, parse_cards
from scoring.checked import CheckedDeal
from tests.scoring.egn import checked
from tests.worker.review import offers_reference as reference
from tests.worker.review.deals import NAMES, deal_text
from tests.worker.review.judging import deal_and_stakes
from worker.review import review_rubber
from worker.review.card_play import card_decisions
from worker.review.chances import chance_of_game, marks_of_deal
from worker.review.decision import Decision, Reason
from worker.review.offer_luck import luck_and_moments
from worker.review.offer_policy import worth_of_results
from worker.review.offers import offer_decisions
from worker.review.policy_version import OFFER_POLICY_VERSION
from worker.review.stakes import Stakes

# B deals, A is the elder; trumps are hearts.
DEALT = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8"
PLAYED = "H9 H8, DQ DA, D9 C8, D7 SJ, SA SQ"
TURN_UP = parse_card("H7")
HANDS = {"A": cards_of(parse_cards("SA.H9.DQ97")), "B": cards_of(parse_cards("SQJ.H8.DA.C8"))}
ALL_HANDS = 65_780


def checked_deal(text: str) -> tuple[CheckedDeal, Stakes]:
    return deal_and_stakes(text, Variant="Triomphe")


@cache
def words_judged(text: str) -> tuple[Decision, ...]:
    deal, stakes = checked_deal(text)
    return tuple(offer_decisions(deal.course, stakes))


# The player who decides, and their choice: the elder first, then the dealer; the other answers an offer.
CASES = [
    ("S S", [("A", "proposal", "S"), ("B", "proposal", "S")]),
    ("S", [("A", "proposal", "S"), ("B", "proposal", "S")]),
    ("", [("A", "proposal", "S"), ("B", "proposal", "S")]),
    ("P R", [("A", "proposal", "P"), ("B", "reply", "R")]),
    ("S P R", [("A", "proposal", "S"), ("B", "proposal", "P"), ("A", "reply", "R")]),
]


@pytest.mark.parametrize(("calls", "expected"), CASES)
def test_both_players_are_judged_by_their_calls(calls: str, expected: list[tuple[str, str, str]]) -> None:
    judged = words_judged(f"{DEALT} {calls} {PLAYED}")
    assert [(each.player, each.kind, each.chosen) for each in judged] == expected


@pytest.mark.parametrize(("calls", "last"), [("P G", ("B", "G")), ("S P G", ("A", "G"))])
def test_a_point_taken_is_judged_though_no_card_is_played(calls: str, last: tuple[str, str]) -> None:
    judged = words_judged(f"{DEALT} {calls} ={last[0]}")
    assert (judged[-1].player, judged[-1].chosen) == last
    assert judged[-1].options[0].marks == 1


@cache
def tricks_after(calls: str) -> list[int]:
    """Return how many of the hands that fit ``calls`` let the player to speak make 0 to 5 tricks."""
    is_elder = len(calls) % 2 == 0
    elder, dealer = worth_of_results(Stakes("B", (0, 0), variant="triomphe")).tolist()
    own = HANDS["A" if is_elder else "B"]
    unseen = [card for card in range(32) if card not in own and card != TURN_UP]
    hands = reference.hands_that_say(calls, unseen, TURN_UP, (elder, dealer), is_elder=is_elder)
    return reference.tally(own, hands, TURN_UP, leads=is_elder)


@pytest.mark.parametrize("calls", ["P", "SP"])
def test_an_answer_is_weighed_against_the_hands_that_the_policy_would_have_offered_with(calls: str) -> None:
    """Taking is worth one; refusing two as often as the vole is made, less two as often as it is not."""
    answer = words_judged(f"{DEALT} {' '.join(calls)} R {PLAYED}")[-1]
    tricks = tricks_after(calls)
    voles, worlds = tricks[5], sum(tricks)
    assert answer.worlds == worlds
    assert 0 < worlds < ALL_HANDS
    worth = {option.name: option.marks for option in answer.options}
    assert worth == {"G": 1, "R": pytest.approx((4 * voles - 2 * worlds) / worlds)}
    assert answer.reasons == (
        Reason("as_said", {"worlds": worlds, "hands": ALL_HANDS}),
        Reason("makes_vole", {"makes": voles, "worlds": worlds}),
    )


def test_an_offer_that_the_policy_makes_with_no_hand_tells_nothing() -> None:
    deal, _ = checked_deal(f"{DEALT} P R {PLAYED}")
    # A point more, and the opponent has won: nobody gives it to them.
    answer = offer_decisions(deal.course, Stakes("B", (0, 4), variant="triomphe"))[-1]
    _, _, voles = reference.shares_counted(HANDS["B"], TURN_UP, leads=False)
    assert answer.reasons == (Reason("makes_vole", {"makes": voles, "worlds": ALL_HANDS}),)


def test_the_first_word_is_weighed_over_every_hand() -> None:
    first = words_judged(f"{DEALT} S S {PLAYED}")[0]
    none, point, _ = reference.shares_counted(HANDS["A"], TURN_UP, leads=True)
    params = {reason.code: reason.params for reason in first.reasons}
    assert list(params) == ["makes_point", "loses_all", "offer_refused"]
    assert first.worlds == ALL_HANDS
    assert params["makes_point"] == {"makes": point, "worlds": ALL_HANDS}
    assert params["loses_all"] == {"loses": none, "worlds": ALL_HANDS}
    worth = {option.name: option.marks for option in first.options}
    assert first.loss == pytest.approx(max(worth.values()) - worth["S"])


def test_playing_on_is_the_mean_over_the_hands_that_the_elder_would_play_himself() -> None:
    dealers = words_judged(f"{DEALT} S S {PLAYED}")[1]
    tricks = tricks_after("S")
    worlds, point = sum(tricks), sum(tricks[3:])
    assert dealers.worlds == worlds
    assert 0 < worlds < ALL_HANDS
    marks = sum(number * each for number, each in zip(tricks, (-2, -1, -1, 1, 1, 2), strict=True))
    assert {option.name: option.marks for option in dealers.options}["S"] == pytest.approx(marks / worlds)
    params = {reason.code: reason.params for reason in dealers.reasons}
    assert params["as_said"] == {"worlds": worlds, "hands": ALL_HANDS}
    assert params["makes_point"] == {"makes": point, "worlds": worlds}
    assert params["loses_all"] == {"loses": tricks[0], "worlds": worlds}


def test_chances_are_those_of_the_score_before_the_deal() -> None:
    for each in words_judged(f"{DEALT} P R {PLAYED}"):
        assert (each.method, each.se) == ("counted", None)
        for option in each.options:
            assert option.chance is not None
            assert 0 < option.chance < 1
        assert each.as_json()["policy"] == OFFER_POLICY_VERSION
        assert each.variant == "triomphe"


def test_without_a_score_marks_alone_are_told() -> None:
    deal, _ = checked_deal(f"{DEALT} P R {PLAYED}")
    for each in offer_decisions(deal.course, Stakes("B", None, variant="triomphe")):
        assert (each.equity_loss, each.label) == (None, None)
        assert [option.chance for option in each.options] == [None, None]


@pytest.mark.parametrize(
    "text",
    [f"{DEALT} !12(HK):fresh =void", f"{DEALT} P S {PLAYED}"],
    ids=["does not count", "a word taken back"],
)
def test_what_can_t_be_told_is_not_judged(text: str) -> None:
    assert words_judged(text) == ()


def test_hands_that_were_played_need_not_be_written() -> None:
    assert [each.player for each in words_judged(f"1. B 2-3 ^H7 P R {PLAYED}")] == ["A", "B"]


def test_no_king_is_asked_for_and_silence_tells_nothing() -> None:
    text = f"Game 1\n{DEALT} S DQ DA, H9 H8, D9 C8, D7 SJ, SA SQ =A4\n*"
    (deal,) = review_rubber(checked(text, Variant="Triomphe"))
    assert {each.kind for each in deal.decisions} == {"proposal", "card"}
    codes = {reason.code for each in deal.decisions for reason in each.reasons}
    assert not codes & {"king_silent", "king_announced"}
    second = next(each for each in deal.decisions if each.player == "A" and each.trick == 2)
    # Of 25 cards not seen the reply has ruled out the king of diamonds, and nothing the king of trumps.
    assert second.worlds == comb(24, 4)


@pytest.mark.parametrize("seed", range(12))
def test_cards_are_judged_as_by_brute_force(seed: int) -> None:
    """Compare from the third trick on, where at most 2,024 hands are each searched with both hands seen."""
    played, refuser = reference.random_deal(Random(seed))
    deal, stakes = checked_deal(deal_text(played))
    wanted = reference.judge(played, refuser, from_trick=3)
    judged = [each for each in card_decisions(deal.course, stakes) if (each.trick or 0) >= 3]
    assert [(each.trick, each.player, each.chosen, each.worlds) for each in judged] == [
        (each.trick, each.player, NAMES[each.chosen], each.worlds) for each in wanted
    ]
    for each, plain in zip(judged, wanted, strict=True):
        marks = {NAMES[card]: total / plain.worlds for card, total in plain.marks.items()}
        assert {option.name: option.marks for option in each.options} == pytest.approx(marks)
        assert each.double_dummy_loss == plain.tricks_lost


def test_the_worth_of_results_is_by_the_score_and_the_game() -> None:
    elder, dealer = worth_of_results(Stakes("B", (4, 3), variant="triomphe"))
    # A, the elder, has four: a point is the game, two lost is the opponent's game.
    assert elder[[0, 2, 3]].tolist() == [0, 1, 1]
    assert 0 < elder[1] < 1
    assert dealer.tolist() == pytest.approx([1 - value for value in elder[::-1]])


AFTER_LEAD = f"{DEALT} H9 P R {PLAYED.removeprefix('H9 ')} =A4"


def test_lead_is_judged_without_the_offer_that_came_after_it() -> None:
    deal, stakes = checked_deal(AFTER_LEAD)
    unoffered, unoffered_stakes = checked_deal(f"{DEALT} {PLAYED} =A4")
    refused, refused_stakes = checked_deal(f"{DEALT} S P R {PLAYED} =A4")
    judged = [decision.options for decision in card_decisions(deal.course, stakes)]
    free = [decision.options for decision in card_decisions(unoffered.course, unoffered_stakes)]
    bound = [decision.options for decision in card_decisions(refused.course, refused_stakes)]
    assert free[0] != bound[0]
    assert judged == [free[0], *bound[1:]]


def test_words_are_not_judged_where_the_point_was_offered_after_the_lead() -> None:
    assert words_judged(AFTER_LEAD) == ()
    assert words_judged(AFTER_LEAD.replace("H9 P", "S H9 P")) == ()
    (reviewed,) = review_rubber(checked(f"Game 1\n{AFTER_LEAD}\n2. A S =A3\n*", Variant="Triomphe"))
    assert {decision.kind for decision in reviewed.decisions} == {"card"}


TURNED = cards_of(PACK & ~(parse_cards("SA.H9.DQ97") | parse_cards("SQJ.H8.DA.C8")))


def test_what_luck_and_play_brought_is_what_the_deal_brought() -> None:
    deal, stakes = checked_deal(f"{DEALT} P R {PLAYED}")
    luck, moments = luck_and_moments(deal, stakes)
    assert luck is not None
    # A refused point that wins no vole: two to A, who was the elder hand.
    assert luck.result.marks == pytest.approx(2 - marks_of_deal(0, 0, "triomphe"))
    assert (luck.drawn.marks, luck.drawn.chance) == (0, 0)
    assert [moment.step for moment in moments] == [
        *("start", "dealt", "turned", "called", "called"),
        *["led", "trick"] * 4,
        "end",
    ]
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
    assert [moment.step for moment in moments] == ["start", "dealt", "turned", "called", "end"]
    assert moments[-1].token == deal.course.calls[-1].token
    assert moments[-1].chance == chance_of_game(0, 1, deals=True, variant="triomphe")


def test_no_luck_is_told_of_a_deal_with_an_incident() -> None:
    deal, stakes = checked_deal(f"{DEALT} !1a:reshuffle S {PLAYED}")
    assert luck_and_moments(deal, stakes) == (None, ())

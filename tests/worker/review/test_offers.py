"""What is said and played at La Triomphe, judged: cards by brute force, words over every hand."""

from __future__ import annotations

from functools import cache
from math import comb
from random import Random

import pytest

from scoring.cards import parse_card
from scoring.check import check_read
from scoring.checked import CheckedDeal
from scoring.notation import read_text
from tests.worker.review import offers_reference as reference
from tests.worker.review.deals import NAMES, deal_text
from worker.review import review_rubber
from worker.review.card_play import card_decisions
from worker.review.decision import Decision, Reason
from worker.review.offer_policy import worth_of_results
from worker.review.offers import offer_decisions
from worker.review.policy_version import OFFER_POLICY_VERSION
from worker.review.stakes import Stakes, stakes_of

TAGS = {
    "EGN": "1",
    "A": "Orford",
    "B": "Baldwin",
    "BestOf": "1",
    "Termination": "unfinished",
    "Variant": "Triomphe",
}
HEAD = "".join(f'[{name} "{value}"]\n' for name, value in TAGS.items()) + "\nGame 1\n"
# B deals, A is the elder; trumps are hearts.
DEALT = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8"
PLAYED = "H9 H8, DQ DA, D9 C8, D7 SJ, SA SQ"
TURN_UP = parse_card("H7")
HANDS = {
    player: [parse_card(card) for card in cards.split()]
    for player, cards in (("A", "SA H9 DQ D9 D7"), ("B", "SQ SJ H8 DA C8"))
}
ALL_HANDS = 65_780


def checked_deal(text: str) -> tuple[CheckedDeal, Stakes]:
    (read,) = read_text(f"{HEAD}{text}\n*\n")
    assert read.fault is None
    checked = check_read(read)
    (game,) = checked.games
    return game.deals[-1], stakes_of(checked, game, game.deals[-1])


def words_judged(text: str) -> list[Decision]:
    deal, stakes = checked_deal(text)
    return offer_decisions(deal.course, stakes)


# Who is asked what, and what he chose: the elder first, then the dealer; the other answers an offer.
ASKED = [
    ("S S", [("A", "proposal", "S"), ("B", "proposal", "S")]),
    ("S", [("A", "proposal", "S"), ("B", "proposal", "S")]),
    ("", [("A", "proposal", "S"), ("B", "proposal", "S")]),
    ("P R", [("A", "proposal", "P"), ("B", "reply", "R")]),
    ("S P R", [("A", "proposal", "S"), ("B", "proposal", "P"), ("A", "reply", "R")]),
]


@pytest.mark.parametrize(("said", "asked"), ASKED)
def test_everybody_is_judged_by_what_he_said(said: str, asked: list[tuple[str, str, str]]) -> None:
    found = words_judged(f"{DEALT} {said} {PLAYED}")
    assert [(each.player, each.kind, each.chosen) for each in found] == asked


@pytest.mark.parametrize(("said", "last"), [("P G", ("B", "G")), ("S P G", ("A", "G"))])
def test_a_point_taken_is_judged_though_no_card_is_played(said: str, last: tuple[str, str]) -> None:
    found = words_judged(f"{DEALT} {said} ={last[0]}")
    assert (found[-1].player, found[-1].chosen) == last
    assert found[-1].options[0].marks == 1


@cache
def tricks_after(said: str) -> list[int]:
    """Against how many hands he whose word it is then makes 0 to 5 tricks, of those that fit what was ``said``."""
    is_elder = len(said) % 2 == 0
    elder, dealer = worth_of_results(Stakes("B", (0, 0), variant="triomphe")).tolist()
    own = HANDS["A" if is_elder else "B"]
    unseen = [card for card in range(32) if card not in own and card != TURN_UP]
    hands = reference.hands_that_say(said, own, unseen, TURN_UP, (elder, dealer), is_elder=is_elder)
    return reference.tally(own, hands, TURN_UP, leads=is_elder)


@pytest.mark.parametrize("said", ["P", "SP"])
def test_an_answer_is_weighed_against_the_hands_that_the_policy_would_have_offered_with(said: str) -> None:
    """Taking is worth one; refusing two as often as the vole is made, less two as often as it is not."""
    answer = words_judged(f"{DEALT} {' '.join(said)} R {PLAYED}")[-1]
    tricks = tricks_after(said)
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
    # A point more, and the adversary has won: nobody gives it to him.
    answer = offer_decisions(deal.course, Stakes("B", (0, 4), variant="triomphe"))[-1]
    _, _, voles = reference.shares_counted(HANDS["B"], TURN_UP, leads=False)
    assert answer.reasons == (Reason("makes_vole", {"makes": voles, "worlds": ALL_HANDS}),)


def test_the_first_word_is_weighed_over_every_hand() -> None:
    first = words_judged(f"{DEALT} S S {PLAYED}")[0]
    none, point, _ = reference.shares_counted(HANDS["A"], TURN_UP, leads=True)
    told = {reason.code: reason.params for reason in first.reasons}
    assert list(told) == ["makes_point", "loses_all", "offer_refused"]
    assert first.worlds == ALL_HANDS
    assert told["makes_point"] == {"makes": point, "worlds": ALL_HANDS}
    assert told["loses_all"] == {"loses": none, "worlds": ALL_HANDS}
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
    told = {reason.code: reason.params for reason in dealers.reasons}
    assert told["as_said"] == {"worlds": worlds, "hands": ALL_HANDS}
    assert told["makes_point"] == {"makes": point, "worlds": worlds}
    assert told["loses_all"] == {"loses": tricks[0], "worlds": worlds}


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
    assert words_judged(text) == []


def test_hands_that_were_played_need_not_be_written() -> None:
    assert [each.player for each in words_judged(f"1. B 2-3 ^H7 P R {PLAYED}")] == ["A", "B"]


def test_no_king_is_asked_for_and_silence_tells_nothing() -> None:
    (read,) = read_text(f"{HEAD}{DEALT} S DQ DA, H9 H8, D9 C8, D7 SJ, SA SQ =A4\n*\n")
    (deal,) = review_rubber(check_read(read))
    assert {each.kind for each in deal.decisions} == {"proposal", "card"}
    codes = {reason.code for each in deal.decisions for reason in each.reasons}
    assert not codes & {"king_silent", "king_announced"}
    second = next(each for each in deal.decisions if each.player == "A" and each.trick == 2)
    # Of 25 cards not seen the reply has ruled out the king of diamonds, and nothing the king of trumps.
    assert second.worlds == comb(24, 4)


@pytest.mark.parametrize("seed", range(12))
def test_cards_are_judged_as_by_brute_force(seed: int) -> None:
    """From the third trick on: at most 2,024 hands, each searched with both hands seen."""
    played, refuser = reference.random_deal(Random(seed))
    deal, stakes = checked_deal(deal_text(played))
    wanted = reference.judge(played, refuser, from_trick=3)
    found = [each for each in card_decisions(deal.course, stakes) if (each.trick or 0) >= 3]
    assert [(each.trick, each.player, each.chosen, each.worlds) for each in found] == [
        (each.trick, each.player, NAMES[each.chosen], each.worlds) for each in wanted
    ]
    for each, plain in zip(found, wanted, strict=True):
        marks = {NAMES[card]: total / plain.worlds for card, total in plain.marks.items()}
        assert {option.name: option.marks for option in each.options} == pytest.approx(marks)
        assert each.double_dummy_loss == plain.tricks_lost


def test_the_worth_of_results_is_by_the_score_and_the_game() -> None:
    elder, dealer = worth_of_results(Stakes("B", (4, 3), variant="triomphe"))
    # A, the elder, has four: a point is the game, two lost is the adversary's game.
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
    assert words_judged(AFTER_LEAD) == []
    assert words_judged(AFTER_LEAD.replace("H9 P", "S H9 P")) == []
    (read,) = read_text(f"{HEAD}{AFTER_LEAD}\n2. A S =A3\n*\n")
    (reviewed,) = review_rubber(check_read(read))
    assert {decision.kind for decision in reviewed.decisions} == {"card"}

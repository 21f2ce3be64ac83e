"""What is said and played at La Triomphe, judged: cards by brute force, words over every hand."""

from __future__ import annotations

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
from worker.review.decision import Decision
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
    assert [each.worlds for each in found] == [65_780] * len(asked)


@pytest.mark.parametrize(("said", "last"), [("P G", ("B", "G")), ("S P G", ("A", "G"))])
def test_a_point_taken_is_judged_though_no_card_is_played(said: str, last: tuple[str, str]) -> None:
    found = words_judged(f"{DEALT} {said} ={last[0]}")
    assert (found[-1].player, found[-1].chosen) == last
    assert found[-1].options[0].marks == 1


@pytest.mark.parametrize("said", ["P R", "S P R", "S"])
def test_no_word_is_worth_more_than_every_hand_says(said: str) -> None:
    """Taking is worth one; refusing two as often as the vole is made, less two as often as it is not."""
    for each in words_judged(f"{DEALT} {said} {PLAYED}"):
        worth = {option.name: option.marks for option in each.options}
        if each.kind == "reply":
            own = [
                parse_card(card)
                for card in ("SA H9 DQ D9 D7" if each.player == "A" else "SQ SJ H8 DA C8").split()
            ]
            _, _, voles = reference.shares_counted(own, parse_card("H7"), leads=each.player == "A")
            assert worth == {"G": 1, "R": pytest.approx((4 * voles - 2 * 65_780) / 65_780)}
            assert each.reasons[0].params == {"makes": voles, "worlds": 65_780}
        else:
            assert each.loss == pytest.approx(max(worth.values()) - worth[each.chosen])


def test_playing_on_is_the_mean_over_every_hand_where_nothing_is_offered_after_it() -> None:
    dealers = words_judged(f"{DEALT} S S {PLAYED}")[1]
    own = [parse_card(card) for card in ["SQ", "SJ", "H8", "DA", "C8"]]
    none, point, vole = reference.shares_counted(own, parse_card("H7"), leads=False)
    mean = (-2 * none - (65_780 - none - point) + (point - vole) + 2 * vole) / 65_780
    assert {option.name: option.marks for option in dealers.options}["S"] == pytest.approx(mean)
    told = {reason.code: reason.params for reason in dealers.reasons}
    assert told["makes_point"]["makes"] == point
    assert told["loses_all"]["loses"] == none


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
    [
        f"{DEALT} !12(HK):fresh =void",
        f"{DEALT} P S {PLAYED}",
        f"1. B 2-3 ^H7 P R {PLAYED}",
    ],
    ids=["does not count", "a word taken back", "hands played that were not written are known"],
)
def test_what_can_t_be_told_is_not_judged(text: str) -> None:
    found = words_judged(text)
    assert [each.player for each in found] == (["A", "B"] if "A:SA" not in text else [])


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

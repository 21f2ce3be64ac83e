"""What the cards did for a player, and his chances as the deal went on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, pvariance, stdev

import pytest

from scoring.checked import CheckedDeal
from tests.worker.review.deals import NAMES, deal_text, random_deal
from tests.worker.review.judging import deal_and_stakes
from tests.worker.review.policy_deals import policy_deal
from tests.worker.review.policy_reference import CALL, DEALER_EXCHANGES, Table, exchange, follow_policy
from tests.worker.review.reference import (
    PlayedDeal,
    marks_for,
    other,
    takes,
    vulnerable_player,
)
from tests.worker.review.test_policy import counted
from tests.worker.solver import naive
from tests.worker.solver.hands import position_of
from worker.review.chances import chance_of_game, marks_of_deal
from worker.review.decision import Luck, Moment
from worker.review.luck import luck_and_moments
from worker.review.stakes import Stakes

SCORES = ((0, 0), (2, 1), (3, 3), (4, 1), (1, 4), (4, 4))
DEALS = 300

# A is the elder; hearts are trumps, by the seven turned up.
DEAL = (
    "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7"
    " S CA CK, CT HT, H9 H8, D9 CJ, D8 C7"
)


def told(text: str, before: tuple[int, int] | None = (0, 0)) -> tuple[Luck | None, tuple[Moment, ...]]:
    deal, stakes = deal_and_stakes(text)
    return luck_and_moments(deal, replace(stakes, before=before))


def known(text: str, before: tuple[int, int] | None = (0, 0)) -> Luck:
    luck, _ = told(text, before)
    assert luck is not None
    return luck


@cache
def many() -> tuple[tuple[Luck, Stakes], ...]:
    """Deals in which both put out, call and play at random, from many scores."""

    def lucks() -> Iterator[tuple[Luck, Stakes]]:
        random = Random(1)
        for number in range(DEALS):
            deal, stakes = deal_and_stakes(deal_text(random_deal(random)))
            stakes = replace(stakes, before=SCORES[number % len(SCORES)])
            luck, _ = luck_and_moments(deal, stakes)
            assert luck is not None
            yield luck, stakes

    return tuple(lucks())


@pytest.mark.parametrize("step", ["dealt", "turned", "drawn"])
def test_luck_is_nought_on_average_however_they_play(step: str) -> None:
    """Within four standard errors, in marks and in chances."""
    swings = [getattr(luck, step) for luck, _ in many()]
    for values in ([each.marks for each in swings], [each.chance for each in swings]):
        assert 0 < stdev(values) < 2
        assert abs(fmean(values)) < 4 * stdev(values) / sqrt(len(values))


@pytest.mark.parametrize("score", SCORES)
def test_by_the_policy_a_result_is_its_luck(score: tuple[int, int]) -> None:
    """Nothing is left to skill but the sampling of the stock."""
    random = Random(score[0] + 10 * score[1])
    kinds = set()
    differences, variance = [], 0.0
    for _ in range(40):
        played = policy_deal(random, score)
        deal, stakes = deal_and_stakes(deal_text(played, 2), f"1. A =A3 ({score[0]}-{score[1]})")
        luck, moments = luck_and_moments(deal, stakes)
        assert luck is not None
        swings = (luck.dealt, luck.turned, luck.drawn)
        error = sqrt(sum((swing.se or 0) ** 2 for swing in swings))
        assert stakes.before == score
        assert abs(luck.result.marks - counted_marks(deal) + luck_start(deal, score)) < 1e-9
        assert luck.chance is not None
        assert luck.result.chance is not None
        assert abs(luck.result.marks - luck.marks) < 5 * error + 1e-9, deal_text(played)
        assert abs(luck.result.chance - luck.chance) < 5 * error + 1e-9, deal_text(played)
        assert luck.chance == pytest.approx(
            moments[2].chance - moments[0].chance + (luck.drawn.chance or 0), abs=1e-9
        )
        kinds.add(played.letters)
        differences.append(luck.result.chance - luck.chance)
        variance += error**2
    assert len(kinds) >= 3
    # A mark is worth less than half of the game, as a rule.
    assert abs(sum(differences)) < 4 * sqrt(variance) / 2


def counted_marks(deal: CheckedDeal) -> int:
    return sum(mark.points if mark.player == "A" else -mark.points for mark in deal.marks)


def luck_start(deal: CheckedDeal, score: tuple[int, int]) -> float:
    """A's marks that a deal brings from there on average."""
    if deal.course.elder == "A":
        return marks_of_deal(*score)
    return -marks_of_deal(*score[::-1])


def marks_played(deal: PlayedDeal) -> int:
    """All that king and tricks bring, whatever is still wanted."""
    won, leader = 0, other(deal.dealer)
    for (_, lead), (follower, reply) in zip(deal.plays[::2], deal.plays[1::2], strict=True):
        leader = follower if takes(reply, lead, deal.trump) else other(follower)
        won += leader == "A"
    tricks = marks_for(won, "A", vulnerable_player(deal.letters, deal.dealer))
    return abs(tricks) + bool(deal.marked or deal.turn_up == deal.king)


def test_the_error_is_that_of_a_thousand_orders_of_the_stock() -> None:
    for luck, _ in many()[:50]:
        for swing in (luck.dealt, luck.turned):
            assert swing.se is not None
            assert 0 <= swing.se < sqrt(2) * 3 / sqrt(1_024)
        assert luck.result.se == 0


@pytest.mark.parametrize("before", [(0, 0), (3, 1), (4, 4)])
def test_the_names_of_the_players_turn_luck_round(before: tuple[int, int]) -> None:
    swapped = DEAL.translate(str.maketrans("AB", "BA"))
    # Aces have kept their letter.
    swapped = swapped.replace("SB", "SA").replace("DB", "DA").replace("CB", "CA")
    ours, theirs = known(DEAL, before), known(swapped, before[::-1])
    for step in ("dealt", "turned", "drawn", "result"):
        one, two = getattr(ours, step), getattr(theirs, step)
        assert one.marks == pytest.approx(-two.marks)
        assert one.chance == pytest.approx(-two.chance)


def test_a_good_turn_up_is_good_luck() -> None:
    """A has four high hearts, and has led from them at hearts; and a king turned up is the dealer's to mark."""
    cards = "A:HQJAT.C7 B:SA8.D98.C9"
    turned = {
        card: known(f"1. B 2-3 ^{card} {cards} S HQ {reply}")
        for card, reply in (("H7", "S8"), ("S7", "S8"), ("SK", "S8"))
    }
    assert len({luck.dealt for luck in turned.values()}) == 1
    assert turned["H7"].turned.marks > turned["S7"].turned.marks + 0.5
    assert turned["SK"].turned.marks < turned["S7"].turned.marks - 0.5


def test_cards_drawn_are_luck() -> None:
    """The dealer puts out the same cards for the three best trumps, or for two low ones and a seven."""
    start = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQ.HA8.DA.C8 P G -SA.DQ7+S8.D8.CA"
    rich = known(f"{start} -SQ.DA.C8+HKQJ S S8 H8")
    poor = known(f"{start} -SQ.DA.C8+S97.C7 S S8 S9")
    assert rich.drawn.marks < poor.drawn.marks - 1
    assert (rich.dealt, rich.turned) == (poor.dealt, poor.turned)


def test_cards_put_out_are_drawn_by_nobody() -> None:
    """The elder throws the best trumps away, and has all that are left: the dealer can't hope for any, whether he puts
    out five cards, as the policy would, or one. Within 4.5 standard errors.
    """
    luck = known("1. B 2-3 ^H7 A:HKQJAT B:SQ8.DA.CQ8 P G -HKQJ+SK.H98 -C8+CT S HA S8")
    random = Random(7)
    elder, elder_later = {"HK", "HQ", "HJ", "HA", "HT"}, {"HA", "HT", "H9", "H8", "SK"}
    dealer, dealer_later = {"SQ", "S8", "DA", "CQ", "C8"}, {"SQ", "S8", "DA", "CQ", "CT"}

    def sampled(first: set[str], second: set[str], gone: set[str], out: list[str], start: int) -> list[int]:
        """A's marks; ``out`` is put out by the elder while he has not drawn yet, by the dealer after that."""
        marks = []
        for _ in range(1_500):
            stock = sorted({*NAMES} - first - second - gone - {"H7"})
            table = Table(set(first), set(second), random.sample(stock, len(stock)), "H7", (0, 0), gives=1)
            exchange(table, table.elder if start == DEALER_EXCHANGES else table.dealer, out)
            king, own, his = follow_policy(table, counted, start=start)
            marks.append((king == "elder") - (king == "dealer") + own - his)
        return marks

    trumps = ["HK", "HQ", "HJ"]
    after = [
        sampled(elder_later, dealer, {*trumps}, [], DEALER_EXCHANGES),
        sampled(elder_later, dealer_later, {*trumps, "C8"}, [], CALL),
    ]
    before = [
        sampled(elder, dealer, set(), trumps, DEALER_EXCHANGES),
        sampled(elder_later, dealer, {*trumps}, ["C8"], CALL),
    ]
    drawn = sum(map(fmean, after)) - sum(map(fmean, before))
    error = sqrt(sum(pvariance(each) / 1_500 for each in (*after, *before)))
    assert luck.drawn.se is not None
    assert abs(luck.drawn.marks - drawn) < 4.5 * sqrt(error**2 + luck.drawn.se**2)


def test_who_keeps_all_has_drawn_nothing() -> None:
    """What the dealer would have drawn with the same cards is not looked at."""
    start = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQ.HA8.DA.C8 P G -SA.DQ7+S8.D8.CA"
    kept = known(f"{start} -0 S S8 SQ")
    drew = known(f"{start} -C8+CT S S8 SQ")
    assert kept.drawn.se is not None
    assert drew.drawn.se is not None
    assert kept.drawn.se < drew.drawn.se


def test_moments_follow_the_deal() -> None:
    deal, stakes = deal_and_stakes(DEAL)
    luck, moments = luck_and_moments(deal, stakes)
    assert luck is not None
    assert [(each.step, each.token, each.trick) for each in moments] == [
        ("start", 0, None),
        ("dealt", 5, None),
        ("turned", 3, None),
        ("drawn", 9, None),
        ("trick", 12, 1),
        ("trick", 14, 2),
        ("trick", 16, 3),
        ("trick", 18, 4),
        ("end", 20, None),
    ]
    start, dealt, turned = (each.chance for each in moments[:3])
    assert start == chance_of_game(0, 0, deals=False)
    assert luck.dealt.chance == pytest.approx(dealt - start)
    assert luck.turned.chance == pytest.approx(turned - dealt)
    assert luck.result.chance == pytest.approx(moments[-1].chance - start)
    # Four tricks: the point, after a proposal; and A deals next.
    assert moments[-1].chance == chance_of_game(1, 0, deals=True)
    assert luck.result.marks == pytest.approx(1 - marks_of_deal(0, 0))


@pytest.mark.parametrize(
    ("play", "token"), [("S Kb", 7), ("S SA Kb", 8), ("S SA Kb SQ, HK H9, SJ D7, C8 D9, DA DQ", 17)]
)
def test_a_king_that_is_the_fifth_point_ends_the_deal(play: str, token: int) -> None:
    text = f"2. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.HK.DA.C8 {play}"
    deal, stakes = deal_and_stakes(text, "1. A =B5 (0-4)")
    _, moments = luck_and_moments(deal, stakes)
    assert (moments[-1].step, moments[-1].token, moments[-1].chance) == ("end", token, 0)


def test_the_start_is_the_score_s_own() -> None:
    for luck, stakes in many()[:20]:
        assert stakes.before is not None
        elder, dealer = stakes.before if stakes.dealer == "B" else stakes.before[::-1]
        sign = 1 if stakes.dealer == "B" else -1
        marks = luck.result.marks + sign * marks_of_deal(elder, dealer)
        assert marks == pytest.approx(round(marks))


def test_tricks_are_told_with_both_hands_seen() -> None:
    """Random deals, each position after a trick searched by itself."""
    random = Random(4)
    for _ in range(30):
        played = random_deal(random)
        checked, stakes = deal_and_stakes(deal_text(played))
        _, moments = luck_and_moments(checked, stakes)
        found = {each.trick: each.chance for each in moments if each.step == "trick"}
        assert list(found) == [1, 2, 3, 4]
        left = {who: list(hand) for who, hand in played.hands.items()}
        vulnerable = vulnerable_player(played.letters, played.dealer)
        kings = [mark.player for mark in checked.marks if mark.law == 47]
        won = 0
        for trick in range(4):
            (leader, lead), (follower, reply) = played.plays[2 * trick : 2 * trick + 2]
            left[leader].remove(lead)
            left[follower].remove(reply)
            winner = follower if takes(reply, lead, played.trump) else leader
            won += winner == "A"
            tricks = naive.forced(position_of(left[winner], left[other(winner)], played.trump))
            to_come = tricks if winner == "A" else 4 - trick - tricks
            marks = marks_for(won + to_come, "A", vulnerable)
            own, his = max(marks, 0) + kings.count("A"), max(-marks, 0) + kings.count("B")
            assert found[trick + 1] == pytest.approx(chance_of_game(own, his, deals=played.dealer == "B")), (
                deal_text(played)
            )


@pytest.mark.parametrize(
    "text",
    [
        DEAL.replace(" P G", " !13b(DQ;own):stand P G"),
        "1. B 2-3 ^H7 A:SA.H9.DQ97 S SA SQ, H9 H8, DQ DA, SJ D9, C8",
        DEAL.replace("-SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7", "-3 -4"),
    ],
)
def test_no_luck_is_told_where_not_all_is_known(text: str) -> None:
    assert told(text) == (None, ())


def test_no_luck_is_told_once_the_game_is_over() -> None:
    assert told(DEAL, (5, 2)) == (None, ())


def test_without_a_score_luck_is_told_in_marks() -> None:
    luck, moments = told(DEAL, None)
    assert luck is not None
    assert (luck.chance, luck.dealt.chance, luck.drawn.chance, luck.result.chance) == (None,) * 4
    assert luck.marks == pytest.approx(luck.dealt.marks + luck.turned.marks + luck.drawn.marks)
    assert moments == ()


def test_asked_twice_it_says_the_same() -> None:
    assert told(DEAL) == told(DEAL)

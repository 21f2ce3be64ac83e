"""A player's luck with the cards, and their chances as the deal went on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, pvariance, stdev
from unittest.mock import patch

import pytest

from tests.support.examples import in_two_sizes
from tests.worker.review.deals import NAMES, deal_text, random_deal
from tests.worker.review.judging import deal_and_stakes
from tests.worker.review.policy_deals import policy_deal
from tests.worker.review.policy_reference import CALL, DEALER_EXCHANGES, Table, exchange, follow_policy
from tests.worker.review.reference import marks_for, other, takes, vulnerable_player
from tests.worker.review.test_policy import counted
from tests.worker.solver import naive
from tests.worker.solver.naive import position_of
from worker.review.chances import chance_of_game, marks_of_deal
from worker.review.decision import Luck, Moment
from worker.review.luck import luck_and_moments
from worker.review.luck_start import start_value
from worker.review.policy import policy_of
from worker.review.stakes import Stakes
from worker.solver import solve_replies

SCORES = ((0, 0), (2, 1), (3, 3), (4, 1), (1, 4), (4, 4))

# A is the elder; hearts are trumps, by the seven turned up.
DEAL = (
    "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7"
    " S CA CK, CT HT, H9 H8, D9 CJ, D8 C7"
)


def luck_of(text: str, before: tuple[int, int] | None = (0, 0)) -> tuple[Luck | None, tuple[Moment, ...]]:
    deal, stakes = deal_and_stakes(text)
    return luck_and_moments(deal, replace(stakes, before=before))


def known(text: str, before: tuple[int, int] | None = (0, 0)) -> Luck:
    luck, _ = luck_of(text, before)
    assert luck is not None
    return luck


@cache
def many(deals: int = 100) -> tuple[tuple[Luck, Stakes], ...]:
    """Return deals in which both discard, call and play at random, from many scores."""

    def lucks() -> Iterator[tuple[Luck, Stakes]]:
        random = Random(1)
        for number in range(deals):
            deal, stakes = deal_and_stakes(deal_text(random_deal(random)))
            stakes = replace(stakes, before=SCORES[number % len(SCORES)])
            luck, _ = luck_and_moments(deal, stakes)
            assert luck is not None
            yield luck, stakes

    return tuple(lucks())


@in_two_sizes("deals", 100, 300)
@pytest.mark.parametrize("step", ["dealt", "turned", "drawn"])
def test_luck_is_nought_on_average_however_they_play(step: str, deals: int) -> None:
    """The mean luck is zero within four standard errors, in marks and in chances."""
    swings = [getattr(luck, step) for luck, _ in many(deals)]
    for values in ([each.marks for each in swings], [each.chance for each in swings]):
        assert 0 < stdev(values) < 2
        assert abs(fmean(values)) < 4 * stdev(values) / sqrt(len(values))


@pytest.mark.parametrize("score", SCORES)
def test_by_the_policy_a_result_is_its_luck(score: tuple[int, int]) -> None:
    """Skill has no part in the result, apart from the sampling of the stock."""
    random = Random(score[0] + 10 * score[1])
    kinds = set()
    differences, variance = [], 0.0
    for _ in range(40):
        played = policy_deal(random, score)
        deal, stakes = deal_and_stakes(deal_text(played, 2), f"1. A =A3 ({score[0]}-{score[1]})")
        with patch("worker.review.luck.policy_at", lambda score: policy_of()):
            luck, moments = luck_and_moments(deal, stakes)
        assert luck is not None
        swings = (luck.dealt, luck.turned, luck.drawn)
        error = sqrt(sum((swing.se or 0) ** 2 for swing in swings))
        assert stakes.before == score
        marked = sum(mark.points if mark.player == "A" else -mark.points for mark in deal.marks)
        is_elder = deal.course.elder == "A"
        place = score if is_elder else score[::-1]
        sign = 1 if is_elder else -1
        average = sign * marks_of_deal(*place)
        assert abs(luck.result.marks - marked + average) < 1e-9
        # Luck begins at the mean of the dealt hands, the result at what a deal is worth in hidden play.
        start_chance, start_marks = start_value(place)
        apart = sign * start_marks - average
        chance_apart = (start_chance if is_elder else 1 - start_chance) - moments[0].chance
        assert luck.chance is not None
        assert luck.result.chance is not None
        assert abs(luck.result.marks - luck.marks - apart) < 5 * error + 1e-9, deal_text(played)
        assert abs(luck.result.chance - luck.chance - chance_apart) < 5 * error + 1e-9, deal_text(played)
        assert luck.chance + chance_apart == pytest.approx(
            moments[2].chance - moments[0].chance + (luck.drawn.chance or 0), abs=1e-9
        )
        kinds.add(played.letters)
        differences.append(luck.result.chance - luck.chance - chance_apart)
        variance += error**2
    assert len(kinds) >= 3
    # A mark is worth less than half of the game, as a rule.
    assert abs(sum(differences)) < 4 * sqrt(variance) / 2


def test_the_error_is_that_of_a_thousand_orders_of_the_stock() -> None:
    for luck, _ in many():
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
    """The elder discards the best trumps: the dealer draws none, with five cards, as the policy would, or with one.

    Results agree within 4.5 standard errors.
    """
    luck = known("1. B 2-3 ^H7 A:HKQJAT B:SQ8.DA.CQ8 P G -HKQJ+SK.H98 -C8+CT S HA S8")
    random = Random(7)
    elder, elder_later = {"HK", "HQ", "HJ", "HA", "HT"}, {"HA", "HT", "H9", "H8", "SK"}
    dealer, dealer_later = {"SQ", "S8", "DA", "CQ", "C8"}, {"SQ", "S8", "DA", "CQ", "CT"}

    def sampled(first: set[str], second: set[str], gone: set[str], out: list[str], start: int) -> list[int]:
        """Return A's marks. ``out`` is discarded by the elder if they have not drawn yet, else by the dealer."""
        marks = []
        for _ in range(1_500):
            stock = sorted({*NAMES} - first - second - gone - {"H7"})
            table = Table(set(first), set(second), random.sample(stock, len(stock)), "H7", (0, 0), gives=1)
            exchange(table, table.elder if start == DEALER_EXCHANGES else table.dealer, out)
            king, own, theirs = follow_policy(table, counted, start=start)
            marks.append((king == "elder") - (king == "dealer") + own - theirs)
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
    """The cards that the dealer would have drawn instead are not looked at."""
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
        ("called", 6, None),
        ("called", 7, None),
        ("drawn", 8, None),
        ("drawn", 9, None),
        ("called", 10, None),
        ("led", 11, 1),
        ("trick", 12, 1),
        ("led", 13, 2),
        ("trick", 14, 2),
        ("led", 15, 3),
        ("trick", 16, 3),
        ("led", 17, 4),
        ("trick", 18, 4),
        ("end", 20, None),
    ]
    start, dealt, turned = (each.chance for each in moments[:3])
    assert start == chance_of_game(0, 0, deals=False)
    assert luck.dealt.chance == pytest.approx(dealt - start_value((0, 0))[0])
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


def test_a_card_never_gains_and_a_forced_one_does_not_move_the_value() -> None:
    """Random play; the first trick is left out, because silence about the king is lost with it."""
    random = Random(11)
    moved = forced = 0
    for _ in range(40):
        played = random_deal(random)
        checked, stakes = deal_and_stakes(deal_text(played))
        _, moments = luck_and_moments(checked, stakes)
        chances = {each.token: each.chance for each in moments}
        course = checked.course
        hands = dict(zip("AB", course.hands, strict=True))
        assert course.trump is not None
        before = 0.0
        for number, trick in enumerate(course.tricks[:4], start=1):
            assert trick.lead is not None
            assert trick.reply is not None
            assert trick.reply_token is not None
            own, other = hands[trick.leader] or 0, hands["B" if trick.leader == "A" else "A"] or 0
            replies = solve_replies(own, other, course.trump, trick.lead)
            if number > 1:
                sign = 1 if trick.leader == "A" else -1
                by_lead = sign * (chances[trick.token] - before)
                by_reply = -sign * (chances[trick.reply_token] - chances[trick.token])
                assert max(by_lead, by_reply) < 1e-9
                moved += by_lead < -1e-9
                if len(replies) == 1:
                    forced += 1
                    assert by_reply == pytest.approx(0)
            before = chances[trick.reply_token]
            hands[trick.leader] = own & ~(1 << trick.lead)
            hands["B" if trick.leader == "A" else "A"] = other & ~(1 << trick.reply)
    assert min(moved, forced) > 5


def test_calls_that_the_policy_always_makes_do_not_move_the_value() -> None:
    """Two hands without a trump or a court card, which propose and give cards always."""
    text = "1. B 2-3 ^H7 A:S987.D87 B:ST.DT9.C87 P G -S987.D87+SKQJ.CKQ -0 S SK ST, SQ D9, SJ DT, CK C8, CQ C7 =A5"
    _, moments = luck_and_moments(*deal_and_stakes(text))
    chances = {each.token: each.chance for each in moments}
    assert chances[6] == pytest.approx(chances[3])
    assert chances[7] == pytest.approx(chances[6])
    assert chances[8] != pytest.approx(chances[7], abs=0.02)


def test_silence_about_the_king_moves_the_value_at_the_holder_s_first_card() -> None:
    text = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.HK.DA.C8 S SA{} SQ, DA DQ, D9 HK, C8 H9, D7 SJ =A3"
    with_mark, without = (
        {each.token: each.chance for each in luck_and_moments(*deal_and_stakes(text.replace("{}", king)))[1]}
        for king in (" Kb", "")
    )
    assert without[6] == with_mark[6]
    assert without[7] == with_mark[7]
    assert without[8] > with_mark[9]


def test_tricks_are_told_with_both_hands_seen() -> None:
    """Random deals, each position after a trick searched by itself."""
    random = Random(4)
    for _ in range(30):
        played = random_deal(random)
        checked, stakes = deal_and_stakes(deal_text(played))
        _, moments = luck_and_moments(checked, stakes)
        chances = {each.trick: each.chance for each in moments if each.step == "trick"}
        assert list(chances) == [1, 2, 3, 4]
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
            own, theirs = max(marks, 0) + kings.count("A"), max(-marks, 0) + kings.count("B")
            assert chances[trick + 1] == pytest.approx(
                chance_of_game(own, theirs, deals=played.dealer == "B")
            ), deal_text(played)


@pytest.mark.parametrize(
    "text",
    [
        DEAL.replace(" P G", " !13b(DQ;own):stand P G"),
        "1. B 2-3 ^H7 A:SA.H9.DQ97 S SA SQ, H9 H8, DQ DA, SJ D9, C8",
        DEAL.replace("-SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7", "-3 -4"),
    ],
)
def test_no_luck_is_told_where_not_all_is_known(text: str) -> None:
    assert luck_of(text) == (None, ())


def test_no_luck_is_told_once_the_game_is_over() -> None:
    assert luck_of(DEAL, (5, 2)) == (None, ())


def test_without_a_score_luck_is_told_in_marks() -> None:
    luck, moments = luck_of(DEAL, None)
    assert luck is not None
    assert (luck.chance, luck.dealt.chance, luck.drawn.chance, luck.result.chance) == (None,) * 4
    assert luck.marks == pytest.approx(luck.dealt.marks + luck.turned.marks + luck.drawn.marks)
    assert moments == ()

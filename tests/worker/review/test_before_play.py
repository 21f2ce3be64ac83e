"""Decisions before the play: the choices that a player had, the kings announced by then, and the review's verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import comb

import pytest

from scoring.cards import cards_of, format_cards, mask_of, parse_cards
from scoring.check import check_file
from tests.samples import sample
from tests.support.rows import each_row
from tests.worker.review.before_play_reference import (
    DEAL,
    DEALER_PUTS_OUT,
    ELDER,
    ELDER_PUTS_OUT,
    FIRST_CALL,
    FIRST_REPLY,
    LATER_CALL,
    PLAY,
    WHOLE,
    by_name,
    judge_of,
)
from tests.worker.review.judging import deal_and_stakes, reviewed_sample
from worker.review.before_play import Judge, decisions_before_play
from worker.review.decision import Decision, frequency_in
from worker.review.equilibrium.calls_data import how_often
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first
from worker.review.turns import Turn, turns_of

DEALT = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8"
UNCHANGED = "SA SQ, H8 H9, DQ DA, D9 SJ, D7 C8"
SECOND_REPLY = [
    *(FIRST_CALL, FIRST_REPLY, ELDER_PUTS_OUT, replace(DEALER_PUTS_OUT, chosen="-")),
    replace(LATER_CALL, left=18, last_out=0, all_out=0, chosen="P"),
    replace(FIRST_REPLY, token=11, left=18, gives=1, rounds=1, last_out=3, all_out=3, chosen="R"),
]
KEPT_ALL = f"{DEALT} P G -SA.DQ7+HT.D8.CA -0 P R CA C8, HT H8, H9 DA, D9 SQ, D8 SJ"
TURNS = [
    ("with every kind of choice", DEAL, WHOLE),
    ("a lead after an exchange says that the elder stands", DEAL.replace(" S CA", " CA"), WHOLE),
    ("standing at once", f"{DEALT} S {UNCHANGED}", [replace(FIRST_CALL, chosen="S")]),
    ("refusing", f"{DEALT} P R {UNCHANGED}", [FIRST_CALL, replace(FIRST_REPLY, chosen="R")]),
    ("keeping all, and a second reply", KEPT_ALL, SECOND_REPLY),
    ("cards put out that are not on record", f"{DEALT} P G -3 -4 S {PLAY}", [FIRST_CALL, FIRST_REPLY]),
    ("an incident", DEAL.replace(" P G", " !13b(DQ;own):stand P G"), []),
    ("a void deal", f"{DEALT} P =void", []),
]


@each_row(("name", "text", "turns"), TURNS)
def test_the_choices_of_a_deal(name: str, text: str, turns: list[Turn]) -> None:
    assert list(turns_of(deal_and_stakes(text)[0].course)) == turns


# Both put out all five cards twice, and the elder one more for the stock's last card.
EMPTIED = (
    "1. B 2-3 ^DK A:H7.D9.CT87 B:ST9.HKQ.CK P G -H7.D9.CT87+SQ.HA.DJA.CJ -ST9.HKQ.CK+S7.HJ.DQT.CQ"
    " P G -SQ.HA.DJA.CJ+SKJA.H8.D7 -S7.HJ.DQT.CQ+S8.HT9.D8.CA P G -H8+C9 -0 S D7"
)


def test_with_no_card_left_there_is_nothing_to_choose() -> None:
    """The only choice is whether to give, and the elder has one card to draw."""
    turns = list(turns_of(deal_and_stakes(EMPTIED)[0].course))
    assert [(turn.kind, turn.left) for turn in turns[-3:]] == [("proposal", 1), ("reply", 1), ("discard", 1)]


def test_deals_with_an_irregularity_are_not_judged() -> None:
    with sample("incidents.egn").open("rb") as stream:
        rubbers = list(check_file(stream))
    deals = [deal for rubber in rubbers for game in rubber.games for deal in game.deals]
    injured = [deal for deal in deals if deal.course.incidents]
    assert len(injured) > 30
    assert not [turn for deal in injured for turn in turns_of(deal.course)]


def test_nothing_is_judged_once_the_game_is_over() -> None:
    """The dealer has four, and turns up the king."""
    text = "3. B 2-3 ^SK A:ST.HQA.DJ.CK B:SQJ.HKT.D8 {} P R ST SQ, SJ CK, D8 DJ, HQ HK, HT HA"
    earlier = ["1. B =B5 (0-2)", "2. A =B5 (0-4)"]
    for mark, number in (("Kb", 0), ("", 2)):
        deal, stakes = deal_and_stakes(text.format(mark), *earlier)
        assert stakes.before == (0, 4)
        assert len(decisions_before_play(deal.course, stakes)) == number


def evening() -> Iterator[tuple[Turn, Decision]]:
    for rubber, reviews in reviewed_sample("evening.egn"):
        for review in reviews:
            deal = rubber.games[review.game - 1].deals[review.deal - 1]
            judged = [each for each in review.decisions if each.kind in ("proposal", "reply", "discard")]
            yield from zip(turns_of(deal.course), judged, strict=True)


def test_every_turn_of_the_evening_is_judged_among_its_own_choices() -> None:
    """An elder who proposed puts something out, and does so before the dealer does."""
    kinds = set()
    for turn, decision in evening():
        names = [option.name for option in decision.options]
        is_elder = turn.rounds < turn.gives
        kinds.add((decision.kind, is_elder and decision.kind == "discard"))
        assert (decision.kind, decision.token, decision.player) == (turn.kind, turn.token, turn.player)
        assert decision.chosen == turn.chosen
        assert turn.chosen in names
        assert len(set(names)) == len(names)
        if turn.kind == "proposal":
            assert names == ["P", "S"]
        elif turn.kind == "reply":
            assert names == ["G", "R"]
        else:
            out = [0 if name == "-" else parse_cards(name) for name in names]
            assert all(not cards & ~turn.own and cards.bit_count() <= turn.left for cards in out)
            whole = sum(comb(5, number) for number in range(min(5, turn.left) + 1))
            assert len(names) == whole - is_elder
            assert ("-" in names) != is_elder
            marks = [option.marks for option in decision.options]
            assert marks == sorted(marks, reverse=True)
    assert kinds == {("proposal", False), ("reply", False), ("discard", False), ("discard", True)}


def test_the_figures_of_the_evening_hang_together() -> None:
    for turn, decision in evening():
        figures = by_name(decision)
        most = max(marks for marks, _ in figures.values())
        assert decision.best == tuple(name for name, (marks, _) in figures.items() if marks == most)
        assert decision.loss == pytest.approx(most - figures[turn.chosen][0], abs=1e-12)
        chances = [chance for _, chance in figures.values() if chance is not None]
        assert len(chances) == len(figures)
        own = figures[turn.chosen][1]
        assert own is not None
        assert decision.equity_loss == pytest.approx(max(chances) - own, abs=1e-12)
        assert all(0 <= chance <= 1 for chance in chances)
        is_first_call = turn.kind != "discard" and turn.gives == 0
        assert decision.method == ("hands hidden" if is_first_call else "sampled")
        assert (decision.frequency is not None) == is_first_call
        hidden = [option.hidden_marks is not None for option in decision.options]
        assert hidden == [is_first_call] * len(decision.options)
        assert decision.se is not None
        assert decision.equity_se is not None
        assert 0 <= decision.equity_se < 0.05
        assert (decision.worlds is None) == (turn.kind == "discard" or turn.gives > 0)
        assert decision.book is not None


def test_choices_that_are_alike_are_no_mistake() -> None:
    """One card is left; the seven of spades or of diamonds is to go, and all is alike in the two suits."""
    own = parse_cards("S7.HKQJ.D7")
    unseen = parse_cards("SA.DA.S9.D9.CA.C9")
    for chosen in ("S7", "D7"):
        turn = replace(ELDER_PUTS_OUT, own=own, unseen=unseen, left=1, chosen=chosen)
        for before in ((0, 0), (3, 4), (4, 4)):
            decision = judge_of("H8", Stakes("B", before)).judge(turn)
            figures = by_name(decision)
            assert max(figures, key=lambda name: figures[name]) in ("S7", "D7")
            assert decision.label is None
            assert decision.equity_se is not None
            assert (decision.equity_loss or 0) <= 4.5 * decision.equity_se


def test_without_a_score_marks_alone_are_given() -> None:
    decision = judge_of("H7", Stakes("B", None)).judge(FIRST_CALL)
    assert (decision.equity_loss, decision.equity_se, decision.label, decision.rubber_loss) == (None,) * 4
    assert [chance for _, chance in by_name(decision).values()] == [None, None]
    assert decision.se is not None
    assert decision.se <= 0.02
    assert decision.frequency is None
    assert "call_frequency" not in [reason.code for reason in decision.reasons]


@pytest.mark.parametrize("score", [(0, 0), (3, 3), (4, 2)])
@pytest.mark.parametrize("turn", [FIRST_CALL, FIRST_REPLY], ids=["proposal", "reply"])
def test_a_first_call_has_the_frequency_of_its_hand_at_the_score(turn: Turn, score: tuple[int, int]) -> None:
    """A is the elder hand; the seven of hearts is turned up."""
    role, goes_on, ends = (0, "P", "S") if turn.kind == "proposal" else (1, "G", "R")
    share = how_often(role, trumps_first(turn.own, 1), 0, score)
    decision = judge_of("H7", Stakes("B", score), by=Judge).judge(turn)
    assert decision.frequency == {goes_on: share, ends: 1 - share}
    assert frequency_in(reason.as_json() for reason in decision.reasons) == pytest.approx(decision.frequency)


@pytest.mark.parametrize(
    ("before", "turn", "code_"),
    [
        ((0, 0), FIRST_CALL, {"code": "counts_two", "by": "S"}),
        ((0, 4), FIRST_CALL, {"code": "four_all_one"}),
        ((0, 0), FIRST_REPLY, {"code": "counts_two", "by": "R"}),
        ((4, 0), FIRST_REPLY, {"code": "four_all_one"}),
    ],
)
def test_what_a_lost_point_costs_is_said(before: tuple[int, int], turn: Turn, code_: dict[str, str]) -> None:
    reasons = judge_of("H7", Stakes("B", before)).judge(turn).reasons
    assert [reason.code for reason in reasons[:3]] == ["call_frequency", "makes_point", "after_exchange"]
    assert reasons[-1].as_json() == code_


def test_a_better_exchange_is_said_by_what_it_keeps() -> None:
    judge = judge_of("H7", Stakes("B", (0, 0)))
    decision = judge.judge(replace(ELDER_PUTS_OUT, chosen="H9"))
    (best, *_) = decision.best
    kept = format_cards(ELDER & ~parse_cards(best))
    assert [reason.as_json() for reason in decision.reasons] == [{"code": "keeps", "cards": kept}]
    assert decision.label == "blunder"
    again = judge.judge(replace(ELDER_PUTS_OUT, chosen=best))
    assert again.reasons == ()
    assert again.loss == 0


def test_the_score_s_stakes_are_given() -> None:
    stakes = Stakes("B", (0, 0), games=(1, 0), best_of=3, reckoning="treble")
    decision = judge_of("H7", stakes).judge(replace(ELDER_PUTS_OUT, chosen="H9"))
    assert decision.equity_loss
    assert decision.rubber_loss == pytest.approx(decision.equity_loss / 2)
    assert decision.stake_loss
    assert decision.stake_loss > decision.equity_loss


KING = parse_cards("HK")
HANDS = "1. B 2-3 ^H7 A:SA.HK.DQ97 B:SQJ.H8.DA.C8 "
KING_LED = " HK H8, DQ DA, D9 SJ, D7 C8, SA SQ"
REFUSED = HANDS + "Ka P R" + KING_LED
GIVEN = HANDS + "Ka P G -SA.D97+ST87 -0 S HK H8, DQ DA, ST SJ"
ALL_OUT = HANDS + "Ka P G -SA.HK.DQ97+ST87.C79 -0 P R ST SJ"
KINGS_HELD = [
    ("announced before all calls", REFUSED, [0, KING]),
    ("announced behind the proposal", HANDS + "P Ka R" + KING_LED, [0, KING]),
    ("announced when the play begins", HANDS + "P R Ka" + KING_LED, [0, 0]),
    ("kept in an exchange", GIVEN, [0, KING, 0, KING, 0]),
    ("all five cards put out", ALL_OUT, [0, KING, 0, 0, 0, 0]),
]


@each_row(("name", "text", "kings"), KINGS_HELD)
def test_what_is_known_to_be_held(name: str, text: str, kings: list[int]) -> None:
    assert [turn.announced_king for turn in turns_of(deal_and_stakes(text)[0].course)] == kings


def test_the_reply_is_counted_against_hands_with_the_king() -> None:
    """All have the king, and the equilibrium proposes with each at least now and then."""
    deal, stakes = deal_and_stakes(REFUSED)
    _, reply = decisions_before_play(deal.course, stakes)
    (_, turn) = turns_of(deal.course)
    trump, turned = divmod(deal.course.turn_up or 0, 8)
    king = trumps_first(turn.announced_king, trump)
    others = cards_of(trumps_first(turn.unseen, trump) & ~king)
    hands = (king | mask_of(four) for four in combinations(others, 4))
    assert king
    assert stakes.before is not None
    score = stakes.before if deal.course.elder == "A" else stakes.before[::-1]
    assert reply.worlds == sum(how_often(0, hand, turned, score) > 0 for hand in hands) < comb(25, 4)


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

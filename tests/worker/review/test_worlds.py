"""Worlds that fit a player's knowledge, and the outcomes of their choices in them, against plain Python."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import PACK, cards_of, mask_of, parse_card, parse_cards
from tests.support.examples import in_two_sizes
from tests.worker.review import policy_reference as reference
from tests.worker.review.deals import NAMES
from tests.worker.review.policy_deals import forward, named
from tests.worker.review.policy_reference import Table, follow_policy, plain_cards, stays
from tests.worker.review.test_policy import ROLES, came_of, counted, random_table
from worker.review.policy import KEEPERS, policy_of
from worker.review.strength import trumps_first
from worker.review.worlds import GO_ON, STOP, draw_world, try_choices

ELDER, DEALER = 0, 1
NONE_YET = -1
NO_CALL = -1
FIRST, FREE, LATER = 0, 1, 2


def drawn(
    worlds: int,
    *,
    unseen: int,
    role: int = DEALER,
    turned: int = 3,
    last_out: int = NONE_YET,
    all_out: int = 0,
    call_before: int = NO_CALL,
    call_now: int = NO_CALL,
    seed: int = 1,
) -> list[tuple[int, list[int]]]:
    """Return the opponent's hand and the stock of each world. If none fits, the stock may hold cards put out."""
    keepers, others = np.zeros(32, np.int64), np.zeros(32, np.int64)
    kept, rest = cards_of(unseen & KEEPERS), cards_of(unseen & ~KEEPERS)
    keepers[: len(kept)], others[: len(rest)] = kept, rest
    stock, state = np.zeros(32, np.int64), np.array([seed], np.uint64)
    draws = []
    about = (policy_of(), role, turned, keepers, len(kept), others, len(rest), 0)
    for _ in range(worlds):
        hand = draw_world(*about, last_out, all_out, call_before, call_now, stock, state)
        left = unseen.bit_count() - 5 - all_out
        draws.append((hand, stock[:left].tolist()))
    return draws


OWN = parse_cards("SQ.HK7.D9.CT")
UNSEEN = PACK & ~(OWN | parse_cards("ST"))


@pytest.mark.parametrize(
    ("last_out", "all_out"), [(NONE_YET, 0), (0, 0), (1, 1), (3, 3), (5, 5), (2, 6), (0, 4)]
)
def test_every_world_fits_the_cards(last_out: int, all_out: int) -> None:
    for hand, stock in drawn(300, unseen=UNSEEN, last_out=last_out, all_out=all_out):
        assert hand.bit_count() == 5
        assert len(set(stock)) == len(stock) == 21 - all_out
        assert not hand & mask_of(stock)
        assert not (hand | mask_of(stock)) & ~UNSEEN
        # Discards are of the kind that neither player keeps: neither trumps nor kings.
        assert not UNSEEN & ~(hand | mask_of(stock)) & KEEPERS
        assert (hand & KEEPERS).bit_count() >= (0 if last_out < 0 else 5 - last_out)


def test_with_nothing_put_out_every_card_is_as_likely_everywhere() -> None:
    """In the hand, and at each end of the stock: within 4.5 standard errors, and by chi-square."""
    number = 20_000
    worlds = drawn(number, unseen=UNSEEN)
    cards = UNSEEN.bit_count()
    for share, frequencies in (
        (5 / cards, Counter(card for hand, _ in worlds for card in cards_of(hand))),
        (1 / cards, Counter(stock[0] for _, stock in worlds)),
        (1 / cards, Counter(stock[-1] for _, stock in worlds)),
    ):
        differences = [frequencies[card] - share * number for card in cards_of(UNSEEN)]
        assert max(map(abs, differences)) < 4.5 * sqrt(number * share * (1 - share))
        # 25 degrees of freedom: above 60 once in ten thousand.
        assert sum(each**2 for each in differences) / (share * (1 - share) * number) < 60


@pytest.mark.parametrize("role", [ELDER, DEALER])
@pytest.mark.parametrize("call", [FIRST, FREE, LATER])
def test_the_hand_would_have_gone_on(role: int, call: int) -> None:
    """The call follows the policy in plain Python; with few cards discarded, enough hands fit."""
    player = ROLES[role + 1]
    score = {FREE: (0, 4) if role == ELDER else (4, 0)}.get(call, (0, 0))
    for hand, _ in drawn(300, unseen=UNSEEN, role=role, call_now=call):
        table = Table(set(), set(), ["SA"], "ST", score, gives=int(call == LATER))
        cards = table.elder if player == "elder" else table.dealer
        cards |= named(hand)
        assert not stays(table, player, counted)
        assert player == "dealer" or plain_cards(table, cards)


def test_an_elder_with_nothing_to_put_out_does_not_propose() -> None:
    """With the king of trumps the elder would propose whatever else they held."""
    unseen = parse_cards("SKQJA987.HK.D8.C7")
    hands = [hand for hand, _ in drawn(2_000, unseen=unseen, role=ELDER, call_now=FIRST)]
    assert all(hand & ~KEEPERS for hand in hands)
    assert {hand & KEEPERS for hand in hands if hand >> parse_card("SK") & 1}


def test_a_number_put_out_that_the_cards_leave_no_room_for_tells_nothing() -> None:
    """The opponent kept five, and only four trumps and kings are unseen."""
    few = parse_cards("SKQJ.HKA98.DA98.CA98.H7.D7.C7")
    numbers = {(hand & KEEPERS).bit_count() for hand, _ in drawn(2_000, unseen=few, last_out=0)}
    assert numbers == {0, 1, 2, 3, 4}


def test_there_may_be_no_hand_that_fits_the_calls() -> None:
    """A dealer with such cards never gives."""
    strong = parse_cards("SKQJA98.HK")
    assert {hand for hand, _ in drawn(5, unseen=strong, call_now=FIRST)} == {0}


@pytest.mark.parametrize(
    ("role", "last_out", "later"),
    [(ELDER, 4, True), (ELDER, 3, False), (DEALER, 3, True), (DEALER, 4, False)],
)
@in_two_sizes("number", 200, 1_500)
def test_worlds_are_those_that_deals_come_to(role: int, last_out: int, later: bool, number: int) -> None:
    """Each card in hand and next in the stock as often as in deals played forward: within 5 standard errors."""
    random = Random(last_out)
    worlds = drawn(
        number,
        unseen=UNSEEN,
        role=role,
        last_out=last_out,
        all_out=last_out,
        call_before=FIRST,
        call_now=LATER if later else NO_CALL,
    )
    deals: list[tuple[set[str], list[str]]] = []
    unseen = sorted(named(UNSEEN))
    while len(deals) < number:
        deal = forward(random, unseen, "ST", (0, 0), ROLES[role + 1], last_out, later)
        if deal is not None:
            deals.append(deal)
    for card in named(UNSEEN):
        index = NAMES.index(card)
        for number_seen, expected in (
            (sum(hand >> index & 1 for hand, _ in worlds), sum(card in hand for hand, _ in deals)),
            (sum(stock[-1] == index for _, stock in worlds), sum(stock[0] == card for _, stock in deals)),
        ):
            share = (number_seen + expected) / (2 * number)
            assert abs(number_seen - expected) / number <= 5 * sqrt(2 * share * (1 - share) / number)


def tried(
    worlds: int,
    choices: list[int],
    *,
    own: int,
    unseen: int,
    turned: int,
    phase: int = reference.ELDER_EXCHANGES,
    is_elder: bool = True,
    left: int = 0,
    gives: int = 1,
    score: tuple[int, int] = (0, 0),
    call_now: int = NO_CALL,
) -> NDArray[np.uint8]:
    """Return ``[world, choice]``: the outcomes of a player's choices, whose opponent has put nothing out yet."""
    outcomes = np.zeros((worlds, len(choices)), np.uint8)
    about = (policy_of(), is_elder, own, unseen, 0, left, turned, phase, gives, 0, *score)
    try_choices(*about, NONE_YET, 0, NO_CALL, call_now, np.array(choices), 1, outcomes)
    return outcomes


def test_calls_that_nothing_fits_tell_nothing() -> None:
    """The dealer gave with one of 21 hands, each too strong: any is possible, but the result of standing is known."""
    strong, own = parse_cards("SKQJA98.HK"), parse_cards("S7.H7.D7.CA7")
    outcomes = tried(500, [STOP], own=own, unseen=strong, turned=3, left=2, call_now=FIRST)[:, 0].tolist()
    king = Counter(came_of(outcome).king for outcome in outcomes)
    assert set(king) == {"", "dealer"}
    assert abs(king["dealer"] / 500 - 5 / 7) < 4.5 * sqrt(5 / 7 * 2 / 7 / 500)
    assert all(came_of(outcome).dealer for outcome in outcomes)


def outcome_of(table: Table, choice: int, *, is_elder: bool) -> reference.Result:
    """Return the result of a player's call if the opponent can hold one hand only: five cards, and no stock."""
    trump = "SHDC".index(table.trump)
    own, other = (
        trumps_first(mask_of([parse_card(card) for card in hand]), trump)
        for hand in ((table.elder, table.dealer) if is_elder else (table.dealer, table.elder))
    )
    outcomes = tried(
        1,
        [choice],
        own=own,
        unseen=other,
        turned=parse_card(table.turn_up) % 8,
        phase=reference.CALL if is_elder else reference.REPLY,
        is_elder=is_elder,
        gives=table.gives,
        score=table.score,
    )
    return came_of(int(outcomes[0, 0]))


@pytest.mark.parametrize("gives", [0, 2])
@pytest.mark.parametrize("is_elder", [True, False])
def test_to_stop_leads_to_the_play(is_elder: bool, gives: int) -> None:
    """A player who stands at once, or refuses the first proposal, pays two for the point."""
    random = Random(4)
    for _ in range(50):
        table = random_table(random, left=0)
        table.gives = gives
        result = outcome_of(table, STOP, is_elder=is_elder)
        table.loser = "" if gives else "elder" if is_elder else "dealer"
        assert result == follow_policy(table, counted, start=reference.PLAY)


@pytest.mark.parametrize("is_elder", [True, False])
def test_to_go_on_leaves_it_to_the_policy(is_elder: bool) -> None:
    random = Random(5)
    for _ in range(50):
        table = random_table(random, left=0)
        result = outcome_of(table, GO_ON, is_elder=is_elder)
        if not is_elder:
            table.gives += 1
        start = reference.REPLY if is_elder else reference.ELDER_EXCHANGES
        assert result == follow_policy(table, counted, start=start)


def test_every_choice_is_tried_in_the_same_worlds() -> None:
    """Two names for one choice have the same result, world by world."""
    table = random_table(Random(6))
    out, other = parse_cards("H7.D9.CT"), parse_cards("H7")
    choices = [out, other, out, other]
    turned = parse_card("ST")
    outcomes = tried(
        200, choices, own=OWN, unseen=UNSEEN, turned=turned, left=21, score=table.score, call_now=FIRST
    )
    assert (outcomes[:, :2] == outcomes[:, 2:]).all()
    assert (outcomes[:, 0] != outcomes[:, 1]).any()

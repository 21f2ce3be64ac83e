"""The replies at which the hidden search is wrong: what is found, how it is stored, and how it is looked up."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.cards import CardMask, cards_of, parse_card, parse_cards
from tests.worker.review.equilibrium.endings_reference import hands_of
from worker.review.equilibrium import endings_replies
from worker.review.equilibrium.endings import Ending, close_cards, close_up, make_game, worth_of
from worker.review.equilibrium.endings_measure import measure
from worker.review.equilibrium.endings_mending import find_wrong_replies, mend
from worker.review.equilibrium.endings_replies import (
    LEAST,
    UNLAWFUL,
    WrongReply,
    chances_of_replies,
    pack,
    table,
    unpack,
)
from worker.review.equilibrium.endings_response import count_reach, respond, search_plan, solve
from worker.review.equilibrium.endings_types import FOLLOWER, LEADER

SMALL = Ending(parse_cards("S789T.H789T.D789"), parse_cards("S789T.H789T.D789"))
EVEN = worth_of(1, "none")
ONE = WrongReply(1, (0, 8, 9), (UNLAWFUL, 2_500, 7_500))
OTHER = WrongReply(8, (1, 2, 10), (10_000, 0, 40))


def test_leads_are_counted_by_the_hands_that_make_them() -> None:
    game = make_game(SMALL, EVEN)
    plan = solve(game, 20)
    reach = count_reach(game, plan)
    cards = sorted(cards_of(SMALL.leader))
    leaders = hands_of(SMALL.leader, 0)
    rows = {hand: int(game.number[LEADER, *(cards.index(card) for card in sorted(hand))]) for hand in leaders}
    for lead in (0, 5, 8):
        for row, numbers in enumerate(game.hands[FOLLOWER, : game.many[FOLLOWER]]):
            own = {cards[number] for number in numbers}
            if cards[lead] in own:
                continue
            expected = sum(
                float(plan.lead[rows[hand], sorted(hand).index(cards[lead])])
                for hand in leaders
                if cards[lead] in hand and not hand & own
            )
            assert reach[lead, row] == pytest.approx(expected, abs=1e-4)


def test_wrong_replies_lose_and_mended_ones_do_not() -> None:
    measured, wrong = measure(SMALL, "even", 200)
    assert wrong
    assert measured.replies.bad > 0.001
    assert measured.mended.worst <= LEAST + 1e-4
    assert measured.mended.mean < measured.replies.mean / 2
    assert measured.mended_gain < measured.search_gains[0] + measured.search - measured.value
    assert measure(SMALL, "none", 10)[1] == []


def test_chances_are_those_against_the_leads_of_the_equilibrium() -> None:
    game = make_game(SMALL, EVEN)
    solved, search = solve(game, 200), search_plan(game)
    _, room = respond(game, solved, FOLLOWER)
    wrong = find_wrong_replies(SMALL, game, search, solved, room.replies)
    reach = count_reach(game, solved)
    cards = sorted(cards_of(SMALL.leader))
    for lead, hand, chances in wrong:
        row = game.number[FOLLOWER, *(cards.index(card) for card in hand)]
        at = cards.index(lead)
        for place, chance in enumerate(chances):
            if chance != UNLAWFUL:
                marks = room.replies[at, row, place] / reach[at, row]
                assert chance / 10_000 == pytest.approx((1 + marks) / 2, abs=1e-4)
    plan = mend(SMALL, game, search, wrong)
    assert not np.array_equal(plan.reply, search.reply)
    assert np.array_equal(mend(SMALL, game, search, []).reply, search.reply)


def test_a_table_is_read_back_as_it_was_written() -> None:
    entries = {SMALL: [ONE, OTHER], close_up(SMALL, 1): [OTHER]}
    assert unpack(pack(entries)) == entries


def test_a_reply_is_found_whatever_the_suits_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = Ending(parse_cards("S79J.H8QK.C8QK"), parse_cards("S79J.H8QK.C8QK.D7"))
    # Trumps are clubs. Hearts and clubs are alike but for trumps; spades are a suit of their own.
    closed, places = close_cards(ending, 3, parse_card("HQ"))
    assert closed == close_up(ending, 3)
    assert [places[parse_card(card)] & 7 for card in ("C8", "CQ", "CK")] == [0, 1, 2]
    assert all(places[card] >> 3 == 0 for card in cards_of(parse_cards("C8QK")))
    own = parse_cards("H8K.S7")
    closed_own: CardMask = sum(1 << places[card] for card in cards_of(own))
    by_place = dict(zip(sorted(cards_of(own), key=places.__getitem__), (1_000, 2_000, UNLAWFUL), strict=True))
    monkeypatch.setattr(
        endings_replies,
        "table",
        lambda: {closed: {(places[parse_card("HQ")], closed_own): tuple(by_place.values())}},
    )
    expected = {card: chance / 10_000 for card, chance in by_place.items() if chance != UNLAWFUL}
    assert chances_of_replies(ending, 3, parse_card("HQ"), own) == expected
    assert chances_of_replies(ending, 3, parse_card("HK"), own & ~(1 << parse_card("HK"))) is None
    assert chances_of_replies(ending, 2, parse_card("HQ"), own) is None


def test_the_suit_led_comes_first_of_equal_suits() -> None:
    ending = Ending(parse_cards("S7.H79.C7K.D8Q"), parse_cards("S7.H79.C7K.D8Q"))
    for suit in "HCD":
        lead = next(card for card in cards_of(ending.leader) if card >> 3 == "SHDC".index(suit))
        _, places = close_cards(ending, 0, lead)
        assert places[lead] >> 3 == 1


def test_table_that_is_shipped_has_lawful_replies_of_even_endings() -> None:
    entries = table()
    assert len(entries) > 50
    assert sum(map(len, entries.values())) > 20_000
    for ending, rows in entries.items():
        assert close_up(ending) == ending
        for (lead, hand), chances in rows.items():
            assert ending.leader >> lead & 1
            assert hand & ~ending.follower == 0
            assert hand.bit_count() == 3
            assert sum(chance != UNLAWFUL for chance in chances) > 1
            assert all(chance <= 10_000 for chance in chances if chance != UNLAWFUL)

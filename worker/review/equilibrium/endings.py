"""Describe the public positions before the third trick, and solve the play from one of them.

An *ending* is what both players know after two tricks: which cards each of them may have, and which they must have.
All hands that fit are equally likely. Ranks are closed up, and plain suits are interchangeable, so that few
endings are different. In an ending trumps are spades.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, SUIT_MASK, Card, CardMask, Suit, beats, cards_of
from worker.review.equilibrium.endings_types import FOLLOWER, Game, Plan, Regrets, Room
from worker.review.knowledge import Knowledge, cards_ruled_out
from worker.review.worth import marks_by_tricks, worth_of_tricks

CARDS: Final = 3
"""The number of cards in each hand."""


class Ending(NamedTuple):
    """The knowledge that both players have of the two hands before the third trick.

    Each hand has all cards of its ``certain`` mask; its other cards are from its other mask.
    """

    leader: CardMask
    follower: CardMask
    leader_certain: CardMask = 0
    follower_certain: CardMask = 0


def ending_of(leader: Knowledge, follower: Knowledge, trump: Suit) -> Ending:
    """Return the ending with closed ranks and ordered suits, from what both players know of the two hands."""
    return close_up(
        Ending(
            leader.possible | leader.certain,
            follower.possible | follower.certain,
            leader.certain,
            follower.certain,
        ),
        trump,
    )


def close_up(ending: Ending, trump: Suit = 0) -> Ending:
    """Return the ending with trumps as spades, without gaps between cards, and with plain suits in a fixed order."""
    rows = [_row_of(*_masks_of(ending, suit)) for suit in range(4)]
    trumps = rows.pop(trump)
    masks = [0, 0, 0, 0]
    for suit, row in enumerate([trumps, *sorted(rows)]):
        for which, part in enumerate(row):
            masks[which] |= part << 8 * suit
    return Ending(*masks)


def close_cards(ending: Ending, trump: Suit, lead: Card) -> tuple[Ending, dict[Card, Card]]:
    """Return the ending as ``close_up`` does, and for every card that a player may have the card in its place there.

    If suits are equal, that of ``lead`` comes first.
    """
    plain = [suit for suit in range(4) if suit != trump]
    plain.sort(key=lambda suit: (_row_of(*_masks_of(ending, suit)), suit != lead >> 3))
    places: dict[Card, Card] = {}
    for place, suit in enumerate([trump, *plain]):
        cards = [
            card for card in range(8 * suit, 8 * suit + 8) if (ending.leader | ending.follower) >> card & 1
        ]
        places |= {card: 8 * place + number for number, card in enumerate(cards)}
    return close_up(ending, trump), places


def _masks_of(ending: Ending, suit: Suit) -> tuple[int, ...]:
    """Return the byte of a suit in each of the four masks."""
    return tuple(mask >> 8 * suit & SUIT_MASK for mask in ending)


@cache
def _row_of(*masks: int) -> tuple[int, ...]:
    """Return the masks of one suit without the cards that nobody can have."""
    closed = [0] * len(masks)
    place = 0
    for rank in range(8):
        bits = [mask >> rank & 1 for mask in masks]
        if any(bits):
            closed = [mask | bit << place for mask, bit in zip(closed, bits, strict=True)]
            place += 1
    return tuple(closed)


def count_pairs(ending: Ending) -> int:
    """Return the number of pairs of hands that fit: three cards each, none of them in both."""
    leader = CARDS - ending.leader_certain.bit_count()
    follower = CARDS - ending.follower_certain.bit_count()
    certain = ending.leader_certain | ending.follower_certain
    shared = (ending.leader & ending.follower & ~certain).bit_count()
    own = (ending.leader & ~ending.follower & ~certain).bit_count()
    theirs = (ending.follower & ~ending.leader & ~certain).bit_count()
    return sum(
        comb(shared, taken) * comb(own, leader - taken) * comb(theirs + shared - taken, follower)
        for taken in range(leader + 1)
    )


def worth_of(won: int, vulnerable: str) -> NDArray[np.float64]:
    """Return the leader's marks for each number of further tricks. ``won`` are the leader's tricks so far.

    ``vulnerable`` is "leader", "follower", or "none".
    """
    name = {"leader": "A", "follower": "B"}.get(vulnerable, "none")
    return worth_of_tricks(marks_by_tricks("A", won, HAND_SIZE, name))[: CARDS + 1].astype(np.float64)


def make_game(ending: Ending, worth: NDArray[np.float64]) -> Game:
    """Return the arrays of the play from an ending."""
    cards = sorted(cards_of(ending.leader | ending.follower))
    many = len(cards)
    suits = [card >> 3 for card in cards]
    pair = np.zeros((many, many), np.int64)
    # Pairs are numbered by the higher card, then by the lower one.
    for high in range(many):
        for low in range(high):
            pair[low, high] = pair[high, low] = high * (high - 1) // 2 + low
    hands = [
        _list_hands(cards, ending.leader, ending.leader_certain),
        _list_hands(cards, ending.follower, ending.follower_certain),
    ]
    rows = np.zeros((2, max(map(len, hands)), CARDS), np.int64)
    number = np.full((2, many, many, many), -1, np.int32)
    for player, each in enumerate(hands):
        for row, (low, middle, high) in enumerate(each):
            rows[player, row] = low, middle, high
            for order in permutations((low, middle, high)):
                number[player, *order] = row
    # The leader has won the third trick and is first, or the follower is.
    rest_worth = np.array([worth[1:], -worth[2::-1]])
    twin, swap = _find_twins(ending, cards)
    return Game(
        suit_start=np.array([suits.index(suit) for suit in suits], np.int64),
        suit_end=np.array([many - suits[::-1].index(suit) for suit in suits], np.int64),
        trumps=suits.count(0),
        wins=np.array([[beats(reply, lead, 0) for reply in cards] for lead in cards], np.int8),
        rank=np.array(
            [[-cards_ruled_out(reply, lead, 0).bit_count() for reply in cards] for lead in cards], np.int8
        ),
        pair=pair,
        low=np.array([low for high in range(many) for low in range(high)], np.int64),
        high=np.array([high for high in range(many) for _ in range(high)], np.int64),
        twin=twin,
        copies=np.bincount(twin, minlength=many).astype(np.int64),
        swap=swap,
        may_hold=np.array([[mask >> card & 1 for card in cards] for mask in ending[:2]], np.int8),
        hands=rows,
        many=np.array([len(each) for each in hands], np.int64),
        number=number,
        worth=worth,
        rest_worth=rest_worth,
        pay=np.array([_pay(each, cards) for each in rest_worth]),
    )


def _pay(worth: NDArray[np.float64], cards: list[int]) -> list[list[list[float]]]:
    """Return the worth of the last two tricks to their first player, as ``pay[won, theirs, kept]`` (``Game.pay``)."""
    after_win = [[float(worth[int(beats(kept, theirs, 0))]) for kept in cards] for theirs in cards]
    after_loss = [[float(worth[2 - beats(theirs, kept, 0)]) for kept in cards] for theirs in cards]
    return [after_loss, after_win]


def _find_twins(ending: Ending, cards: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each card's twin, and for each card the numbers of all cards after its suit and the twin's swap places."""
    rows = [_masks_of(ending, suit) for suit in range(4)]
    twin = np.arange(len(cards))
    swap = np.tile(np.arange(len(cards)), (len(cards), 1))
    for place, card in enumerate(cards):
        suit = card >> 3
        like = next(other for other in range(0 if suit == 0 else 1, 4) if rows[other] == rows[suit])
        twin[place] = cards.index(like << 3 | card & 7)
        for number, other in enumerate(cards):
            there = {suit: like, like: suit}.get(other >> 3, other >> 3)
            swap[place, number] = cards.index(there << 3 | other & 7)
    return twin, swap


def _list_hands(cards: list[int], possible: CardMask, certain: CardMask) -> list[tuple[int, int, int]]:
    """Return the hands of three that fit, each as the numbers of its cards, low to high."""
    places = [place for place, card in enumerate(cards) if possible >> card & 1]
    needed = {place for place, card in enumerate(cards) if certain >> card & 1}
    return [
        (low, middle, high)
        for high in places
        for middle in places
        for low in places
        if low < middle < high and needed <= {low, middle, high}
    ]


def new_plan(game: Game) -> Plan:
    """Return a plan in which every lawful choice is made equally often."""
    shape = _shapes(game)
    plan = Plan(*(np.full(each, 0.5, np.float32) for each in shape))
    plan.lead[:] = 1 / CARDS
    for lead in range(len(game.suit_start)):
        ranks = game.rank[lead, game.hands[FOLLOWER, : game.many[FOLLOWER]]]
        lawful = ranks == ranks.max(axis=1, keepdims=True)
        plan.reply[lead] = lawful / lawful.sum(axis=1, keepdims=True)
    return plan


def _shapes(game: Game) -> tuple[tuple[int, ...], ...]:
    cards = len(game.suit_start)
    pairs = cards * (cards - 1) // 2
    leads, replies = (int(each) for each in game.many)
    return (leads, CARDS), (cards, replies, CARDS), (cards, cards, pairs), (cards, cards, cards, pairs)


def new_room(game: Game) -> Room:
    """Return working memory for ``walk``."""
    cards = len(game.suit_start)
    pairs = cards * (cards - 1) // 2
    most = game.hands.shape[1]
    return Room(
        leads=np.zeros((most, CARDS)),
        replies=np.zeros((cards, int(game.many[FOLLOWER]), CARDS)),
        leader=np.zeros(pairs),
        follower=np.zeros((cards, pairs)),
        reach=np.zeros((2, pairs)),
        answers=np.zeros((cards, pairs)),
        values=np.zeros((cards, cards)),
        pairs=np.zeros(pairs),
        sums=np.zeros((3, cards + 1)),
        kept=np.zeros(cards),
        base=np.zeros((2, cards)),
        leads_fit=np.zeros(pairs, np.int8),
        replies_fit=np.zeros((cards, pairs), np.int8),
        holds=np.zeros((2, cards), np.int8),
        fitting=np.zeros((2, pairs + 1), np.int64),
    )


def no_regrets(game: Game) -> Regrets:
    """Return regrets of zero. They take no memory until something is stored in them."""
    lead, reply, second, last = _shapes(game)
    return Regrets(*(np.zeros(each, np.float32) for each in (lead, reply, (*second, 2), (*last, 2))))

"""Hands in real cards for the naive search's positions, and back."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.worker.solver.naive import Place, Position


def suits_in_order(trump: int) -> list[int]:
    """Trumps first, then the others as S H D C."""
    return [trump, *(suit for suit in range(4) if suit != trump)]


def deal_position(position: Position, trump: int, random: Random) -> dict[Place, int]:
    """A card for every place, at random ranks: the gaps between them must not matter."""
    cards = {}
    for place, suit in enumerate(suits_in_order(trump)):
        ranks = sorted(random.sample(range(8), len(position[place])))
        cards.update({(place, i): 8 * suit + rank for i, rank in enumerate(ranks)})
    return cards


def hand_of(position: Position, cards: dict[Place, int], side: str) -> int:
    return sum(1 << card for (suit, i), card in cards.items() if position[suit][i] == side)


def cards_by_place(cards: Sequence[int], trump: int) -> dict[Place, int]:
    """Where each card stands in the position that ``cards``, both hands together, make."""
    return {
        (place, i): card
        for place, suit in enumerate(suits_in_order(trump))
        for i, card in enumerate(sorted(card for card in cards if card // 8 == suit))
    }


def position_of(leader: Sequence[int], follower: Sequence[int], trump: int) -> Position:
    """The naive search's position for hands given as cards."""
    suits = dict.fromkeys(suits_in_order(trump), "")
    for card in sorted([*leader, *follower]):
        suits[card // 8] += "L" if card in leader else "F"
    return tuple(suits.values())

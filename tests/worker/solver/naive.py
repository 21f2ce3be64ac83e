"""Best play by plain search, sharing nothing with the solver: no masks, no numbers, no table; and positions
from real cards.

A position is four strings, trumps first, with one letter per card from the lowest up: "L" if the leader holds
it, "F" if the follower does. Removing a card closes the gap, so only relative rank is left. A place is a
suit's place and a card's own place in that string.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

Position = tuple[str, ...]
Place = tuple[int, int]
_TURNED = str.maketrans("LF", "FL")


def hand_of(position: Position, side: str) -> list[Place]:
    return [(suit, i) for suit, cards in enumerate(position) for i, card in enumerate(cards) if card == side]


def without(position: Position, *gone: Place) -> Position:
    suits = list(position)
    for suit, i in sorted(gone, reverse=True):
        suits[suit] = suits[suit][:i] + suits[suit][i + 1 :]
    return tuple(suits)


def replies(position: Position, lead: Place) -> dict[Place, int]:
    """Return the follower's tricks with each lawful reply."""
    hand = hand_of(position, "F")
    following = [card for card in hand if card[0] == lead[0]]
    higher = [card for card in following if card > lead]
    tricks = {}
    for reply in higher or following or [card for card in hand if card[0] == 0] or hand:
        rest = without(position, lead, reply)
        if reply in higher or (reply[0] == 0 and lead[0] != 0):
            tricks[reply] = 1 + forced(tuple(cards.translate(_TURNED) for cards in rest))
        else:
            tricks[reply] = len(hand) - 1 - forced(rest)
    return tricks


def leads(position: Position) -> dict[Place, int]:
    """Return the leader's tricks with each lead."""
    hand = hand_of(position, "L")
    return {lead: len(hand) - max(replies(position, lead).values()) for lead in hand}


def forced(position: Position) -> int:
    """Return the tricks that the leader can force; the order of the plain suits does not matter."""
    trumps, *plain = position
    return _forced((trumps, *sorted(plain)))


@cache
def _forced(position: Position) -> int:
    return max(leads(position).values(), default=0)


def forget() -> None:
    """Clear the cache, so that the next search begins from nothing."""
    _forced.cache_clear()


def every_position(cards: int) -> Iterator[Position]:
    """Yield every position with ``cards`` cards a side and no suit longer than eight."""
    for leaders in combinations(range(2 * cards), cards):
        row = "".join("L" if i in leaders else "F" for i in range(2 * cards))
        for cuts in combinations(range(2 * cards + 3), 3):
            ends = [cut - i for i, cut in enumerate(cuts)]
            suits = tuple(row[a:b] for a, b in zip([0, *ends], [*ends, 2 * cards], strict=True))
            if max(map(len, suits)) <= 8:
                yield suits


def suits_in_order(trump: int) -> list[int]:
    """Trumps first, then the others as S H D C."""
    return [trump, *(suit for suit in range(4) if suit != trump)]


def deal_position(position: Position, trump: int, random: Random) -> dict[Place, int]:
    """Return a card for every place, at random ranks: the gaps between them must not matter."""
    cards = {}
    for place, suit in enumerate(suits_in_order(trump)):
        ranks = sorted(random.sample(range(8), len(position[place])))
        cards.update({(place, i): 8 * suit + rank for i, rank in enumerate(ranks)})
    return cards


def hand_mask(position: Position, cards: dict[Place, int], side: str) -> int:
    return sum(1 << card for (suit, i), card in cards.items() if position[suit][i] == side)


def cards_by_place(cards: Sequence[int], trump: int) -> dict[Place, int]:
    """Return the card at each place of the position that ``cards``, both hands together, make."""
    return {
        (place, i): card
        for place, suit in enumerate(suits_in_order(trump))
        for i, card in enumerate(sorted(card for card in cards if card // 8 == suit))
    }


def position_of(leader: Sequence[int], follower: Sequence[int], trump: int) -> Position:
    """Return the naive search's position for hands of cards."""
    suits = dict.fromkeys(suits_in_order(trump), "")
    for card in sorted([*leader, *follower]):
        suits[card // 8] += "L" if card in leader else "F"
    return tuple(suits.values())

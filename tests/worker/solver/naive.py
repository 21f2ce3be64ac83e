"""Best play by plain search, sharing nothing with the solver: no masks, no numbers, no table.

A position is four strings, trumps first, a letter a card from the lowest up: "L" where the leader holds it,
"F" where the follower does. Taking a card out closes the gap, so only relative rank is left. A card is its
suit's place and its own place in that string.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

Position = tuple[str, ...]
Place = tuple[int, int]

_TURNED = str.maketrans("LF", "FL")


def held(position: Position, side: str) -> list[Place]:
    return [(suit, i) for suit, cards in enumerate(position) for i, card in enumerate(cards) if card == side]


def without(position: Position, *gone: Place) -> Position:
    suits = list(position)
    for suit, i in sorted(gone, reverse=True):
        suits[suit] = suits[suit][:i] + suits[suit][i + 1 :]
    return tuple(suits)


def replies(position: Position, lead: Place) -> dict[Place, int]:
    """The follower's tricks with each lawful reply."""
    hand = held(position, "F")
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
    """The leader's tricks with each lead."""
    hand = held(position, "L")
    return {lead: len(hand) - max(replies(position, lead).values()) for lead in hand}


def forced(position: Position) -> int:
    """The tricks that the leader can force; in what order the plain suits stand plays no part."""
    trumps, *plain = position
    return _forced((trumps, *sorted(plain)))


@cache
def _forced(position: Position) -> int:
    return max(leads(position).values(), default=0)


def forget() -> None:
    """So that the next search begins from nothing."""
    _forced.cache_clear()


def every_position(cards: int) -> Iterator[Position]:
    """Every position with so many cards a side, no suit longer than eight."""
    for leaders in combinations(range(2 * cards), cards):
        row = "".join("L" if i in leaders else "F" for i in range(2 * cards))
        for cuts in combinations(range(2 * cards + 3), 3):
            ends = [cut - i for i, cut in enumerate(cuts)]
            suits = tuple(row[a:b] for a, b in zip([0, *ends], [*ends, 2 * cards], strict=True))
            if max(map(len, suits)) <= 8:
                yield suits

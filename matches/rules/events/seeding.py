"""Where a stage's entrants begin: the places of a bracket, and the groups of a round robin.

Entrants come in their order of seed, the best first. A bracket has a power of two of places, from the top; the
empty ones are byes, and stand where ``fold`` leaves them, so that they lie as far apart as may be whatever the
order by which the others are placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import Seeding
from matches.rules.events.random_order import Lots

SeedRank: TypeAlias = int
"""From 1, the best."""


def bracket_size(entrants: int) -> int:
    """The least power of two that holds them; at least 2."""
    return max(2, 1 << (entrants - 1).bit_length())


def fold_order(size: int) -> tuple[SeedRank, ...]:
    """Which seed stands where, from the top, when all of ``size`` places are taken.

    The sum in each first pairing is the same, and so it is of the better ones in each of the next, where nobody is
    upset: the best two meet last.

    >>> fold_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        doubled = 2 * len(order)
        order = [seed for better in order for seed in (better, doubled + 1 - better)]
    return tuple(order)


def positions(entrants: Sequence[PlayerId], seeding: Seeding, lots: Lots) -> tuple[PlayerId | None, ...]:
    """The places of a bracket from the top, None for a bye; the two of a pairing stand together, a bye below.

    A bye is for the best seeds first; by ``lot``, for whom the lot gives it. No two byes ever meet. Raises
    ``ValueError`` for fewer than two entrants.

    >>> positions("abcdef", "adjacent", Lots("", {}))
    ('a', None, 'c', 'd', 'b', None, 'e', 'f')
    """
    if len(entrants) < 2:
        raise ValueError(f"{len(entrants)} entrants make no bracket")
    placed = lots.order(entrants, "bracket") if seeding == "lot" else tuple(entrants)
    order = fold_order(bracket_size(len(placed)))
    if seeding in ("split", "adjacent"):
        order = _in_turn(order, len(placed), seeding)
    return tuple(placed[seed - 1] if seed <= len(placed) else None for seed in order)


def _in_turn(order: Sequence[SeedRank], entrants: int, seeding: Seeding) -> tuple[SeedRank, ...]:
    """The byes of ``order`` given to the best in turn; below them the others pair off, in turn again."""
    byes = len(order) - entrants
    half = (entrants - byes) // 2
    free = iter(range(1, byes + 1))
    step, apart = (1, half) if seeding == "split" else (2, 1)
    paired = iter(range(byes + 1, byes + 1 + half * step, step))
    placed: list[SeedRank] = []
    for below in order[1::2]:
        if below > entrants:
            placed += (next(free), below)
        else:
            upper = next(paired)
            placed += (upper, upper + apart)
    return tuple(placed)


def group_entrants(
    entrants: Sequence[PlayerId], groups: int, lots: Lots, seeding: Seeding
) -> tuple[tuple[PlayerId, ...], ...]:
    """The entrants of each group, filled in turn there and back; by ``lot`` from a drawn order. Sizes differ by
    one at most. Raises ``ValueError`` where a group would stay empty.

    >>> group_entrants("abcdefg", 3, Lots("", {}), "fold")
    (('a', 'f', 'g'), ('b', 'e'), ('c', 'd'))
    """
    if not 1 <= groups <= len(entrants):
        raise ValueError(f"{len(entrants)} entrants do not fill {groups} groups")
    order = lots.order(entrants, "groups") if seeding == "lot" else tuple(entrants)
    filled: list[list[PlayerId]] = [[] for _ in range(groups)]
    for place, player in enumerate(order):
        turn, group = divmod(place, groups)
        filled[groups - 1 - group if turn % 2 else group].append(player)
    return tuple(tuple(group) for group in filled)

"""A large Swiss field cut into parcels of neighbours that can be paired each by itself.

To match twelve parcels of forty takes a hundredth of the time that five hundred players at once take. Nothing
is lost in the differences in score: every parcel is even in number, and is cut off where a pairing need not
cross, between two scores with an even number of players above, or within a score group.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from matches.rules.events.swiss.costs import Field, ScoreGroup

PARCEL: Final = 36
"""Players that make a parcel large enough."""
EDGE_PAIRS: Final = 6
"""Pairs at either end of a large score group that are matched together with the groups above or below it."""
LARGE: Final = 4 * EDGE_PAIRS + 2
"""A group with so many has its two ends apart, even when one comes down into it and one is left over."""


def parcels(field: Field) -> list[tuple[int, ...]]:
    """Players by parcel, from the top down; each index once, the bye's in the last parcel where it is needed."""
    made: list[tuple[int, ...]] = []
    parcel: list[int] = []
    for group in field.groups:
        size = group.end - group.start
        if size >= LARGE and len(parcel) + size > PARCEL:
            top, middle, bottom = _cut(field, group)
            made += [tuple(parcel + top), *middle]
            parcel = bottom
        else:
            parcel += range(group.start, group.end)
        if len(parcel) >= PARCEL and not group.leaves_one:
            made.append(tuple(parcel))
            parcel = []
    if field.bye % 2:
        parcel.append(field.bye)
    if parcel:
        made.append(tuple(parcel))
    return [tuple(sorted(players)) for players in made]


def _cut(field: Field, group: ScoreGroup) -> tuple[list[int], list[tuple[int, ...]], list[int]]:
    """The group's part in the parcel above, parcels of its own, and its part in the parcel below."""
    pairs = _likely_pairs(field, group)
    inner = pairs[EDGE_PAIRS : len(pairs) - EDGE_PAIRS]
    count = -(-2 * len(inner) // PARCEL)
    middle = [
        tuple(chain.from_iterable(inner[part * len(inner) // count : (part + 1) * len(inner) // count]))
        for part in range(count)
    ]
    top = [*range(group.start, group.low), *chain.from_iterable(pairs[:EDGE_PAIRS])]
    bottom = [*chain.from_iterable(pairs[len(pairs) - EDGE_PAIRS :]), *range(group.high, group.end)]
    return top, middle, bottom


def _likely_pairs(field: Field, group: ScoreGroup) -> list[tuple[int, int]]:
    """From the top down, each with the cheapest player left: who belong in the same parcel."""
    left = list(range(group.low, group.high))
    pairs = []
    while left:
        one = left.pop(0)
        other = min(left, key=lambda player: field.cost(one, player))
        left.remove(other)
        pairs.append((one, other))
    return pairs

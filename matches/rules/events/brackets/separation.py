"""Places of a bracket changed so that some do not meet at once: those of one group, and pairs that are not to meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from matches.rules.events.facts import PlayerId

IsApart: TypeAlias = Callable[[PlayerId, PlayerId], bool]
"""Whether these two had better not meet in the first round."""
Positions: TypeAlias = tuple[PlayerId | None, ...]
Pair: TypeAlias = tuple[PlayerId, PlayerId]


def kept_apart(
    positions: Sequence[PlayerId | None], entrants: Sequence[PlayerId], is_apart: IsApart
) -> tuple[Positions, tuple[Pair, ...]]:
    """The places after exchanges that part whom ``is_apart`` names, and the pairs that were parted, from the top.

    The lower seed of such a pair changes places with the lower seed of another one, the nearest in seed of those
    who leave neither pairing at fault: so better still meets worse, and a bye stays whose it was. Where there is
    nobody of that kind the two meet. ``entrants`` are in their order of seed.

    >>> kept_apart("adbc", "abcd", lambda *two: set(two) in ({"a", "d"}, {"b", "c"}))
    (('a', 'c', 'b', 'd'), (('a', 'd'),))
    """
    ranks = {player: rank for rank, player in enumerate(entrants)}
    people = {place: player for place, player in enumerate(positions) if player is not None}
    # The place of the better seed of each first pairing, and of the worse.
    seats = [
        (upper, upper + 1) if ranks[people[upper]] < ranks[people[upper + 1]] else (upper + 1, upper)
        for upper in range(0, len(positions), 2)
        if upper in people and upper + 1 in people
    ]
    parted: list[Pair] = []
    for better, worse in seats:
        one, own = people[better], people[worse]
        if not is_apart(one, own):
            continue
        for rival, place in sorted(seats, key=lambda seat: _nearness(ranks[own], ranks[people[seat[1]]])):
            other = people[place]
            if place != worse and not is_apart(one, other) and not is_apart(people[rival], own):
                people[worse], people[place] = other, own
                parted.append((one, own))
                break
    return tuple(people.get(place) for place in range(len(positions))), tuple(parted)


def _nearness(rank: int, other: int) -> tuple[int, int]:
    """The nearest first, of two as near the better seed."""
    return abs(rank - other), other

"""Find the cheapest way to pair a Swiss field, by minimum-cost matching.

Matching takes far longer for many players than for few, and nearly all pairings of a large field are between
neighbours in score. So a small field is matched as a whole, and a large one in parcels (runs of neighbouring
players). A parcel that cannot be paired as well as its scores allow is matched together with a neighbouring parcel.
If a player is left over in the end, the whole field is matched: first using only near candidates, then all pairs.

Matching twelve parcels of forty players takes a hundredth of the time of matching five hundred players at once. The
differences in score do not suffer: every parcel has an even number of players, and ends where no pairing needs to
cross, between two scores with an even number of players above, or within a score group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import Final, TypeAlias

from matches.rules.events.swiss_costs import Field, ScoreGroup

Edge: TypeAlias = tuple[int, int]
"""A pairing of two indices of a ``Field``, the lower first; the higher may be the bye's."""
Progress: TypeAlias = Callable[[int, int], None]
"""A function that is told how many parcels have been matched, and how many there are."""

ALL_AT_ONCE: Final = 48
"""The largest number of players for which all pairs are considered at once. For more, only near candidates are."""
NEAR: Final = 12
"""The number of near candidates of each player to consider in a parcel of more than ``ALL_AT_ONCE`` players."""
NEAR_OF_ALL: Final = (24, 48)
"""The numbers of near candidates of each player to consider when the whole field is matched, tried in turn."""
PARCEL: Final = 36
"""A parcel is complete once it has this many players; the last one may have fewer."""
EDGE_PAIRS: Final = 6
"""The number of pairs at either end of a large score group that are matched with the groups above or below it."""
LARGE: Final = 4 * EDGE_PAIRS + 2
"""The size from which a score group's ends are apart, even if one comes down into it and one is left over."""


@dataclass(frozen=True, slots=True)
class ParcelMatching:
    """The pairings of players who were paired among themselves.

    ``loss`` is how much more they cost than their scores allow, in steps of difference in score without less
    important criteria; None if a player is left over.
    """

    players: tuple[int, ...]
    edges: tuple[Edge, ...]
    loss: int | None


def cheapest_matching(field: Field, progress: Progress) -> tuple[Edge, ...]:
    """Return the pairings of all players that cost least in total, including the bye if there is one, in order.

    A field of more than ``ALL_AT_ONCE`` players is divided into parcels; the less important criteria are then
    optimised only within each parcel.
    """
    everybody = tuple(range(field.bye + field.bye % 2))
    if len(everybody) > ALL_AT_ONCE:
        edges = _match_by_parcels(field, progress)
        if edges is not None:
            return edges
        for width in NEAR_OF_ALL:
            edges = _match_edges(field, _near_pairs(field, everybody, width), len(everybody))
            if edges is not None and not _has_second_bye(field, edges):
                return edges
    edges = _match_edges(field, _allowed_pairs(field, everybody), len(everybody))
    if edges is not None and not _has_second_bye(field, edges):
        return edges
    edges = _match_edges(field, _all_pairs(everybody), len(everybody))
    if edges is None:
        raise AssertionError("where everybody may meet everybody, nobody is left over")
    return edges


def _match_by_parcels(field: Field, progress: Progress) -> tuple[Edge, ...] | None:
    """Return a matching by parcels, or None if a player is left over or has a second bye."""
    made = parcels(field)
    matched: list[ParcelMatching] = []
    for players in made:
        progress(len(matched), len(made))
        matched.append(_match_parcel(field, players))
    matched = _merge_lossy_parcels(field, matched)
    edges = tuple(sorted(edge for parcel in matched for edge in parcel.edges))
    if any(parcel.loss is None for parcel in matched) or _has_second_bye(field, edges):
        return None
    return edges


def parcels(field: Field) -> list[tuple[int, ...]]:
    """Divide the players of a field into parcels, tuples of indices that are matched separately, from the top.

    Each index is in one parcel; the bye's, if their number is odd, is in the last.
    """
    made: list[tuple[int, ...]] = []
    parcel: list[int] = []
    for group in field.groups:
        size = group.end - group.start
        if size >= LARGE and len(parcel) + size > PARCEL:
            top, middle, bottom = _divide_group(field, group)
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


def _divide_group(field: Field, group: ScoreGroup) -> tuple[list[int], list[tuple[int, ...]], list[int]]:
    """Return the group's part in the parcel above, parcels of its own, and its part in the parcel below."""
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
    """Return pairs from the top down, each player with the cheapest one left; they belong in the same parcel."""
    left = list(range(group.low, group.high))
    pairs = []
    while left:
        one = left.pop(0)
        other = min(left, key=lambda player: field.cost(one, player))
        left.remove(other)
        pairs.append((one, other))
    return pairs


def _merge_lossy_parcels(field: Field, matched: Sequence[ParcelMatching]) -> list[ParcelMatching]:
    """Merge each parcel that has a loss with the one below, or else above, as long as that helps."""
    result = list(matched)
    place = 0
    while place < len(result):
        for first in (place, place - 1):
            if result[place].loss == 0 or not 0 <= first < len(result) - 1:
                continue
            upper, lower = result[first : first + 2]
            both = _match_parcel(field, tuple(sorted(upper.players + lower.players)))
            if _is_better(both, upper, lower):
                result[first : first + 2] = [both]
                place = first
                break
        else:
            place += 1
    return result


def _is_better(both: ParcelMatching, upper: ParcelMatching, lower: ParcelMatching) -> bool:
    if both.loss is None:
        return False
    return upper.loss is None or lower.loss is None or both.loss < upper.loss + lower.loss


def _match_parcel(field: Field, players: tuple[int, ...]) -> ParcelMatching:
    """Return the cheapest matching of ``players`` among themselves; of many players, only near ones are paired."""
    is_small = len(players) <= ALL_AT_ONCE
    edges = _match_edges(
        field, _allowed_pairs(field, players) if is_small else _near_pairs(field, players, NEAR), len(players)
    )
    if edges is None:
        return ParcelMatching(players, (), None)
    cost = sum(field.cost(*edge) for edge in edges)
    return ParcelMatching(players, edges, cost // field.units.difference - field.least_difference(players))


def _match_edges(field: Field, edges: Iterable[Edge], size: int) -> tuple[Edge, ...] | None:
    """Return the cheapest matching that leaves none of ``size`` players over, or None."""
    # Imported here because importing it takes longer than all other modules that draw events.
    import networkx

    costs = {(one, other): field.cost(one, other) for one, other in sorted(set(edges))}
    dearest = max(costs.values(), default=0)
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((one, other, dearest - cost) for (one, other), cost in costs.items())
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < size:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in matched))


def _all_pairs(players: Sequence[int]) -> Iterator[Edge]:
    return ((one, other) for place, one in enumerate(players) for other in players[place + 1 :])


def _allowed_pairs(field: Field, players: Sequence[int]) -> Iterator[Edge]:
    return (edge for edge in _all_pairs(players) if field.may_meet(*edge))


def _near_pairs(field: Field, players: Sequence[int], width: int) -> Iterator[Edge]:
    """Yield each player's pairs with the cheapest candidates of the same score, and with the next above and below."""
    for place, one in enumerate(players):
        if one == field.bye:
            yield from ((other, one) for other in players[:place])
            continue
        group = field.group_of[one]
        level = [other for other in players if group.start <= other < group.end and other != one]
        edges = ((min(one, other), max(one, other)) for other in level if field.may_meet(one, other))
        within = nsmallest(width, edges, key=lambda edge: field.cost(*edge))
        # Somebody has to leave an odd group, and in a small one few have not met.
        beyond = max(width // 3, (width - len(within) + 1) // 2)
        yield from within
        above = (other for other in reversed(players[:place]) if other < group.start)
        below = (other for other in players[place + 1 :] if group.end <= other < field.bye)
        yield from ((other, one) for other in _first_allowed(field, one, above, beyond))
        yield from ((one, other) for other in _first_allowed(field, one, below, beyond))


def _first_allowed(field: Field, one: int, others: Iterable[int], count: int) -> Iterator[int]:
    for other in others:
        if count == 0:
            return
        if field.may_meet(one, other):
            count -= 1
            yield other


def _has_second_bye(field: Field, edges: Iterable[Edge]) -> bool:
    """Return whether the bye goes to a player who has had more byes than another."""
    return sum(field.cost(*edge) for edge in edges) >= field.units.second_bye

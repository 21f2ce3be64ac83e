"""The cheapest way to pair a Swiss field, by minimum-cost matching.

Matching takes far longer on many players than on few, and the pairings of a large field are nearly all between
neighbours in score. So a small field is matched as a whole, a large one by parcels; a parcel that can't be
paired as well as its scores allow is matched together with its neighbours. Where that leaves somebody
over, the whole field is matched: on near candidates, then on everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final, TypeAlias

from matches.rules.events.swiss.costs import Field
from matches.rules.events.swiss.partition import parcels

Edge: TypeAlias = tuple[int, int]
"""Two indices of a ``Field``, the lower first; the higher may be the bye's."""
Progress: TypeAlias = Callable[[int, int], None]

ALL_AT_ONCE: Final = 48
"""Up to so many are matched on everything, more of them on near candidates."""
NEAR: Final = 12
NEAR_OF_ALL: Final = (24, 48)
"""How many candidates of each player are near."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Players who were matched among themselves. ``loss``: by how much the layers down to the differences in
    score cost more than these scores make necessary, in units of the differences; None: somebody is left over.
    """

    players: tuple[int, ...]
    edges: tuple[Edge, ...]
    loss: int | None


def cheapest_matching(field: Field, progress: Progress) -> tuple[Edge, ...]:
    """Pairs that leave nobody out and cost least, in the order of the field; with the bye where it is odd.

    No two meet again and no forbidden pair meets where that can be avoided. In a field of more than
    ``ALL_AT_ONCE`` the lower layers of the cost are least within a parcel only.
    """
    everybody = tuple(range(field.bye + field.bye % 2))
    if len(everybody) > ALL_AT_ONCE:
        edges = _by_parcels(field, progress)
        if edges is not None:
            return edges
        for width in NEAR_OF_ALL:
            edges = _matching(field, _near(field, everybody, width), len(everybody))
            if edges is not None and not _has_second_bye(field, edges):
                return edges
    edges = _matching(field, _allowed(field, everybody), len(everybody))
    if edges is not None and not _has_second_bye(field, edges):
        return edges
    edges = _matching(field, _all_pairs(everybody), len(everybody))
    if edges is None:
        raise AssertionError("where everybody may meet everybody, nobody is left over")
    return edges


def _by_parcels(field: Field, progress: Progress) -> tuple[Edge, ...] | None:
    """None where somebody is left over, or has a second bye."""
    made = parcels(field)
    matched: list[Matched] = []
    for players in made:
        progress(len(matched), len(made))
        matched.append(_match(field, players))
    matched = _repaired(field, matched)
    edges = tuple(sorted(edge for parcel in matched for edge in parcel.edges))
    if any(parcel.loss is None for parcel in matched) or _has_second_bye(field, edges):
        return None
    return edges


def _repaired(field: Field, matched: Sequence[Matched]) -> list[Matched]:
    """Parcels with a loss are put together with the one below, or else above, for as long as that helps."""
    result = list(matched)
    place = 0
    while place < len(result):
        for first in (place, place - 1):
            if result[place].loss == 0 or not 0 <= first < len(result) - 1:
                continue
            upper, lower = result[first : first + 2]
            both = _match(field, tuple(sorted(upper.players + lower.players)))
            if _is_better(both, upper, lower):
                result[first : first + 2] = [both]
                place = first
                break
        else:
            place += 1
    return result


def _is_better(both: Matched, upper: Matched, lower: Matched) -> bool:
    if both.loss is None:
        return False
    return upper.loss is None or lower.loss is None or both.loss < upper.loss + lower.loss


def _match(field: Field, players: tuple[int, ...]) -> Matched:
    is_small = len(players) <= ALL_AT_ONCE
    edges = _matching(
        field, _allowed(field, players) if is_small else _near(field, players, NEAR), len(players)
    )
    if edges is None:
        return Matched(players, (), None)
    cost = sum(field.cost(*edge) for edge in edges)
    return Matched(players, edges, cost // field.units.difference - field.least_difference(players))


def _matching(field: Field, edges: Iterable[Edge], size: int) -> tuple[Edge, ...] | None:
    """The cheapest matching that leaves none of ``size`` players over, None where there is none."""
    # Here and not above: to import it takes longer than everything else that draws events.
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


def _allowed(field: Field, players: Sequence[int]) -> Iterator[Edge]:
    return (edge for edge in _all_pairs(players) if field.may_meet(*edge))


def _near(field: Field, players: Sequence[int], width: int) -> Iterator[Edge]:
    """Of each player the cheapest candidates of his score and the next ones above and below it."""
    for place, one in enumerate(players):
        if one == field.bye:
            yield from ((other, one) for other in players[:place])
            continue
        group = field.group_of[one]
        level = [other for other in players if group.start <= other < group.end and other != one]
        edges = ((min(one, other), max(one, other)) for other in level if field.may_meet(one, other))
        within = nsmallest(width, edges, key=lambda edge: field.cost(*edge))
        # Somebody has to leave an odd group, and a small one holds few who have not met.
        beyond = max(width // 3, (width - len(within) + 1) // 2)
        yield from within
        above = (other for other in reversed(players[:place]) if other < group.start)
        below = (other for other in players[place + 1 :] if group.end <= other < field.bye)
        yield from ((other, one) for other in _first(field, one, above, beyond))
        yield from ((one, other) for other in _first(field, one, below, beyond))


def _first(field: Field, one: int, others: Iterable[int], count: int) -> Iterator[int]:
    """The first ``count`` whom he may meet."""
    for other in others:
        if count == 0:
            return
        if field.may_meet(one, other):
            count -= 1
            yield other


def _has_second_bye(field: Field, edges: Iterable[Edge]) -> bool:
    """Whether the bye goes to somebody who has had more than another."""
    return sum(field.cost(*edge) for edge in edges) >= field.units.second_bye

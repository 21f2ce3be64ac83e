"""The order in which a draw places its entrants: lots, positions in a bracket, groups, and Berger tables.

Entrants are given in their order of seed, the best first. A bracket has a power of two of places, numbered
from the top. The empty ones are byes, spread as far apart as possible. Afterwards players of one group, and
forbidden pairs, change places so that they do not meet in the first round.

Lots are random but reproducible. They depend on the plan's ``lot_seed`` and on numbers of entry, not on ids,
so that a player keeps the same lot under another id, for example after an import or when two players on the
club's list are merged.

The Berger tables are FIDE's (Handbook C.05, annex 1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from matches.rules.events.facts import EventFacts, PlayerId
from matches.rules.events.plan import Seeding

EntryNumber: TypeAlias = int
"""The number of a player's entry, from 1 in the order of entry. Numbers are never reused."""
Purpose: TypeAlias = str
"""A text that names what lots are drawn for. Lots for one purpose are independent of lots for another."""


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of an event, by which ties and pairings are drawn.

    ``seed`` is the random seed, the plan's ``lot_seed``; ``numbers`` are the players' numbers of entry.
    """

    seed: str
    numbers: Mapping[PlayerId, EntryNumber]

    def order(self, players: Iterable[PlayerId], purpose: Purpose) -> tuple[PlayerId, ...]:
        """Return the players in an order drawn by lot.

        Which of two players comes first does not depend on who else is in the draw. Raises ``KeyError`` for a
        player who was never entered.
        """
        return tuple(sorted(players, key=lambda player: self._lot(player, purpose)))

    def ranks(self, players: Iterable[PlayerId], purpose: Purpose) -> dict[PlayerId, int]:
        """Return each player's position, from 1, in the order that the method ``order`` returns."""
        return {player: number for number, player in enumerate(self.order(players, purpose), start=1)}

    def _lot(self, player: PlayerId, purpose: Purpose) -> tuple[bytes, EntryNumber]:
        number = self.numbers[player]
        return hashlib.sha256(f"{self.seed}\0{purpose}\0{number}".encode()).digest(), number


def event_lots(facts: EventFacts) -> Lots:
    """Return the lots of an event. Without a plan, their random seed is empty."""
    seed = "" if facts.plan is None else facts.plan.lot_seed
    return Lots(seed, {entry.player: entry.number for entry in facts.entries})


SeedRank: TypeAlias = int
"""A player's rank by seed, from 1 for the best."""
IsApart: TypeAlias = Callable[[PlayerId, PlayerId], bool]
"""A function that returns whether two players should not meet in the first round."""
Positions: TypeAlias = tuple[PlayerId | None, ...]
Pair: TypeAlias = tuple[PlayerId, PlayerId]


def bracket_size(entrants: int) -> int:
    """Return the number of places of a bracket for this number of entrants: the next power of two, at least 2."""
    return max(2, 1 << (entrants - 1).bit_length())


def fold_order(size: int) -> tuple[SeedRank, ...]:
    """Return the seeds of a full bracket of ``size`` places from the top, such that the best two meet only in
    the final.

    As long as better seeds win, the seeds of each pairing of a round have the same sum.

    >>> fold_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        doubled = 2 * len(order)
        order = [seed for better in order for seed in (better, doubled + 1 - better)]
    return tuple(order)


def positions(entrants: Sequence[PlayerId], seeding: Seeding, lots: Lots) -> tuple[PlayerId | None, ...]:
    """Return the players of a bracket in the order of its draw, from the top; None is a bye.

    The two sides of a first-round pairing are adjacent. A bye comes after its player. Byes are given to the
    best seeds first; if ``seeding`` is ``lot``, by lot. No two byes meet. Raises ``ValueError`` for fewer
    than two entrants.

    >>> positions("abcdef", "adjacent", Lots("", {}))
    ('a', None, 'c', 'd', 'b', None, 'e', 'f')
    """
    if len(entrants) < 2:
        raise ValueError(f"{len(entrants)} entrants make no bracket")
    placed = lots.order(entrants, "bracket") if seeding == "lot" else tuple(entrants)
    order = fold_order(bracket_size(len(placed)))
    if seeding in ("split", "adjacent"):
        order = _pair_in_order(order, len(placed), seeding)
    return tuple(placed[seed - 1] if seed <= len(placed) else None for seed in order)


def _pair_in_order(order: Sequence[SeedRank], entrants: int, seeding: Seeding) -> tuple[SeedRank, ...]:
    """Return the seeds of a bracket in the order of its places, with the byes where ``order`` has them.

    The byes are given to the best seeds, from 1 down. The other seeds are paired in order: each with the next
    one if ``seeding`` is ``adjacent``, the upper half with the lower half if it is ``split``. A seed above
    ``entrants`` is a bye.
    """
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
    """Return the entrants of each group.

    Players are assigned to groups in turn, from the first group to the last and back. If ``seeding`` is
    ``lot``, the entrants are first put in an order drawn by lot. Sizes of groups differ by one at most.
    Raises ``ValueError`` if a group would be empty.

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


def keep_apart(
    positions: Sequence[PlayerId | None], entrants: Sequence[PlayerId], is_apart: IsApart
) -> tuple[Positions, tuple[Pair, ...]]:
    """Return a bracket's positions, changed so that certain pairs do not meet, and the pairs that were separated.

    ``is_apart`` returns whether two players should not meet. ``entrants`` are in order of seed. The lower seed of a
    pair that should not meet is swapped with the lower seed of another pairing. Among the players for whom both new
    pairings are allowed, the one nearest in seed is chosen. Byes keep their positions. If no swap is allowed, the
    pair meets.

    >>> keep_apart("adbc", "abcd", lambda *two: set(two) in ({"a", "d"}, {"b", "c"}))
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
    """Return a sort key by distance in rank; of two that are equally near, the better seed comes first."""
    return abs(rank - other), other


TablePair: TypeAlias = tuple[int, int]
"""Two numbers of the Berger table that meet; the player with the first number deals first."""


def berger_rounds(size: int, cycles: int = 1) -> tuple[tuple[TablePair, ...], ...]:
    """Return the rounds of a Berger table, in which each of ``size`` players meets all others.

    A round is a tuple of pairs of player numbers, from 1. The first player of a pair deals first. ``cycles``
    is how often any two players meet. Every second cycle has the pairs of the first cycle in reversed order,
    so that the other player deals first. With an even ``size`` a cycle has ``size - 1`` rounds. With an odd
    ``size`` a cycle has ``size`` rounds; in each round, one number is in no pair, and that player has a bye.
    Within a cycle, a player deals first as often as second if ``size`` is odd, and once more or less if
    ``size`` is even. The result is empty for fewer than two players.

    >>> berger_rounds(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    cycle = _cycle(size)
    turned = tuple(tuple((second, first) for first, second in pairs) for pairs in cycle)
    return tuple(pairs for number in range(cycles) for pairs in (turned if number % 2 else cycle))


def _cycle(size: int) -> tuple[tuple[TablePair, ...], ...]:
    """Return a cycle, each round made from the one before by adding half the field to every number but the last.

    The last number keeps its place and deals first in every second round; in an odd field it stands for the bye.
    """
    if size < 2:
        return ()
    last = size + size % 2
    turn = last - 1
    rounds = []
    for number in range(turn):
        shift = number * (last // 2)
        moved = [(place + shift - 1) % turn + 1 for place in range(1, last)]
        head = (last, moved[0]) if number % 2 else (moved[0], last)
        others = [(moved[place], moved[-place]) for place in range(1, last // 2)]
        rounds.append(tuple(pair for pair in (head, *others) if max(pair) <= size))
    return tuple(rounds)

"""The costs of pairings in a Swiss round, by which the cheapest matching is the round to be drawn.

A cost is one integer made of layers; each layer weighs more than all pairings together can cost in the layers below it.
From the heaviest:

1. rematches: pairs who met before in this stage;
2. byes that the player who gets the bye had before;
3. forbidden pairs: two who asked to be kept apart meet rather than that anyone meets the same player again
   or sits out twice;
4. how far the bye's score is above the lowest;
5. the sum of the differences in score, in halves;
6. the sum of their squares: rather two pairings one point apart than one of two points;
7. first deals: two who are both due to deal first, or both due not to;
8. the distance from the seeding order within a score group, and from the neighbouring end of the next group;
9. the number of the player who gets the bye: the higher, the better.

Players are indices into ``Field.players``, from the highest score to the lowest; ``Field.bye`` is one more than the
last of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import groupby
from typing import assert_never

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import Seeding


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A player to be paired in a Swiss round.

    ``number`` is the player's rank by seed, from 1. ``halves`` is the player's score so far, in half points.
    ``met`` are the players with whom the player was paired in this stage. ``forbidden`` are the players whom
    the player should not meet. ``byes`` is the number of the player's full byes and of rubbers that they won
    without play. ``last_dealt_first`` is None if the player has not played yet.
    """

    player: PlayerId
    number: int
    halves: int
    met: frozenset[PlayerId] = frozenset()
    forbidden: frozenset[PlayerId] = frozenset()
    first_deals: int = 0
    second_deals: int = 0
    last_dealt_first: bool | None = None
    byes: int = 0

    @property
    def surplus(self) -> int:
        """The number of first deals minus the number of second deals."""
        return self.first_deals - self.second_deals


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """The candidates with the same score, as a range of indices from ``start`` up to, not including, ``end``.

    The candidates from ``low`` up to, not including, ``high`` are normally paired among themselves. ``low``
    is ``start + 1`` if an odd number of candidates has higher scores, so that the first candidate is needed
    as an opponent from above. ``high`` is ``end - 1`` if ``end`` is odd, so that the last candidate is left
    over for a lower group or the bye.
    """

    start: int
    end: int
    low: int
    high: int

    @property
    def leaves_one(self) -> bool:
        return self.high < self.end


@dataclass(frozen=True, slots=True)
class Units:
    """The cost of one unit of each criterion, the least important criterion first; one unit of ``seeding`` costs 1."""

    seeding: int
    deals: int
    squares: int
    difference: int
    bye_score: int
    forbidden: int
    second_bye: int
    rematch: int


class Field:
    """The candidates of a round, highest score first, whom methods take by index, with the cost of each pairing."""

    def __init__(
        self, candidates: Iterable[Candidate], *, seeding: Seeding, lot_seed: str, round_number: int
    ) -> None:
        def place(candidate: Candidate) -> tuple[int, str, int, str]:
            lot = f"{lot_seed} swiss {round_number} {candidate.number}" if seeding == "lot" else ""
            drawn = sha256(lot.encode()).hexdigest() if lot else ""
            return -candidate.halves, drawn, candidate.number, candidate.player

        self.players: tuple[Candidate, ...] = tuple(sorted(candidates, key=place))
        self.seeding: Seeding = seeding
        self.bye: int = len(self.players)
        self.groups: tuple[ScoreGroup, ...] = _score_groups(self.players)
        self.group_of: tuple[ScoreGroup, ...] = tuple(
            group for group in self.groups for _ in range(group.start, group.end)
        )
        self.units: Units = _units(self.players)
        self._fewest_byes = min((candidate.byes for candidate in self.players), default=0)

    def least_difference(self, players: Sequence[int]) -> int:
        """Return the least possible sum, in half points, of the differences in score when ``players`` are paired.

        ``players`` are an even number of indices in ascending order. If the number of players above a gap
        between two scores is odd, one pairing has to cross the gap.
        """
        return sum(
            self.players[upper].halves - self.players[lower].halves
            for upper, lower in zip(players[::2], players[1::2], strict=True)
            if lower != self.bye
        )

    def met(self, one: int, other: int) -> bool:
        return self.players[other].player in self.players[one].met

    def is_forbidden(self, one: int, other: int) -> bool:
        a, b = self.players[one], self.players[other]
        return b.player in a.forbidden or a.player in b.forbidden

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two players (indices) have not met and are no forbidden pair; always True for a bye."""
        if other == self.bye:
            return True
        return not self.met(one, other) and not self.is_forbidden(one, other)

    def cost(self, one: int, other: int) -> int:
        """Return the cost of pairing two candidates (indices, ``one`` the lower); ``other`` may be the bye."""
        if other == self.bye:
            return self.bye_cost(one)
        a, b, units = self.players[one], self.players[other], self.units
        difference = a.halves - b.halves
        return (
            units.rematch * self.met(one, other)
            + units.forbidden * self.is_forbidden(one, other)
            + units.difference * difference
            + units.squares * difference**2
            + units.deals * _deals_cost(a.surplus, a.last_dealt_first, b.surplus, b.last_dealt_first)
            + units.seeding * self._seeding_distance(one, other)
        )

    def bye_cost(self, one: int) -> int:
        """Return the cost of a bye for a player (an index)."""
        candidate, units = self.players[one], self.units
        return (
            units.second_bye * (candidate.byes - self._fewest_byes)
            + units.bye_score * (candidate.halves - self.players[-1].halves)
            + (self.bye - 1 - one)
        )

    def _seeding_distance(self, one: int, other: int) -> int:
        """Return by how many places a pairing differs from the one that the seeding order prescribes.

        Players of different score groups ought to be the last of the higher group and the first of the lower.
        """
        group, lower = self.group_of[one], self.group_of[other]
        if group is not lower:
            return (group.end - 1 - one) + (other - lower.start)
        if self.seeding == "fold":
            return abs(one + other - (group.low + group.high - 1))
        if self.seeding == "split":
            return abs(other - one - (group.high - group.low) // 2)
        if self.seeding == "adjacent" or self.seeding == "lot":
            return 2 * (other - one - 1) + (one - group.low) % 2
        assert_never(self.seeding)


def deals_first(one: Candidate, other: Candidate, round_number: int) -> bool:
    """Return whether ``one`` deals first in a pairing with ``other``.

    The first deal goes to the player with the lower surplus of first deals; if both are equal, to the one who
    did not deal first last time; then to the one with the lower number, if that number and the round's are
    both odd or both even, and otherwise to the other.
    """
    mine, others = (
        _first_deal_key(one.surplus, one.last_dealt_first),
        _first_deal_key(other.surplus, other.last_dealt_first),
    )
    if mine != others:
        return mine < others
    is_lower = (one.number, one.player) < (other.number, other.player)
    number = one.number if is_lower else other.number
    return is_lower == ((number + round_number) % 2 == 0)


def _first_deal_key(surplus: int, last: bool | None) -> tuple[int, int]:
    """Return a sort key: the lower, the sooner the player is to deal first."""
    return surplus, {False: 0, None: 1, True: 2}[last]


@cache
def _deals_cost(surplus: int, last: bool | None, other_surplus: int, other_last: bool | None) -> int:
    """Return four times the squares of both new surpluses, plus one for each player with the same deal as last time."""
    if _first_deal_key(other_surplus, other_last) < _first_deal_key(surplus, last):
        return _deals_cost(other_surplus, other_last, surplus, last)
    return 4 * ((surplus + 1) ** 2 + (other_surplus - 1) ** 2) + (last is True) + (other_last is False)


def _score_groups(players: Sequence[Candidate]) -> tuple[ScoreGroup, ...]:
    """Return the groups of players with equal scores. ``players`` are sorted, highest score first."""
    groups = []
    start = 0
    for _, members in groupby(players, key=lambda candidate: candidate.halves):
        end = start + sum(1 for _ in members)
        groups.append(ScoreGroup(start, end, start + start % 2, end - end % 2))
        start = end
    return tuple(groups)


def _units(players: Sequence[Candidate]) -> Units:
    """Return units each of which is greater than the largest possible total of the criteria below it."""
    count = len(players) + 1
    surplus = max((abs(candidate.surplus) for candidate in players), default=0) + 1
    spread = players[0].halves - players[-1].halves if players else 0
    seeding = count + 1
    deals = seeding * (count * (2 * count + 1) + 1)
    squares = deals * (count * (8 * surplus**2 + 2) + 1)
    difference = squares * (count * spread**2 + 1)
    bye_score = difference * (count * spread + 1)
    forbidden = bye_score * (spread + 1)
    second_bye = forbidden * count
    rematch = second_bye * (max((candidate.byes for candidate in players), default=0) + 1)
    return Units(seeding, deals, squares, difference, bye_score, forbidden, second_bye, rematch)

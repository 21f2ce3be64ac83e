"""Law 51: an overscore is taken down at any time during the game.

Behind its own deal, and at the front of the next, the figure is put right where it stands (``scoring.marks``). Taken
down later, it counted until then: the deals between go on from it, and the deal of the incident starts from less.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.cards import Player, seat
from scoring.course import Course, IncidentNoted
from scoring.incidents import facts_of
from scoring.marks import DealMarks, mark_deal, points_left_open
from scoring.record import Pair


class _TakingDown:
    """One incident of law 51. ``left``: how many points of it no overscore accounts for yet, None for any number."""

    __slots__ = ("left", "noted", "player", "position", "taken")

    def __init__(self, position: int, noted: IncidentNoted, player: Player) -> None:
        numbers = facts_of(noted.incident).numbers
        self.position = position
        self.noted = noted
        self.player = player
        self.left = numbers[0] if numbers else None
        self.taken = 0


class Overscores:
    """The overscores of one game and the incidents that take them down, deal by deal in their order."""

    __slots__ = ("_all", "_possible")

    def __init__(self, courses: Sequence[Course]) -> None:
        self._possible: dict[Player, int] = {"A": 0, "B": 0}
        self._all = [
            _TakingDown(position, noted, noted.incident.player)
            for position, course in enumerate(courses)
            for noted in course.incidents
            if noted.incident.law == 51 and noted.remedy == "correct" and noted.incident.player is not None
        ]

    def before(self, position: int, course: Course, score: Pair | None) -> Pair | None:
        """Return what the deal at ``position`` starts from, without the points that are taken down in it."""
        here = [each for each in self._all if each.position == position]
        if score is None or not here:
            return score
        marks = mark_deal(course, _without(score, here))
        if marks.stated is not None and marks.due is not None:
            for each in here:
                missing = marks.due[seat(each.player)] - marks.stated[seat(each.player)]
                self._take_possible(each, missing)
        return _without(score, here)

    def _take_possible(self, each: _TakingDown, missing: int) -> None:
        """Use up an incident by an overscore of a deal of which the record leaves open what it was worth."""
        points = min(missing, self._possible[each.player], missing if each.left is None else each.left)
        if points > 0:
            self._possible[each.player] -= points
            each.taken += points
            each.left = 0 if each.left is None else each.left - points

    def not_used(self, incidents: Sequence[IncidentNoted]) -> tuple[IncidentNoted, ...]:
        """Return those of ``incidents``, of the next deal, that take down no earlier overscore than this deal's."""
        used = [each.noted for each in self._all if each.taken]
        return tuple(noted for noted in incidents if not any(noted is other for other in used))

    def take_down(self, position: int, course: Course, marks: DealMarks) -> bool:
        """Whether later deals take down all that the deal at ``position`` is overscored by; it is used up then."""
        stated, due = marks.stated, marks.due
        if stated is not None and stated == due:
            self._note_possible(course)
        if stated is None or due is None or stated[0] < due[0] or stated[1] < due[1] or stated == due:
            return False
        used: list[tuple[_TakingDown, int]] = []
        players: tuple[Player, Player] = ("A", "B")
        for player in players:
            over = stated[seat(player)] - due[seat(player)]
            for each in self._all:
                if not over or each.position <= position or each.player != player or each.left == 0:
                    continue
                points = over if each.left is None else min(over, each.left)
                used.append((each, points))
                over -= points
            if over:
                return False
        for each, points in used:
            each.taken += points
            each.left = 0 if each.left is None else each.left - points
        return True

    def _note_possible(self, course: Course) -> None:
        """Note by how much the deal may be overscored, where the figure alone says what its tricks were worth."""
        open_points = points_left_open(course)
        if open_points is not None:
            player, points = open_points
            self._possible[player] += points


def _without(score: Pair, taking_down: Sequence[_TakingDown]) -> Pair:
    points = list(score)
    for each in taking_down:
        index = seat(each.player)
        points[index] = max(points[index] - each.taken, 0)
    return points[0], points[1]

"""Law 51: points marked too many (an overscore) are taken down (subtracted again), at any time during the game.

If an overscore is taken down in the same deal or at the start of the next one, ``scoring.marks`` corrects the
score of the deal itself. If it is taken down later, the deals between continue from the higher score. The
deal that has the incident starts from the lower score.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.cards import Player, seat
from scoring.deal_course import Course, IncidentNoted
from scoring.incidents import facts_of
from scoring.marks import DealMarks, mark_deal, points_left_open
from scoring.record import Pair


class _TakingDown:
    """One incident of law 51, in the deal at the index ``position``.

    ``taken`` is the number of points that it has taken down. ``left`` is the number that it may still take down, or
    None if the incident names no number.
    """

    __slots__ = ("left", "noted", "player", "position", "taken")

    def __init__(self, position: int, noted: IncidentNoted, player: Player) -> None:
        numbers = facts_of(noted.incident).numbers
        self.position = position
        self.noted = noted
        self.player = player
        self.left = numbers[0] if numbers else None
        self.taken = 0


class Overscores:
    """The overscores of one game, and the incidents that take them down.

    Call ``before`` and ``take_down`` for each deal in order: both use up points of the incidents.
    """

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
        """Return the score from which the deal at the index ``position`` starts.

        The result is ``score`` minus the points that incidents of law 51 take down in that deal. It is None
        if ``score`` is unknown.
        """
        incidents = [each for each in self._all if each.position == position]
        if score is None or not incidents:
            return score
        marks = mark_deal(course, _subtract(score, incidents))
        if marks.stated is not None and marks.due is not None:
            for each in incidents:
                missing = marks.due[seat(each.player)] - marks.stated[seat(each.player)]
                self._use_possible(each, missing)
        return _subtract(score, incidents)

    def _use_possible(self, each: _TakingDown, missing: int) -> None:
        """Set off an incident against a possible overscore: one that the record neither shows nor excludes.

        It is possible where the record leaves a deal's mark open. ``missing`` is the number of points by which the
        player's score is too low without that overscore.
        """
        points = min(missing, self._possible[each.player], missing if each.left is None else each.left)
        if points > 0:
            self._possible[each.player] -= points
            each.taken += points
            each.left = 0 if each.left is None else each.left - points

    def not_used(self, incidents: Sequence[IncidentNoted]) -> tuple[IncidentNoted, ...]:
        """Return the incidents that have not taken down an overscore of an earlier deal, out of
        ``incidents``.
        """
        used = [each.noted for each in self._all if each.taken]
        return tuple(noted for noted in incidents if not any(noted is other for other in used))

    def take_down(self, position: int, course: Course, marks: DealMarks) -> bool:
        """Let incidents of later deals take down the overscore of the deal at the index ``position``.

        Return whether they take down all of it. If they do, the points that they take down are used up, and can't be
        applied to another overscore. Otherwise they stay as they are.
        """
        stated, due = marks.stated, marks.due
        if stated is not None and stated == due:
            self._add_possible(course)
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

    def _add_possible(self, course: Course) -> None:
        """Note how much the deal may be overscored, if only the scorer's figure determines the mark for its tricks."""
        open_points = points_left_open(course)
        if open_points is not None:
            player, points = open_points
            self._possible[player] += points


def _subtract(score: Pair, taking_down: Sequence[_TakingDown]) -> Pair:
    points = list(score)
    for each in taking_down:
        index = seat(each.player)
        points[index] = max(points[index] - each.taken, 0)
    return points[0], points[1]

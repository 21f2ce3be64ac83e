"""Compute player A's probability of winning the game at each point of a deal, and its changes, for both
games.

Both hands are seen at every point, so that a step moves the value only if another step would have kept it, or if it
brought new cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np

from scoring.cards import HAND_SIZE, PLAYERS, Card, CardMask, Player, Suit, king_of, opponent, seat
from scoring.checked import CheckedDeal
from scoring.deal_course import Course, Trick
from scoring.marks import is_decided
from scoring.variants import VARIATIONS, point_taken_by
from worker.review.decision import Moment, Swing
from worker.review.stakes import Stakes
from worker.review.worth import marks_by_tricks
from worker.solver.batch import solve_replies
from worker.solver.table import solved

PossibleMoment: TypeAlias = tuple[str, int, int | None, float | None]
"""The fields of a ``Moment`` in order (step, token, trick, chance), where the chance is None if unknown."""


class Value(NamedTuple):
    """The worth of a deal to player A at one point.

    - ``marks``: the mean of A's marks minus B's.
    - ``chance``: A's probability of winning the game, or None if the score is unknown.
    - ``variance``: the variance of ``marks``. It is None for a value that was counted at La Triomphe, and 0
      for other exact values.
    """

    marks: float
    chance: float | None
    variance: float | None = 0.0


def known_moments(moments: Iterable[PossibleMoment]) -> tuple[Moment, ...]:
    return tuple(
        Moment(step, token, trick, chance) for step, token, trick, chance in moments if chance is not None
    )


def result_of(deal: CheckedDeal, stakes: Stakes) -> Value:
    """Return the value of the whole deal to player A: the marks in it, and the probability of winning after it."""
    marks = sum(mark.points if mark.player == "A" else -mark.points for mark in deal.marks)
    chance = None
    if stakes.before is not None and deal.score is not None:
        chance = stakes.chance("A", deal.score)
    return Value(float(marks), chance)


def moments_of_play(deal: CheckedDeal, stakes: Stakes, trump: Suit) -> list[PossibleMoment]:
    """Return player A's probability of winning after each card except the last two, and at the end of the deal.

    Both hands are seen. The last probability is computed from the score after the deal.
    """
    play = _Play(deal.course, stakes, trump)
    moments: list[PossibleMoment] = []
    for number, trick in enumerate(deal.course.tricks, 1):
        if trick.lead is None:
            break
        if play.left[trick.leader].bit_count() > 1:
            moments.append(("led", trick.token, number, play.chance(trick.token, trick.leader, trick.lead)))
        if trick.reply is None or trick.winner is None:
            break
        play.add(trick)
        if not play.left["A"]:
            break
        token = trick.reply_token or trick.token
        moments.append(("trick", token, number, play.chance(token, trick.winner)))
    ended_at = _find_end(deal)
    if ended_at is not None:
        moments = [moment for moment in moments if moment[1] < ended_at]
        moments.append(("end", ended_at, None, result_of(deal, stakes).chance))
    return moments


def chance_before_play(course: Course, stakes: Stakes, trump: Suit, token: int) -> float | None:
    """Return player A's probability of winning after the call at ``token`` that begins the play, or None.

    Both hands are seen. The result is None if the score is not known.
    """
    return _Play(course, stakes, trump).chance(token, course.elder)


class _Play:
    """The play of a deal, card by card. ``left`` are the cards still in the hands."""

    def __init__(self, course: Course, stakes: Stakes, trump: Suit) -> None:
        self.course, self.stakes, self.trump = course, stakes, trump
        self.left: dict[Player, CardMask] = {"A": course.hands[0] or 0, "B": course.hands[1] or 0}
        self.won = 0

    def add(self, trick: Trick) -> None:
        other = opponent(trick.leader)
        self.left[trick.leader] &= ~(1 << (trick.lead or 0))
        self.left[other] &= ~(1 << (trick.reply or 0))
        self.won += trick.winner == "A"

    def chance(self, token: int, leader: Player, lead: Card | None = None) -> float | None:
        """Return A's probability of winning after ``token``, or None if the score is not known.

        Both play their best from then on, with both hands seen. ``leader`` leads to the present trick. ``lead`` is
        their card, which is still in ``left``, or None before the lead.
        """
        score = self.stakes.score_with(self._kings_to_come(token))
        if score is None:
            return None
        course, other = self.course, opponent(leader)
        hand = self.left[leader]
        if lead is None:
            tricks = solved(hand, self.left[other], self.trump)
        else:
            replies = solve_replies(hand, self.left[other], self.trump, lead)
            tricks = hand.bit_count() - max(replies.values())
        mine = tricks if leader == "A" else hand.bit_count() - tricks
        marks = marks_by_tricks("A", self.won, HAND_SIZE, course.vulnerable or "none", variant=course.variant)
        return self.stakes.chance("A", score, (marks[mine],))

    def _kings_to_come(self, token: int) -> list[Player]:
        """Return the players whose king counts in the deal, marked already or still to be announced after ``token``.

        The holder of the king can announce it until their first card, and is assumed to.
        """
        course = self.course
        marked = [player for player, _ in self.stakes.kings]
        if marked or not VARIATIONS[course.variant].has_king:
            return marked
        king = 1 << king_of(self.trump)
        for player in PLAYERS:
            is_turned_up = course.turn_up == king_of(self.trump) and player == course.dealer
            if is_turned_up or (course.hands[seat(player)] or 0) & king:
                first = self._first_card(player)
                return [player] if first is None or token < first else []
        return []

    def _first_card(self, player: Player) -> int | None:
        if not self.course.tricks:
            return None
        first = self.course.tricks[0]
        return first.token if first.leader == player else first.reply_token


def _find_end(deal: CheckedDeal) -> int | None:
    """Return the token of the last card, or of the event that ended the deal before it; None if neither is on record.

    Such an event is a king that is the fifth point, or the point taken when it was offered.
    """
    course = deal.course
    tokens = [king.token for king in course.kings if is_decided(deal.score) and not king.after_score]
    tokens += [trick.reply_token or trick.token for trick in course.tricks[-1:]]
    if point_taken_by(course) is not None:
        tokens.append(course.calls[-1].token)
    return max(tokens, default=None)


def less(after: Value, before: Value) -> Value:
    """Return ``after`` minus ``before``. A field of the result is None if it is None in one of the two
    values.
    """
    chance = variance = None
    if after.chance is not None and before.chance is not None:
        chance = after.chance - before.chance
    if after.variance is not None and before.variance is not None:
        variance = after.variance + before.variance
    return Value(after.marks - before.marks, chance, variance)


def swing_of(values: list[Value]) -> Swing:
    """Return the sum of the values, with the standard error of its marks."""
    chances = [value.chance for value in values]
    chance = None if None in chances else sum(each for each in chances if each is not None)
    variances = [value.variance for value in values]
    error = None
    if None not in variances:
        error = float(np.sqrt(sum(each for each in variances if each is not None)))
    return Swing(sum(value.marks for value in values), chance, error)

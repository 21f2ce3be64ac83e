"""A's chance of winning the game while a deal goes on, and swings of it: what luck is told from, in either game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np

from scoring.cards import HAND_SIZE, CardMask, Player, Suit, adversary
from scoring.checked import CheckedDeal
from scoring.course import Course, Trick
from scoring.marks import is_decided
from scoring.variants import point_taken_by
from worker.review.decision import Moment, Swing
from worker.review.stakes import Stakes
from worker.review.worth import marks_by_tricks
from worker.solver.table import solved

Told: TypeAlias = tuple[str, int, int | None, float | None]
"""Step, token, trick and chance, as ``Moment`` has them; the chance None where it is not known."""


class Value(NamedTuple):
    """What a state is worth to A: marks, chance of winning the game, and the variance of the marks.

    ``variance`` None: the value was counted out, and is no sample's.
    """

    marks: float
    chance: float | None
    variance: float | None = 0.0


def told(moments: Iterable[Told]) -> tuple[Moment, ...]:
    return tuple(
        Moment(step, token, trick, chance) for step, token, trick, chance in moments if chance is not None
    )


def result_of(deal: CheckedDeal, stakes: Stakes) -> Value:
    """What the deal brought."""
    marks = sum(mark.points if mark.player == "A" else -mark.points for mark in deal.marks)
    chance = None
    if stakes.before is not None and deal.score is not None:
        chance = stakes.chance("A", deal.score)
    return Value(float(marks), chance)


def moments_of_play(deal: CheckedDeal, stakes: Stakes, trump: Suit) -> list[Told]:
    """A's chance after each trick but the last, both hands seen; at the end, what the deal brought."""
    course = deal.course
    left: dict[Player, CardMask] = {"A": course.hands[0] or 0, "B": course.hands[1] or 0}
    won = 0
    moments: list[Told] = []
    for number, trick in enumerate(course.tricks, 1):
        if trick.lead is None or trick.reply is None or trick.winner is None:
            break
        left[trick.leader] &= ~(1 << trick.lead)
        left[adversary(trick.leader)] &= ~(1 << trick.reply)
        won += trick.winner == "A"
        if not left["A"]:
            break
        chance = _with_both_hands(course, stakes, left, trick, won, trump)
        moments.append(("trick", trick.reply_token or trick.token, number, chance))
    ended_at = _ended_at(deal)
    if ended_at is not None:
        moments.append(("end", ended_at, None, result_of(deal, stakes).chance))
    return moments


def _ended_at(deal: CheckedDeal) -> int | None:
    """The last card's token, or that of what ended the deal without it: a king that is the fifth point, the point
    taken when it was offered.
    """
    course = deal.course
    tokens = [king.token for king in course.kings if is_decided(deal.score) and not king.after_score]
    tokens += [trick.reply_token or trick.token for trick in course.tricks[-1:]]
    if point_taken_by(course) is not None:
        tokens.append(course.calls[-1].token)
    return max(tokens, default=None)


def _with_both_hands(
    course: Course, stakes: Stakes, left: dict[Player, CardMask], trick: Trick, won: int, trump: Suit
) -> float | None:
    if stakes.before is None or trick.winner is None:
        return None
    leader = trick.winner
    tricks = solved(left[leader], left[adversary(leader)], trump)
    mine = tricks if leader == "A" else left["A"].bit_count() - tricks
    marks = marks_by_tricks("A", won, HAND_SIZE, course.vulnerable or "none", variant=course.variant)
    score = stakes.score_with([king for king, _ in stakes.kings])
    return None if score is None else stakes.chance("A", score, (marks[mine],))


def less(after: Value, before: Value) -> Value:
    """The difference of two values; None where what it would be made of is not known."""
    chance = variance = None
    if after.chance is not None and before.chance is not None:
        chance = after.chance - before.chance
    if after.variance is not None and before.variance is not None:
        variance = after.variance + before.variance
    return Value(after.marks - before.marks, chance, variance)


def swing_of(values: list[Value]) -> Swing:
    """The values added up, with the standard error of their marks."""
    chances = [value.chance for value in values]
    chance = None if None in chances else sum(each for each in chances if each is not None)
    variances = [value.variance for value in values]
    error = None
    if None not in variances:
        error = float(np.sqrt(sum(each for each in variances if each is not None)))
    return Swing(sum(value.marks for value in values), chance, error)

"""Find the outcome of a deal from its cards and incidents, for a record that ends with the last card of the
deal.
"""

from __future__ import annotations

from dataclasses import replace

from scoring.cards import HAND_SIZE, Player, opponent, seat
from scoring.deal_course import Course
from scoring.incidents import ENDS_DEAL, offender_of
from scoring.marks import MAJORITY_OF_TRICKS
from scoring.record import Call, Deal, Outcome, Variant, VoidDeal
from scoring.variants import VARIATIONS, point_taken_by


def outcome_shown(course: Course) -> Outcome | VoidDeal | None:
    """Return the outcome that the scorer would write after the last card, or None if the deal is not over.

    The first of these that applies decides: a remedy that voids the deal, a hand given up (law 42), an offer
    of the point that was taken, five tricks.
    """
    if any(noted.remedy in ENDS_DEAL for noted in course.incidents):
        return VoidDeal()
    for noted in course.abandonments:
        if noted.remedy == "abandon":
            return outcome_given_up(course, offender_of(noted.incident, course.dealer))
    taker = point_taken_by(course)
    if taker is not None:
        return Outcome(taker)
    if not course.is_played_out:
        return None
    won_by_a, won_by_b = course.tricks_won
    return Outcome("A", won_by_a) if won_by_a > won_by_b else Outcome("B", won_by_b)


def outcome_given_up(course: Course, offender: Player | None) -> Outcome | None:
    """Return the outcome of a deal in which ``offender`` gave up the hand (law 42).

    If the offender had won no trick, the opponent wins the vole. After one or two tricks, the opponent wins
    the point. After three or more, the offender wins the point. Return None if the offender or the number of
    the offender's tricks is unknown.
    """
    if offender is None or not course.cards or course.trump is None:
        return None
    tricks = course.tricks_won[seat(offender)]
    if tricks >= MAJORITY_OF_TRICKS:
        return Outcome(offender)
    return Outcome(opponent(offender), None if tricks else HAND_SIZE)


def as_point(deal: Deal, variant: Variant = "ecarte") -> Deal:
    """Return the deal with three tricks written in each outcome that has no number of tricks.

    Three tricks are the point. Use this function for scorers who always write the number for the vole
    (``=B5``), so that a missing number means the point. If the point was taken at La Triomphe, there are no
    tricks, and the deal is returned unchanged.
    """
    letters = "".join(item.letter for item in deal.items if isinstance(item, Call))
    if VARIATIONS[variant].taken_by(letters, deal.dealer) is not None:
        return deal
    items = (
        replace(item, tricks=MAJORITY_OF_TRICKS)
        if isinstance(item, Outcome) and item.tricks is None
        else item
        for item in deal.items
    )
    return replace(deal, items=tuple(items))

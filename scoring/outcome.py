"""How a deal ended, as its cards and incidents tell it: for a record that was written as far as the last card."""

from __future__ import annotations

from dataclasses import replace

from scoring.cards import HAND_SIZE, Player, adversary, seat
from scoring.course import Course
from scoring.incidents import ENDS_DEAL, offender_of
from scoring.marks import MAJORITY_OF_TRICKS
from scoring.record import Call, Deal, Outcome, Variant, VoidDeal
from scoring.variants import VARIATIONS, point_taken_by


def outcome_shown(course: Course) -> Outcome | VoidDeal | None:
    """What the scorer would write behind the last card; None where neither cards nor incidents end the deal.

    A remedy that leaves nothing of the deal comes first, then a hand given up (law 42), the point taken where it was
    offered, and five tricks.
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
    """Return the outcome of a hand given up (law 42).

    The adversary has the vole where the hand had no trick, the point where it had one or two; with three the point is
    made by the player who gave up. None where it is not known whose hand it was, or the tricks won by then are not.
    """
    if offender is None or not course.cards or course.trump is None:
        return None
    tricks = course.tricks_won[seat(offender)]
    if tricks >= MAJORITY_OF_TRICKS:
        return Outcome(offender)
    return Outcome(adversary(offender), None if tricks else HAND_SIZE)


def as_point(deal: Deal, variant: Variant = "ecarte") -> Deal:
    """The deal with three tricks where an outcome tells no number: for who says the vole when he means it (``=B5``).

    Where the point was taken without play there is no trick, and the deal stays as it is.
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

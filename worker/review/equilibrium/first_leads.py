"""Find what hidden play changes in the values of the first leads of a recorded deal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.cards import HAND_SIZE, cards_of, rank_of
from scoring.deal_course import Course
from scoring.variants import VARIATIONS
from worker.review.choice import Choice
from worker.review.equilibrium.lead_values import lead_changes
from worker.review.kernels import NO_LEAD
from worker.review.strength import trumps_first


def is_first_lead(course: Course, choice: Choice) -> bool:
    """Return whether a choice is a first lead that can be judged by hidden play.

    It can't be in a deal with an incident, with short hands, or at La Triomphe, which has no exchange.
    """
    is_first = choice.trick == 1 and choice.lead == NO_LEAD
    is_whole = choice.common is not None and choice.total == HAND_SIZE and course.turn_up is not None
    return is_first and is_whole and VARIATIONS[course.variant].has_king


def find_lead_changes(course: Course, choice: Choice, means: Sequence[float]) -> list[float]:
    """Return what hidden play changes in the marks of each lawful first lead, in the order of ``cards_of``.

    ``means`` are the marks of these leads with both hands seen.
    """
    sides: tuple[str, ...] = ("none", course.elder, course.dealer)
    vulnerable = sides.index(course.vulnerable or "none")
    trump, turned = course.trump or 0, rank_of(course.turn_up or 0)
    leads = [trumps_first(1 << card, trump).bit_length() - 1 for card in cards_of(choice.lawful)]
    return lead_changes(trumps_first(choice.own, trump), turned, vulnerable, leads, np.array(means))

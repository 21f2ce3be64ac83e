"""Template values of the handbook's chapter on calls that the old rules get wrong."""

from __future__ import annotations

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.common.number_format import grouped, percent
from matches.pages.reviews.choice_words import choice_name, rule_title
from matches.pages.reviews.treatise import hand_of_mask
from scoring.cards import parse_cards
from worker.review.labels import RIGHT_FROM
from worker.review.lessons import Lesson, lessons
from worker.review.treatise import RULES

SURE: Final = 0.95
"""The frequency from which a call counts as the only right one."""


def calls() -> dict[str, Any]:
    """Return the calls that the old rules get wrong most, with the words of each."""
    return {
        "lessons": [_lesson(each) for each in lessons()],
        "right_from": percent(RIGHT_FROM),
    }


def _lesson(lesson: Lesson) -> dict[str, Any]:
    rule = RULES.get(lesson.rule)
    right = capfirst(choice_name(lesson.kind, lesson.right))
    if lesson.frequency < SURE:
        right = _("%(call)s, %(share)s of the time") % {"call": right, "share": percent(lesson.frequency)}
    return {
        "who": _("Elder hand") if lesson.kind == "proposal" else _("Dealer, asked to give cards"),
        "hand": hand_of_mask(parse_cards(lesson.hand)),
        "turn_up": hand_of_mask(parse_cards(lesson.turn_up)),
        "rule": "" if rule is None else rule_title(rule),
        "old": capfirst(choice_name(lesson.kind, lesson.old)),
        "right": right,
        "cost": percent(lesson.cost, 1),
        "one_in": grouped(round(1 / lesson.share)),
    }

"""The old treatise's advice on a decision, in words: the rule, its choice, and whether the count agrees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common import game_words as words
from matches.pages.common.scoring_words import Text
from matches.pages.reviews.choice_words import the_choice
from worker.review.decision import BookAdvice
from worker.review.treatise import READINGS, RULES, Rule
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS, IllustrativeHand

SOURCE: Final = "worker/review/treatise"
_READING_CONTEXT: Final = "reading of the old treatise"


@dataclass(frozen=True, slots=True)
class TreatiseNote:
    """The sentences on a decision; each is empty where there is nothing to say.

    ``reading`` names what in the advice is ours. ``also`` and ``also_advice`` are of another passage, where the
    treatise contradicts itself. ``disagreement`` is for decisions where no passage shares a choice with the count.
    """

    rule: str
    advice: str
    disagreement: str
    reading: str = ""
    also: str = ""
    also_advice: str = ""


def treatise_note(
    kind: str, stored: Mapping[str, Any] | None, *, preferred: Sequence[str]
) -> TreatiseNote | None:
    """Return the note on a decision of ``kind``, or None where the treatise is silent.

    ``stored`` is the advice as reviews keep it; ``preferred`` is what the count prefers.
    """
    if not stored:
        return None
    advice = BookAdvice.from_json(stored)
    rule = _text_of(advice)
    if not advice.choices:
        return TreatiseNote(rule, "", "") if rule else None
    also = advice.also
    disagreement = ""
    if not set(advice.all_choices) & set(preferred):
        count = words.either([the_choice(kind, choice) for choice in preferred])
        disagreement = _("Here the old treatise and the count disagree: the count prefers %(count)s.") % {
            "count": count
        }
    return TreatiseNote(
        rule,
        _choice_of(kind, advice),
        disagreement,
        reading_text(advice.reading),
        "" if also is None else _text_of(also),
        "" if also is None else _choice_of(kind, also),
    )


def _text_of(advice: BookAdvice) -> str:
    known = RULES.get(advice.rule)
    return "" if known is None else rule_text(known)


def _choice_of(kind: str, advice: BookAdvice) -> str:
    named = words.either([the_choice(kind, choice) for choice in advice.choices])
    return _("Its choice here: %(book)s.") % {"book": named}


def rule_title(rule: Rule) -> str:
    """Return the title of a rule in the page's language."""
    return pgettext(_title_context(rule), rule.title)


def rule_text(rule: Rule) -> str:
    """Return the text of a rule in the page's language."""
    return pgettext(_text_context(rule), rule.text)


def reading_text(reading: str) -> str:
    """Return the sentence that names a reading as ours; empty for none, and for one of another version."""
    text = READINGS.get(reading)
    return "" if text is None else pgettext(_READING_CONTEXT, text)


def texts() -> Iterator[Text]:
    """Yield every text of the treatise's rules and of our readings that a page may show."""
    for rule in RULES.values():
        yield Text(_title_context(rule), rule.title, SOURCE)
        yield Text(_text_context(rule), rule.text, SOURCE)
    for text in READINGS.values():
        yield Text(_READING_CONTEXT, text, SOURCE)
    for hand in ILLUSTRATIVE_HANDS:
        yield Text(_hand_context(hand), hand.situation, SOURCE)
        yield Text(_hand_context(hand), hand.lesson, SOURCE)
        for part in hand.parts:
            if part.condition:
                yield Text(_hand_context(hand), part.condition, SOURCE)


def hand_text(hand: IllustrativeHand, text: str) -> str:
    """Return the situation, the lesson or a part's condition of an illustrative hand in the page's language."""
    return pgettext(_hand_context(hand), text) if text else ""


def _hand_context(hand: IllustrativeHand) -> str:
    return f"hand {hand.number} of the old treatise"


def _title_context(rule: Rule) -> str:
    return f"rule of the old book {rule.code}: title"


def _text_context(rule: Rule) -> str:
    return f"rule of the old book {rule.code}"

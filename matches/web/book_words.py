"""What the old book says of a decision, in words: the rule that applies, its advice, and whether the count agrees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.web import words
from matches.web.choice_words import the_choice
from matches.web.scoring_words import Text
from worker.review.treatise import RULES, Rule

SOURCE: Final = "worker/review/treatise"


@dataclass(frozen=True, slots=True)
class BookNote:
    """``rule`` and ``advice`` are sentences, empty where there is nothing to say; ``disagreement`` is one where book
    and count have no choice in common.
    """

    rule: str
    advice: str
    disagreement: str


def book_note(kind: str, book: Mapping[str, Any] | None, *, preferred: Sequence[str]) -> BookNote | None:
    """The book's note on a decision of ``kind``; ``preferred`` is what the count prefers. None where it is silent."""
    if not book:
        return None
    known = RULES.get(book["rule"])
    rule = "" if known is None else rule_text(known)
    advised = list(book["choices"])
    if not advised:
        return BookNote(rule, "", "") if rule else None
    told = {
        "book": words.either([the_choice(kind, choice) for choice in advised]),
        "count": words.either([the_choice(kind, choice) for choice in preferred]),
    }
    advice = _("Its choice here: %(book)s.") % told
    if set(advised) & set(preferred):
        return BookNote(rule, advice, "")
    return BookNote(
        rule, advice, _("Here the book and the count disagree: the count prefers %(count)s.") % told
    )


def rule_title(rule: Rule) -> str:
    """What the rule is called."""
    return pgettext(_title_context(rule), rule.title)


def rule_text(rule: Rule) -> str:
    """What the rule says."""
    return pgettext(_text_context(rule), rule.text)


def texts() -> Iterator[Text]:
    """Every text of the old book's rules that a page may show."""
    for rule in RULES.values():
        yield Text(_title_context(rule), rule.title, SOURCE)
        yield Text(_text_context(rule), rule.text, SOURCE)


def _title_context(rule: Rule) -> str:
    return f"rule of the old book {rule.code}: title"


def _text_context(rule: Rule) -> str:
    return f"rule of the old book {rule.code}"

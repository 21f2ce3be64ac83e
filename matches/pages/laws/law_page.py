"""The content of a law's page: the law in words, how the service applies it, and the remedies for a breach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby, product
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from matches.pages.common import scoring_words
from matches.pages.common.incident_words import FACTS, FACTS_OF_LAW, remedy_name, remedy_sentence
from scoring.book.search import text_of
from scoring.incidents import ROWS, Row, Situation, chooser, remedies
from scoring.laws.index import DETECTED, LAWS, MARKED, RECORDED, RULED, Law
from scoring.record import Incident

WAYS: Final[Mapping[str, str | Promise]] = {
    DETECTED: _("Every record is checked for it (%(codes)s)."),
    MARKED: _("It applies wherever points are counted."),
    RULED: _("If it is recorded as an irregularity, one of its remedies settles it."),
    RECORDED: _("If it is recorded as an irregularity, it has no remedy."),
}
"""A sentence for each way in which the service applies a law, by the word in ``Law.where``."""
NEGATED: Final[Mapping[str, str | Promise]] = {
    "looked": _("the opponent had not looked at their hand"),
    "played": _("no card had been played"),
    "claim": _("not to claim the tricks"),
}
NEGATED_OF_LAW: Final[Mapping[tuple[int, str], str | Promise]] = {
    (17, "looked"): _("the dealer had not picked up their hand"),
    (29, "looked"): _("no card given had been picked up"),
    (33, "looked"): _("no card given had been picked up"),
}
SITUATIONS: Final[Mapping[int, tuple[tuple[str | Promise, Situation], ...]]] = {
    25: (
        (_("before that player plays a card"), Situation(cards_played=0)),
        (_("once that player has played a card"), Situation(cards_played=1)),
    ),
    50: (
        (_("before the next turn-up"), Situation()),
        (_("after the next turn-up"), Situation(is_too_late=True)),
    ),
}
"""Conditions that the remedies for a law depend on, besides its facts, each with its words."""


Remedies = tuple[str, tuple[tuple[str, str], ...]]
"""A condition, or "" for always, and the remedies that a law allows under it: name and effect, in words."""


def sections(laws: Iterable[Law] = LAWS) -> list[tuple[str, str, list[Law]]]:
    """Return key, title and laws of each section of the code, in the order of the full code."""
    order = list(dict.fromkeys(law.section for law in LAWS))
    by_section = sorted(laws, key=lambda law: (order.index(law.section), law.number))
    return [
        (f"section-{order.index(section) + 1}", scoring_words.law_section((those := list(group))[0]), those)
        for section, group in groupby(by_section, key=lambda law: law.section)
    ]


def law_context(law: Law) -> dict[str, Any]:
    """Return the template context of a law's page. ``chooser`` in it is "" if nobody chooses the remedy."""
    row = ROWS[law.number]
    place = LAWS.index(law)
    return {
        "law": law,
        "section": scoring_words.law_section(law),
        "irregularity": scoring_words.irregularity(row),
        "offender": OFFENDERS[row.offender],
        "questions": [scoring_words.question(spec) for spec in row.facts],
        "remedies": _remedies(row),
        "chooser": _chooser(row),
        "previous": LAWS[place - 1] if place else None,
        "next": LAWS[place + 1] if place + 1 < len(LAWS) else None,
    }


def plain_words() -> Mapping[int, str]:
    """Return the text that a search looks through for each law, by its number, in the reader's language."""
    return _plain_words(get_language() or "en")


@lru_cache(maxsize=4)
def _plain_words(_language: str) -> dict[int, str]:
    return {
        law.number: text_of(
            scoring_words.law_title(law),
            scoring_words.irregularity(ROWS[law.number]),
            scoring_words.keywords(ROWS[law.number]),
            scoring_words.law_summary(law),
        )
        for law in LAWS
    }


OFFENDERS: Final[Mapping[str, str | Promise]] = {
    "dealer": _("the dealer"),
    "elder": _("the elder hand"),
    "either": _("either player"),
    "nobody": _("nobody’s fault"),
}


def applied_sentences(law: Law) -> list[str]:
    """Return sentences on how the service applies a law, such as "Every record is checked for it (L40)." """
    ways = [part.partition(": ") for part in law.where.split("; ")]
    sentences = [str(WAYS[way]) % {"codes": codes} for way, _colon, codes in ways if way in WAYS]
    if law.number == 52:
        sentences.append(
            gettext(
                "In a pool the player who is out may correct errors in the score, on the site too, and must not advise."
                " If the code is French, those who bet may do both (law 54)."
            )
        )
    return sentences


def _chooser(row: Row) -> str:
    """Return the player who chooses, for a deal by A: by law, or as the opponent of the player at fault."""
    if all(len(choices) == 1 for _condition, choices in _remedies(row)):
        return ""
    player = chooser(row.law, "A" if row.offender != "elder" else "B", "A")
    if player is None:
        return ""
    if row.offender == "either":
        return gettext("the opponent of the player at fault")
    return gettext("the dealer") if player == "A" else gettext("the elder hand")


def _remedies(row: Row) -> tuple[Remedies, ...]:
    """Return the remedies under each condition, or one entry without a condition if they are all the same."""
    conditions: list[Remedies] = []
    for facts, text in _facts(row):
        incident = Incident(row.law, None, facts)
        for condition, situation in _situations(row.law, text):
            choices = tuple(
                (remedy_name(remedy), remedy_sentence(incident, remedy, situation))
                for remedy in remedies(incident, situation)
            )
            conditions.append((str(capfirst(condition)), choices))
    if len({choices for _condition, choices in conditions}) == 1:
        return (("", conditions[0][1]),)
    return tuple(conditions)


def _situations(law: int, text: str) -> Iterable[tuple[str, Situation]]:
    for words, situation in SITUATIONS.get(law, (("", Situation(cards_played=0)),)):
        yield ", ".join(part for part in (text, str(words)) if part), situation


def _facts(row: Row) -> Iterable[tuple[tuple[str, ...], str]]:
    """Return every set of words that the row accepts, with its sentence; facts about points are left out."""
    answers = [
        [(word, _fact(row.law, word)) for word in spec.words]
        if spec.kind == "choice"
        else [("", _negated_fact(row.law, spec.words[0])), (spec.words[0], _fact(row.law, spec.words[0]))]
        for spec in row.facts
        if spec.words and row.law != 50
    ]
    for chosen in product(*answers):
        yield tuple(word for word, _words in chosen if word), ", ".join(words for _word, words in chosen)


def _fact(law: int, word: str) -> str:
    return str(FACTS_OF_LAW.get((law, word)) or FACTS[word])


def _negated_fact(law: int, word: str) -> str:
    return str(NEGATED_OF_LAW.get((law, word)) or NEGATED[word])

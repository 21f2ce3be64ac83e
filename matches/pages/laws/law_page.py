"""The laws in words: what each says, how the service applies it, and what follows where it was broken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.common.remedy_words import remedy_name, remedy_sentence
from matches.pages.laws.incident_words import FACTS, FACTS_OF_LAW
from matches.pages.laws.links import law_url
from scoring.book.search import text_of
from scoring.incidents import ROWS, Row, Situation, chooser, remedies
from scoring.laws.index import FOUND, LAWS, MARKED, RECORDED, RULED, Law
from scoring.record import Incident

WAYS: Final[Mapping[str, str | Promise]] = {
    FOUND: gettext_lazy("Every record is checked for it (%(codes)s)."),
    MARKED: gettext_lazy("It is applied wherever marks are worked out."),
    RULED: gettext_lazy("Written down as an irregularity, it is settled by one of its remedies."),
    RECORDED: gettext_lazy("Written down as an irregularity, it is noted, and nothing follows from it."),
}
"""How the program applies a law, by the parts of ``Law.where``."""
NEGATED: Final[Mapping[str, str | Promise]] = {
    "looked": gettext_lazy("the adversary had not looked at his hand"),
    "played": gettext_lazy("no card had been played"),
    "claim": gettext_lazy("not to claim the tricks"),
}
NEGATED_OF_LAW: Final[Mapping[tuple[int, str], str | Promise]] = {
    (17, "looked"): gettext_lazy("the dealer had not taken up his hand"),
    (29, "looked"): gettext_lazy("no card given had been taken up"),
    (33, "looked"): gettext_lazy("no card given had been taken up"),
}
SITUATIONS: Final[Mapping[int, tuple[tuple[str | Promise, Situation], ...]]] = {
    25: (
        (gettext_lazy("before that player plays a card"), Situation(cards_played=0)),
        (gettext_lazy("once that player has played a card"), Situation(cards_played=1)),
    ),
    50: (
        (gettext_lazy("before the next turn-up"), Situation()),
        (gettext_lazy("after the next turn-up"), Situation(is_too_late=True)),
    ),
}
"""What the remedies of a law depend on besides its facts."""


@dataclass(frozen=True, slots=True)
class LawLine:
    """``applied`` are sentences on what the service does with the law."""

    number: int
    url: str
    title: str
    summary: str
    applied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LawSection:
    key: str
    title: str
    laws: tuple[LawLine, ...]


@dataclass(frozen=True, slots=True)
class Remedies:
    """What the law allows where ``condition`` holds; ``condition`` is empty where it always does."""

    condition: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LawPage:
    """One law, and what follows where it was broken. ``chooser`` is empty where nobody chooses."""

    line: LawLine
    section: str
    irregularity: str
    offender: str
    asked: tuple[str, ...]
    remedies: tuple[Remedies, ...]
    chooser: str
    book_url: str
    previous: LawLine | None
    next: LawLine | None


def law_line(law: Law) -> LawLine:
    return LawLine(
        number=law.number,
        url=law_url(law.number),
        title=scoring_words.law_title(law),
        summary=scoring_words.law_summary(law),
        applied=_applied(law),
    )


def sections(laws: Iterable[Law] = LAWS) -> tuple[LawSection, ...]:
    """The laws by section, sections in the order of their first law."""
    order = list(dict.fromkeys(law.section for law in LAWS))
    found = sorted(laws, key=lambda law: (order.index(law.section), law.number))
    return tuple(
        LawSection(
            key=f"section-{order.index(section) + 1}",
            title=scoring_words.law_section((those := tuple(group))[0]),
            laws=tuple(law_line(law) for law in those),
        )
        for section, group in groupby(found, key=lambda law: law.section)
    )


def law_page(law: Law) -> LawPage:
    row = ROWS[law.number]
    place = LAWS.index(law)
    return LawPage(
        line=law_line(law),
        section=scoring_words.law_section(law),
        irregularity=scoring_words.irregularity(row),
        offender=str(OFFENDERS[row.offender]),
        asked=tuple(scoring_words.question(spec) for spec in row.facts),
        remedies=_remedies(row),
        chooser=_chooser(row),
        book_url=f"{reverse('web:book')}?{urlencode({'law': law.number})}",
        previous=law_line(LAWS[place - 1]) if place else None,
        next=law_line(LAWS[place + 1]) if place + 1 < len(LAWS) else None,
    )


def plain_words() -> Mapping[int, str]:
    """What each law is looked for by, in the reader's language."""
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
    "dealer": gettext_lazy("the dealer"),
    "elder": gettext_lazy("the elder hand"),
    "either": gettext_lazy("either player"),
    "nobody": gettext_lazy("nobody's fault"),
}


def _applied(law: Law) -> tuple[str, ...]:
    """Sentences for the parts of ``Law.where``."""
    ways = [part.partition(": ") for part in law.where.split("; ")]
    told = [str(WAYS[way]) % {"codes": codes} for way, _colon, codes in ways if way in WAYS]
    if law.number == 49:
        told.append(_("Where it alone explains a score that differs, the finding (L50 or L51) says so."))
    if law.number == 52:
        told.append(
            _(
                "In a pool the player who is out may correct errors in the score, on the site too, and must not advise."
                " If the code is French, those who bet may do both (law 54)."
            )
        )
    return tuple(told)


def _chooser(row: Row) -> str:
    """Who chooses, the dealer being A: by law, or as the adversary of whoever it was."""
    if all(len(each.choices) == 1 for each in _remedies(row)):
        return ""
    who = chooser(row.law, "A" if row.offender != "elder" else "B", "A")
    if who is None:
        return ""
    if row.offender == "either":
        return _("the adversary of the player at fault")
    return _("the dealer") if who == "A" else _("the elder hand")


def _remedies(row: Row) -> tuple[Remedies, ...]:
    """The remedies under each condition; conditions that allow the same are told once where nothing depends on them."""
    told = [
        Remedies(str(capfirst(condition)), _choices(Incident(row.law, None, facts), situation))
        for facts, said in _facts(row)
        for condition, situation in _situations(row.law, said)
    ]
    if len({each.choices for each in told}) == 1:
        return (Remedies("", told[0].choices),)
    return tuple(told)


def _choices(incident: Incident, situation: Situation) -> tuple[tuple[str, str], ...]:
    return tuple(
        (remedy_name(remedy), remedy_sentence(incident, remedy, situation))
        for remedy in remedies(incident, situation)
    )


def _situations(law: int, said: str) -> Iterable[tuple[str, Situation]]:
    for words, situation in SITUATIONS.get(law, (("", Situation(cards_played=0)),)):
        yield ", ".join(part for part in (said, str(words)) if part), situation


def _facts(row: Row) -> Iterable[tuple[tuple[str, ...], str]]:
    """Every set of words that the row knows, with the sentence that tells it; those about points apart."""
    answers = [
        [(word, _said(row.law, word)) for word in spec.words]
        if spec.kind == "choice"
        else [("", _unsaid(row.law, spec.words[0])), (spec.words[0], _said(row.law, spec.words[0]))]
        for spec in row.facts
        if spec.words and row.law != 50
    ]
    for chosen in product(*answers):
        yield tuple(word for word, _words in chosen if word), ", ".join(words for _word, words in chosen)


def _said(law: int, word: str) -> str:
    return str(FACTS_OF_LAW.get((law, word)) or FACTS[word])


def _unsaid(law: int, word: str) -> str:
    return str(NEGATED_OF_LAW.get((law, word)) or NEGATED[word])

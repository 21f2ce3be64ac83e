"""Translate the English texts of the scoring package: findings, what settles them, laws.

The package has its English as data and does not use gettext. Here each text gets a gettext context with its
code or number; ``texts`` lists them all for the extraction of messages, and the other functions look them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import pgettext

from scoring import catalogue
from scoring import notation_messages as notation
from scoring.book.errors import IncidentError
from scoring.book.shapes import Effect
from scoring.book.words import EFFECTS, REFUSALS
from scoring.findings import Finding, is_about_incident, template_of
from scoring.incidents import ROWS, FactSpec, Row
from scoring.laws.index import LAWS, Law

SECTION: Final = "section of the laws"
QUESTION: Final = "question of the director's rulings"
CAUSE: Final = "cause of a difference: law {}"
TITLE: Final = "law {}: title"
SUMMARY: Final = "law {}"
IRREGULARITY: Final = "law {}: irregularity"
KEYWORDS: Final = "law {}: words to find it by"
EFFECT: Final = "what a remedy does: {}"
REFUSAL: Final = "why an incident can't be written: {}"
ROWS_FILE: Final = "scoring/incidents/rows.py"
INCIDENT: Final = "incident"


@dataclass(frozen=True, slots=True)
class Text:
    """An English text to translate, found in the file ``source``. A template has ``str.format`` fields."""

    context: str
    english: str
    source: str
    is_template: bool = False


def texts() -> Iterator[Text]:
    """Yield every English text of the scoring package that a page may show."""
    for module, source in ((catalogue, "scoring/catalogue.py"), (notation, "scoring/notation_messages.py")):
        for (code, variant), english in module.MESSAGES.items():
            yield Text(_message_context(code, variant), english, source, is_template=True)
        for (code, variant), english in module.SETTLES.items():
            yield Text(_settle_context(code, variant), english, source)
    for variant, english in catalogue.INCIDENT_MESSAGES.items():
        yield Text(_message_context(INCIDENT, variant), english, "scoring/catalogue.py", is_template=True)
    for variant, english in catalogue.INCIDENT_SETTLES.items():
        yield Text(_settle_context(INCIDENT, variant), english, "scoring/catalogue.py")
    for number, english in catalogue.CAUSES.items():
        yield Text(CAUSE.format(number), english, "scoring/catalogue.py")
    for law in LAWS:
        yield Text(TITLE.format(law.number), law.title, "scoring/laws/index.py")
        yield Text(SUMMARY.format(law.number), law.summary, "scoring/laws/index.py")
    for section in dict.fromkeys(law.section for law in LAWS):
        yield Text(SECTION, section, "scoring/laws/index.py")
    for row in ROWS.values():
        yield Text(IRREGULARITY.format(row.law), row.irregularity, ROWS_FILE)
        yield Text(KEYWORDS.format(row.law), ", ".join(row.keywords), ROWS_FILE)
    for wording in dict.fromkeys(spec.question for row in ROWS.values() for spec in row.facts):
        yield Text(QUESTION, wording, ROWS_FILE)
    for key, english in EFFECTS.items():
        yield Text(EFFECT.format(key), english, "scoring/book/words.py", is_template=True)
    for key, english in REFUSALS.items():
        yield Text(REFUSAL.format(key), english, "scoring/book/words.py", is_template=True)


def message(finding: Finding, params: Mapping[str, str | int]) -> str:
    """Return a finding's translated message, with names in ``params`` for its letters and codes."""
    template = template_of(finding)
    sentence = pgettext(_message_context(_family(finding), finding.variant), template).format(**params)
    return f"{sentence} {cause(finding)}".rstrip()


def cause(finding: Finding) -> str:
    """Return a sentence on the law that alone explains a wrong score, or "" if none does."""
    if finding.cause not in catalogue.CAUSES:
        return ""
    return pgettext(CAUSE.format(finding.cause), catalogue.CAUSES[finding.cause])


def settle(finding: Finding) -> str:
    """Return a sentence on how to resolve a finding, or "" if nothing has to be done."""
    english = finding.settle
    return pgettext(_settle_context(_family(finding), finding.variant), english) if english else ""


def law_title(law: Law) -> str:
    return pgettext(TITLE.format(law.number), law.title)


def law_summary(law: Law) -> str:
    return pgettext(SUMMARY.format(law.number), law.summary)


def law_section(law: Law) -> str:
    return pgettext(SECTION, law.section)


def irregularity(row: Row) -> str:
    """Return the offence of an irregularity as a translated clause, without the offender's name."""
    return pgettext(IRREGULARITY.format(row.law), row.irregularity)


def question(spec: FactSpec) -> str:
    """Return the translated question by which a form asks for a fact of an incident."""
    return pgettext(QUESTION, spec.question)


def keywords(row: Row) -> str:
    """Return plain words for finding the irregularity, in the reader's language, separated by commas."""
    return pgettext(KEYWORDS.format(row.law), ", ".join(row.keywords))


def effect(what: Effect) -> str:
    return pgettext(EFFECT.format(what.key), EFFECTS[what.key]).format(**what.params)


def refusal(error: IncidentError) -> str:
    """Return why an incident can't be recorded, or "" if the record's findings already give the reason."""
    if not error.key:
        return ""
    return pgettext(REFUSAL.format(error.key), REFUSALS[error.key]).format(**error.params)


def _family(finding: Finding) -> str:
    """Return the finding's code, or ``INCIDENT`` for messages that are the same under every law."""
    return INCIDENT if is_about_incident(finding) else finding.code


def _message_context(code: str, variant: str) -> str:
    return f"{code} {variant}".strip()


def _settle_context(code: str, variant: str) -> str:
    return f"{_message_context(code, variant)}: what settles it"

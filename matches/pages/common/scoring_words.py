"""What the scoring package says, in the reader's language: findings, what settles them, laws.

The package holds its English as data and knows nothing of gettext. Here each text has a context that names it
by code or number; ``texts`` lists them all for the extraction of messages, and the rest look them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import pgettext

from scoring import catalogue
from scoring.book.errors import IncidentError
from scoring.book.shapes import Effect
from scoring.book.words import EFFECTS, REFUSALS
from scoring.findings import Finding
from scoring.incidents import ROWS, FactSpec, Row
from scoring.laws.index import LAWS, Law
from scoring.notation import messages as notation


@dataclass(frozen=True, slots=True)
class Text:
    """``is_template`` says that braces in it are fields of ``str.format``. ``source`` is the module's file."""

    context: str
    english: str
    source: str
    is_template: bool = False


def texts() -> Iterator[Text]:
    """Every text of the package that a page may show."""
    for module, source in ((catalogue, "scoring/catalogue.py"), (notation, "scoring/notation/messages.py")):
        for (code, variant), english in module.MESSAGES.items():
            yield Text(_message_context(code, variant), english, source, is_template=True)
        for (code, variant), english in module.SETTLES.items():
            yield Text(_settle_context(code, variant), english, source)
    for variant, english in catalogue.INCIDENT_MESSAGES.items():
        yield Text(_message_context(INCIDENT, variant), english, "scoring/catalogue.py", is_template=True)
    for variant, english in catalogue.INCIDENT_SETTLES.items():
        yield Text(_settle_context(INCIDENT, variant), english, "scoring/catalogue.py")
    for number, english in catalogue.CAUSES.items():
        yield Text(_cause_context(number), english, "scoring/catalogue.py")
    for law in LAWS:
        yield Text(_title_context(law), law.title, "scoring/laws/index.py")
        yield Text(_summary_context(law), law.summary, "scoring/laws/index.py")
    for section in dict.fromkeys(law.section for law in LAWS):
        yield Text(SECTION_CONTEXT, section, "scoring/laws/index.py")
    for row in ROWS.values():
        yield Text(_irregularity_context(row), row.irregularity, ROWS_FILE)
        yield Text(_keywords_context(row), _joined_keywords(row), ROWS_FILE)
    for asked in dict.fromkeys(spec.question for row in ROWS.values() for spec in row.facts):
        yield Text(QUESTION_CONTEXT, asked, ROWS_FILE)
    for key, english in EFFECTS.items():
        yield Text(_effect_context(key), english, "scoring/book/words.py", is_template=True)
    for key, english in REFUSALS.items():
        yield Text(_refusal_context(key), english, "scoring/book/words.py", is_template=True)


def message(finding: Finding, params: Mapping[str, str | int]) -> str:
    """What is wrong; ``params`` stand for the finding's own, in words where it has letters and codes."""
    template = catalogue.template_of(finding)
    said = pgettext(_message_context(_family(finding), finding.variant), template).format(**params)
    if finding.cause not in catalogue.CAUSES:
        return said
    return f"{said} {pgettext(_cause_context(finding.cause), catalogue.CAUSES[finding.cause])}"


def settle(finding: Finding) -> str:
    """What would settle it; empty for what asks for nothing."""
    english = finding.settle
    return pgettext(_settle_context(_family(finding), finding.variant), english) if english else ""


def law_title(law: Law) -> str:
    return pgettext(_title_context(law), law.title)


def law_summary(law: Law) -> str:
    return pgettext(_summary_context(law), law.summary)


def law_section(law: Law) -> str:
    return pgettext(SECTION_CONTEXT, law.section)


def irregularity(row: Row) -> str:
    """What is done against the law, whoever does it."""
    return pgettext(_irregularity_context(row), row.irregularity)


def question(spec: FactSpec) -> str:
    """The question that asks for a fact."""
    return pgettext(QUESTION_CONTEXT, spec.question)


def keywords(row: Row) -> str:
    """Plain words by which the irregularity is looked for, in the reader's language, parted by commas."""
    return pgettext(_keywords_context(row), _joined_keywords(row))


def effect(what: Effect) -> str:
    """One thing that a remedy does."""
    return pgettext(_effect_context(what.key), EFFECTS[what.key]).format(**what.params)


def refusal(error: IncidentError) -> str:
    """Why an incident can't be written; empty where findings say it."""
    if not error.key:
        return ""
    return pgettext(_refusal_context(error.key), REFUSALS[error.key]).format(**error.params)


SECTION_CONTEXT = "section of the laws"
QUESTION_CONTEXT = "question of the director's rulings"
ROWS_FILE = "scoring/incidents/rows.py"
INCIDENT = "incident"


def _family(finding: Finding) -> str:
    """The code, or for what is told alike under every law ``INCIDENT``."""
    return INCIDENT if catalogue.is_about_incident(finding) else finding.code


def _message_context(code: str, variant: str) -> str:
    return f"{code} {variant}".strip()


def _settle_context(code: str, variant: str) -> str:
    return f"{_message_context(code, variant)}: what settles it"


def _cause_context(law: int) -> str:
    return f"cause of a difference: law {law}"


def _title_context(law: Law) -> str:
    return f"law {law.number}: title"


def _summary_context(law: Law) -> str:
    return f"law {law.number}"


def _irregularity_context(row: Row) -> str:
    return f"law {row.law}: irregularity"


def _keywords_context(row: Row) -> str:
    return f"law {row.law}: words to find it by"


def _joined_keywords(row: Row) -> str:
    return ", ".join(row.keywords)


def _effect_context(key: str) -> str:
    return f"what a remedy does: {key}"


def _refusal_context(key: str) -> str:
    return f"why an incident can't be written: {key}"

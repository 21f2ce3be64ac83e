"""Sentences that were stored in English, told again in the reader's language.

An import writes its reasons down as it goes, long before anybody reads them. Here the sentence that each was made
from is found again, what was filled in is taken out, and the reader's own sentence is filled with it. What is not
recognised, such as a sentence of an older release, stays as it was stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.pages.common import scoring_words
from matches.pages.common.findings import in_words
from scoring.catalogue import CAUSES, INCIDENT_MESSAGES, MESSAGES
from scoring.findings import Finding
from scoring.notation.messages import MESSAGES as NOTATION_MESSAGES

REASONS: Final = (
    gettext_noop("its text is kept for repair"),
    gettext_noop("A and B are the same player"),
    gettext_noop("A and B are both {name}; give the two players different names"),
    gettext_noop("RubberId {id} is a rubber of another club"),
    gettext_noop("rubber {id} is here already, with the same content"),
    gettext_noop("a rubber before it in the file is here already, with the same content"),
    gettext_noop(
        "a rubber before it in the file is here with other content; both are kept for the director to choose"
    ),
    gettext_noop("rubber {id} is here with other content; both are kept for the director to choose"),
    gettext_noop(
        "a rubber before it in the file is here with other content, and {number} others that you brought wait for the"
        " director already: have those settled first, then bring this one in again"
    ),
    gettext_noop(
        "rubber {id} is here with other content, and {number} others that you brought wait for the director already:"
        " have those settled first, then bring this one in again"
    ),
    gettext_noop(
        "the file has this rubber before, at line {line}, with the same content; kept as number {number} of its"
        " kind: give Round, Table or RubberId if it is another, take it out if it is not"
    ),
    gettext_noop(
        "the file has this rubber before, at line {line}, with another content; kept as number {number} of its"
        " kind: give Round, Table or RubberId if it is another, take it out if it is not"
    ),
    gettext_noop("it has no Club tag; say with --club where it belongs"),
    gettext_noop("{tag} {id} is nobody's here; take the tag out to import by name"),
    gettext_noop("{tag} {id} is not an id that this service gives"),
    gettext_noop("the tag {tag} is longer than {most} characters; shorten it"),
    gettext_noop("and {number} more"),
)
PLACED: Final = re.compile(
    r"(?P<before>before it, )?(?P<code>[EL]\d\d[RW]?) at (?P<line>\d+):(?P<column>\d+), (?P<message>.*)",
    re.DOTALL,
)
TEMPLATES: Final[Mapping[tuple[str, str], str]] = {**MESSAGES, **NOTATION_MESSAGES}


def reason_text(stored: str, names: tuple[str, str]) -> str:
    """A reason of an import's line; ``names`` are A's and B's, and stand in findings for their letters."""
    placed = PLACED.fullmatch(stored)
    if placed is None:
        return _filled(REASONS, stored)
    told = {
        "code": placed["code"],
        "line": placed["line"],
        "column": placed["column"],
        "message": finding_text(placed["code"], placed["message"], names),
    }
    if placed["before"]:
        return _("Before it, %(code)s at line %(line)s, column %(column)s: %(message)s") % told
    return _("%(code)s at line %(line)s, column %(column)s: %(message)s") % told


def law_of(stored: str) -> int | None:
    """The law that a reason of an import's line rests on; None where it is no finding under one."""
    placed = PLACED.fullmatch(stored)
    return int(placed["code"][1:3]) if placed is not None and placed["code"].startswith("L") else None


def finding_text(code: str, stored: str, names: tuple[str, str] = ("A", "B")) -> str:
    """The message of a finding of that code, which was stored in English."""
    message, cause = _without_cause(stored)
    law = int(code[1:3]) if code[0] == "L" else None
    for variant, template in _templates(code, law):
        if (params := _params(template, message)) is not None:
            finding = Finding(code, "error", variant=variant, law=law, cause=cause)
            return scoring_words.message(finding, in_words(params, names))
    return _filled(REASONS, stored)


def _templates(code: str, law: int | None) -> Iterator[tuple[str, str]]:
    """Variant and sentence of all that a finding of that code may say."""
    for (known, variant), template in TEMPLATES.items():
        if known == code:
            yield variant, template
    if law is not None:
        yield from INCIDENT_MESSAGES.items()


def _without_cause(message: str) -> tuple[str, int | None]:
    for law, sentence in CAUSES.items():
        if message.endswith(f" {sentence}"):
            return message.removesuffix(f" {sentence}"), law
    return message, None


def _filled(templates: Iterable[str], stored: str) -> str:
    for template in templates:
        if (params := _params(template, stored)) is not None:
            return _(template).format(**params)
    return stored


def _params(template: str, text: str) -> dict[str, str] | None:
    """What ``text`` fills the fields of ``template`` with; None where it is not made from it.

    >>> _params("{player} plays {card}, twice.", "A plays HK, twice.")
    {'player': 'A', 'card': 'HK'}
    """
    found = _pattern(template).fullmatch(text)
    return None if found is None else found.groupdict()


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = []
    seen = set()
    for literal, field, _spec, _conversion in Formatter().parse(template):
        parts.append(re.escape(literal))
        if field is not None:
            parts.append(f"(?P={field})" if field in seen else f"(?P<{field}>.+?)")
            seen.add(field)
    return re.compile("".join(parts), re.DOTALL)

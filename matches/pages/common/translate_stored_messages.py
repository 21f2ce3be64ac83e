"""Translate messages that were stored in English into the reader's language.

An import stores its reasons as it runs, long before anybody reads them. This module finds the template that a stored
message was made from, reads its parameters back, and fills the translated template with them. A message without a
known template, such as one of an older release, stays as it was stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.common.round_names import round_words
from matches.pages.common import scoring_words
from matches.pages.common.findings import in_words
from scoring.catalogue import CAUSES, INCIDENT_MESSAGES, MESSAGES
from scoring.findings import Finding
from scoring.notation_messages import MESSAGES as NOTATION_MESSAGES

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
    gettext_noop("rubber {id} is already here, without this name"),
    gettext_noop("the name of the new guest {name} holds an address or a telephone number"),
    gettext_noop("{name} is a new guest, near to {near} on the list"),
    gettext_noop("the event {name} is new, near to {near}"),
    gettext_noop("the event {name} is new"),
    gettext_noop("the date {date} is in the future"),
    gettext_noop("the date {date} is a hundred years ago or more"),
    gettext_noop("the club {name} is new, for its members only"),
    gettext_noop("nothing is drawn in its event yet, so it belongs to no pairing"),
    gettext_noop("it names no round, so it belongs to no pairing until a director chooses one"),
    gettext_noop(
        'the draw has no round "{written}", so it belongs to no pairing until a director chooses one'
    ),
    gettext_noop(
        'these two do not meet in round "{round}", so it belongs to no pairing until a director chooses one'
    ),
    gettext_noop(
        'these two have a result in round "{round}" already, which stays: this one does not count there'
    ),
    gettext_noop('an award decides round "{round}" for these two, and stays: this one does not count there'),
    gettext_noop('round "{round}" was decided because a player withdrew: this result counts in its place'),
    gettext_noop('the draw has no round "{written}": it goes to round "{round}", where these two meet'),
    gettext_noop('it names no round: it goes to round "{round}", where these two meet'),
    gettext_noop(
        "no club here is called {name}; near it: {near}; say with --club where it belongs, or make the club with"
        " --make-club"
    ),
    gettext_noop(
        "no club here is called {name}; say with --club where it belongs, or make the club with --make-club"
    ),
    gettext_noop("it has no Club tag; say with --club where it belongs"),
    gettext_noop("{number} rubbers in a row from this line on have neither players nor games"),
    gettext_noop("{tag} {id} is nobody's here; take the tag out to import by name"),
    gettext_noop("{tag} {id} is not an id that this service gives"),
    gettext_noop("the tag {tag} is longer than {most} characters; shorten it"),
    gettext_noop("and {number} more"),
    gettext_noop("it can't be stored: {reason}"),
    gettext_noop("a rubber can't be written: its text is longer than {number} bytes"),
)
PROBLEMS: Final = (
    gettext_noop('no line starts with [EGN ", so this is no EGN file'),
    gettext_noop(
        "a file has at most {number} rubbers; what begins at line {line} was not read: cut the file there, and send the"
        " rest by itself"
    ),
    gettext_noop("The answer was {status}: redirects are not followed."),
    gettext_noop("The secret was sealed under another key of the site: make a new one."),
)
"""Stored reasons why a file was not read to its end, or a webhook's message not sent, that no other place marks."""
PLACED: Final = re.compile(
    r"(?P<before>before it, )?(?P<code>[EL]\d\d[RW]?) at (?P<line>\d+):(?P<column>\d+), (?P<message>.*)",
    re.DOTALL,
)
TEMPLATES: Final[Mapping[tuple[str, str], str]] = {**MESSAGES, **NOTATION_MESSAGES}


def reason_text(stored: str, names: tuple[str, str]) -> str:
    """Return the translation of a reason that an import stored in English; a quoted finding gets ``names``."""
    placed = PLACED.fullmatch(stored)
    if placed is None:
        return _filled(REASONS, stored)
    params = {
        "code": placed["code"],
        "line": placed["line"],
        "column": placed["column"],
        "message": finding_text(placed["code"], placed["message"], names),
    }
    if placed["before"]:
        return (
            _("Before it, on line %(line)s of the file, column %(column)s: %(message)s (%(code)s)") % params
        )
    return _("On line %(line)s of the file, column %(column)s: %(message)s (%(code)s)") % params


def problem_text(stored: str) -> str:
    """Return the translation of a stored sentence on why a file was not read, or a message not sent."""
    translated = _(stored) if stored else ""
    return _filled(PROBLEMS, stored) if translated == stored else translated


def law_of(stored: str) -> int | None:
    """Return the number of the law in the finding that a stored reason quotes, or None if it quotes none."""
    placed = PLACED.fullmatch(stored)
    return int(placed["code"][1:3]) if placed is not None and placed["code"].startswith("L") else None


def finding_text(code: str, stored: str, names: tuple[str, str] = ("A", "B")) -> str:
    """Return the translation of the message of the finding ``code``, stored in English, with ``names``."""
    cause = next((law for law, sentence in CAUSES.items() if stored.endswith(f" {sentence}")), None)
    message = stored if cause is None else stored.removesuffix(f" {CAUSES[cause]}")
    law = int(code[1:3]) if code[0] == "L" else None
    templates = [(variant, template) for (known, variant), template in TEMPLATES.items() if known == code]
    for variant, template in (*templates, *(INCIDENT_MESSAGES.items() if law is not None else ())):
        if (params := _params(template, message)) is not None:
            finding = Finding(code, "error", variant=variant, law=law, cause=cause)
            return scoring_words.message(finding, in_words(params, names))
    return _filled(REASONS, stored)


def _filled(templates: Iterable[str], stored: str) -> str:
    for template in templates:
        if (params := _params(template, stored)) is not None:
            # A number says more behind the word "round" than a name; the labels of other rounds are English.
            if "round" in params and not params["round"].isdecimal():
                params["round"] = round_words(params["round"])
            return _(template).format(**params)
    return stored


def _params(template: str, text: str) -> dict[str, str] | None:
    """Return the values of the fields of ``template`` in ``text``, or None if ``text`` was not made from it.

    >>> _params("{player} plays {card}, twice.", "A plays HK, twice.")
    {'player': 'A', 'card': 'HK'}
    """
    match = _pattern(template).fullmatch(text)
    return None if match is None else match.groupdict()


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

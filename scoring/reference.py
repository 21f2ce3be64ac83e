"""The reference of the findings, as Markdown: every code, what it says, and what would settle it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from scoring.catalogue import (
    INCIDENT_MESSAGES,
    INCIDENT_SETTLES,
    INCIDENT_SINCE,
    MESSAGES,
    SETTLES,
    SINCE,
    Key,
)
from scoring.laws.index import law
from scoring.notation.messages import MESSAGES as NOTATION_MESSAGES
from scoring.notation.messages import SETTLES as NOTATION_SETTLES

_OPENING: Final = """\
# The findings, a reference

What a check says of a record. A code is `E` with a number for the record itself, or `L` with the number of the law
that the finding rests on; `L43R` is the failure to follow suit, `L43W` the failure to win. Programs go by the code,
which stays as it is; the sentence may change. What stands in braces is filled in.

| severity | what it means |
|---|---|
| error | the record can't be right: it contradicts itself, or what it says can't be done |
| ruling | the record may be right, and a law leaves it to somebody to choose or to settle what follows |
| warning | worth a look; it stops nothing |
| note | said for the sake of completeness |

Rubbers with an error or a ruling wait as drafts until they are settled. `python -m scoring findings` prints this page.

The checks have versions. Where a sentence has a number under *since*, records entered under an earlier version are not
held to it: they go on counting, and the finding is shown beside them. Since version 2 incidents are also checked
against the cards of a void deal and against the moment at which they stand, an overscore may be taken down at any time
in the game (law 51), and a replay undoes a hand given up (laws 25 and 43). A deal let stand under law 21 bars the
king turned up (law 19), and a deal that was void before its turn-up leaves the time open in which a mark is made good
(law 50). At La Triomphe the lowest cut deals (version 1 gave the deal to the highest, as at écarté), and the point may
be offered there after the first lead. The command line judges by the latest version.
"""
_HEADER: Final = "| it says | what would settle it | since |\n|---|---|---|\n"
_RECORDS_FAULTS: Final = {
    "E01": "text that can't be read",
    "E02": "a card that there is not",
    "E03": "a tag that can't be read",
    "E04": "a wrong number",
    "E05": "figures that contradict each other",
    "E06": "a card that can't be in the hand",
}


def findings_reference() -> str:
    """The whole page. ``findings.md`` beside this file is what it gives."""
    return "".join([_OPENING, *_codes(), *_incidents()])


def _codes() -> Iterator[str]:
    messages = {**NOTATION_MESSAGES, **MESSAGES}
    for code, keys in groupby(sorted(messages), key=lambda key: key[0]):
        yield f"\n## {code}{_title(code)}\n\n{_HEADER}"
        yield from (_row(messages[key], _settle(key), SINCE.get(key)) for key in keys)


def _title(code: str) -> str:
    """What the code is about: of a law's what the law is."""
    return f": {law(int(code[1:3])).title if code.startswith('L') else _RECORDS_FAULTS[code]}"


def _settle(key: Key) -> str:
    return SETTLES.get(key) or NOTATION_SETTLES.get(key, "")


def _incidents() -> Iterator[str]:
    yield "\n## L01 to L55: incidents\n\n"
    yield "About an incident as it is written, under the code of the law that it names.\n\n"
    yield _HEADER
    for variant, message in INCIDENT_MESSAGES.items():
        yield _row(message, INCIDENT_SETTLES.get(variant, ""), INCIDENT_SINCE.get(variant))


def _row(message: str, settle: str, since: int | None) -> str:
    return f"| {_cell(message)} | {_cell(settle)} | {since or ''} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")

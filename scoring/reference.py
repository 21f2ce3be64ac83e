"""Write the reference of the findings in Markdown: every code, its sentences, and how to settle it."""

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
from scoring.notation_messages import MESSAGES as NOTATION_MESSAGES
from scoring.notation_messages import SETTLES as NOTATION_SETTLES

_OPENING: Final = """\
# The findings, a reference

This page lists everything that a check can report about a record. A code is `E` with a number for an error in the
record itself, or `L` with the number of the law that the finding rests on; `L43R` is the failure to follow suit, `L43W`
the failure to win. Programs should use the code, which never changes; the sentence may change. Text in braces is filled
in.

| severity | what it means |
|---|---|
| error | the record cannot be right: it contradicts itself, or describes something impossible |
| ruling | the record may be right, but a law requires a choice or a decision |
| warning | something may be wrong; the record counts all the same |
| note | information only |

Rubbers with an error or a ruling wait as drafts until they are settled. `python -m scoring findings` prints this page.

The checks have versions. If a sentence has a number under *since*, it does not apply to records entered under an
earlier version: they go on counting, and the finding is shown beside them. The command line judges by the latest
version. Version 2 made these changes:

- Incidents are also checked against the cards of a void deal and against the moment at which they are written.
- An overscore may be taken down at any time in the game (law 51).
- A replay undoes a hand given up (laws 25 and 43).
- If a deal stands under law 21, the king turned up may not be marked (law 19).
- A deal that was void before its turn-up does not end the time in which a mark may be made late (law 50).
- At La Triomphe the lowest cut deals (version 1 gave the deal to the highest, as at écarté), and the point may be
  offered after the first lead.
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
    """Return the whole reference as Markdown. The file ``scoring/findings.md`` is a copy of it."""
    return "".join([_OPENING, *_write_codes(), *_write_incidents()])


def _write_codes() -> Iterator[str]:
    messages = {**NOTATION_MESSAGES, **MESSAGES}
    for code, keys in groupby(sorted(messages), key=lambda key: key[0]):
        yield f"\n## {code}{_write_title(code)}\n\n{_HEADER}"
        yield from (_write_row(messages[key], _find_settle(key), SINCE.get(key)) for key in keys)


def _write_title(code: str) -> str:
    """Return the subject of the code; for a law, the law's title."""
    return f": {law(int(code[1:3])).title if code.startswith('L') else _RECORDS_FAULTS[code]}"


def _find_settle(key: Key) -> str:
    return SETTLES.get(key) or NOTATION_SETTLES.get(key, "")


def _write_incidents() -> Iterator[str]:
    yield "\n## L01 to L55: incidents\n\n"
    yield "These findings are about an incident as it is written. Their code is that of the law that it names.\n\n"
    yield _HEADER
    for variant, message in INCIDENT_MESSAGES.items():
        yield _write_row(message, INCIDENT_SETTLES.get(variant, ""), INCIDENT_SINCE.get(variant))


def _write_row(message: str, settle: str, since: int | None) -> str:
    return f"| {_escape_cell(message)} | {_escape_cell(settle)} | {since or ''} |\n"


def _escape_cell(text: str) -> str:
    return text.replace("|", "\\|")

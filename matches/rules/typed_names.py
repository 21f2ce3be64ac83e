"""Read the names of people that somebody typed or pasted: without numbering, and apart from addresses and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from matches.rules.names import tidy_name

LEAST_DIGITS: Final = 6
"""The length of a run of digits that is taken for a telephone number."""
_NUMBERING: Final = re.compile(
    r"(?:"
    r"\[[ xX\u2713\u2714]?\]"  # a box to tick
    r"|[-*+>\u2022\u2023\u2043\u25aa\u25cf\u25cb\u25e6\u2219\u00b7\u2012-\u2015]+(?=[\s\w(\[]|$)"  # a bullet
    r"|[(#\u2116]?\s?\d{1,3}[.):\]\u00b0\u00ba]+"  # 1. 1) (1) 1.)
    r"|[#\u2116]?\d{1,3}(?=\s+\S)"  # 1
    r")\s*"
)
_NUMBER: Final = re.compile(rf"\d(?:[\s.()/\-\u2010-\u2015]{{0,3}}\d){{{LEAST_DIGITS - 1},}}")


class TypedLine(NamedTuple):
    """A line of a list of names: its number from 1, and its text without numbering and outer blanks.

    ``holds_more``: it has more than a name, such as columns, an address or a telephone number.
    """

    number: int
    text: str
    holds_more: bool


def typed_lines(text: str) -> Iterator[TypedLine]:
    """Yield the lines of a list that have a visible character besides a bullet or a number.

    >>> [line.text for line in typed_lines("1. Bob Clay\\n- Ann Bell\\n\\n\\u2022 3) Cy\\nGuest 1")]
    ['Bob Clay', 'Ann Bell', 'Cy', 'Guest 1']
    """
    for number, line in enumerate(text.splitlines(), start=1):
        name = without_numbering(line)
        if tidy_name(name):
            # A telephone number may begin like numbering.
            holds_more = any(sign in name for sign in "\t;") or holds_contact(line)
            yield TypedLine(number, name, holds_more)


def without_numbering(line: str) -> str:
    """Return a line without outer blanks, and without the bullets and numbers before the name."""
    name = line.strip()
    while match := _NUMBERING.match(name):
        name = name[match.end() :]
    return name


def holds_contact(name: str) -> bool:
    """Return whether a name holds an address or a telephone number, which must not become public.

    >>> [holds_contact(name) for name in ("Bob 020 7946 0958", "bob@example.org", "Bob Clay 2", "Team 2026")]
    [True, True, False, False]
    """
    return "@" in name or "\N{FULLWIDTH COMMERCIAL AT}" in name or _NUMBER.search(name) is not None

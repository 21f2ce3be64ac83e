"""Names taken out of texts that are no records: what was held for repair, what was said of a file's lines."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

from matches.rubbers.canonical_text import FORGOTTEN

Json = TypeVar("Json")
QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\{[^}]*\}')


def without_name(name: str, text: str) -> str:
    """``text``, a record, with ``name`` as ``?`` in tags and comments; what was played is left as it is.

    >>> without_name("Clay", '[A "Clay"] {Clay dealt.} Clayton')
    '[A "?"] {? dealt.} Clayton'
    """
    return QUOTED_OR_COMMENT.sub(lambda found: _blanked(name, found[0]), text)


def without_name_in(name: str, value: Json) -> Json:
    """``value``, of JSON, with ``name`` as ``?`` in all its texts."""
    blank: object = value
    if isinstance(value, str):
        blank = _blanked(name, value)
    elif isinstance(value, list):
        blank = [without_name_in(name, each) for each in value]
    elif isinstance(value, dict):
        blank = {key: without_name_in(name, each) for key, each in value.items()}
    return blank  # type: ignore[return-value]


def ways_to_write(name: str) -> tuple[str, ...]:
    """The name as it is, and as a tag of a record writes it where that differs."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return tuple(dict.fromkeys((escaped, name)))


def _blanked(name: str, text: str) -> str:
    return _pattern(name).sub(FORGOTTEN, text)


@lru_cache(maxsize=16)
def _pattern(name: str) -> re.Pattern[str]:
    """The name as a whole, also as a tag writes it."""
    either = "|".join(re.escape(way) for way in ways_to_write(name))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")

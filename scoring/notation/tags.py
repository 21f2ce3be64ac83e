"""The tags of a rubber: their canonical order, the form of each value, and how to parse and write a tag."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable
from typing import Final

from scoring.errors import RecordError
from scoring.notation.beginnings import FIRST_TAG, TAG, TYPOGRAPHIC_TAG, is_beginning_tag, straighten_dashes
from scoring.notation.faults import UnreadableError, clip
from scoring.notation.limits import NUMBER_DIGITS, TAG_VALUE_CHARACTERS, TOKEN_CHARACTERS
from scoring.record import VARIANT_TAGS

CANONICAL_TAGS: Final = (
    "EGN",
    "Event",
    "Site",
    "Club",
    "Date",
    "Round",
    "Table",
    "A",
    "B",
    "AId",
    "BId",
    "RubberId",
    "Code",
    "BestOf",
    "Reckoning",
    "RubberBonus",
    "Cut",
    "Termination",
    "Winner",
    "Result",
    "Points",
)
REQUIRED_TAGS: Final = ("EGN", "A", "B")

_OPEN_QUOTE: Final = re.compile(r'\[[^"\]\r\n]*"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*\\?(?=[\r\n]|\Z)')
_TAG_NAME: Final = re.compile(r'[^\s"\[\]{};,]+')
_ESCAPED: Final = re.compile(r'\\(["\\])')

_DATE: Final = re.compile(r"([0-9]{2}|\?\?)([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
_ODD: Final = re.compile(r"[1-9]?[13579]")
_NUMBER: Final = re.compile(rf"[0-9]{{1,{NUMBER_DIGITS}}}")
_PAIR: Final = re.compile(rf"[0-9]{{1,{NUMBER_DIGITS}}}-[0-9]{{1,{NUMBER_DIGITS}}}")
_PAIR_TAGS: Final = frozenset({"Result", "Points"})
_PLACES: Final[dict[str, int]] = {name: place for place, name in enumerate(CANONICAL_TAGS)}


def _one_of(*values: str) -> Callable[[str], bool]:
    return frozenset(values).__contains__


def _is_date(value: str) -> bool:
    match = _DATE.fullmatch(value)
    if not match:
        return False
    year = match[1] + match[2]
    month = 0 if match[3] == "??" else int(match[3])
    day = 1 if match[4] == "??" else int(match[4])
    if match[3] == "??":
        return 1 <= day <= 31
    # If the year is unknown, allow the longest February.
    return 1 <= month <= 12 and 1 <= day <= monthrange(int(year) if year.isdigit() else 2000, month)[1]


def _matches(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda value: pattern.fullmatch(value) is not None


_FORMS: Final[dict[str, Callable[[str], bool]]] = {
    "EGN": _one_of("1"),
    "Date": _is_date,
    "A": lambda value: bool(value.strip()),
    "B": lambda value: bool(value.strip()),
    "Code": _one_of("English", "French"),
    "BestOf": _matches(_ODD),
    "Reckoning": _one_of("plain", "treble"),
    "RubberBonus": _matches(_NUMBER),
    "Cut": _one_of("rubber", "game"),
    "Termination": _one_of("normal", "walkover", "retired", "unfinished"),
    "Winner": _one_of("A", "B"),
    "Result": lambda value: value == "*" or _PAIR.fullmatch(value) is not None,
    "Points": _matches(_PAIR),
    "Variant": _one_of(*VARIANT_TAGS.values()),
}
CHECKED_TAGS: Final = frozenset(_FORMS)
"""The names of the tags whose values are checked.

A wrong value is the finding ``E03`` with the variant ``value_NAME``.
"""


def read_tag(text: str, offset: int) -> tuple[str, str, int, int]:
    """Parse the tag at ``offset``, the position of a ``[`` in ``text``.

    Return four values: the tag's name, its value, the offset of the opening quote, and the offset after the
    tag. The value is not checked. The quotation marks may be typographic, and so may the dash between two figures.
    Raises ``UnreadableError`` with ``E03`` if there is no tag of the form ``[Name "value"]``.
    """
    group = 2
    if match := TAG.match(text, offset):
        name, value = match.groups()
    elif match := TYPOGRAPHIC_TAG.match(text, offset):
        group = match.lastindex or 2
        name, value = match[1], match[group].strip()
    if match:
        if "\\" in value:
            value = _ESCAPED.sub(r"\1", value)
        if not value.isascii() and name in _PAIR_TAGS:
            value = straighten_dashes(value)
        return name, value, match.start(group) - 1, match.end()
    excerpt = clip(text[offset : offset + TOKEN_CHARACTERS].partition("\n")[0].rstrip())
    variant = "open_quote" if _OPEN_QUOTE.match(text, offset) else "tag_form"
    raise UnreadableError("E03", variant, found=excerpt)


def read_first_tag(text: str) -> tuple[str, str, int, int]:
    """Parse the tag EGN at the start of a rubber's text, in any form that may begin a rubber; see ``read_tag``."""
    match = FIRST_TAG.match(text)
    if match and (match[1] or match[2]):
        group = match.lastindex or 1
        return "EGN", match[group], match.start(group) - 1, match.end()
    return read_tag(text, max(0, text.find("[")))


def check_tag(name: str, value: str) -> None:
    """Check the value of a tag.

    Raises ``UnreadableError`` with ``E03`` if the value is too long or does not have the form that the tag
    requires.
    """
    if len(value) > TAG_VALUE_CHARACTERS or len(name) > TOKEN_CHARACTERS:
        raise UnreadableError("E03", "tag_too_long", tag=clip(name), most=TAG_VALUE_CHARACTERS)
    has_form = _FORMS.get(name)
    if has_form is not None and not has_form(value):
        raise UnreadableError("E03", "value_" + name, tag=name, found=clip(value))


def sort_tags(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return tags in canonical order: tags of the notation first, then other tags in their given order."""
    return tuple(sorted(tags, key=lambda tag: _PLACES.get(tag[0], len(_PLACES))))


def write_tag(name: str, value: str) -> str:
    """Return the text of a tag, ``[Name "value"]``. Raises ``RecordError`` if it could not be read back unchanged."""
    if not _TAG_NAME.fullmatch(name):
        raise RecordError(f"a tag can't be written: {clip(name)!r} is no name for one")
    if "\n" in value or "\r" in value:
        raise RecordError(f"the tag {clip(name)} can't be written: its value has more than one line")
    try:
        check_tag(name, value)
    except UnreadableError:
        raise RecordError(f"the tag {clip(name)} can't be written with the value {clip(value)!r}") from None
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    tag = f'[{name} "{escaped}"]'
    if name != "EGN" and is_beginning_tag(tag):
        raise RecordError(
            f"the tag {clip(name)} can't be written with the value {clip(value)!r}: it starts a rubber"
        )
    return tag

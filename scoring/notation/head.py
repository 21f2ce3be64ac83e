"""Parse the head of a rubber: its tags, and the comments between and after them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from scoring.notation.beginnings import EXACT
from scoring.notation.faults import UnreadableError, clip
from scoring.notation.lexer import read_comment
from scoring.notation.tags import REQUIRED_TAGS, check_tag, read_first_tag, read_tag

_BLANK: Final = re.compile(r"[\s,]*")
_COMMENT: Final = re.compile(r"\{(?P<comment>[^}]*)\}|;(?P<line_comment>[^\n]*)|(?P<open>\{)")


@dataclass(slots=True)
class Head:
    """The tags and comments at the head of a rubber, up to the first fault.

    ``end`` is the offset in the text at which the body starts, or the offset of ``fault``. ``cut_off`` is
    whether the text may simply be incomplete, so that the fault could disappear if more text were read.
    """

    tags: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    end: int = 0
    fault: UnreadableError | None = None
    cut_off: bool = False


def read_head(text: str) -> Head:
    """Parse the head of the rubber at the start of ``text``, whose first tag is EGN. Never raises: see
    ``Head.fault``.
    """
    head = Head()
    seen: set[str] = set()
    try:
        if not text.startswith(EXACT):
            head.end = max(0, text.find("["))
            _add_tag(head, seen, read_first_tag(text))
        while True:
            head.end = _skip_blank(text, head.end)
            next_character = text[head.end : head.end + 1]
            if next_character == "[":
                _add_tag(head, seen, read_tag(text, head.end))
            elif next_character == "{" or next_character == ";":
                _read_comment(text, head)
            else:
                break
    except UnreadableError as unreadable:
        head.fault = unreadable
        head.cut_off = unreadable.variant == "open_comment" or "\n" not in text[head.end :]
        return head
    missing = [name for name in REQUIRED_TAGS if name not in seen]
    if missing:
        head.fault = UnreadableError("E03", "missing", tag=missing[0])
        head.cut_off = head.end == len(text)
        head.end = 0
    return head


def _skip_blank(text: str, offset: int) -> int:
    match = _BLANK.match(text, offset)
    return match.end() if match else offset


def _add_tag(head: Head, seen: set[str], tag: tuple[str, str, int, int]) -> None:
    """Add a tag as ``read_tag`` returns it. ``head.end`` is the offset of the tag."""
    name, value, value_offset, end = tag
    if name in seen:
        raise UnreadableError("E03", "tag_twice", tag=clip(name))
    tag_offset = head.end
    head.end = value_offset
    check_tag(name, value)
    head.end = tag_offset
    seen.add(name)
    head.tags.append((name, value))
    head.end = end


def _read_comment(text: str, head: Head) -> None:
    match = _COMMENT.match(text, head.end)
    if match and match.lastgroup:
        head.comments.append(read_comment(match[match.lastgroup], match.lastgroup))
        head.end = match.end()

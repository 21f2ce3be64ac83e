"""Compiled catalogues read for the tests: every message with its context, its plural and its translations."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ecarte_site.setup.environment import PROJECT

FRENCH = PROJECT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
PERCENT_FIELD = re.compile(r"%(?:\((?P<name>\w+)\))?[sd]")
BRACE_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Message:
    """``plural`` is empty for a message without one; ``translations`` has an entry for each form of the plural."""

    context: str
    english: str
    plural: str
    translations: tuple[str, ...]


def messages(compiled: Path) -> dict[tuple[str, str], Message]:
    """Return the messages of a .mo file by context and English."""
    all_messages = (_message(key, value) for key, value in _pairs(compiled.read_bytes()) if key)
    return {(message.context, message.english): message for message in all_messages}


def fields(text: str) -> list[str]:
    """Return the placeholders by name; those without one are named by their letter."""
    percent = [match["name"] or match[0] for match in PERCENT_FIELD.finditer(text)]
    return sorted({*percent, *BRACE_FIELD.findall(text)})


def _message(key: str, value: str) -> Message:
    context, _separator, english = key.rpartition("\4")
    singular, _separator, plural = english.partition("\0")
    return Message(context, singular, plural, tuple(value.split("\0")))


def _pairs(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a compiled catalogue, in the format of the GNU gettext manual.

    The file holds two tables of lengths and offsets, which msgfmt writes as little-endian numbers.
    """
    magic, _revision, count, originals, translations = struct.unpack_from("<5I", data)
    assert magic == 0x950412DE
    for number in range(count):
        yield _text(data, originals + 8 * number), _text(data, translations + 8 * number)


def _text(data: bytes, place: int) -> str:
    length, offset = struct.unpack_from("<2I", data, place)
    return data[offset : offset + length].decode()

"""What a phone sends from a pad: one request of entries, read strictly from its JSON.

Shapes alone are asked about here. Whether an entry may be carried out is for ``pads.inbox`` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, cast

import orjson

from matches.common.log import Seat
from matches.pads.commands import Kind, Told, read_told
from matches.pads.fields import (
    EntryError,
    count_in,
    object_in,
    refuse_others,
    seat_in,
    text_in,
    wrong,
)

MOST_ENTRIES: Final = 200
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
_MARK: Final = re.compile(r"[0-9a-f]{16}")
_DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class SentEntry:
    """One thing that a phone wrote down. ``seen``, ``after`` and ``key`` as ``PadEntry`` has them.

    ``mark`` came with the state of the version that was seen (``matches.rubbers.version_proofs``); empty where the
    phone sent none, as phones did up to version 0.1.0.
    """

    key: str
    seen: int
    after: str
    kind: Kind
    told: Told
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Sent:
    """All of one request. ``side`` is who holds the phone, empty for both."""

    device: str
    side: Seat
    entries: tuple[SentEntry, ...]


def is_key(value: object) -> bool:
    """Whether it is a key such as phones make: 16 to 64 characters that stand in an address as they are."""
    return isinstance(value, str) and _KEY.fullmatch(value) is not None


def read_entries(body: bytes) -> Sent:
    """The request that ``body`` holds. Raises ``EntryError`` for the first thing in it that is not as it should be."""
    told = object_in(_json(body), "JSON")
    refuse_others(told, ("device", "side", "entries"))
    device = text_in(told, "device")
    if not _DEVICE.fullmatch(device):
        raise EntryError("device")
    side = seat_in(told, "side")
    entries = told.get("entries")
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_ENTRIES:
        raise EntryError("entries")
    return Sent(device, side, tuple(_entry(number, each) for number, each in enumerate(entries)))


def _entry(number: int, sent: object) -> SentEntry:
    try:
        entry = object_in(sent, "entry")
        refuse_others(entry, ("key", "seen", "mark", "after", "kind", "told"))
        key, after = text_in(entry, "key"), text_in(entry, "after", default="")
        if not _KEY.fullmatch(key):
            wrong("key")
        if after and (after == key or not _KEY.fullmatch(after)):
            wrong("after")
        kind = text_in(entry, "kind")
        mark = text_in(entry, "mark", default="")
        if mark and not _MARK.fullmatch(mark):
            wrong("mark")
        return SentEntry(
            key=key,
            seen=count_in(entry, "seen"),
            after=after,
            kind=cast(Kind, kind),
            told=read_told(kind, entry.get("told")),
            mark=mark,
        )
    except EntryError as error:
        raise EntryError(error.field, number) from None


def _json(body: bytes) -> object:
    try:
        # It takes neither NaN nor lone surrogates nor bytes that are no UTF-8, and its recursion is bounded.
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise EntryError("JSON") from None

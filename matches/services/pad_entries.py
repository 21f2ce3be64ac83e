"""What a phone sends from a pad: entries, their kinds and what each tells, read strictly from its JSON.

Shapes alone are asked about here. What a deal's words mean is for ``told_deals`` to say, whether an entry may be
carried out for ``pad_inbox``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn, TypeAlias, cast

import orjson
from django.utils.translation import gettext as _

from matches.services.log import Seat
from scoring.cards import CARD_BY_NAME, Card, Player, format_card
from scoring.record import Termination

Kind: TypeAlias = Literal["cut", "deal", "undo", "king", "report", "confirm", "dispute", "rewrite"]
WORDS: Final[frozenset[Kind]] = frozenset({"report", "confirm", "dispute"})
"""The kinds that say something of the rubber as a whole; all others change its deals."""

MOST_ENTRIES: Final = 200
MOST_PAIRS: Final = 32
"""Cards of a pack, and so more cuts than a game can begin with."""
MOST_TOLD: Final = 12
"""Members of what an entry tells of a deal."""
LONGEST_TEXT: Final = 4000
LATEST: Final = 2**31 - 1
"""The greatest number that a version, a game or a deal can have."""
TERMINATIONS: Final = ("normal", "retired", "unfinished", "walkover")

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
_DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class EntryError(ValueError):
    """What was sent is not what a pad sends. ``entry`` counts from 0, None for the request; ``field`` names what."""

    def __init__(self, field: str, entry: int | None = None) -> None:
        self.field = field
        self.entry = entry
        if entry is None:
            said = _("What was sent can't be read: %(field)s.") % {"field": field}
        else:
            said = _("Entry %(number)d can't be read: %(field)s.") % {"number": entry + 1, "field": field}
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class CutTold:
    """A's card and B's, again and again while the ranks tie."""

    pairs: tuple[tuple[Card, Card], ...]

    def as_json(self) -> dict[str, Any]:
        return {"pairs": [[format_card(a), format_card(b)] for a, b in self.pairs]}


@dataclass(frozen=True, slots=True)
class DealTold:
    """A deal as it was tapped; ``told_deals.deal_told`` reads ``told``."""

    told: Mapping[str, str | int | bool]

    def as_json(self) -> dict[str, Any]:
        return dict(self.told)


@dataclass(frozen=True, slots=True)
class UndoTold:
    """The deal that is taken back, by its numbers."""

    game: int
    deal: int

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, "deal": self.deal}


@dataclass(frozen=True, slots=True)
class KingTold:
    """The king that was turned up is marked late (law 22)."""

    player: Player

    def as_json(self) -> dict[str, Any]:
        return {"player": self.player}


@dataclass(frozen=True, slots=True)
class ReportTold:
    """How the rubber ended. ``side`` reports it, empty for neither."""

    side: Seat
    termination: Termination
    winner: Seat

    def as_json(self) -> dict[str, Any]:
        return {"side": self.side, "termination": self.termination, "winner": self.winner}


@dataclass(frozen=True, slots=True)
class ConfirmTold:
    side: Seat

    def as_json(self) -> dict[str, Any]:
        return {"side": self.side}


@dataclass(frozen=True, slots=True)
class DisputeTold:
    side: Seat
    reason: str

    def as_json(self) -> dict[str, Any]:
        return {"side": self.side, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class RewriteTold:
    """Another content of a deal, by its numbers."""

    game: int
    deal: int
    told: DealTold

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, "deal": self.deal, "told": self.told.as_json()}


Told: TypeAlias = (
    CutTold | DealTold | UndoTold | KingTold | ReportTold | ConfirmTold | DisputeTold | RewriteTold
)


@dataclass(frozen=True, slots=True)
class SentEntry:
    """One thing that a phone wrote down. ``seen``, ``after`` and ``key`` as ``PadEntry`` has them."""

    key: str
    seen: int
    after: str
    kind: Kind
    told: Told


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
    told = _object(_json(body), "JSON")
    _only(told, ("device", "side", "entries"))
    device = _text(told, "device")
    if not _DEVICE.fullmatch(device):
        raise EntryError("device")
    side = _seat(told, "side")
    entries = told.get("entries")
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_ENTRIES:
        raise EntryError("entries")
    return Sent(device, side, tuple(_entry(number, each) for number, each in enumerate(entries)))


def read_told(kind: str, told: object) -> Told:
    """What an entry of this kind tells. Raises ``EntryError``."""
    if kind not in _READERS:
        raise EntryError("kind")
    return _READERS[kind](_object(told, "told"))


def _entry(number: int, sent: object) -> SentEntry:
    try:
        entry = _object(sent, "entry")
        _only(entry, ("key", "seen", "after", "kind", "told"))
        key, after = _text(entry, "key"), _text(entry, "after", default="")
        if not _KEY.fullmatch(key):
            _wrong("key")
        if after and (after == key or not _KEY.fullmatch(after)):
            _wrong("after")
        kind = _text(entry, "kind")
        return SentEntry(
            key=key,
            seen=_count(entry, "seen"),
            after=after,
            kind=cast(Kind, kind),
            told=read_told(kind, entry.get("told")),
        )
    except EntryError as error:
        raise EntryError(error.field, number) from None


def _json(body: bytes) -> object:
    try:
        # It takes neither NaN nor lone surrogates nor bytes that are no UTF-8, and its recursion is bounded.
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise EntryError("JSON") from None


def _wrong(field: str) -> NoReturn:
    raise EntryError(field)


def _object(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _wrong(field)
    return value


def _only(told: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in told:
        if name not in names:
            _wrong(name[:40].replace("\0", " "))


def _text(told: Mapping[str, Any], name: str, *, default: str | None = None) -> str:
    value = told.get(name, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or "\0" in value:
        _wrong(name)
    return value


def _one_of(told: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = _text(told, name)
    if value not in choices:
        _wrong(name)
    return value


def _seat(told: Mapping[str, Any], name: str) -> Seat:
    return cast(Seat, _one_of(told, name, ("", "A", "B")))


def _count(told: Mapping[str, Any], name: str, *, least: int = 1) -> int:
    value = told.get(name)
    # A bool is an int, and no number.
    if type(value) is not int or not least <= value <= LATEST:
        _wrong(name)
    return value


def _cut(told: Mapping[str, Any]) -> CutTold:
    _only(told, ("pairs",))
    pairs = told.get("pairs")
    if not isinstance(pairs, list) or not 1 <= len(pairs) <= MOST_PAIRS:
        _wrong("pairs")
    return CutTold(tuple(_cards(pair) for pair in pairs))


def _cards(pair: object) -> tuple[Card, Card]:
    if not isinstance(pair, list) or len(pair) != 2:
        _wrong("pairs")
    first, second = pair
    for name in (first, second):
        if not isinstance(name, str) or name not in CARD_BY_NAME:
            _wrong("pairs")
    return CARD_BY_NAME[first], CARD_BY_NAME[second]


def _deal(told: Mapping[str, Any]) -> DealTold:
    if len(told) > MOST_TOLD:
        _wrong("told")
    for name, value in told.items():
        if "\0" in name or len(name) > LONGEST_TEXT:
            _wrong("told")
        if isinstance(value, str):
            _text(told, name)
        elif not isinstance(value, bool):
            _count(told, name, least=0)
    return DealTold(told)


def _undo(told: Mapping[str, Any]) -> UndoTold:
    _only(told, ("game", "deal"))
    return UndoTold(_count(told, "game"), _count(told, "deal"))


def _king(told: Mapping[str, Any]) -> KingTold:
    _only(told, ("player",))
    return KingTold(cast(Player, _one_of(told, "player", ("A", "B"))))


def _report(told: Mapping[str, Any]) -> ReportTold:
    _only(told, ("side", "termination", "winner"))
    termination = cast(Termination, _one_of(told, "termination", TERMINATIONS))
    return ReportTold(_seat(told, "side"), termination, _seat(told, "winner"))


def _confirm(told: Mapping[str, Any]) -> ConfirmTold:
    _only(told, ("side",))
    return ConfirmTold(_seat(told, "side"))


def _dispute(told: Mapping[str, Any]) -> DisputeTold:
    _only(told, ("side", "reason"))
    return DisputeTold(_seat(told, "side"), _text(told, "reason").strip())


def _rewrite(told: Mapping[str, Any]) -> RewriteTold:
    _only(told, ("game", "deal", "told"))
    return RewriteTold(_count(told, "game"), _count(told, "deal"), _deal(_object(told.get("told"), "told")))


_READERS: Final[dict[Kind, Callable[[Mapping[str, Any]], Told]]] = {
    "cut": _cut,
    "deal": _deal,
    "undo": _undo,
    "king": _king,
    "report": _report,
    "confirm": _confirm,
    "dispute": _dispute,
    "rewrite": _rewrite,
}

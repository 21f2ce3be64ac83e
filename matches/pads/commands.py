"""Parse a phone's JSON request strictly into the commands of its entries.

Only types and lengths are checked here: ``inbox`` decides whether a command may be carried out, and
``rubbers.deal_from_input`` checks the contents of a deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, NoReturn, TypeAlias, cast

import orjson
from django.utils.translation import gettext as _

from matches.common.log import Seat
from scoring.cards import CARD_BY_NAME, Card, Player, format_card
from scoring.notation.tokens import CHOICE_WORD
from scoring.record import CHOICES, ChoiceKind, Chosen, Termination

MAX_ENTRIES: Final = 200
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
_MARK: Final = re.compile(r"[0-9a-f]{16}")
_DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
MAX_TEXT_LENGTH: Final = 4000
MAX_NUMBER: Final = 2**31 - 1
"""The largest version, game number or deal number."""

Kind: TypeAlias = Literal["cut", "dealer", "deal", "undo", "king", "report", "confirm", "dispute", "rewrite"]
KINDS_ABOUT_RUBBER: Final[frozenset[Kind]] = frozenset({"report", "confirm", "dispute"})
"""The kinds of entry about the rubber as a whole. All others are about its deals."""

MAX_CHOICE_LENGTH: Final = 40
"""The maximum length of a choice (of cards or seat) that the winner of a cut makes."""
MAX_CUTS: Final = 32
"""The maximum number of cuts before a game: the number of cards in a pack."""
MAX_DEAL_MEMBERS: Final = 12
"""The maximum number of members in the payload of a deal."""
TERMINATIONS: Final = ("normal", "retired", "unfinished", "walkover")


@dataclass(frozen=True, slots=True)
class _Command:
    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RecordCut(_Command):
    """The cut for deal: pairs of the cards that A and B drew, one for each tie and a last one that decides.

    ``chosen`` has the winner's choices of ``cards`` and ``seat`` (law 5), if they were recorded.
    """

    pairs: tuple[tuple[Card, Card], ...]
    chosen: Chosen = ()

    def as_json(self) -> dict[str, Any]:
        return {"pairs": [[format_card(a), format_card(b)] for a, b in self.pairs], **dict(self.chosen)}


@dataclass(frozen=True, slots=True)
class NameDealer(_Command):
    """Say who deals next where no cut or rule does. It is shown on every phone, and stored with the deal alone."""

    dealer: Player


@dataclass(frozen=True, slots=True)
class RecordDeal(_Command):
    """Record a deal. ``payload`` has the phone's fields, which ``deal_from_input`` interprets."""

    payload: Mapping[str, str | int | bool]

    def as_json(self) -> dict[str, Any]:
        return dict(self.payload)


@dataclass(frozen=True, slots=True)
class UndoDeal(_Command):
    """Undo the last deal, which is identified by the numbers of its game and deal."""

    game: int
    deal: int


@dataclass(frozen=True, slots=True)
class MarkKing(_Command):
    """Mark, after the score of the last deal, the king that its dealer ``player`` turned up (law 22)."""

    player: Player


@dataclass(frozen=True, slots=True)
class ReportEnd(_Command):
    """Report the end of the rubber by ``side`` (A or B; empty for neither)."""

    side: Seat
    termination: Termination
    winner: Seat


@dataclass(frozen=True, slots=True)
class ConfirmEnd(_Command):
    side: Seat


@dataclass(frozen=True, slots=True)
class DisputeEnd(_Command):
    side: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class RewriteDeal(_Command):
    """Replace the deal with these numbers of game and deal by ``replacement``."""

    game: int
    deal: int
    replacement: RecordDeal

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, "deal": self.deal, "told": self.replacement.as_json()}


PadCommand: TypeAlias = (
    RecordCut
    | NameDealer
    | RecordDeal
    | UndoDeal
    | MarkKing
    | ReportEnd
    | ConfirmEnd
    | DisputeEnd
    | RewriteDeal
)


@dataclass(frozen=True, slots=True)
class PadRequestEntry:
    """An entry in a phone's request. ``seen``, ``after`` and ``key`` are as in ``PadEntry``.

    ``mark`` is the site's token with the version ``seen``, as proof that the version existed
    (``matches.rubbers.version_tokens``). Phones that still run release 0.1.0 send none.
    """

    key: str
    seen: int
    after: str
    kind: Kind
    command: PadCommand
    mark: str = ""


@dataclass(frozen=True, slots=True)
class PadRequest:
    """A phone's request. ``side`` (A or B) is the player's who holds the phone, empty if both share it."""

    device: str
    side: Seat
    entries: tuple[PadRequestEntry, ...]


class EntryError(ValueError):
    """The request, or its entry with the index ``entry`` (from 0, or None), has the invalid field ``field``."""

    def __init__(self, field: str, entry: int | None = None) -> None:
        self.field = field
        self.entry = entry
        if entry is None:
            message = _("This entry cannot be read: %(field)s.") % {"field": field}
        else:
            message = _("Entry %(number)d cannot be read: %(field)s.") % {"number": entry + 1, "field": field}
        super().__init__(message)


def is_key(value: object) -> bool:
    """Return whether the value is an idempotency key from a phone: 16 to 64 letters, digits, ``_`` or ``-``."""
    return isinstance(value, str) and _KEY.fullmatch(value) is not None


def read_request(body: bytes) -> PadRequest:
    """Parse a request body. Raises ``EntryError`` for the first invalid field."""
    members = _object_in(_parse_json(body), "JSON")
    _refuse_unknown(members, ("device", "side", "entries"))
    device = _text_in(members, "device")
    if not _DEVICE.fullmatch(device):
        raise EntryError("device")
    side = _seat_in(members, "side")
    entries = members.get("entries")
    if not isinstance(entries, list) or not 1 <= len(entries) <= MAX_ENTRIES:
        raise EntryError("entries")
    return PadRequest(device, side, tuple(_read_entry(number, each) for number, each in enumerate(entries)))


def _read_entry(number: int, sent: object) -> PadRequestEntry:
    try:
        entry = _object_in(sent, "entry")
        _refuse_unknown(entry, ("key", "seen", "mark", "after", "kind", "told"))
        key, after = _text_in(entry, "key"), _text_in(entry, "after", default="")
        if not _KEY.fullmatch(key):
            _invalid("key")
        if after and (after == key or not _KEY.fullmatch(after)):
            _invalid("after")
        kind = _text_in(entry, "kind")
        mark = _text_in(entry, "mark", default="")
        if mark and not _MARK.fullmatch(mark):
            _invalid("mark")
        return PadRequestEntry(
            key=key,
            seen=_count_in(entry, "seen"),
            after=after,
            kind=cast(Kind, kind),
            command=read_command(kind, entry.get("told")),
            mark=mark,
        )
    except EntryError as error:
        raise EntryError(error.field, number) from None


def _parse_json(body: bytes) -> object:
    try:
        # orjson accepts no NaN, lone surrogates or invalid UTF-8, and limits its recursion.
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise EntryError("JSON") from None


def read_command(kind: str, payload: object) -> PadCommand:
    """Parse a phone's payload as a command of this kind. Raises ``EntryError`` if either is invalid."""
    if kind not in _READERS:
        raise EntryError("kind")
    return _READERS[kind](_object_in(payload, "told"))


def _read_cut(payload: Mapping[str, Any]) -> RecordCut:
    _refuse_unknown(payload, ("pairs", *CHOICES))
    pairs = payload.get("pairs")
    if not isinstance(pairs, list) or not 1 <= len(pairs) <= MAX_CUTS:
        _invalid("pairs")
    return RecordCut(tuple(_read_cards(pair) for pair in pairs), tuple(_read_choices(payload)))


def _read_choices(payload: Mapping[str, Any]) -> Iterator[tuple[ChoiceKind, str]]:
    """Yield the choices of the cut's winner, each a single word. Empty choices are left out."""
    for kind in CHOICES:
        word = _text_in(payload, kind, default="")
        if word and (len(word) > MAX_CHOICE_LENGTH or not CHOICE_WORD.fullmatch(word)):
            _invalid(kind)
        if word:
            yield kind, word


def _read_cards(pair: object) -> tuple[Card, Card]:
    if not isinstance(pair, list) or len(pair) != 2:
        _invalid("pairs")
    first, second = pair
    for name in (first, second):
        if not isinstance(name, str) or name not in CARD_BY_NAME:
            _invalid("pairs")
    return CARD_BY_NAME[first], CARD_BY_NAME[second]


def _read_dealer(payload: Mapping[str, Any]) -> NameDealer:
    _refuse_unknown(payload, ("dealer",))
    return NameDealer(cast(Player, _one_of(payload, "dealer", ("A", "B"))))


def _read_deal(payload: Mapping[str, Any]) -> RecordDeal:
    if len(payload) > MAX_DEAL_MEMBERS:
        _invalid("told")
    for name, value in payload.items():
        if "\0" in name or len(name) > MAX_TEXT_LENGTH:
            _invalid("told")
        if isinstance(value, str):
            _text_in(payload, name)
        elif not isinstance(value, bool):
            _count_in(payload, name, least=0)
    return RecordDeal(payload)


def _read_undo(payload: Mapping[str, Any]) -> UndoDeal:
    _refuse_unknown(payload, ("game", "deal"))
    return UndoDeal(_count_in(payload, "game"), _count_in(payload, "deal"))


def _read_king(payload: Mapping[str, Any]) -> MarkKing:
    _refuse_unknown(payload, ("player",))
    return MarkKing(cast(Player, _one_of(payload, "player", ("A", "B"))))


def _read_report(payload: Mapping[str, Any]) -> ReportEnd:
    _refuse_unknown(payload, ("side", "termination", "winner"))
    termination = cast(Termination, _one_of(payload, "termination", TERMINATIONS))
    return ReportEnd(_seat_in(payload, "side"), termination, _seat_in(payload, "winner"))


def _read_confirm(payload: Mapping[str, Any]) -> ConfirmEnd:
    _refuse_unknown(payload, ("side",))
    return ConfirmEnd(_seat_in(payload, "side"))


def _read_dispute(payload: Mapping[str, Any]) -> DisputeEnd:
    _refuse_unknown(payload, ("side", "reason"))
    return DisputeEnd(_seat_in(payload, "side"), _text_in(payload, "reason").strip())


def _read_rewrite(payload: Mapping[str, Any]) -> RewriteDeal:
    _refuse_unknown(payload, ("game", "deal", "told"))
    return RewriteDeal(
        _count_in(payload, "game"),
        _count_in(payload, "deal"),
        _read_deal(_object_in(payload.get("told"), "told")),
    )


_READERS: Final[dict[Kind, Callable[[Mapping[str, Any]], PadCommand]]] = {
    "cut": _read_cut,
    "dealer": _read_dealer,
    "deal": _read_deal,
    "undo": _read_undo,
    "king": _read_king,
    "report": _read_report,
    "confirm": _read_confirm,
    "dispute": _read_dispute,
    "rewrite": _read_rewrite,
}


def _invalid(field: str) -> NoReturn:
    raise EntryError(field)


def _object_in(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _invalid(field)
    return value


def _refuse_unknown(members: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in members:
        if name not in names:
            _invalid(name[:40].replace("\0", " "))


def _text_in(members: Mapping[str, Any], name: str, *, default: str | None = None) -> str:
    value = members.get(name, default)
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH or "\0" in value:
        _invalid(name)
    return value


def _one_of(members: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = _text_in(members, name)
    if value not in choices:
        _invalid(name)
    return value


def _seat_in(members: Mapping[str, Any], name: str) -> Seat:
    return cast(Seat, _one_of(members, name, ("", "A", "B")))


def _count_in(members: Mapping[str, Any], name: str, *, least: int = 1) -> int:
    value = members.get(name)
    # A bool is an int in Python, but not a number in JSON.
    if type(value) is not int or not least <= value <= MAX_NUMBER:
        _invalid(name)
    return value

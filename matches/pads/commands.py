"""What an entry from a pad tells, by its kind, read strictly from its JSON.

Shapes alone are asked about here; what a deal's words mean is for ``rubbers.deal_from_input`` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast

from matches.common.log import Seat
from matches.pads.fields import (
    LONGEST_TEXT,
    EntryError,
    count_in,
    object_in,
    one_of,
    refuse_others,
    seat_in,
    text_in,
    wrong,
)
from scoring.cards import CARD_BY_NAME, Card, Player, format_card
from scoring.notation.tokens import CHOICE_WORD
from scoring.record import CHOICES, ChoiceKind, Chosen, Termination

Kind: TypeAlias = Literal["cut", "deal", "undo", "king", "report", "confirm", "dispute", "rewrite"]
WORDS: Final[frozenset[Kind]] = frozenset({"report", "confirm", "dispute"})
"""The kinds that say something of the rubber as a whole; all others change its deals."""

LONGEST_WORD: Final = 40
"""Characters of what is chosen with the cut."""
MOST_PAIRS: Final = 32
"""Cards of a pack, and so more cuts than a game can begin with."""
MOST_TOLD: Final = 12
"""Members of what an entry tells of a deal."""
TERMINATIONS: Final = ("normal", "retired", "unfinished", "walkover")


@dataclass(frozen=True, slots=True)
class CutTold:
    """A's card and B's, again and again while the ranks tie; what its winner chose, ``cards`` and ``seat`` (law 5)."""

    pairs: tuple[tuple[Card, Card], ...]
    chosen: Chosen = ()

    def as_json(self) -> dict[str, Any]:
        return {"pairs": [[format_card(a), format_card(b)] for a, b in self.pairs], **dict(self.chosen)}


@dataclass(frozen=True, slots=True)
class DealTold:
    """A deal as it was tapped; ``rubbers.deal_from_input.deal_told`` reads ``told``."""

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


def read_told(kind: str, told: object) -> Told:
    """What an entry of this kind tells. Raises ``EntryError``."""
    if kind not in _READERS:
        raise EntryError("kind")
    return _READERS[kind](object_in(told, "told"))


def _cut(told: Mapping[str, Any]) -> CutTold:
    refuse_others(told, ("pairs", *CHOICES))
    pairs = told.get("pairs")
    if not isinstance(pairs, list) or not 1 <= len(pairs) <= MOST_PAIRS:
        wrong("pairs")
    return CutTold(tuple(_cards(pair) for pair in pairs), tuple(_chosen(told)))


def _chosen(told: Mapping[str, Any]) -> Iterator[tuple[ChoiceKind, str]]:
    """What the winner of the cut chose, each in one word; an empty one is none."""
    for kind in CHOICES:
        word = text_in(told, kind, default="")
        if word and (len(word) > LONGEST_WORD or not CHOICE_WORD.fullmatch(word)):
            wrong(kind)
        if word:
            yield kind, word


def _cards(pair: object) -> tuple[Card, Card]:
    if not isinstance(pair, list) or len(pair) != 2:
        wrong("pairs")
    first, second = pair
    for name in (first, second):
        if not isinstance(name, str) or name not in CARD_BY_NAME:
            wrong("pairs")
    return CARD_BY_NAME[first], CARD_BY_NAME[second]


def _deal(told: Mapping[str, Any]) -> DealTold:
    if len(told) > MOST_TOLD:
        wrong("told")
    for name, value in told.items():
        if "\0" in name or len(name) > LONGEST_TEXT:
            wrong("told")
        if isinstance(value, str):
            text_in(told, name)
        elif not isinstance(value, bool):
            count_in(told, name, least=0)
    return DealTold(told)


def _undo(told: Mapping[str, Any]) -> UndoTold:
    refuse_others(told, ("game", "deal"))
    return UndoTold(count_in(told, "game"), count_in(told, "deal"))


def _king(told: Mapping[str, Any]) -> KingTold:
    refuse_others(told, ("player",))
    return KingTold(cast(Player, one_of(told, "player", ("A", "B"))))


def _report(told: Mapping[str, Any]) -> ReportTold:
    refuse_others(told, ("side", "termination", "winner"))
    termination = cast(Termination, one_of(told, "termination", TERMINATIONS))
    return ReportTold(seat_in(told, "side"), termination, seat_in(told, "winner"))


def _confirm(told: Mapping[str, Any]) -> ConfirmTold:
    refuse_others(told, ("side",))
    return ConfirmTold(seat_in(told, "side"))


def _dispute(told: Mapping[str, Any]) -> DisputeTold:
    refuse_others(told, ("side", "reason"))
    return DisputeTold(seat_in(told, "side"), text_in(told, "reason").strip())


def _rewrite(told: Mapping[str, Any]) -> RewriteTold:
    refuse_others(told, ("game", "deal", "told"))
    return RewriteTold(
        count_in(told, "game"), count_in(told, "deal"), _deal(object_in(told.get("told"), "told"))
    )


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

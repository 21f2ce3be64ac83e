"""What a phone's entry would append to the log of a live rubber: to see whether another phone said the very same,
and to read a chain of entries that stands beside what was recorded.

Nothing is written here, and nothing allowed: that is for the services that carry an entry out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    RUBBER_DISPUTED,
    RUBBER_REPORTED,
    Entry,
)
from matches.pads.commands import (
    ConfirmTold,
    CutTold,
    DealTold,
    DisputeTold,
    KingTold,
    ReportTold,
    Told,
    UndoTold,
)
from matches.pads.refusals import RefusedError
from matches.rubbers.build_record import standing
from matches.rubbers.check_text import judged
from matches.rubbers.deal_from_input import deal_told
from matches.rubbers.errors import NoDealError, NotLastDealError
from matches.rubbers.fold import fold_rubber
from matches.rubbers.live_scoring import with_late_king
from scoring.checked import CheckedRubber
from scoring.notation import write_cut, write_deal
from scoring.record import Cut, Deal

Step: TypeAlias = tuple[str, Mapping[str, Any]]
"""An entry of a rubber's stream that is not appended: its kind and its payload."""


def planned(text: str, told: Told) -> tuple[Step, ...]:
    """What ``told`` comes to where a live rubber has this text. Raises ``RubberChangeError``.

    Of an end that is reported the side is left out: two who report the same are of one mind.
    """
    checked = judged(text)
    if checked.winner is not None and isinstance(told, CutTold | DealTold):
        raise RefusedError("decided")
    match told:
        case CutTold(pairs, chosen):
            cut = write_cut(Cut(pairs, chosen))
            return ((RUBBER_CUT_RECORDED, {"game": standing(checked).game, "cut": cut}),)
        case DealTold(deal):
            where = standing(checked)
            line = write_deal(replace(deal_told(checked.rubber, deal), number=where.deal))
            return ((RUBBER_DEAL_RECORDED, {"deal": line, "game": where.game}),)
        case UndoTold(game, number):
            if last_deal(checked) != (game, number):
                raise NotLastDealError
            return ((RUBBER_DEAL_UNDONE, {"game": game, "deal": number}),)
        case KingTold(player):
            game, number = last_deal(checked)
            line = write_deal(with_late_king(checked, player))
            return (
                (RUBBER_DEAL_UNDONE, {"game": game, "deal": number}),
                (RUBBER_DEAL_RECORDED, {"deal": line, "game": game}),
            )
        case ReportTold(termination=termination, winner=winner):
            is_decided = checked.winner is not None
            end = {
                "termination": "normal" if is_decided else termination,
                "winner": "" if is_decided else winner,
            }
            return ((RUBBER_REPORTED, end),)
        case ConfirmTold(side):
            return ((RUBBER_CONFIRMED, {"by": side}),)
        case DisputeTold(side=side):
            return ((RUBBER_DISPUTED, {"by": side}),)
    # A correction is made on the network, by one who sees what he corrects.
    return ()


def last_deal(checked: CheckedRubber) -> tuple[int, int]:
    """The numbers of the last deal and its game. Raises ``NoDealError``."""
    for game in reversed(checked.games):
        if game.deals:
            return game.number, game.deals[-1].number
    raise NoDealError


def is_as_planned(plan: Sequence[Step], entries: Sequence[Entry]) -> int:
    """How many of ``entries`` say just what ``plan`` says, 0: they say something else.

    A cut that another phone noted in between stands in no deal's way.
    """
    said = 0
    for kind, payload in plan:
        while kind == RUBBER_DEAL_RECORDED and are_cuts(entries[said : said + 1]):
            said += 1
        if said == len(entries) or not _is_same(kind, payload, entries[said]):
            return 0
        said += 1
    return said


def are_cuts(entries: Sequence[Entry]) -> bool:
    """Whether there are any, and all note a cut."""
    return bool(entries) and all(entry.kind == RUBBER_CUT_RECORDED for entry in entries)


def _is_same(kind: str, payload: Mapping[str, Any], entry: Entry) -> bool:
    # By which checks it was judged is no part of what somebody said.
    told = {name: value for name, value in entry.payload.items() if name != "checks"}
    if kind == RUBBER_REPORTED:
        told.pop("by", None)
        return entry.kind in (RUBBER_REPORTED, RUBBER_CLOSED) and told == payload
    if kind == RUBBER_CONFIRMED:
        return entry.kind == kind and entry.payload.get("by", "") in ("", payload["by"])
    return entry.kind == kind and told == payload


@dataclass(frozen=True, slots=True)
class Chain:
    """A live rubber up to ``fork`` entries of its stream, and what one phone wrote from there on."""

    base: tuple[Entry, ...]
    steps: tuple[Step, ...] = ()

    def and_then(self, steps: Iterable[Step]) -> Chain:
        return replace(self, steps=(*self.steps, *steps))

    @property
    def text(self) -> str:
        """The rubber as that phone has it."""
        first = self.base[0]
        added = [
            replace(first, kind=kind, payload=payload, version=version)
            for version, (kind, payload) in enumerate(self.steps, start=len(self.base) + 1)
        ]
        return fold_rubber([*self.base, *added]).egn


Written: TypeAlias = tuple[int, Cut | Deal]
"""A cut or a deal, with the number of its game."""


def all_written(text: str) -> list[Written]:
    """The cuts and deals of a live rubber's text, in order."""
    found: list[Written] = []
    for game in judged(text).rubber.games:
        found += [(game.number, part) for part in game.opening if isinstance(part, Cut)]
        found += [(game.number, deal) for deal in game.deals]
    return found


def apart(here: Sequence[Written], there: Sequence[Written]) -> tuple[list[Written], list[Written]]:
    """What of each is not common to both, behind all that is."""
    common = 0
    while common < min(len(here), len(there)) and here[common] == there[common]:
        common += 1
    return list(here[common:]), list(there[common:])


def step_of(written: Written) -> Step:
    game, part = written
    if isinstance(part, Cut):
        return RUBBER_CUT_RECORDED, {"game": game, "cut": write_cut(part)}
    return RUBBER_DEAL_RECORDED, {"deal": write_deal(part), "game": game}

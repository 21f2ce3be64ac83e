"""Compute the log entries that a phone's entry would append to a live rubber, without appending them.

This shows whether another phone sent the same entry already, and what the text of a conflict would be.
Authorization and appending are left to the services that carry an entry out. The module also stores what a
phone wrote before the rubber's end but sent after it, for the director to decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.utils import timezone

from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    RUBBER_DISPUTED,
    RUBBER_REPORTED,
    Entry,
    RubberEnded,
)
from matches.models import Conflict, User
from matches.pads.commands import (
    ConfirmEnd,
    DisputeEnd,
    MarkKing,
    PadCommand,
    RecordCut,
    RecordDeal,
    ReportEnd,
    UndoDeal,
)
from matches.pads.refusals import RefusedError
from matches.rubbers.change_result import refuse_too_many
from matches.rubbers.deal_from_input import deal_from_input, position_of
from matches.rubbers.errors import NoDealError, NotLastDealError
from matches.rubbers.fold import ended_text, fold_rubber
from matches.rubbers.projection import content_checksum
from matches.rubbers.record_deals import with_late_king
from matches.rubbers.text import check_text
from matches.rubbers.transition import LockedRubber
from scoring.checked import CheckedRubber
from scoring.notation import write_cut, write_deal
from scoring.record import Cut, Deal

Step: TypeAlias = tuple[str, Mapping[str, Any]]
"""The kind and payload of a log entry that has not been appended."""


def plan_steps(text: str, command: PadCommand) -> tuple[Step, ...]:
    """Return the log entries that a command would append to the live rubber with this EGN text.

    A reported end omits the reporting side: two sides that report the same end agree. There are none for a
    correction of an earlier deal (``RewriteDeal``). Raises ``RubberChangeError`` if the command is not
    possible.
    """
    checked = check_text(text)
    if checked.winner is not None and isinstance(command, RecordCut | RecordDeal):
        raise RefusedError("decided")
    match command:
        case RecordCut(pairs, chosen):
            cut = write_cut(Cut(pairs, chosen))
            return ((RUBBER_CUT_RECORDED, {"game": position_of(checked).game, "cut": cut}),)
        case RecordDeal(deal):
            where = position_of(checked)
            line = write_deal(replace(deal_from_input(checked, deal), number=where.deal))
            return ((RUBBER_DEAL_RECORDED, {"deal": line, "game": where.game}),)
        case UndoDeal(game, number):
            if last_deal(checked) != (game, number):
                raise NotLastDealError
            return ((RUBBER_DEAL_UNDONE, {"game": game, "deal": number}),)
        case MarkKing(player):
            game, number = last_deal(checked)
            line = write_deal(with_late_king(checked, player))
            return (
                (RUBBER_DEAL_UNDONE, {"game": game, "deal": number}),
                (RUBBER_DEAL_RECORDED, {"deal": line, "game": game}),
            )
        case ReportEnd(termination=termination, winner=winner):
            is_decided = checked.winner is not None
            end = {
                "termination": "normal" if is_decided else termination,
                "winner": "" if is_decided else winner,
            }
            return ((RUBBER_REPORTED, end),)
        case ConfirmEnd(side):
            return ((RUBBER_CONFIRMED, {"by": side}),)
        case DisputeEnd(side=side):
            return ((RUBBER_DISPUTED, {"by": side}),)
    # A correction is made online, by a director who sees what they correct.
    return ()


def last_deal(checked: CheckedRubber) -> tuple[int, int]:
    """Return the numbers of the last deal's game and of the deal. Raises ``NoDealError``."""
    for game in reversed(checked.games):
        if game.deals:
            return game.number, game.deals[-1].number
    raise NoDealError


def count_matching(plan: Sequence[Step], entries: Sequence[Entry]) -> int:
    """Return how many of ``entries`` are the planned log entries, or 0 if they differ from the plan.

    Cuts that another phone recorded before a planned deal are counted, and no difference.
    """
    matched = 0
    for kind, payload in plan:
        while kind == RUBBER_DEAL_RECORDED and are_cuts(entries[matched : matched + 1]):
            matched += 1
        if matched == len(entries) or not _is_same(kind, payload, entries[matched]):
            return 0
        matched += 1
    return matched


def are_cuts(entries: Sequence[Entry]) -> bool:
    return bool(entries) and all(entry.kind == RUBBER_CUT_RECORDED for entry in entries)


def _is_same(kind: str, payload: Mapping[str, Any], entry: Entry) -> bool:
    # The version of the checks is not part of what a person entered.
    stored = {name: value for name, value in entry.payload.items() if name != "checks"}
    if kind == RUBBER_REPORTED:
        stored.pop("by", None)
        return entry.kind in (RUBBER_REPORTED, RUBBER_CLOSED) and stored == payload
    if kind == RUBBER_CONFIRMED:
        return entry.kind == kind and entry.payload.get("by", "") in ("", payload["by"])
    return entry.kind == kind and stored == payload


@dataclass(frozen=True, slots=True)
class Chain:
    """A rubber up to an entry of its stream (``base``), and the entries that a phone would append."""

    base: tuple[Entry, ...]
    steps: tuple[Step, ...] = ()

    def and_then(self, steps: Iterable[Step]) -> Chain:
        return replace(self, steps=(*self.steps, *steps))

    @property
    def text(self) -> str:
        """The rubber's EGN text as the phone displays it, with its own entries."""
        first = self.base[0]
        added = [
            replace(first, kind=kind, payload=payload, version=version)
            for version, (kind, payload) in enumerate(self.steps, start=len(self.base) + 1)
        ]
        return fold_rubber([*self.base, *added]).egn


WrittenPart: TypeAlias = tuple[int, Cut | Deal]
"""The number of a game, and a cut or a deal in it."""


def cuts_and_deals(text: str) -> list[WrittenPart]:
    """Return the cuts and deals in a live rubber's EGN text, in order, with the numbers of their games."""
    parts: list[WrittenPart] = []
    for game in check_text(text).rubber.games:
        parts += [(game.number, part) for part in game.opening if isinstance(part, Cut)]
        parts += [(game.number, deal) for deal in game.deals]
    return parts


def after_common_part(
    here: Sequence[WrittenPart], there: Sequence[WrittenPart]
) -> tuple[list[WrittenPart], list[WrittenPart]]:
    """Return what is left of each of two sequences after their common beginning is removed."""
    common = 0
    while common < min(len(here), len(there)) and here[common] == there[common]:
        common += 1
    return list(here[common:]), list(there[common:])


def step_of(part_of_game: WrittenPart) -> Step:
    game, part = part_of_game
    if isinstance(part, Cut):
        return RUBBER_CUT_RECORDED, {"game": game, "cut": write_cut(part)}
    return RUBBER_DEAL_RECORDED, {"deal": write_deal(part), "game": game}


def keep_for_director(locked: LockedRubber, before: Chain, chain: Chain, *, by: User) -> bool:
    """Store a phone's version of an ended rubber as a ``Conflict``. Return False if it equals the stored text.

    ``before`` is the version that the phone had sent until now. If a conflict with it is open, it gets the
    new text, or is deleted if that equals the stored one. If the director has decided it, the new text
    becomes another conflict. Raises ``TooManyConflictsError``, and stores nothing, if ``by`` has too many.
    """
    row = locked.row
    text = _as_ended(chain)
    checksum = _checksum(locked, text)
    open_ones = Conflict.objects.filter(rubber=row, report=None, resolved_at__isnull=True)
    earlier = open_ones.filter(checksum=_checksum(locked, _as_ended(before)))
    if checksum == row.checksum:
        earlier.delete()
        return False
    if Conflict.objects.filter(rubber=row, checksum=checksum).exists():
        return True
    values = {"by": by, "at": timezone.now(), "egn": text, "checksum": checksum}
    if not earlier.update(**values):
        refuse_too_many(row, by)
        players = {"player_a_id": row.player_a_id, "player_b_id": row.player_b_id}
        Conflict.objects.create(rubber=row, **players, **values)
    return True


def _as_ended(chain: Chain) -> str:
    """Return the rubber as if that phone had ended it: ``normal`` if it is decided, ``unfinished`` if not."""
    text = chain.text
    is_decided = check_text(text).winner is not None
    ended: RubberEnded = {"termination": "normal" if is_decided else "unfinished", "winner": ""}
    return ended_text(text, ended)


def _checksum(locked: LockedRubber, text: str) -> str:
    now = locked.now
    return content_checksum(now.a, now.b, text)

"""Keep two versions of a deal from two phones until a person at the table chooses one.

A conflict is a chain of entries from one phone: the first that contradicted the rubber, and those written
after it. The first entry's public id is the conflict's id. An entry that arrives after the rubber's end is
not such a conflict: the director decides about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.common.commands import CommandContext
from matches.common.log import (
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    Entry,
    entries_of_rubber,
)
from matches.models import PadEntry, Rubber, User
from matches.pads.commands import MAX_ENTRIES
from matches.pads.planned_entries import Chain, Step, after_common_part, cuts_and_deals, step_of
from matches.pads.refusals import RefusedError
from matches.pads.users import PadUser
from matches.rubbers.change_result import MOST_OPEN
from matches.rubbers.conflicts import CONFLICT_KEPT
from matches.rubbers.deal_from_input import read_deal
from matches.rubbers.errors import TooManyConflictsError
from matches.rubbers.live_news import announce
from matches.rubbers.queries import unsettled_pad_entries
from matches.rubbers.record_deals import record_cut, record_deal, undo_deal
from matches.rubbers.transition import LockedRubber, lock_rubber
from scoring.cards import Card
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.errors import NotationError
from scoring.notation import read_one
from scoring.record import Cut, Deal, Ending, Game
from scoring.record import Rubber as Record

Choice: TypeAlias = Literal["taken", "dropped"]
_HEAD: Final = '[EGN "1"]\n[A "A"]\n[B "B"]\n'


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """A contradiction between a phone's entries and the rubber's log that has not been settled.

    ``kept`` has the log entries that ``entries``, the phone's, would append, and ``stands``, as log entries,
    the cuts and deals that the rubber has instead. The conflict begins in the deal with these numbers;
    ``deal`` is 0 for a cut.
    """

    entries: tuple[PadEntry, ...]
    game: int
    deal: int
    kept: tuple[Step, ...]
    stands: tuple[Step, ...]

    @property
    def id(self) -> str:
        return self.entries[0].public_id

    @property
    def kind(self) -> str:
        return self.entries[0].kind

    @property
    def device(self) -> str:
        return self.entries[0].device


def open_conflicts(rubber: Rubber) -> list[OpenConflict]:
    """Return the unsettled conflicts of a live rubber, the oldest first, with one query if there are none."""
    if rubber.state != Rubber.State.LIVE:
        return []
    chains = _chains(list(unsettled_pad_entries(rubber)))
    if not chains:
        return []
    entries = entries_of_rubber(rubber.public_id)
    return [_conflict(chain, entries) for chain in chains]


def _chains(rows: Sequence[PadEntry]) -> list[tuple[PadEntry, ...]]:
    """Group entries into chains. The first entry of each follows no other in ``rows``."""
    chains: list[list[PadEntry]] = []
    where: dict[str, list[PadEntry]] = {}
    for row in rows:
        chain = where.get(row.after)
        if chain is None:
            chain = []
            chains.append(chain)
        chain.append(row)
        where[row.key] = chain
    return [tuple(chain) for chain in chains]


def _conflict(rows: tuple[PadEntry, ...], entries: Sequence[Entry]) -> OpenConflict:
    base = Chain(tuple(entries[: rows[0].fork or 1]))
    chain = base.and_then(_steps(rows))
    now = cuts_and_deals(Chain(tuple(entries)).text)
    _, stands = after_common_part(cuts_and_deals(base.text), now)
    kind, payload = chain.steps[0]
    number = payload["deal"] if kind == RUBBER_DEAL_UNDONE else _number(payload.get("deal", "0."))
    return OpenConflict(
        entries=rows,
        game=payload["game"],
        deal=number,
        kept=chain.steps,
        stands=tuple(step_of(each) for each in stands),
    )


def _number(deal: str) -> int:
    return int(deal.partition(".")[0])


def _steps(rows: Iterable[PadEntry]) -> list[Step]:
    return [(kind, payload) for row in rows for kind, payload in row.steps]


def refuse_to_keep_more(rubber: Rubber, *, by: User, after: str) -> None:
    """Raise ``TooManyConflictsError`` if ``by`` has too many unsettled entries on the rubber.

    ``after`` is the key of the entry before the new one. One that continues an open conflict is no further
    conflict.
    """
    rows = PadEntry.objects.filter(rubber=rubber, by=by, outcome=PadEntry.Outcome.KEPT, settlement="")
    kept = list(rows.values_list("key", "after", "code"))
    keys = {key for key, _after, _code in kept}
    chains = sum(code == "" and before not in keys for _key, before, code in kept)
    if len(kept) >= MAX_ENTRIES or (chains >= MOST_OPEN and after not in keys):
        raise TooManyConflictsError(rubber, MOST_OPEN)


def kept_steps_before(rubber: Rubber, after: str) -> list[Step]:
    """Return the log entries of the phone's unsettled entries up to the one with the key ``after``, in order."""
    rows = {row.key: row for row in PadEntry.objects.filter(rubber=rubber, fork__isnull=False)}
    unsettled: list[PadEntry] = []
    while after in rows:
        row = rows.pop(after)
        if row.outcome == PadEntry.Outcome.KEPT and not row.settlement:
            unsettled.append(row)
        after = row.after
    return _steps(reversed(unsettled))


@transaction.atomic
def settle_conflict(
    rubber: Rubber, entry: str, choice: Choice, *, user: PadUser, key: str, seen: int | None = None
) -> Rubber:
    """Settle a conflict by choosing one of its two versions, and return the updated rubber.

    ``entry`` is the conflict's id. ``dropped`` keeps what was recorded. ``taken`` undoes it, deal by deal,
    and records the phone's entries instead, in the same transaction. A repeated choice changes nothing.
    ``seen`` is the version of the rubber that the user saw, or None to skip the check for changes since.

    Raises ``RefusedError`` if the choice is not possible, and ``RubberChangeError`` if the phone's entries
    can no longer be recorded.
    """
    club = locked_club(rubber.club_id)
    locked = lock_rubber(rubber)
    row = PadEntry.objects.filter(rubber=rubber, public_id=entry, outcome=PadEntry.Outcome.KEPT).first()
    if row is None:
        raise RefusedError("no_such_conflict")
    if row.settlement:
        if row.settlement != choice:
            raise RefusedError("settled")
        return locked.row
    if not user.may_rule:
        raise RefusedError("not_allowed")
    if locked.row.state != Rubber.State.LIVE:
        raise RefusedError("not_now")
    if seen is not None and seen != locked.row.version:
        raise RefusedError("late")
    rows = next(chain for chain in _chains(list(unsettled_pad_entries(rubber))) if row in chain)
    is_taken = choice == "taken"
    if is_taken:
        # The same idempotency key sent for another conflict is another command here.
        act = CommandContext(by=user.by, key=f"{key} {entry}", link=user.link)
        changed = _apply_chain(locked, rows, act)
    else:
        changed = locked.row
        fact = {"conflict": entry, "rubber": changed.public_id}
        append_club_fact(club, CONFLICT_KEPT, fact, by=user.by, link=user.link)
    PadEntry.objects.filter(pk__in=[each.pk for each in rows]).update(
        settlement=choice, settled_at=timezone.now(), version=changed.version if is_taken else None
    )
    announce(changed)
    return changed


def _apply_chain(locked: LockedRubber, rows: Sequence[PadEntry], act: CommandContext) -> Rubber:
    """Make the rubber match the chain: undo what differs, and record it as the chain has it."""
    chain = Chain(tuple(locked.entries[: rows[0].fork or 1])).and_then(_steps(rows))
    to_undo, to_record = after_common_part(cuts_and_deals(locked.now.egn), cuts_and_deals(chain.text))
    rubber = locked.row
    done = 0

    def next_act() -> CommandContext:
        nonlocal done
        done += 1
        return replace(act, key=f"{act.key} {done}")

    for _, part in to_undo:
        if isinstance(part, Deal):
            rubber = undo_deal(rubber, act=next_act())
    for _, part in to_record:
        if isinstance(part, Cut):
            rubber = record_cut(rubber, part.pairs, act=next_act(), chosen=part.chosen)
        else:
            rubber = record_deal(rubber, part, act=next_act())
    return rubber


@dataclass(frozen=True, slots=True)
class ParsedStep:
    """One log entry of a conflict, parsed for display.

    ``deal`` is the checked deal, None if the entry records none. ``cut`` has the cards of A and B, one pair
    for each tie and one for the decision, or is empty. ``game`` and ``number`` (of the deal) are None if the
    entry has none or its text cannot be parsed.
    """

    kind: str
    game: int | None
    number: int | None
    deal: CheckedDeal | None = None
    cut: tuple[tuple[Card, Card], ...] = ()


def parse_steps(steps: Sequence[Step], record: Record) -> Iterator[ParsedStep]:
    """Parse one version of a conflict: log entries that continue a rubber whose stored record is ``record``."""
    rules = tuple((name, value) for name, value in record.tags if name not in ("Result", "Points"))
    deals = {number: game.deals for number, game in enumerate(record.games, start=1)}
    for kind, payload in steps:
        if kind == RUBBER_DEAL_RECORDED:
            yield _parse_deal(payload, rules, deals)
        elif kind == RUBBER_CUT_RECORDED:
            yield ParsedStep(kind, payload.get("game"), None, cut=_parse_cut(str(payload["cut"])))
        else:
            yield ParsedStep(kind, payload.get("game"), payload.get("deal"))


def _parse_deal(
    payload: Mapping[str, Any], rules: tuple[tuple[str, str], ...], deals: dict[int, tuple[Deal, ...]]
) -> ParsedStep:
    text, game = str(payload["deal"]), int(payload["game"])
    try:
        number = int(text.partition(".")[0])
        deal = read_deal(text, number)
    except (NotationError, ValueError):
        return ParsedStep(RUBBER_DEAL_RECORDED, game, None)
    deals[game] = (*deals.get(game, ())[: number - 1], deal)
    checked = check_rubber(Record(rules, (Game(1, deals=deals[game]),), Ending(None)))
    return ParsedStep(RUBBER_DEAL_RECORDED, game, number, deal=checked.games[0].deals[-1])


def _parse_cut(text: str) -> tuple[tuple[Card, Card], ...]:
    try:
        opening = read_one(f"{_HEAD}Game 1 {text}\n*").games[0].opening
    except (NotationError, IndexError):
        return ()
    return tuple(pair for part in opening if isinstance(part, Cut) for pair in part.pairs)

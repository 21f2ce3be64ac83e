"""Two phones that wrote one deal otherwise: both are kept, and somebody at the table says which of them stands.

A conflict is a chain: the first entry that did not fit, and what the same phone wrote after it. It is known by the
first one's id. What came after the rubber's end is none of these: it stands before the director.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from django.db import transaction
from django.utils import timezone

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.common.command_context import Act
from matches.common.log import RUBBER_DEAL_UNDONE, Entry, entry_of, stream_name
from matches.exchange.settle import CONFLICT_KEPT
from matches.models import LogEntry, PadEntry, Rubber, User
from matches.pads.entries import MOST_ENTRIES
from matches.pads.plan_entries import Chain, Step, all_written, apart, step_of
from matches.pads.refusals import RefusedError
from matches.pads.users import PadUser
from matches.rubbers.conflict_limit import MOST_OPEN
from matches.rubbers.errors import TooManyConflictsError
from matches.rubbers.live_news import announce
from matches.rubbers.live_scoring import record_cut, record_deal, undo_deal
from matches.rubbers.queries.unsettled_pad_entries import kept_entries
from matches.rubbers.transition import LockedRubber, lock_rubber
from scoring.record import Cut, Deal

Choice: TypeAlias = Literal["taken", "dropped"]


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """``entries``: the chain, in order. ``kept`` is what it would write, ``stands`` what was written in its place.

    ``game`` and ``deal`` say where it begins; ``deal`` is 0 for a cut.
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
    """Those that somebody at the table has still to settle, the oldest first; one query where there is none."""
    if rubber.state != Rubber.State.LIVE:
        return []
    chains = _chains(list(kept_entries(rubber)))
    if not chains:
        return []
    stream = LogEntry.objects.filter(stream=stream_name("rubber.", rubber.public_id)).order_by("version")
    entries = [entry_of(row) for row in stream]
    return [_conflict(chain, entries) for chain in chains]


def _chains(rows: Sequence[PadEntry]) -> list[tuple[PadEntry, ...]]:
    """Each beginning with one that hangs on no other of them."""
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
    now = all_written(Chain(tuple(entries)).text)
    _, stands = apart(all_written(base.text), now)
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
    """Raises ``TooManyConflictsError`` where as much of ``by`` is kept beside ``rubber`` as may be of one person.

    ``after``: the key after which the new entry was written; what goes on in a conflict that is open begins no other.
    """
    rows = PadEntry.objects.filter(rubber=rubber, by=by, outcome=PadEntry.Outcome.KEPT, settlement="")
    kept = list(rows.values_list("key", "after", "code"))
    keys = {key for key, _after, _code in kept}
    chains = sum(code == "" and before not in keys for _key, before, code in kept)
    if len(kept) >= MOST_ENTRIES or (chains >= MOST_OPEN and after not in keys):
        raise TooManyConflictsError(rubber, MOST_OPEN)


def kept_before(rubber: Rubber, after: str) -> list[Step]:
    """What the phone that wrote ``after`` had written before, and in it, that is kept beside the rubber; in order."""
    rows = {row.key: row for row in PadEntry.objects.filter(rubber=rubber, fork__isnull=False)}
    found: list[PadEntry] = []
    while after in rows:
        row = rows.pop(after)
        if row.outcome == PadEntry.Outcome.KEPT and not row.settlement:
            found.append(row)
        after = row.after
    return _steps(reversed(found))


@transaction.atomic
def settle_conflict(
    rubber: Rubber, entry: str, choice: Choice, *, user: PadUser, key: str, seen: int | None = None
) -> Rubber:
    """Say which of the two stands; the rubber as it is then. ``entry`` is the conflict's id.

    ``dropped``: what was recorded. ``taken``: the kept chain; all that was recorded in its place is taken back, deal by
    deal, in the same transaction. Said again it changes nothing. ``seen`` is the version that was chosen on, None for
    whatever is there. Raises ``RefusedError`` and, where the chain does not fit any more, ``RubberChangeError``.
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
    rows = next(chain for chain in _chains(list(kept_entries(rubber))) if row in chain)
    is_taken = choice == "taken"
    if is_taken:
        # A key that was sent for another conflict is another act here.
        changed = _take_in_place(locked, rows, user.act(f"{key} {entry}"))
    else:
        changed = locked.row
        told = {"conflict": entry, "rubber": changed.public_id}
        append_club_fact(club, CONFLICT_KEPT, told, by=user.by, link=user.link)
    PadEntry.objects.filter(pk__in=[each.pk for each in rows]).update(
        settlement=choice, settled_at=timezone.now(), version=changed.version if is_taken else None
    )
    announce(changed)
    return changed


def _take_in_place(locked: LockedRubber, rows: Sequence[PadEntry], act: Act) -> Rubber:
    """Make the rubber what the chain says: what differs is taken back, and recorded as the chain has it."""
    chain = Chain(tuple(locked.entries[: rows[0].fork or 1])).and_then(_steps(rows))
    gone, wanted = apart(all_written(locked.now.egn), all_written(chain.text))
    rubber = locked.row
    done = 0

    def next_act() -> Act:
        nonlocal done
        done += 1
        return replace(act, key=f"{act.key} {done}")

    for _, part in gone:
        if isinstance(part, Deal):
            rubber = undo_deal(rubber, act=next_act())
    for _, part in wanted:
        if isinstance(part, Cut):
            rubber = record_cut(rubber, part.pairs, act=next_act(), chosen=part.chosen)
        else:
            rubber = record_deal(rubber, part, act=next_act())
    return rubber

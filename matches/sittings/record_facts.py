"""Open a sitting and record its facts: append what happens at the table to its stream, and update its rows.

``matches.rules.sittings.rules`` decides whether a fact may be recorded. It judges by the state that follows
from log and rubbers while the sitting's row is locked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.find_by_name import near_player, players_typed
from matches.clubs.locks import locked_club
from matches.clubs.players import add_players
from matches.common.club_clock import club_today
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.log import Entry, append_entries
from matches.events.record_facts import key_of_next
from matches.models import Club, Event, Player, Sitting, TableLink
from matches.models.ids import new_public_id
from matches.rubbers.text import COLUMN_LENGTH
from matches.rules.events.facts import Fact, PlayerId
from matches.rules.names import tidy_name
from matches.rules.sittings.facts import SittingFactKind, SittingKind
from matches.rules.sittings.rules import check_fact
from matches.rules.sittings.state import SittingState
from matches.sittings.errors import ClosedToLinkError, NewNameError, SittingNameError, StaleSittingError
from matches.sittings.sitting_state import (
    SITTING_KIND,
    SittingLog,
    sitting_log,
    sitting_state,
    sitting_stream,
    stored_state,
)
from matches.sittings.write_sitting import insert_sitting, locked_sitting, write_sitting

NewSittingFact: TypeAlias = tuple[SittingFactKind, Mapping[str, Any]]
"""A fact to be recorded: its kind and its payload (see ``matches.rules.sittings.facts``)."""
EMPTY_LOG: Final = SittingLog((), {})
"""The log of a sitting that is not opened yet."""


@dataclass(slots=True)
class LockedSitting:
    """A sitting's row, locked until the transaction ends, with its log and the state derived from it."""

    row: Sitting
    log: SittingLog
    state: SittingState


def record_sitting_fact(
    sitting: Sitting, kind: SittingFactKind, payload: Mapping[str, Any], *, act: CommandContext
) -> SittingState:
    """Command to append one fact to a sitting's log and update its rows. Return the new state.

    ``act.version`` is the ``rows_version`` that the actor last saw. A repeated command changes nothing.
    Raises ``SittingActError`` if the rules do not allow the fact now, ``StaleSittingError`` if the sitting
    has changed since ``act.version``, and ``ClosedToLinkError`` if a visitor with a link would reopen it.
    """
    return record_sitting_facts(sitting, [(kind, payload)], act=act)


@transaction.atomic
def record_sitting_facts(
    sitting: Sitting, facts: Sequence[NewSittingFact], *, act: CommandContext
) -> SittingState:
    """Command to append several facts in order, all or none. Everything else is as in ``record_sitting_fact``."""
    locked_club(sitting.club_id)
    key = log_key(act, sitting_stream(sitting))
    if done_before(key):
        return sitting_state(sitting)
    locked = lock_sitting(sitting)
    refuse_stale(locked.row, act)
    for kind, _payload in facts:
        _check_link(locked.state, kind, act)
    append_sitting_facts(locked, facts, act=act, key=key)
    return locked.state


def open_to(state: SittingState, link: TableLink | None) -> frozenset[SittingFactKind]:
    """Return the kinds of facts that a user may record now. ``link`` is a visitor's link, or None."""
    return frozenset(kind for kind in state.may if link is None or not _is_reopening(state, kind))


def _is_reopening(state: SittingState, kind: SittingFactKind) -> bool:
    return kind == "reopened" or (kind == "undone" and state.last_kind == "closed")


def _check_link(state: SittingState, kind: SittingFactKind, act: CommandContext) -> None:
    """Raise ``ClosedToLinkError`` if a link, long after the evening, would reopen a closed table."""
    if act.link is not None and state.phase == "closed" and _is_reopening(state, kind):
        raise ClosedToLinkError


@transaction.atomic
def join_sitting(
    sitting: Sitting, name: str, *, only_bets: bool = False, may_be_new: bool = False, act: CommandContext
) -> SittingState:
    """Command to let the person with this name join a table. Return the sitting's new state.

    ``only_bets`` is set if the person only bets at a French table and does not wait for a seat. If ``may_be_new`` is
    set, an unknown name is added to the club's list. Raises ``NewNameError`` for an unknown name if ``may_be_new`` is
    not set, ``PeopleError`` if the name cannot be added, and whatever ``record_sitting_fact`` raises.
    """
    club = locked_club(sitting.club_id)
    if done_before(log_key(act, sitting_stream(sitting))):
        return sitting_state(sitting)
    player = find_or_add_person(club, name, may_be_new=may_be_new, act=act)
    return join_player(sitting, player.public_id, only_bets=only_bets, act=act)


@transaction.atomic
def join_player(
    sitting: Sitting, player: PlayerId, *, only_bets: bool = False, act: CommandContext
) -> SittingState:
    """Command to let a player join a table, or return to it. All else is as in ``join_sitting``."""
    locked_club(sitting.club_id)
    if done_before(log_key(act, sitting_stream(sitting))):
        return sitting_state(sitting)
    state = stored_state(sitting)
    before = next((each for each in state.people if each.player == player), None)
    payload: dict[str, object] = {"player": player}
    if before is None or before.is_here:
        joining = {**payload, "only_bets": True} if only_bets else payload
        return record_sitting_fact(sitting, "joined", joining, act=act)
    facts: list[NewSittingFact] = [("returned", payload)]
    if state.kind == "french" and before.is_playing is only_bets:
        facts.append(("stood_aside" if only_bets else "stood_in", payload))
    return record_sitting_facts(sitting, facts, act=act)


def find_or_add_person(club: Club, name: str, *, may_be_new: bool, act: CommandContext) -> Player:
    """Return the club's player with this name; if there is none and ``may_be_new`` is set, add a guest.

    Raises ``NewNameError`` for an unknown name if ``may_be_new`` is not set, and ``PeopleError`` if the name
    cannot be added.
    """
    tidy = tidy_name(name)
    known = players_typed(club, [name]).get(tidy)
    if known is not None:
        return known
    if not may_be_new or not tidy:
        raise NewNameError(tidy, near_player(club, tidy))
    add_players(club, [tidy], by=act.by)
    return Player.objects.get(club=club, name=tidy)


def lock_sitting(sitting: Sitting) -> LockedSitting:
    """Lock the sitting's row, and read its log and state. The caller holds a transaction and the club's lock."""
    row = locked_sitting(sitting.pk)
    log = sitting_log(row)
    return LockedSitting(row, log, log.state)


def refuse_stale(row: Sitting, act: CommandContext) -> None:
    """Check that the sitting is unchanged since the actor last saw it; raise ``StaleSittingError`` otherwise."""
    if act.version is not None and act.version != row.rows_version:
        raise StaleSittingError(row)


def append_sitting_facts(
    locked: LockedSitting, facts: Sequence[NewSittingFact], *, act: CommandContext, key: str
) -> None:
    """Append facts to the log of a locked sitting, update its stored rows, and update ``locked``.

    ``key`` is the idempotency key of the first entry. Raises ``SittingActError`` if the rules do not allow
    one of the facts.
    """
    entries: list[Entry] = []
    at = timezone.now()
    for number, (kind, payload) in enumerate(facts):
        # The payload as it will be read from the log.
        stored_payload = orjson.loads(orjson.dumps(payload))
        check_fact(locked.state, kind, stored_payload)
        version = locked.log.version + 1
        fact = Fact(version, kind, stored_payload, at=at.isoformat(), by=act.by.public_id, reason=act.reason)
        locked.log = locked.log.with_fact(fact)
        locked.state = locked.log.state
        entries.append(sitting_entry(locked.row, fact, act=act, key=key_of_next(key, number)))
    append_entries(entries)
    write_sitting(locked.row, locked.state)


def sitting_entry(row: Sitting, fact: Fact, *, act: CommandContext, key: str) -> Entry:
    """Return the log entry for a fact of the sitting, without appending it."""
    return Entry(
        club_id=row.club_id,
        kind=f"{SITTING_KIND}{fact.kind}",
        subject=row.public_id,
        version=fact.version,
        payload=fact.payload,
        at=datetime.fromisoformat(fact.at),
        key=key,
        by_id=act.by.pk,
        reason=act.reason,
        link_id=None if act.link is None else act.link.pk,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSitting:
    """The values with which a sitting is opened. ``terms`` are a payload of ``matches.rules.sittings.facts``.

    ``event`` is the event in which the sitting's games count, or None. ``people`` are public ids of players
    who join at once, in this order. Then the people named in ``names`` join. A name that is in ``new``, too,
    may be added to the club's list of players.
    """

    kind: SittingKind
    name: str
    terms: Mapping[str, Any]
    event: Event | None = None
    people: tuple[PlayerId, ...] = ()
    names: tuple[str, ...] = ()
    new: frozenset[str] = frozenset()


@transaction.atomic
def open_sitting(club: Club, new_sitting: NewSitting, *, act: CommandContext) -> Sitting:
    """Command to open a sitting and let its first people join. Return the new sitting.

    Raises ``SittingNameError`` for an impossible name of the table, ``NewNameError`` for an unknown person
    who is not in ``new``, ``PeopleError`` if a person cannot be added to the club's list, and
    ``SittingActError`` if the rules do not allow the terms or the people.
    """
    name = _checked_name(new_sitting.name)
    club = locked_club(club.pk)
    key = log_key(act, f"club:{club.public_id}:sitting")
    if before := done_before(key):
        return Sitting.objects.select_related("club", "event").get(public_id=before.stream.partition(":")[2])
    payload = {
        "kind": new_sitting.kind,
        "name": name,
        "date": club_today(club).isoformat(),
        "currency": club.currency,
        "terms": dict(new_sitting.terms),
        "club": club.public_id,
        "event": "" if new_sitting.event is None else new_sitting.event.public_id,
    }
    row = insert_sitting(new_public_id(), payload, club=club, event=new_sitting.event, at=timezone.now())
    locked = LockedSitting(row, EMPTY_LOG, EMPTY_LOG.state)
    opening: NewSittingFact = ("opened", payload)
    append_sitting_facts(locked, [opening, *_joined_facts(club, new_sitting, act)], act=act, key=key)
    return row


def _joined_facts(club: Club, new_sitting: NewSitting, act: CommandContext) -> list[NewSittingFact]:
    names = {tidy: name for name in new_sitting.names if (tidy := tidy_name(name))}
    named = [
        find_or_add_person(club, name, may_be_new=name in new_sitting.new, act=act) for name in names.values()
    ]
    people = dict.fromkeys([*new_sitting.people, *(each.public_id for each in named)])
    return [("joined", {"player": public_id}) for public_id in people]


def _checked_name(name: str) -> str:
    tidy = tidy_name(name)
    if not tidy:
        raise SittingNameError(_("Give the table a name."))
    if len(tidy) > COLUMN_LENGTH:
        raise SittingNameError(_("Shorten the name to %(most)d characters.") % {"most": COLUMN_LENGTH})
    return tidy

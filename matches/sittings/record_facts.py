"""Facts of a sitting: whatever happens at the table is appended to its stream, and its rows follow at once.

Whether something may be put down now is for ``matches.rules.sittings.lifecycle`` to say, of the state that log and
rubbers give while the sitting's row is locked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import orjson
from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.players import add_players
from matches.clubs.queries.known_names import players_typed
from matches.common.clean_names import tidy_name
from matches.common.command_context import Act, done_before, log_key
from matches.common.log import Entry, append_entries
from matches.events.record_facts import key_of_next
from matches.models import Club, Player, Sitting, TableLink
from matches.rules.events.facts import Fact, PlayerId
from matches.rules.sittings.facts import SittingFactKind
from matches.rules.sittings.lifecycle import check_fact
from matches.rules.sittings.state import SittingState
from matches.sittings.current_state import (
    SITTING_KIND,
    SittingLog,
    sitting_log,
    sitting_state,
    sitting_stream,
    stored_state,
)
from matches.sittings.errors import ClosedToLinkError, NewNameError, StaleSittingError
from matches.sittings.write_sitting import locked_sitting, write_sitting

NewSittingFact: TypeAlias = tuple[SittingFactKind, Mapping[str, Any]]
"""A kind and its payload (``matches.rules.sittings.facts``)."""


@dataclass(slots=True)
class LockedSitting:
    """A sitting's row, locked until the transaction ends, and all that its state follows from."""

    row: Sitting
    log: SittingLog
    state: SittingState


def put_down(
    sitting: Sitting, kind: SittingFactKind, payload: Mapping[str, Any], *, act: Act
) -> SittingState:
    """Append one fact and write what follows; what the table is then.

    ``act.version`` is the ``rows_version`` of the sitting which the actor had seen. An act that was done before changes
    nothing. Raises ``SittingActError`` where this may not be put down now, ``StaleSittingError``, and
    ``ClosedToLinkError``.
    """
    return put_down_all(sitting, [(kind, payload)], act=act)


@transaction.atomic
def put_down_all(sitting: Sitting, facts: Sequence[NewSittingFact], *, act: Act) -> SittingState:
    """``put_down`` of several, in order: all of them or none."""
    locked_club(sitting.club_id)
    key = log_key(act, sitting_stream(sitting))
    if done_before(key):
        return sitting_state(sitting)
    locked = lock_sitting(sitting)
    refuse_stale(locked.row, act)
    for kind, _payload in facts:
        _refuse_link(locked.state, kind, act)
    append_sitting_facts(locked, facts, act=act, key=key)
    return locked.state


def open_to(state: SittingState, link: TableLink | None) -> frozenset[SittingFactKind]:
    """Kinds of facts that may be put down now by who came by ``link``, or by none."""
    return frozenset(kind for kind in state.may if link is None or not _opens_again(state, kind))


def _opens_again(state: SittingState, kind: SittingFactKind) -> bool:
    return kind == "reopened" or (kind == "undone" and state.last_kind == "closed")


def _refuse_link(state: SittingState, kind: SittingFactKind, act: Act) -> None:
    """Raises ``ClosedToLinkError``: a code lies about longer than the evening lasts."""
    if act.link is not None and state.phase == "closed" and _opens_again(state, kind):
        raise ClosedToLinkError


@transaction.atomic
def join_sitting(
    sitting: Sitting, name: str, *, only_bets: bool = False, may_be_new: bool = False, act: Act
) -> SittingState:
    """Let somebody come to the table by his name; who is new is put on the club's list where that ``may_be`` so.

    Raises ``NewNameError`` where it may not, ``PeopleError``, and as ``put_down``.
    """
    club = locked_club(sitting.club_id)
    if done_before(log_key(act, sitting_stream(sitting))):
        return sitting_state(sitting)
    player = person_called(club, name, may_be_new=may_be_new, act=act)
    return join_player(sitting, player.public_id, only_bets=only_bets, act=act)


@transaction.atomic
def join_player(sitting: Sitting, player: PlayerId, *, only_bets: bool = False, act: Act) -> SittingState:
    """Let somebody come to the table, or come back to it. Raises as ``put_down``."""
    locked_club(sitting.club_id)
    if done_before(log_key(act, sitting_stream(sitting))):
        return sitting_state(sitting)
    state = stored_state(sitting)
    before = next((each for each in state.people if each.player == player), None)
    payload: dict[str, object] = {"player": player}
    if before is None or before.is_here:
        told = {**payload, "only_bets": True} if only_bets else payload
        return put_down(sitting, "joined", told, act=act)
    facts: list[NewSittingFact] = [("returned", payload)]
    if state.kind == "french" and before.is_playing is only_bets:
        facts.append(("stood_aside" if only_bets else "stood_in", payload))
    return put_down_all(sitting, facts, act=act)


def person_called(club: Club, name: str, *, may_be_new: bool, act: Act) -> Player:
    """The player whom the club knows by this name, or a new guest. Raises ``NewNameError`` and ``PeopleError``."""
    tidy = tidy_name(name)
    known = players_typed(club, [name]).get(tidy)
    if known is not None:
        return known
    if not may_be_new or not tidy:
        raise NewNameError(tidy)
    add_players(club, [tidy], by=act.by)
    return Player.objects.get(club=club, name=tidy)


def lock_sitting(sitting: Sitting) -> LockedSitting:
    """Lock the row and read what it stands for. The caller holds a transaction, and the club's lock."""
    row = locked_sitting(sitting.pk)
    log = sitting_log(row)
    return LockedSitting(row, log, log.state)


def refuse_stale(row: Sitting, act: Act) -> None:
    """Raises ``StaleSittingError`` where the actor had seen another table than the one that is here."""
    if act.version is not None and act.version != row.rows_version:
        raise StaleSittingError(row)


def append_sitting_facts(
    locked: LockedSitting, facts: Sequence[NewSittingFact], *, act: Act, key: str
) -> None:
    """Append to a locked sitting what may be put down, and write its rows; ``locked`` is what it is then.

    Raises ``SittingActError``.
    """
    entries: list[Entry] = []
    at = timezone.now()
    for number, (kind, payload) in enumerate(facts):
        # As the log will give it back.
        told = orjson.loads(orjson.dumps(payload))
        check_fact(locked.state, kind, told)
        version = locked.log.version + 1
        fact = Fact(version, kind, told, at=at.isoformat(), by=act.by.public_id, reason=act.reason)
        locked.log = locked.log.with_fact(fact)
        locked.state = locked.log.state
        entries.append(sitting_entry(locked.row, fact, act=act, key=key_of_next(key, number)))
    append_entries(entries)
    write_sitting(locked.row, locked.state)


def sitting_entry(row: Sitting, fact: Fact, *, act: Act, key: str) -> Entry:
    """The entry of the log that tells ``fact``."""
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

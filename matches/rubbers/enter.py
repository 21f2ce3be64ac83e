"""Rubbers that begin by hand: entered when they are over, or opened to be scored deal by deal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from django.db import transaction
from django.utils import timezone

from matches.clubs.aliases import aliases_of, pairs_of, survivors_of
from matches.clubs.locks import locked_club
from matches.clubs.permissions import Word
from matches.common.command_context import Act, done_before, log_key
from matches.common.log import (
    RUBBER_ENTERED,
    RUBBER_OPENED,
    RUBBER_REPORTED,
    Entry,
    RubberBegun,
    Seat,
    append_entries,
)
from matches.models import Club, Event, Player, Rubber
from matches.models.ids import new_public_id
from matches.rubbers.apply_log_entries import apply_entries, lock_events
from matches.rubbers.errors import SamePlayerError, SameRubberError
from matches.rubbers.fold import TAGS_OF_THE_END
from matches.rubbers.identity import natural_identity, occasion_of
from matches.rubbers.live_news import announce
from matches.rubbers.open_event import opened_event
from matches.rubbers.prepare_record import StoredRecord, stored_record
from matches.rubbers.primary_keys import Directory
from matches.rubbers.states import RubberKind
from matches.rubbers.transition import enqueue_on_commit, stored_rubber
from scoring import record as scored
from scoring.checks import LATEST_CHECKS

SEAT_OF_WORD: dict[Word, Seat] = {"A": "A", "B": "B", "helper": "", "final": ""}


def enter_rubber(
    club: Club,
    record: scored.Rubber,
    *,
    event_name: str,
    players: tuple[Player, Player],
    word: Word,
    act: Act,
    is_another: bool = False,
) -> Rubber:
    """Store a finished record, whatever its depth: confirmed where ``word`` is final, else reported; or a draft.

    ``is_another`` says that equals of it may be here. Raises ``SameRubberError``, ``SamePlayerError``,
    ``HeldRecordError`` and ``RecordError``.
    """
    kind: RubberKind = RUBBER_ENTERED if word == "final" else RUBBER_REPORTED
    new = _NewRubber(club, record, event_name, players, act, is_another)
    return new.begin(kind, by=None if word == "final" else SEAT_OF_WORD[word])


def open_rubber(
    club: Club,
    record: scored.Rubber,
    *,
    event_name: str,
    players: tuple[Player, Player],
    act: Act,
    is_another: bool = False,
) -> Rubber:
    """Store a rubber that is about to be played; of ``record`` its tags alone count. Raises as ``enter_rubber``."""
    tags = tuple(tag for tag in record.tags if tag[0] not in TAGS_OF_THE_END)
    head = scored.Rubber(tags, comments=record.comments)
    return _NewRubber(club, head, event_name, players, act, is_another).begin(RUBBER_OPENED)


@dataclass(frozen=True, slots=True)
class _NewRubber:
    club: Club
    record: scored.Rubber
    event_name: str
    players: tuple[Player, Player]
    act: Act
    is_another: bool

    @transaction.atomic
    def begin(self, kind: RubberKind, *, by: Seat | None = None) -> Rubber:
        # Others who enter the same rubber wait here, and find it when their turn comes.
        locked_club(self.club.pk)
        key = log_key(self.act, f"club:{self.club.public_id}:rubber")
        if before := done_before(key):
            pk = Rubber.objects.values_list("pk", flat=True).get(public_id=before.stream.partition(":")[2])
            return stored_rubber(pk)
        stored = stored_record(self.record, event_name=self.event_name.strip(), club_name=self.club.name)
        a, b = people = person_ids(self.players)
        opening, event = self._event(stored)
        payload: RubberBegun = {
            "identity": free_identity(self.club, stored, people, is_another=self.is_another),
            "event": event,
            "a": a,
            "b": b,
            "egn": stored.egn,
            "checks": LATEST_CHECKS,
        }
        if by is not None:
            payload["by"] = by
        begun = self._entry(kind, payload, key)
        entries = [*opening, begun]
        directory = Directory()
        lock_events(public_id__in=[event])
        positions = append_entries(entries)
        keys = apply_entries(entries, positions, directory=directory, checked={begun.subject: stored.checked})
        rubber = stored_rubber(keys[begun.subject])
        enqueue_on_commit(rubber, {rubber.event_id})
        announce(rubber, stored.checked)
        return rubber

    def _event(self, stored: StoredRecord) -> tuple[list[Entry], str]:
        return event_for(self.club, stored, self.act)

    def _entry(self, kind: RubberKind, payload: RubberBegun, key: str) -> Entry:
        at, by = timezone.now(), self.act.by.pk
        link = None if self.act.link is None else self.act.link.pk
        return Entry(
            self.club.pk, kind, new_public_id(), 1, payload, at, key, by, self.act.reason, link_id=link
        )


def event_for(club: Club, stored: StoredRecord, act: Act) -> tuple[list[Entry], str]:
    """The public id of the event that a record names, and the entry that opens it where there is none."""
    name = stored.record.tag("Event") or ""
    known = Event.objects.filter(club=club, name=name).values_list("public_id", flat=True).first()
    if known is not None:
        return [], known
    entry = opened_event(club, name, at=timezone.now(), by_id=act.by.pk, reason=act.reason)
    return [entry], entry.subject


def person_ids(players: tuple[Player, Player]) -> tuple[str, str]:
    """The public ids under which two people go now. Raises ``SamePlayerError``."""
    a, b = (player.public_id for player in players)
    now = survivors_of({a, b})
    people = now.get(a, a), now.get(b, b)
    if people[0] == people[1]:
        raise SamePlayerError
    return people


def free_identity(
    club: Club,
    stored: StoredRecord,
    people: tuple[str, str],
    *,
    is_another: bool,
    besides: Collection[int] = (),
) -> str:
    """The identity of a record between two people: that of the first place among its equals which nobody has.

    ``besides`` are rubbers (primary keys) that don't count. Raises ``SameRubberError`` where the first place is taken
    and the record is not said to be another.
    """
    occasion = occasion_of(stored.record)
    pairs = list(pairs_of(people, aliases_of(people)))
    for place in count(1):
        names = [natural_identity(club.public_id, occasion, players=pair, place=place) for pair in pairs]
        taken = Rubber.objects.filter(identity__in=names).exclude(pk__in=besides).first()
        if taken is None:
            return names[0]
        if not is_another:
            raise SameRubberError(taken)
    raise AssertionError

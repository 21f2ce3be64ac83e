"""Commands to enter a rubber that is over, or to open one that will be scored deal by deal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.roles import Authority
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.directory import Directory, aliases_of, current_ids, pairs_of
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
from matches.rubbers.errors import SamePlayerError, SameRubberError
from matches.rubbers.find_round import DrawnRounds
from matches.rubbers.fold import TAGS_OF_THE_END
from matches.rubbers.identity import natural_identity, occasion_of
from matches.rubbers.live_news import announce
from matches.rubbers.open_event import opened_event
from matches.rubbers.states import RubberKind
from matches.rubbers.text import StoredRecord, stored_record
from matches.rubbers.transition import apply_entries, enqueue_on_commit, lock_events, stored_rubber
from scoring import record as scored
from scoring.checks import LATEST_CHECKS

SEAT_OF_AUTHORITY: dict[Authority, Seat] = {"A": "A", "B": "B", "helper": "", "final": ""}


def enter_rubber(
    club: Club,
    record: scored.Rubber,
    *,
    event_name: str,
    players: tuple[Player, Player],
    authority: Authority,
    act: CommandContext,
    is_another: bool = False,
) -> Rubber:
    """Store a finished record, whether it has only a result or every card. Return the new rubber.

    ``authority`` says for whom the actor speaks: side A or B, a helper, or ``final`` for a person who may decide.
    With ``final`` the rubber is confirmed, otherwise reported; with blocking findings it becomes a draft.

    Raises ``SameRubberError`` if a rubber of the same event, date, round, table and players is stored, or decides the
    pairing of the players in this round, and ``is_another`` is not set; ``SamePlayerError``, and ``HeldRecordError``
    or ``RecordError`` for an invalid record.
    """
    kind: RubberKind = RUBBER_ENTERED if authority == "final" else RUBBER_REPORTED
    new = _NewRubber(club, record, event_name, players, act, is_another)
    return new.begin(kind, by=None if authority == "final" else SEAT_OF_AUTHORITY[authority])


def open_rubber(
    club: Club,
    record: scored.Rubber,
    *,
    event_name: str,
    players: tuple[Player, Player],
    act: CommandContext,
    is_another: bool = False,
) -> Rubber:
    """Store a live rubber with the tags and comments of ``record``. Raises whatever ``enter_rubber`` raises."""
    tags = tuple(tag for tag in record.tags if tag[0] not in TAGS_OF_THE_END)
    head = scored.Rubber(tags, comments=record.comments)
    return _NewRubber(club, head, event_name, players, act, is_another).begin(RUBBER_OPENED)


@dataclass(frozen=True, slots=True)
class _NewRubber:
    """A rubber to be entered or opened: its record, event and players, and the command."""

    club: Club
    record: scored.Rubber
    event_name: str
    players: tuple[Player, Player]
    act: CommandContext
    is_another: bool

    @transaction.atomic
    def begin(self, kind: RubberKind, *, by: Seat | None = None) -> Rubber:
        """Append the entry that begins the rubber, of this kind, and write its rows.

        Return the rubber. If the same command was carried out before, return its rubber. ``by`` is the side that
        reports the result, empty for a helper, and None if nobody reports it.
        """
        # Another request with the same rubber waits for this lock, and then finds it stored.
        locked_club(self.club.pk)
        key = entry_key(self.club, self.act)
        if before := find_entered(self.club, self.act):
            return before
        stored = stored_record(self.record, event_name=self.event_name.strip(), club_name=self.club.name)
        a, b = people = person_ids(self.players)
        opening, event = event_for(self.club, stored, self.act)
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
        act = self.act
        link = None if act.link is None else act.link.pk
        begun = Entry(
            self.club.pk,
            kind,
            new_public_id(),
            1,
            payload,
            timezone.now(),
            key,
            act.by.pk,
            act.reason,
            link_id=link,
        )
        entries = [*opening, begun]
        directory = Directory()
        lock_events(public_id__in=[event])
        if not opening:
            self._place(payload, stored.record.tag("Round") or "", people)
        positions = append_entries(entries)
        keys = apply_entries(entries, positions, directory=directory, checked={begun.subject: stored.checked})
        rubber = stored_rubber(keys[begun.subject])
        enqueue_on_commit(rubber, {rubber.event_id})
        announce(rubber, stored.checked)
        return rubber

    def _place(self, payload: RubberBegun, written: str, people: tuple[str, str]) -> None:
        """Note which round of a draw is meant. Raises ``SameRubberError`` if the pairing there has its result."""
        draw = DrawnRounds(payload["event"], people)
        label = draw.label(written, people)
        if draw.rounds and not self.is_another and (result := draw.result_in(label, people)):
            raise SameRubberError(Rubber.objects.get(public_id=result), round_label=label)
        if label != written:
            payload["round"] = {"tag": written, "label": label}


def entry_key(club: Club, act: CommandContext) -> str:
    """Return the key of the log entry by which a command enters a rubber of the club."""
    return log_key(act, f"club:{club.public_id}:rubber")


def find_entered(club: Club, act: CommandContext) -> Rubber | None:
    """Return the rubber that the same command entered before, or None."""
    before = done_before(entry_key(club, act)) if act.key else None
    if before is None:
        return None
    return stored_rubber(
        Rubber.objects.values_list("pk", flat=True).get(public_id=before.stream.partition(":")[2])
    )


def event_for(club: Club, stored: StoredRecord, act: CommandContext) -> tuple[list[Entry], str]:
    """Return the log entries that open the event named in a record (none if the club has it), and its public id."""
    name = stored.record.tag("Event") or ""
    known = Event.objects.filter(club=club, name=name).values_list("public_id", flat=True).first()
    if known is not None:
        return [], known
    entry = opened_event(club, name, at=timezone.now(), by_id=act.by.pk, reason=act.reason)
    return [entry], entry.subject


def person_ids(players: tuple[Player, Player]) -> tuple[str, str]:
    """Return the current public ids of two players. Raises ``SamePlayerError`` if both are one person."""
    a, b = (player.public_id for player in players)
    now = current_ids({a, b})
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
    """Return an unused identity hash for a new or corrected rubber between two people.

    Rubbers of the same event, date, round, table and players are numbered from 1, and the first free number
    is a part of the hash. ``besides`` are rubbers (primary keys) to ignore. Raises ``SameRubberError`` if
    number 1 is used and ``is_another`` is not set.
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

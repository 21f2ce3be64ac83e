"""Import events from files, written by this site or another.

The imported event has the same log entries, at the same times, by the same people if they have accounts here.
Public ids are kept unless they are in use. Players are matched with those of the club by id, or else by name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import DataError, IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.players import PLAYERS_ADDED, free_name
from matches.common.commands import CommandContext
from matches.common.directory import Directory, open_event
from matches.common.enqueue import enqueue_reviews
from matches.common.log import EVENT_FACTS, Entry, append_entries, is_of_rubber
from matches.events.check_document import EventFileError, FileFinding, read_event_file
from matches.events.document import Document, file_entries, replace_ids
from matches.events.record_facts import LockedEvent, lock_of, locked_row, write_locked
from matches.exchange.event_files.export import export_event
from matches.figures.deferred_updates import counting_projections, note_counting_rubbers
from matches.models import Club, Depth, Event, Player, Rubber, User
from matches.models.ids import new_public_id
from matches.rubbers.fold import events_drawn, events_touched, fold_rubber
from matches.rubbers.identity import Occasion, natural_identity, occasion_of
from matches.rubbers.open_event import EventNameError, checked_name_of_file
from matches.rubbers.projection import project_rubber
from matches.rubbers.states import SETTLED
from matches.rubbers.write_rows import insert_projections
from matches.rules.names import tidy_name
from scoring.notation import read_one

EVENT_IMPORTED: Final = "club.event_imported"
"""The kind of log entry for an imported event. The payload's ``event`` is the event's public id."""
MOST_EVENT_FILE_BYTES: Final = 16 << 20
"""The maximum size of a file, in bytes."""
DECIDED: Final = frozenset(EVENT_FACTS.values())
"""The kinds of log entries that change an event with a plan."""


class _IdentityEntry(NamedTuple):
    """The log entry of a rubber that sets its identity, by its version, and what the identity is made of.

    ``people`` are the two players' public ids.
    """

    version: int
    occasion: Occasion
    people: tuple[str, str]

    def is_alike(self, other: _IdentityEntry) -> bool:
        """Return whether both entries set the same identity, but for the rubber's number among equals."""
        return (self.occasion, self.people) == (other.occasion, other.people)


class _WantedIdentity(NamedTuple):
    """A rubber that needs an identity for the entries in ``keys``: the rubber's id in the file, and a version."""

    keys: tuple[tuple[str, int], ...]
    occasion: Occasion
    people: tuple[str, str]


class FileIdentities:
    """The identities that the rubbers of an event file get in this site (``matches.rubbers.identity``).

    They are found by the rubber's id in the file and the version of the log entry that sets the identity.
    """

    def __init__(self, club: Club, document: Document) -> None:
        self._club = club.public_id
        self._given: dict[tuple[str, int], str] = {}
        wanted = []
        for rubber in document["rubbers"]:
            entries = _identity_entries(rubber)
            final = entries[-1]
            for entry in entries:
                if not entry.is_alike(final):
                    # A later entry replaces this identity, so that another rubber may have it.
                    self._given[rubber["id"], entry.version] = self._name(entry.occasion, entry.people, 1)
            keys = tuple((rubber["id"], entry.version) for entry in entries if entry.is_alike(final))
            wanted.append(_WantedIdentity(keys, final.occasion, final.people))
        self._give(wanted)

    def _give(self, wanted: list[_WantedIdentity]) -> None:
        """Give each rubber the lowest place, from 1, with which its identity is unused (``natural_identity``)."""
        used: set[str] = set()
        place = 1
        while wanted:
            names = [self._name(each.occasion, each.people, place) for each in wanted]
            used |= set(Rubber.objects.filter(identity__in=names).values_list("identity", flat=True))
            left = []
            for name, each in zip(names, wanted, strict=True):
                if name in used:
                    left.append(each)
                    continue
                used.add(name)
                self._given |= dict.fromkeys(each.keys, name)
            wanted = left
            place += 1

    def _name(self, occasion: Occasion, people: tuple[str, str], place: int) -> str:
        return natural_identity(self._club, occasion, players=people, place=place)

    def payload(self, subject: str, entry: Document) -> Any:
        """Return the payload of an entry in the file, with the identity in this site if it sets one.

        ``subject`` is the rubber's id in the file.
        """
        identity = self._given.get((subject, entry["version"]))
        payload = {key: value for key, value in entry["payload"].items() if key != "identity"}
        return payload if identity is None else {**payload, "identity": identity}


def _identity_entries(rubber: Document) -> list[_IdentityEntry]:
    """Return the entries that set a rubber's identity: its first one, and each that changes occasion or players."""
    entries: list[_IdentityEntry] = []
    people = ("", "")
    for entry in rubber["log"]:
        payload = entry["payload"]
        people = (payload.get("a", people[0]), payload.get("b", people[1]))
        if "egn" not in payload:
            continue
        new = _IdentityEntry(entry["version"], occasion_of(read_one(payload["egn"])), people)
        if not entries or not new.is_alike(entries[-1]):
            entries.append(new)
    return entries


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """The result of importing an event file. In a trial, ``event`` is an object that was not stored.

    ``is_new`` is false if the club had the event already. ``new_players`` are the names added to the club's
    list.
    """

    event: Event
    is_new: bool
    rubbers: int
    players: int
    new_players: tuple[str, ...] = ()
    is_trial: bool = False


def import_event(club: Club, raw: bytes, *, act: CommandContext, is_trial: bool = False) -> ImportedEvent:
    """Import the whole event of a file into the club, or nothing. A trial is rolled back.

    Raises ``EventFileError`` if the file is invalid, contradicts itself, or does not agree with the club's
    event.
    """
    document, findings = read_event_file(raw)
    if document is None:
        raise EventFileError(_("This is not a valid event file."), findings)
    if broken := [finding for finding in findings if not finding.settles]:
        raise EventFileError(_("This file contradicts itself."), broken)
    try:
        with transaction.atomic():
            result = _Import(locked_club(club.pk), document, act.by).run()
            if is_trial:
                transaction.set_rollback(True)
            return replace(result, is_trial=is_trial)
    except EventNameError as error:
        raise EventFileError(str(error)) from error
    except (DataError, IntegrityError) as error:
        # A text or number that does not fit its column: no export writes such a file.
        reason = str(error).partition("\n")[0]
        raise EventFileError(
            _("The database refuses the content of this file: %(error)s.") % {"error": reason}
        ) from error


@dataclass(slots=True)
class _Import:
    """The import of one document into a club, in the caller's transaction."""

    club: Club
    document: Document
    by: User
    ids: dict[str, str] = field(default_factory=dict)
    """The public ids to use here, by the id that a player or rubber has in the file."""

    def run(self) -> ImportedEvent:
        people = self._known_players()
        if existing := self._existing_event():
            if self._is_same(existing, people):
                return self._result(existing)
            raise EventFileError(
                _(
                    "The club already has the event %(name)s, with another log than this file. Nothing was"
                    " changed. To keep both, import the file into another club."
                )
                % {"name": existing.name}
            )
        new = self._new_players(people)
        self.ids |= people | new
        self._refuse_one_person_twice()
        self.ids |= _free_ids(Rubber, [rubber["id"] for rubber in self.document["rubbers"]])
        event_id = _free_ids(Event, [self.document["event"]["id"]])[self.document["event"]["id"]]
        names = {player["id"]: player["name"] for player in self.document["players"]}
        event = self._write(self._renamed(event_id, self.ids))
        return replace(self._result(event), is_new=True, new_players=tuple(names[player] for player in new))

    def _result(self, event: Event) -> ImportedEvent:
        rubbers, players = self.document["rubbers"], self.document["players"]
        return ImportedEvent(event, is_new=False, rubbers=len(rubbers), players=len(players))

    # The club's existing event

    def _existing_event(self) -> Event | None:
        event = self.document["event"]
        here = Event.objects.filter(club=self.club).select_related("club")
        return here.filter(public_id=event["id"]).first() or here.filter(name=event["name"]).first()

    def _is_same(self, existing: Event, people: Mapping[str, str]) -> bool:
        """Return whether the file has the same log as the club's event. ``people`` are the players known here."""
        stored = export_event(existing)
        if len(stored["rubbers"]) != len(self.document["rubbers"]):
            return False
        if any(player["id"] not in people for player in self.document["players"]):
            return False
        pairs = zip(self.document["rubbers"], stored["rubbers"], strict=True)
        ids = dict(people) | {mine["id"]: theirs["id"] for mine, theirs in pairs}
        mine = self._renamed(existing.public_id, ids)
        return _logs(mine) == _logs(stored)

    def _renamed(self, event_id: str, ids: Mapping[str, str]) -> Document:
        """Return the file with the ids of this site: ``ids`` has them by the id of a player or rubber in the file."""
        club = {**self.document["club"], "id": self.club.public_id}
        return replace_ids(self.document, ids, club=club, event=event_id)

    # People

    def _known_players(self) -> dict[str, str]:
        """Return the file's players whom the club has, by their id or else by their name."""
        names_by_id = {player["id"]: tidy_name(player["name"]) for player in self.document["players"]}
        now = Coalesce("merged_into__public_id", "public_id")
        listed = Player.objects.filter(club=self.club).annotate(now=now)
        member = Q(memberships__club=self.club, memberships__until__isnull=True)
        own = Player.objects.filter(Q(club=self.club) | member, public_id__in=names_by_id).annotate(now=now)
        by_id = dict(own.values_list("public_id", "now"))
        names = {name for player, name in names_by_id.items() if name and player not in by_id}
        by_name = dict(listed.filter(name__in=names).values_list("name", "now"))
        known = dict(by_id)
        for player, name in names_by_id.items():
            # A namesake of a player who is known by id is another person.
            if player not in known and name in by_name and by_name[name] not in known.values():
                known[player] = by_name[name]
        return known

    def _new_players(self, people: Mapping[str, str]) -> dict[str, str]:
        new = [player for player in self.document["players"] if player["id"] not in people]
        ids = _free_ids(Player, [player["id"] for player in new])
        used_names = set(Player.objects.filter(club=self.club).values_list("name", flat=True))
        rows = []
        for player in new:
            name = tidy_name(player["name"])
            if name and name in used_names:
                name = free_name(self.club, name)
            used_names.add(name)
            rows.append(Player(public_id=ids[player["id"]], club=self.club, name=name))
        Player.objects.bulk_create(rows)
        if new:
            append_club_fact(self.club, PLAYERS_ADDED, {"players": list(ids.values())}, by=self.by)
        return ids

    def _refuse_one_person_twice(self) -> None:
        """Raise an error if two of the file's players are one person here: they would play against themselves."""
        seen: dict[str, int] = {}
        for place, player in enumerate(self.document["players"]):
            if (here := self.ids[player["id"]]) in seen:
                template = _("In this club %(name)s is the same person as the player at /players/%(other)s.")
                message = template % {"name": player["name"], "other": seen[here]}
                finding = FileFinding(f"/players/{place}", "one_person", message)
                raise EventFileError(
                    _("Two players of this file are the same person in this club."), [finding]
                )
            seen[here] = place

    # Writing

    def _write(self, document: Document) -> Event:
        """Store the event of a document that has this site's ids, with its rubbers and log, and return it."""
        event_id = document["event"]["id"]
        directory = Directory()
        name = checked_name_of_file(document["event"]["name"])
        open_event(event_id, club_id=self.club.pk, name=name, directory=directory)
        opened = datetime.fromisoformat(document["log"][0]["at"])
        Event.objects.filter(public_id=event_id).update(created_at=opened)
        entries = self._entries(document)
        end = max(append_entries(entries).values())
        placed = list(zip(range(end - len(entries) + 1, end + 1), entries, strict=True))
        streams = _streams(document, placed).values()
        folded = [fold_rubber(stream) for stream in streams]
        projections = [project_rubber(now) for now in folded]
        keys = insert_projections(projections, directory)
        note_counting_rubbers(counting_projections(projections, directory))
        locked = lock_of(locked_row(Event.objects.get(public_id=event_id)))
        write_locked(locked, _last_position(locked, streams, placed))
        append_club_fact(self.club, EVENT_IMPORTED, {"event": event_id}, by=self.by)
        settled = sorted(keys[now.public_id] for now in folded if now.state in SETTLED)
        reviewed = list(Rubber.objects.filter(pk__in=settled, depth=Depth.PLAY).values_list("pk", flat=True))
        if reviewed:
            transaction.on_commit(lambda: enqueue_reviews(reviewed))
        return Event.objects.select_related("club").get(pk=locked.row.pk)

    def _entries(self, document: Document) -> list[Entry]:
        """Return the log entries to append, those of the event and of its rubbers, in the order of the file's log."""
        actors = self._actors(document)
        event_id = document["event"]["id"]
        placed: list[tuple[int, Entry]] = []
        identities = FileIdentities(self.club, document)
        logs = [(event_id, document["log"]), *((each["id"], each["log"]) for each in document["rubbers"])]
        for subject, log in logs:
            for item, entry in zip(log, file_entries(log, subject), strict=True):
                own = replace(
                    entry,
                    club_id=self.club.pk,
                    payload=identities.payload(subject, item) if is_of_rubber(entry) else item["payload"],
                    key=_key(event_id, item),
                    by_id=actors.get(item["by"]),
                    by_elsewhere="" if item["by"] in actors else item["by"],
                )
                placed.append((item["position"], own))
        return [entry for _position, entry in sorted(placed, key=lambda each: each[0])]

    def _actors(self, document: Document) -> dict[str, int]:
        """Return the primary keys of the actors whom this club knows, by public id."""
        acted = {entry["by"] for entry in document["log"]}
        acted |= {entry["by"] for rubber in document["rubbers"] for entry in rubber["log"]}
        known = User.objects.filter(
            Q(players__club=self.club) | Q(players__memberships__club=self.club), public_id__in=acted
        )
        return dict(known.values_list("public_id", "pk"))


def _streams(document: Document, placed: Iterable[tuple[int, Entry]]) -> dict[str, list[Entry]]:
    """Return the entries of each rubber, by its public id. ``placed`` has every entry with its position in the log."""
    streams: dict[str, list[Entry]] = {rubber["id"]: [] for rubber in document["rubbers"]}
    for _position, entry in placed:
        if is_of_rubber(entry):
            streams[entry.subject].append(entry)
    return streams


def _last_position(
    locked: LockedEvent, streams: Iterable[Sequence[Entry]], placed: Iterable[tuple[int, Entry]]
) -> int:
    """Return the position of the last log entry on which the event's rows depend, or 0 if there is none.

    Without a plan the rows are standings, which only rubbers that count can change. With a plan they also show which
    rubbers are being played.
    """
    places = {(entry.stream, entry.version): position for position, entry in placed}
    changing = events_touched if locked.state.facts.plan is None else events_drawn
    positions = [places[entry.stream, entry.version] for _, entry in placed if entry.kind in DECIDED]
    for stream in streams:
        positions += [places[entry.stream, entry.version] for entry, events in changing(stream) if events]
    return max(positions, default=0)


def _logs(document: Document) -> list[list[Any]]:
    """Return the parts of the logs to compare. Positions, idempotency keys and identities differ between sites."""
    logs = [document["log"], *(rubber["log"] for rubber in document["rubbers"])]
    return [[_comparable(entry) for entry in log] for log in logs]


def _comparable(entry: Document) -> Any:
    payload = {key: value for key, value in entry["payload"].items() if key != "identity"}
    return (entry["kind"], datetime.fromisoformat(entry["at"]), entry["by"], entry["reason"], payload)


def _key(event: str, item: Mapping[str, Any]) -> str:
    """Return the idempotency key of an imported entry.

    Entries that one command appended on the file's site get keys that differ only at the end, as if one command had
    appended them here.
    """
    act = item.get("act")
    what = f"position {item['position']}" if act is None else f"act {act[0]}"
    first = "act:" + hashlib.sha256(f"{event}\nfile\n{what}".encode()).hexdigest()
    return f"{first}+{act[1]}" if act is not None and act[1] else first


def _free_ids(model: type[Player] | type[Rubber] | type[Event], wanted: Sequence[str]) -> dict[str, str]:
    """Return the id to use here for each of the ids: itself, or a new one if it is taken."""
    rows = model._default_manager.filter(public_id__in=wanted)
    used: Collection[str] = set(rows.values_list("public_id", flat=True))
    return {each: new_public_id() if each in used else each for each in wanted}

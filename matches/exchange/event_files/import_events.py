"""Events that come in with a file, from this site or another.

A file that is taken in gives the same event: the same entries, at the same times, by the same people where they have
accounts here. Ids stay where they are free; players are those of the club, by their id or else by their name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from django.db import DataError, IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.clubs.players import PLAYERS_ADDED, free_name
from matches.common.clean_names import tidy_name
from matches.common.command_context import Act
from matches.common.enqueue import enqueue_reviews
from matches.common.log import EVENT_FACTS, Entry, append_entries, is_of_rubber
from matches.events.record_facts import LockedEvent, lock_of, locked_row, write_locked
from matches.exchange.event_files.check import EventFileError, read_file
from matches.exchange.event_files.check_rubbers import FileFinding
from matches.exchange.event_files.document import Document, file_entries, renamed
from matches.exchange.event_files.export import export_event
from matches.exchange.event_files.identities import FileIdentities
from matches.models import Club, Depth, Event, Player, Rubber, User
from matches.models.ids import new_public_id
from matches.rubbers.fold import events_shown, events_touched, fold_rubber
from matches.rubbers.insert_rows import insert_projections
from matches.rubbers.open_event import EventNameError, checked_name_of_file
from matches.rubbers.primary_keys import Directory, open_event
from matches.rubbers.projection import project_rubber
from matches.rubbers.states import SETTLED

EVENT_IMPORTED: Final = "club.event_imported"
"""Payload: ``event``, the public id of the event that was brought in with a file."""
MOST_BYTES: Final = 16 << 20
"""Of a file that is taken in."""
DECIDED: Final = frozenset(EVENT_FACTS.values())


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """``is_new``: it was not here before; else nothing was changed.

    ``rubbers`` and ``players`` are counted in the file; ``new_players`` are the names that are new on the club's list.
    Of a trial ``event`` is what it would be, and is not there.
    """

    event: Event
    is_new: bool
    rubbers: int
    players: int
    new_players: tuple[str, ...] = ()
    is_trial: bool = False


def import_event(club: Club, raw: bytes, *, act: Act, is_trial: bool = False) -> ImportedEvent:
    """Take the event of a file into the club's records: all of it or nothing.

    An event that is here already as the file has it stays. ``is_trial``: it is taken back before anybody sees it.
    Raises ``EventFileError``.
    """
    document, findings = read_file(raw)
    if document is None:
        raise EventFileError(_("This file is not one of an event as it stands."), findings)
    if broken := [finding for finding in findings if not finding.settles]:
        raise EventFileError(_("What this file says does not hold together."), broken)
    try:
        with transaction.atomic():
            taken = _Import(locked_club(club.pk), document, act.by).run()
            if is_trial:
                transaction.set_rollback(True)
            return replace(taken, is_trial=is_trial)
    except EventNameError as error:
        raise EventFileError(str(error)) from error
    except (DataError, IntegrityError) as error:
        # A text or a number that no column takes: no export writes such a file.
        said = str(error).partition("\n")[0]
        raise EventFileError(
            _("The database does not take what this file says: %(error)s.") % {"error": said}
        ) from error


@dataclass(slots=True)
class _Import:
    club: Club
    document: Document
    by: User
    ids: dict[str, str] = field(default_factory=dict)
    """Of players and rubbers: what each id of the file is here."""

    def run(self) -> ImportedEvent:
        people = self._people_here()
        if there := self._event_there():
            if self._is_same(there, people):
                return self._taken(there)
            raise EventFileError(
                _(
                    "The club has the event %(name)s already, and its log is not the one of this file. Nothing was"
                    " changed. To keep both, take the file into another club."
                )
                % {"name": there.name}
            )
        new = self._new_players(people)
        self.ids |= people | new
        self._refuse_one_person_twice()
        self.ids |= _free_ids(Rubber, [rubber["id"] for rubber in self.document["rubbers"]])
        event_id = _free_ids(Event, [self.document["event"]["id"]])[self.document["event"]["id"]]
        names = {player["id"]: player["name"] for player in self.document["players"]}
        event = self._write(self._renamed(event_id))
        return replace(self._taken(event), is_new=True, new_players=tuple(names[player] for player in new))

    def _taken(self, event: Event) -> ImportedEvent:
        rubbers, players = self.document["rubbers"], self.document["players"]
        return ImportedEvent(event, is_new=False, rubbers=len(rubbers), players=len(players))

    # What is here

    def _event_there(self) -> Event | None:
        told = self.document["event"]
        here = Event.objects.filter(club=self.club).select_related("club")
        return here.filter(public_id=told["id"]).first() or here.filter(name=told["name"]).first()

    def _is_same(self, there: Event, people: Mapping[str, str]) -> bool:
        """Whether the event here has the file's log, but for ids that had to be others."""
        stored = export_event(there)
        if len(stored["rubbers"]) != len(self.document["rubbers"]):
            return False
        if any(player["id"] not in people for player in self.document["players"]):
            return False
        pairs = zip(self.document["rubbers"], stored["rubbers"], strict=True)
        self.ids = dict(people) | {mine["id"]: theirs["id"] for mine, theirs in pairs}
        mine = self._renamed(there.public_id)
        return _logs(mine) == _logs(stored)

    def _renamed(self, event_id: str) -> Document:
        club = {**self.document["club"], "id": self.club.public_id}
        return renamed(self.document, self.ids, club=club, event=event_id)

    # People

    def _people_here(self) -> dict[str, str]:
        """Those of the file's players whom the club has: by their id, or else by their name."""
        told = {player["id"]: tidy_name(player["name"]) for player in self.document["players"]}
        now = Coalesce("merged_into__public_id", "public_id")
        listed = Player.objects.filter(club=self.club).annotate(now=now)
        member = Q(memberships__club=self.club, memberships__until__isnull=True)
        own = Player.objects.filter(Q(club=self.club) | member, public_id__in=told).annotate(now=now)
        by_id = dict(own.values_list("public_id", "now"))
        names = {name for player, name in told.items() if name and player not in by_id}
        by_name = dict(listed.filter(name__in=names).values_list("name", "now"))
        found = dict(by_id)
        for player, name in told.items():
            # A namesake of somebody who is known by his id is another person.
            if player not in found and name in by_name and by_name[name] not in found.values():
                found[player] = by_name[name]
        return found

    def _new_players(self, people: Mapping[str, str]) -> dict[str, str]:
        """Put whom the club does not know on its list."""
        new = [player for player in self.document["players"] if player["id"] not in people]
        ids = _free_ids(Player, [player["id"] for player in new])
        taken = set(Player.objects.filter(club=self.club).values_list("name", flat=True))
        rows = []
        for player in new:
            name = tidy_name(player["name"])
            if name and name in taken:
                name = free_name(self.club, name)
            taken.add(name)
            rows.append(Player(public_id=ids[player["id"]], club=self.club, name=name))
        Player.objects.bulk_create(rows)
        if new:
            append_club_fact(self.club, PLAYERS_ADDED, {"players": list(ids.values())}, by=self.by)
        return ids

    def _refuse_one_person_twice(self) -> None:
        """Two of the file's players who are one person here would play against themselves."""
        seen: dict[str, int] = {}
        for place, player in enumerate(self.document["players"]):
            if (here := self.ids[player["id"]]) in seen:
                said = _("In this club %(name)s is the same person as the player at /players/%(other)s.")
                told = said % {"name": player["name"], "other": seen[here]}
                finding = FileFinding(f"/players/{place}", "one_person", told)
                raise EventFileError(_("Two of the players in this file are one person here."), [finding])
            seen[here] = place

    # The rows

    def _write(self, document: Document) -> Event:
        event_id = document["event"]["id"]
        directory = Directory()
        name = checked_name_of_file(document["event"]["name"])
        open_event(event_id, club_id=self.club.pk, name=name, directory=directory)
        opened = datetime.fromisoformat(document["log"][0]["at"])
        Event.objects.filter(public_id=event_id).update(created_at=opened)
        entries = self._entries(document)
        end = max(append_entries(entries).values())
        placed = list(zip(range(end - len(entries) + 1, end + 1), entries, strict=True))
        folded = [fold_rubber(stream) for stream in _streams(document, placed).values()]
        keys = insert_projections([project_rubber(now) for now in folded], directory)
        locked = lock_of(locked_row(Event.objects.get(public_id=event_id)))
        write_locked(locked, _last_position(locked, _streams(document, placed).values(), placed))
        append_club_fact(self.club, EVENT_IMPORTED, {"event": event_id}, by=self.by)
        settled = sorted(keys[now.public_id] for now in folded if now.state in SETTLED)
        reviewed = list(Rubber.objects.filter(pk__in=settled, depth=Depth.PLAY).values_list("pk", flat=True))
        if reviewed:
            transaction.on_commit(lambda: enqueue_reviews(reviewed))
        return Event.objects.select_related("club").get(pk=locked.row.pk)

    def _entries(self, document: Document) -> list[Entry]:
        """All entries in the order of their positions, each by whoever has an account here."""
        actors = self._actors(document)
        event_id = document["event"]["id"]
        placed: list[tuple[int, Entry]] = []
        identities = FileIdentities(self.club, document)
        logs = [(event_id, document["log"]), *((each["id"], each["log"]) for each in document["rubbers"])]
        for subject, log in logs:
            for told, entry in zip(log, file_entries(log, subject), strict=True):
                own = replace(
                    entry,
                    club_id=self.club.pk,
                    payload=identities.payload(subject, told) if is_of_rubber(entry) else told["payload"],
                    key=_key(event_id, told),
                    by_id=actors.get(told["by"]),
                    by_elsewhere="" if told["by"] in actors else told["by"],
                )
                placed.append((told["position"], own))
        return [entry for _position, entry in sorted(placed, key=lambda each: each[0])]

    def _actors(self, document: Document) -> dict[str, int]:
        """Primary keys of those who acted and whom this club knows, by public id."""
        acted = {entry["by"] for entry in document["log"]}
        acted |= {entry["by"] for rubber in document["rubbers"] for entry in rubber["log"]}
        known = User.objects.filter(
            Q(players__club=self.club) | Q(players__memberships__club=self.club), public_id__in=acted
        )
        return dict(known.values_list("public_id", "pk"))


def _streams(document: Document, placed: Iterable[tuple[int, Entry]]) -> dict[str, list[Entry]]:
    """The rubbers' entries by rubber, in the document's order."""
    streams: dict[str, list[Entry]] = {rubber["id"]: [] for rubber in document["rubbers"]}
    for _position, entry in placed:
        if is_of_rubber(entry):
            streams[entry.subject].append(entry)
    return streams


def _last_position(
    locked: LockedEvent, streams: Iterable[Sequence[Entry]], placed: Iterable[tuple[int, Entry]]
) -> int:
    """The last place in the log that the event's rows follow from; 0 where there is none."""
    places = {(entry.stream, entry.version): position for position, entry in placed}
    changing = events_touched if locked.state.facts.plan is None else events_shown
    found = [places[entry.stream, entry.version] for _, entry in placed if entry.kind in DECIDED]
    for stream in streams:
        found += [places[entry.stream, entry.version] for entry, events in changing(stream) if events]
    return max(found, default=0)


def _logs(document: Document) -> list[list[Any]]:
    """What is compared of the logs: positions, keys and identities are a site's own."""
    logs = [document["log"], *(rubber["log"] for rubber in document["rubbers"])]
    return [[_told(entry) for entry in log] for log in logs]


def _told(entry: Document) -> Any:
    payload = {key: value for key, value in entry["payload"].items() if key != "identity"}
    return (entry["kind"], datetime.fromisoformat(entry["at"]), entry["by"], entry["reason"], payload)


def _key(event: str, told: Mapping[str, Any]) -> str:
    """The entry's key: entries of one act have keys of one act here, too."""
    act = told.get("act")
    what = f"position {told['position']}" if act is None else f"act {act[0]}"
    first = "act:" + hashlib.sha256(f"{event}\nfile\n{what}".encode()).hexdigest()
    return f"{first}+{act[1]}" if act is not None and act[1] else first


def _free_ids(model: type[Player] | type[Rubber] | type[Event], wanted: Sequence[str]) -> dict[str, str]:
    """Each of the ids as it may be here: itself, or a new one where it is taken."""
    rows = model._default_manager.filter(public_id__in=wanted)
    taken: Collection[str] = set(rows.values_list("public_id", flat=True))
    return {each: new_public_id() if each in taken else each for each in wanted}

"""Replays the log, and compares what follows from it with what is stored; writes it there, if asked to.

Compared are events, rubbers with all that hangs on them, entrants, pools and French tables, and draws, standings,
ratings and honours that claim to be up to date.
Reviews are work done on a record and not part of what the log says: they stay where that record was stored as it
should be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from matches.clubs.aliases import survivors_of
from matches.common.log import (
    EVENT_OPENED,
    EVENT_RENAMED,
    Entry,
    EventOpened,
    entry_of,
    is_of_rubber,
)
from matches.events.rows_cache import forget_rows
from matches.events.write_standings import (
    STANDING_FACTS,
    computed_standings,
    standing_facts,
    write_standings,
)
from matches.models import (
    Club,
    Entrant,
    Event,
    LogEntry,
    Player,
    Review,
    Rubber,
    Stage,
    Standing,
)
from matches.operations.rebuild.draws import (
    draw_differences,
    events_with_draws,
    fact_positions,
    head_differences,
)
from matches.operations.rebuild.honours import honour_differences
from matches.operations.rebuild.ratings import rating_differences
from matches.operations.rebuild.sittings import sitting_differences
from matches.rubbers.apply_log_entries import note_shown, note_touched
from matches.rubbers.compare_projection import differences, stored_projections
from matches.rubbers.fold import fold_rubber
from matches.rubbers.insert_rows import insert_projections
from matches.rubbers.primary_keys import OPEN_STAGE, Directory, open_event
from matches.rubbers.projection import RUBBER_FACTS, RubberProjection, project_rubber
from matches.rubbers.update_rows import idle_entrants, overwrite_rubber

ENTRIES_AT_A_TIME: Final = 200
IDENTITY: Final = RUBBER_FACTS.index("identity")
REVIEWED: Final = ("egn", "play_checksum")
"""Where one of these was stored wrongly, nobody knows what the reviews judged."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that does not follow from the log, or follows from it and is not stored."""

    subject: str
    what: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.what}"


class Rebuild:
    """One pass over the log. ``entries`` counts what was replayed so far."""

    def __init__(self, *, write: bool) -> None:
        self.write = write
        self.entries = 0
        self._directory = Directory()
        self._positions: dict[str, int] = {}
        """The last place in the log of each event, by public id."""
        self._shown_positions: dict[str, int] = {}
        """The same, counting what changes nothing but a draw."""
        self._written_events: set[str] = set()
        self._events_lacking_entrants: set[int] = set()
        """Their standings can't be reckoned before they are mended; by primary key."""

    def differences(self) -> Iterator[Difference]:
        """Every difference; with ``write`` it is no more when the iterator goes on.

        Each step is a transaction of its own, so that it may be stopped and started again. A stream is replayed as a
        whole when its first entry is met; events come first, since a rubber may be moved to a later one.
        """
        for rows in _pages(LogEntry.objects.filter(kind=EVENT_OPENED)):
            yield from self._replay_events([entry_of(row) for row in rows])
        for rows in _pages(LogEntry.objects.all()):
            self.entries += len(rows)
            begun = [row.stream for row in rows if row.version == 1 and is_of_rubber(entry_of(row))]
            yield from self._replay_rubbers(begun)
        yield from self._compare_heads()
        yield from self._remove_leftovers()
        yield from self._compare_entrants()
        yield from self._compare_positions()
        if self.write:
            forget_rows(Event.objects.values_list("pk", flat=True))
        for event in events_with_draws():
            yield from self._compare_draw(event)
        for stage in Stage.objects.filter(number=OPEN_STAGE).select_related("event").order_by("pk"):
            yield from self._compare_standings(stage)
        for stream, what in sitting_differences(write=self.write):
            yield Difference(stream, what)
        for club, what in rating_differences(write=self.write):
            yield Difference(f"club:{club.public_id}", what)
        for club, what in honour_differences(write=self.write):
            yield Difference(f"club:{club.public_id}", what)

    @transaction.atomic
    def _replay_events(self, opened: Sequence[Entry]) -> list[Difference]:
        names = _last_names([entry.stream for entry in opened])
        return self._compare_events(
            [(entry, names.get(entry.stream, entry.payload["name"])) for entry in opened]
        )

    @transaction.atomic
    def _replay_rubbers(self, streams: Sequence[str]) -> list[Difference]:
        rows = LogEntry.objects.filter(stream__in=streams).order_by("pk")
        by_stream: dict[str, list[LogEntry]] = {stream: [] for stream in streams}
        for row in rows:
            by_stream[row.stream].append(row)
        projections = []
        for stream in by_stream.values():
            entries = [entry_of(row) for row in stream]
            note_touched(self._positions, entries, [row.pk for row in stream])
            note_shown(self._shown_positions, entries, [row.pk for row in stream])
            projections.append(project_rubber(fold_rubber(entries)))
        return self._compare_rubbers(_by_their_people(projections))

    # Events

    def _compare_events(self, named: Sequence[tuple[Entry, str]]) -> list[Difference]:
        """Compare events, by the entries that opened them, with the names that they have now."""
        subjects = [entry.subject for entry, _ in named]
        rows = Event.objects.filter(public_id__in=subjects, stages__number=OPEN_STAGE)
        stored = {row[0]: row[1:] for row in rows.values_list("public_id", "club__public_id", "name")}
        found = []
        for entry, name in named:
            payload: EventOpened = entry.payload
            said = (payload["club"], name)
            if stored.get(entry.subject) != said:
                what = f"is {stored.get(entry.subject)!r}, the log says {said!r}"
                found.append(Difference(entry.stream, what))
                if self.write:
                    self._write_event(entry, name)
        return found

    def _write_event(self, entry: Entry, name: str) -> None:
        payload: EventOpened = entry.payload
        self._written_events.add(entry.subject)
        club = Club.objects.get(public_id=payload["club"])
        # Who has the name wrongly gets its own when its entry comes, or goes with the leftovers.
        same_name = Event.objects.filter(club=club, name=name)
        same_name.exclude(public_id=entry.subject).update(name=F("public_id"))
        open_event(entry.subject, club_id=club.pk, name=name, directory=self._directory)
        Event.objects.filter(public_id=entry.subject).update(club=club, name=name, created_at=entry.at)

    @transaction.atomic
    def _compare_heads(self) -> list[Difference]:
        """Plan, phase and version: whatever else hangs on an event is looked at in their light."""
        return [
            Difference(f"event:{event.public_id}", what)
            for event, what in head_differences(write=self.write)
            if event.public_id not in self._written_events
        ]

    def _compare_positions(self) -> list[Difference]:
        found = []
        decided = fact_positions()
        for event in Event.objects.order_by("pk"):
            said = max(self._positions.get(event.public_id, 0), decided.get(event.public_id, 0))
            if event.plan is not None:
                said = max(said, self._shown_positions.get(event.public_id, 0))
            what = ""
            if event.log_position != said:
                what = f"log_position is {event.log_position}, the log says {said}"
            elif event.standings_position > said:
                what = f"standings_position is {event.standings_position}, the log ends for it at {said}"
            if what:
                if event.public_id not in self._written_events:
                    found.append(Difference(f"event:{event.public_id}", what))
                if self.write:
                    # Standings of a position that never was are owed anew.
                    Event.objects.filter(pk=event.pk).update(log_position=said, standings_position=0)
        return found

    # Rubbers

    def _compare_rubbers(self, projections: Sequence[RubberProjection]) -> list[Difference]:
        stored = stored_projections([projection.public_id for projection in projections])
        found: list[Difference] = []
        missing = []
        changed = []
        for projection in projections:
            subject = f"rubber:{projection.public_id}"
            there = stored.get(projection.public_id)
            if there is None:
                found.append(Difference(subject, "is not stored"))
                missing.append(projection)
            elif there != projection:
                found += [Difference(subject, what) for what in differences(there, projection)]
                changed.append(projection)
        if self.write:
            back = _give_ids_back(missing)
            _free_identities([*missing, *changed])
            for projection in changed + [each for each in missing if each.public_id in back]:
                self._overwrite(projection)
            insert_projections([each for each in missing if each.public_id not in back], self._directory)
        return found

    def _overwrite(self, projection: RubberProjection) -> None:
        """Make the stored rubber what the log says; it keeps its primary key, and so its place in exports."""
        facts: dict[str, Any] = dict(zip(RUBBER_FACTS, projection.facts, strict=True))
        rubber = Rubber.objects.get(public_id=projection.public_id)
        if any(getattr(rubber, column) != facts[column] for column in REVIEWED):
            Review.objects.filter(rubber=rubber).delete()
        overwrite_rubber(projection, self._directory)

    # What nothing in the log speaks of

    def _remove_leftovers(self) -> Iterator[Difference]:
        yield from self._remove(_without_entry(Rubber, "rubber"), "is stored, but not in the log")
        unplanned = Q(event__plan__isnull=True) | Q(event__in=_without_entry(Event, "event"))
        drawn = Stage.objects.filter(unplanned, number__gt=OPEN_STAGE)
        yield from self._remove(drawn, "is stored, but its event has no draw")
        yield from self._remove(idle_entrants(), "is stored, but no rubber and no draw needs it")
        yield from self._remove(_without_entry(Event, "event"), "is stored, but not in the log")

    @transaction.atomic
    def _remove(self, rows: QuerySet[Any], what: str) -> list[Difference]:
        leftovers = list(rows.order_by("pk"))
        found = [Difference(_subject(row), what) for row in leftovers]
        if self.write and leftovers:
            rows.model._default_manager.filter(pk__in=[row.pk for row in leftovers]).delete()
        return found

    # Entrants and standings

    @transaction.atomic
    def _compare_entrants(self) -> list[Difference]:
        """Whoever has a rubber in an event is one of its entrants."""
        lacking = sorted({*_not_entered("player_a"), *_not_entered("player_b")})
        events = Event.objects.in_bulk({event for event, _ in lacking})
        players = Player.objects.in_bulk({player for _, player in lacking})
        if self.write:
            Entrant.objects.bulk_create(
                Entrant(event_id=event, player_id=player) for event, player in lacking
            )
        else:
            self._events_lacking_entrants.update(events)
        return [
            Difference(
                f"event:{events[event].public_id}",
                f"has a rubber of player:{players[player].public_id}, who is not among its entrants",
            )
            for event, player in lacking
        ]

    def _compare_draw(self, event: Event) -> list[Difference]:
        """A draw that is owed its results is not compared; any other has to be what log and rubbers give."""
        if event.log_position > event.standings_position:
            if self.write:
                write_standings(event.pk)
            return []
        if event.pk in self._events_lacking_entrants:
            return []
        found = draw_differences(event, write=self.write)
        return [Difference(f"event:{event.public_id}", what) for what in found]

    def _compare_standings(self, stage: Stage) -> list[Difference]:
        """Standings that are owed say nothing yet; all others have to be what the rubbers give."""
        if stage.event.plan is not None:
            return []
        if stage.event.log_position > stage.event.standings_position:
            if self.write:
                write_standings(stage.event.pk)
            return []
        if stage.event_id in self._events_lacking_entrants:
            return []
        subject = f"event:{stage.event.public_id}"
        stored = list(Standing.objects.filter(stage=stage).values_list(*STANDING_FACTS).order_by("position"))
        computed = [standing_facts(line) for line in computed_standings(stage)]
        if stored == computed:
            return []
        if self.write:
            Event.objects.filter(pk=stage.event.pk).update(standings_position=F("log_position") - 1)
            write_standings(stage.event.pk)
        what = f"standings have {len(stored)} lines, the log gives {len(computed)}"
        if len(stored) == len(computed):
            line = next(
                number for number, pair in enumerate(zip(stored, computed, strict=True)) if len(set(pair)) > 1
            )
            what = f"line {line + 1} of the standings is {stored[line]!r}, the log gives {computed[line]!r}"
        return [Difference(subject, what)]


def _pages(entries: QuerySet[LogEntry]) -> Iterator[list[LogEntry]]:
    last = 0
    while rows := list(entries.filter(pk__gt=last).order_by("pk")[:ENTRIES_AT_A_TIME]):
        last = rows[-1].pk
        yield rows


def _last_names(streams: Sequence[str]) -> dict[str, str]:
    """What events were renamed to, by their streams."""
    renamed = LogEntry.objects.filter(stream__in=streams, kind=EVENT_RENAMED).order_by("version")
    return {stream: payload["name"] for stream, payload in renamed.values_list("stream", "payload")}


def _by_their_people(projections: Sequence[RubberProjection]) -> list[RubberProjection]:
    """Each projection with the ids that its players go under now, where the log names aliases of theirs."""
    now = survivors_of({player for each in projections for player in (each.player_a, each.player_b)})
    return [
        replace(
            each,
            player_a=now.get(each.player_a, each.player_a),
            player_b=now.get(each.player_b, each.player_b),
        )
        for each in projections
    ]


def _give_ids_back(missing: Sequence[RubberProjection]) -> set[str]:
    """Rubbers under an id that the log does not know get the one that it has for them; those ids.

    Removed and stored anew they would lose their reviews, their conflicts and their place in exports.
    """
    owners = {projection.facts[IDENTITY]: projection.public_id for projection in missing}
    strays = _without_entry(Rubber, "rubber").filter(identity__in=owners).values_list("pk", "identity")
    back = {pk: owners[identity] for pk, identity in strays}
    for pk, public_id in back.items():
        Rubber.objects.filter(pk=pk).update(public_id=public_id)
    return set(back.values())


def _free_identities(projections: Sequence[RubberProjection]) -> None:
    """Take the identities of ``projections`` from other rubbers, which are mended or removed later."""
    owners = {projection.facts[IDENTITY]: projection.public_id for projection in projections}
    holders = Rubber.objects.filter(identity__in=owners).values_list("pk", "identity", "public_id")
    wrong = [pk for pk, identity, public_id in holders if owners[identity] != public_id]
    Rubber.objects.filter(pk__in=wrong).update(identity=Concat(Value("parked:"), F("public_id")))


def _not_entered(side: str) -> QuerySet[Any, tuple[int, int]]:
    """Events and players, by primary key, with a rubber in which he sits on that ``side`` and no entrant is he."""
    entered = Entrant.objects.filter(event=OuterRef("event"), player=OuterRef(side))
    return Rubber.objects.filter(~Exists(entered)).order_by().values_list("event_id", f"{side}_id").distinct()


def _without_entry(model: type[Model], stream: str) -> QuerySet[Any]:
    entries = LogEntry.objects.filter(stream=Concat(Value(f"{stream}:"), OuterRef("public_id")))
    return model._default_manager.filter(~Exists(entries))


def _subject(row: Any) -> str:
    return f"{row._meta.model_name}:{getattr(row, 'public_id', row.pk)}"

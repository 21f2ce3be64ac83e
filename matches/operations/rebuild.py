"""Replay the log, compare the result with the stored rows, and correct them if requested.

Events, rubbers with their games and deals, entrants, pools and French tables are compared, and those draws,
standings, ratings and honours that are not marked as stale. Reviews do not follow from the log: they are kept
if the text that they judged was stored correctly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from matches.common.directory import OPEN_STAGE, Directory, current_ids, open_event
from matches.common.log import EVENT_OPENED, EVENT_RENAMED, Entry, EventOpened, entry_of, is_of_rubber
from matches.events.rebuild_draws import draw_differences, events_with_draws, fact_positions, head_differences
from matches.events.stored_rows import forget_rows
from matches.events.write_standings import STANDING_FACTS, computed_standings, standing_facts, write_standings
from matches.figures.deferred_updates import counting, counting_projections, note_counting_rubbers
from matches.figures.rate_clubs import rating_differences
from matches.figures.write_honours import honour_differences
from matches.models import Club, Entrant, Event, LogEntry, Player, Review, Rubber, Stage, Standing
from matches.rubbers.fold import fold_rubber
from matches.rubbers.projection import RUBBER_FACTS, RubberProjection, project_rubber
from matches.rubbers.stored_projection import differences, stored_projections
from matches.rubbers.transition import note_drawn, note_touched
from matches.rubbers.write_rows import idle_entrants, insert_projections, overwrite_rubber
from matches.rules.names import fold_name
from matches.sittings.write_sitting import sitting_differences

ENTRIES_AT_A_TIME: Final = 200
IDENTITY: Final = RUBBER_FACTS.index("identity")
REVIEWED: Final = ("egn", "play_checksum")
"""The columns that a review depends on. If one was wrong, the rubber's reviews are deleted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the rows of a subject, such as ``rubber:<public id>``, and the log."""

    subject: str
    what: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.what}"


class Rebuild:
    """A comparison of all rows with the log (``entries`` so far), which corrects them with ``write``."""

    def __init__(self, *, write: bool) -> None:
        self.write = write
        self.entries = 0
        self._directory = Directory()
        self._positions: dict[str, int] = {}
        """The position of each event's last entry in the log, by public id."""
        self._shown_positions: dict[str, int] = {}
        """The same, including entries that change only a draw."""
        self._written_events: set[str] = set()
        self._events_lacking_entrants: set[int] = set()
        """Primary keys of events whose standings cannot be computed before their entrants are corrected."""

    def differences(self) -> Iterator[Difference]:
        """Yield every difference between the stored rows and the log.

        With ``write``, it has been corrected when the iterator continues. The comparison consists of short
        transactions, so that it may be stopped and started again. Events are compared before rubbers, because
        a rubber may have been moved to a later event.
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
        streams = [entry.stream for entry in opened]
        renamed = LogEntry.objects.filter(stream__in=streams, kind=EVENT_RENAMED).order_by("version")
        names = {stream: payload["name"] for stream, payload in renamed.values_list("stream", "payload")}
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
            note_drawn(self._shown_positions, entries, [row.pk for row in stream])
            projections.append(project_rubber(fold_rubber(entries)))
        return self._compare_rubbers(_with_present_players(projections))

    # Events

    def _compare_events(self, named: Sequence[tuple[Entry, str]]) -> list[Difference]:
        subjects = [entry.subject for entry, _ in named]
        rows = Event.objects.filter(public_id__in=subjects, stages__number=OPEN_STAGE)
        stored = {row[0]: row[1:] for row in rows.values_list("public_id", "club__public_id", "name")}
        mismatches = []
        for entry, name in named:
            payload: EventOpened = entry.payload
            expected = (payload["club"], name)
            if stored.get(entry.subject) != expected:
                what = f"is {stored.get(entry.subject)!r}, the log says {expected!r}"
                mismatches.append(Difference(entry.stream, what))
                if self.write:
                    self._write_event(entry, name)
        return mismatches

    def _write_event(self, entry: Entry, name: str) -> None:
        payload: EventOpened = entry.payload
        self._written_events.add(entry.subject)
        club = Club.objects.get(public_id=payload["club"])
        # An event that has the name wrongly gets its own at its entry, or is deleted with the leftovers.
        same_name = Event.objects.filter(club=club, name=name)
        same_name.exclude(public_id=entry.subject).update(name=F("public_id"), folded=F("public_id"))
        open_event(entry.subject, club_id=club.pk, name=name, directory=self._directory)
        Event.objects.filter(public_id=entry.subject).update(
            club=club, name=name, folded=fold_name(name), created_at=entry.at
        )

    @transaction.atomic
    def _compare_heads(self) -> list[Difference]:
        """Compare each event's stored plan, phase and version with its log.

        This comes before the other comparisons of events, which depend on these columns.
        """
        return [
            Difference(f"event:{event.public_id}", what)
            for event, what in head_differences(write=self.write)
            if event.public_id not in self._written_events
        ]

    def _compare_positions(self) -> list[Difference]:
        """Compare the log positions of events with the log. With ``write``, correct them."""
        mismatches = []
        decided = fact_positions()
        for event in Event.objects.order_by("pk"):
            expected = max(self._positions.get(event.public_id, 0), decided.get(event.public_id, 0))
            if event.plan is not None:
                expected = max(expected, self._shown_positions.get(event.public_id, 0))
            what = ""
            if event.log_position != expected:
                what = f"log_position is {event.log_position}, the log says {expected}"
            elif event.standings_position > expected:
                what = f"standings_position is {event.standings_position}, the log ends for it at {expected}"
            if what:
                if event.public_id not in self._written_events:
                    mismatches.append(Difference(f"event:{event.public_id}", what))
                if self.write:
                    # Standings of a wrong position must be computed again.
                    Event.objects.filter(pk=event.pk).update(log_position=expected, standings_position=0)
        return mismatches

    # Rubbers

    def _compare_rubbers(self, projections: Sequence[RubberProjection]) -> list[Difference]:
        """Return how stored rubbers differ from ``projections``. With ``write``, also correct the stored ones."""
        stored = stored_projections([projection.public_id for projection in projections])
        mismatches: list[Difference] = []
        missing = []
        changed = []
        for projection in projections:
            subject = f"rubber:{projection.public_id}"
            stored_projection = stored.get(projection.public_id)
            if stored_projection is None:
                mismatches.append(Difference(subject, "is not stored"))
                missing.append(projection)
            elif stored_projection != projection:
                mismatches += [
                    Difference(subject, what) for what in differences(stored_projection, projection)
                ]
                changed.append(projection)
        if self.write:
            back = _give_ids_back(missing)
            _free_identities([*missing, *changed])
            for projection in changed + [each for each in missing if each.public_id in back]:
                self._overwrite(projection)
            inserted = [each for each in missing if each.public_id not in back]
            insert_projections(inserted, self._directory)
            note_counting_rubbers(counting_projections(inserted, self._directory))
        return mismatches

    def _overwrite(self, projection: RubberProjection) -> None:
        """Make the stored rubber match the log. It keeps its primary key, and so its place in exports."""
        facts: dict[str, Any] = dict(zip(RUBBER_FACTS, projection.facts, strict=True))
        rubber = Rubber.objects.get(public_id=projection.public_id)
        if any(getattr(rubber, column) != facts[column] for column in REVIEWED):
            Review.objects.filter(rubber=rubber).delete()
        written = overwrite_rubber(projection, self._directory)
        note_counting_rubbers([*counting(rubber), *counting(written)])

    # Rows without log entries

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
        mismatches = [Difference(_subject(row), what) for row in leftovers]
        if self.write and leftovers:
            rows.model._default_manager.filter(pk__in=[row.pk for row in leftovers]).delete()
        return mismatches

    # Entrants and standings

    @transaction.atomic
    def _compare_entrants(self) -> list[Difference]:
        """Check that every player of a rubber is an entrant of its event."""
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
        """Compare a draw with the log and the rubbers, unless results are still to be entered in it."""
        if event.log_position > event.standings_position:
            if self.write:
                write_standings(event.pk)
            return []
        if event.pk in self._events_lacking_entrants:
            return []
        mismatches = draw_differences(event, write=self.write)
        return [Difference(f"event:{event.public_id}", what) for what in mismatches]

    def _compare_standings(self, stage: Stage) -> list[Difference]:
        """Compare standings with the rubbers, unless they are still to be computed."""
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


def _with_present_players(projections: Sequence[RubberProjection]) -> list[RubberProjection]:
    now = current_ids({player for each in projections for player in (each.player_a, each.player_b)})
    return [
        replace(
            each,
            player_a=now.get(each.player_a, each.player_a),
            player_b=now.get(each.player_b, each.player_b),
        )
        for each in projections
    ]


def _give_ids_back(missing: Sequence[RubberProjection]) -> set[str]:
    """Change public ids that the log does not know to the id that the log has for the same rubber. Return these ids.

    ``missing`` are the rubbers that the log has and the table lacks; the same rubber has the same identity. If it were
    deleted and inserted again instead, it would lose its reviews, its conflicts and its place in exports.
    """
    owners = {projection.facts[IDENTITY]: projection.public_id for projection in missing}
    strays = _without_entry(Rubber, "rubber").filter(identity__in=owners).values_list("pk", "identity")
    back = {pk: owners[identity] for pk, identity in strays}
    for pk, public_id in back.items():
        Rubber.objects.filter(pk=pk).update(public_id=public_id)
    return set(back.values())


def _free_identities(projections: Sequence[RubberProjection]) -> None:
    """Take the identities of ``projections`` from other rubbers, which are corrected or deleted later."""
    owners = {projection.facts[IDENTITY]: projection.public_id for projection in projections}
    holders = Rubber.objects.filter(identity__in=owners).values_list("pk", "identity", "public_id")
    wrong = [pk for pk, identity, public_id in holders if owners[identity] != public_id]
    Rubber.objects.filter(pk__in=wrong).update(identity=Concat(Value("parked:"), F("public_id")))


def _not_entered(side: str) -> QuerySet[Any, tuple[int, int]]:
    """Return pairs of event and player, by primary key, with a rubber of that ``side`` but no entrant."""
    entered = Entrant.objects.filter(event=OuterRef("event"), player=OuterRef(side))
    return Rubber.objects.filter(~Exists(entered)).order_by().values_list("event_id", f"{side}_id").distinct()


def _without_entry(model: type[Model], stream: str) -> QuerySet[Any]:
    entries = LogEntry.objects.filter(stream=Concat(Value(f"{stream}:"), OuterRef("public_id")))
    return model._default_manager.filter(~Exists(entries))


def _subject(row: Any) -> str:
    return f"{row._meta.model_name}:{getattr(row, 'public_id', row.pk)}"

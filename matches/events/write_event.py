"""Write an event's state to its rows: entrants, stages, rounds, pairings and standings.

Only changed rows are touched. Changed pairings and standings are deleted and inserted again: nothing references them,
and updating one row at a time would violate a constraint when two rows of a table are swapped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeVar

from matches.common import hooks
from matches.common.bulk import insert_rows, update_rows
from matches.events.event_state import EventLog
from matches.events.stored_rows import StoredRows, recalled_rows, remember_rows, stored_rows
from matches.models import Entrant, Event, Pairing, Player, Round, Stage, Standing
from matches.models.ids import new_public_id
from matches.rubbers.live_news import announce_event
from matches.rubbers.write_rows import idle_entrants
from matches.rules.events.facts import PlayerId
from matches.rules.events.rows import (
    ENTRANT_COLUMNS,
    EVENT_COLUMNS,
    NOT_ENTERED,
    PAIRING_COLUMNS,
    ROUND_COLUMNS,
    STAGE_COLUMNS,
    STANDING_COLUMNS,
    EventRows,
    Row,
    expected_rows,
)
from matches.rules.events.state import EventState

Key = TypeVar("Key")
SEED: Final = ENTRANT_COLUMNS.index("seed")
LABEL: Final = ROUND_COLUMNS.index("label")
COLUMN_OF: Final = {"entrant_a": "entrant_a_id", "entrant_b": "entrant_b_id", "rubber": "rubber_id"}
PAIRING_WRITTEN: Final = ("round_id", "number", *(COLUMN_OF.get(name, name) for name in PAIRING_COLUMNS))
STANDING_WRITTEN: Final = ("stage_id", "entrant_id", *STANDING_COLUMNS)
ENTRANT_A: Final = PAIRING_COLUMNS.index("entrant_a")
RUBBER: Final = PAIRING_COLUMNS.index("rubber")


def write_event(
    event: Event,
    log: EventLog,
    state: EventState | None = None,
    *,
    position: int = 0,
    stored: StoredRows | None = None,
    is_news: bool = True,
) -> EventState:
    """Update the stored rows of a locked event to match its log. Return the event's state.

    ``state`` is the state derived from ``log``; with None it is derived here. ``position`` is the log position of the
    entry that was just appended to the event, 0 if none was. ``stored`` are the event's stored rows; with None they
    are taken from the cache or read here. ``is_news`` calls the hook ``event_written``; it is False if rows are only
    repaired. The table of an open stage is not written here; it is deleted once the event has a plan.
    """
    state = log.state if state is None else state
    expected = expected_rows(state)
    stored = stored or recalled_rows(event)
    phase = event.phase
    _write_own(event, expected, max(event.log_position, position))
    if stored is None:
        stored = stored_rows(event, {result.order: result for result in log.results})
    writer = _Writer(event, expected, stored, {each.rubber: each.order for each in log.results})
    written = writer.write()
    if stored.rows != expected:
        announce_event(event)
    if is_news and (stored.rows != expected or event.phase != phase):
        hooks.event_written(hooks.EventChange(event, phase, before=stored.rows, after=expected))
    if event.plan is not None:
        # Standings of an open event are not among these rows.
        remember_rows(event, written)
    return state


def _write_own(event: Event, expected: EventRows, position: int) -> None:
    """Write the event's own row, with a new ``rows_key`` and the position that its standings include."""
    columns = dict(zip(EVENT_COLUMNS, expected.event, strict=True))
    columns |= {"log_position": position, "standings_position": position, "rows_key": new_public_id()}
    changed = {column: value for column, value in columns.items() if getattr(event, column) != value}
    for column, value in changed.items():
        setattr(event, column, value)
    event.save(update_fields=list(changed))


class _Writer:
    """Writes the differences between an event's stored and expected rows, one kind of row after the other."""

    def __init__(
        self, event: Event, expected: EventRows, stored: StoredRows, rubbers: Mapping[str, int]
    ) -> None:
        self.event = event
        self.expected = expected
        self.stored = stored
        self.rubbers = rubbers
        self.entrants = dict(stored.entrants)
        self.stages = dict(stored.stages)
        self.rounds = dict(stored.rounds)

    def write(self) -> StoredRows:
        """Write the differences between stored and expected rows. Return the rows that are then stored."""
        self._write_entrants()
        self._write_stages()
        self._write_rounds()
        self._write_pairings()
        self._write_standings()
        self._delete_entrants()
        entrants = {player: self.entrants[player] for player in self.expected.entrants}
        return StoredRows(self.expected, entrants, self.stages, self.rounds)

    def _write_entrants(self) -> None:
        stored, expected = self.stored.rows.entrants, self.expected.entrants
        changed = {
            self.entrants[player]: (stored[player], row)
            for player, row in expected.items()
            if player in stored and stored[player] != row
        }
        if gone := [pk for player, pk in self.stored.entrants.items() if player not in expected]:
            Entrant.objects.filter(pk__in=gone).update(**dict(zip(ENTRANT_COLUMNS, NOT_ENTERED, strict=True)))
        # The unique seed may still belong to another entrant.
        moved = [pk for pk, (old, new) in changed.items() if old[SEED] is not None and old[SEED] != new[SEED]]
        if moved:
            Entrant.objects.filter(pk__in=moved).update(seed=None)
        if missing := [player for player in expected if player not in stored]:
            self._enter(missing, changed)
        _update(Entrant, ENTRANT_COLUMNS, changed)

    def _enter(self, missing: Collection[PlayerId], changed: dict[int, tuple[Row, Row]]) -> None:
        """Insert missing entrants. A player with a rubber in the event has a row already: add them to ``changed``."""
        met = Entrant.objects.filter(event=self.event, player__public_id__in=missing)
        for player, pk in met.values_list("player__public_id", "pk"):
            self.entrants[player] = pk
            changed[pk] = (NOT_ENTERED, self.expected.entrants[player])
        new = [player for player in missing if player not in self.entrants]
        keys = dict(Player.objects.filter(public_id__in=new).values_list("public_id", "pk"))
        made = Entrant.objects.bulk_create(
            Entrant(
                event=self.event,
                player_id=keys[player],
                **dict(zip(ENTRANT_COLUMNS, self.expected.entrants[player], strict=True)),
            )
            for player in new
        )
        self.entrants |= {player: row.pk for player, row in zip(new, made, strict=True)}

    def _write_stages(self) -> None:
        stored, expected = self.stored.rows.stages, self.expected.stages
        if gone := [pk for number, pk in self.stages.items() if number not in expected]:
            Stage.objects.filter(pk__in=gone).delete()
            self.stages = {number: pk for number, pk in self.stages.items() if number in expected}
        changed = {
            self.stages[number]: (stored[number], row)
            for number, row in expected.items()
            if number in stored and stored[number] != row
        }
        _update(Stage, STAGE_COLUMNS, changed)
        missing = [number for number in expected if number not in stored]
        made = Stage.objects.bulk_create(
            Stage(event=self.event, number=number, **dict(zip(STAGE_COLUMNS, expected[number], strict=True)))
            for number in missing
        )
        self.stages |= {row.number: row.pk for row in made}

    def _write_rounds(self) -> None:
        """Delete, update and insert rounds until the stored ones are those expected."""
        stored, expected = self.stored.rows.rounds, self.expected.rounds
        if gone := [pk for place, pk in self.rounds.items() if place not in expected]:
            Round.objects.filter(pk__in=gone).delete()
            self.rounds = {place: pk for place, pk in self.rounds.items() if place in expected}
        changed = {
            self.rounds[place]: (stored[place], row)
            for place, row in expected.items()
            if place in stored and stored[place] != row
        }
        for pk, (old, new) in changed.items():
            if old[LABEL] != new[LABEL]:
                # Another round may still have that label.
                Round.objects.filter(pk=pk).update(label=f"changed {pk}")
        _update(Round, ROUND_COLUMNS, changed)
        missing = [place for place in expected if place not in stored]
        made = Round.objects.bulk_create(
            Round(
                stage_id=self.stages[stage],
                number=number,
                **dict(zip(ROUND_COLUMNS, expected[stage, number], strict=True)),
            )
            for stage, number in missing
        )
        self.rounds |= {place: row.pk for place, row in zip(missing, made, strict=True)}

    def _write_pairings(self) -> None:
        stored, expected = self.stored.rows.pairings, self.expected.pairings
        outdated: dict[int, list[int]] = {}
        for place in _outdated(stored, expected):
            if place[:2] in self.rounds:
                outdated.setdefault(self.rounds[place[:2]], []).append(place[2])
        for round_, numbers in outdated.items():
            Pairing.objects.filter(round=round_, number__in=numbers).delete()
        new = [
            (self.rounds[place[:2]], place[2], *self._with_keys(row))
            for place, row in expected.items()
            if stored.get(place) != row
        ]
        if new:
            insert_rows(Pairing, PAIRING_WRITTEN, new)

    def _with_keys(self, row: Row) -> Row:
        """Return a pairing's row with primary keys for players and rubber."""
        a, b, rubber = row[ENTRANT_A], row[ENTRANT_A + 1], row[RUBBER]
        return (
            *row[:ENTRANT_A],
            None if a is None else self.entrants[a],
            None if b is None else self.entrants[b],
            *row[ENTRANT_A + 2 : RUBBER],
            self.rubbers[rubber] if rubber else None,
            *row[RUBBER + 1 :],
        )

    def _write_standings(self) -> None:
        stored, expected = self.stored.rows.standings, self.expected.standings
        outdated: dict[tuple[int, int], list[int]] = {}
        for place in _outdated(stored, expected):
            group, position = stored[place][:2]
            outdated.setdefault((place[0], group), []).append(position)
        for (stage, group), positions in outdated.items():
            rows = Standing.objects.filter(stage__event=self.event, stage__number=stage, group=group)
            rows.filter(position__in=positions).delete()
        new = [
            (self.stages[stage], self.entrants[player], *row)
            for (stage, player), row in expected.items()
            if stored.get((stage, player)) != row
        ]
        if new:
            insert_rows(Standing, STANDING_WRITTEN, new)

    def _delete_entrants(self) -> None:
        """Delete entrants who are no longer entered, unless they have a rubber."""
        if any(player not in self.expected.entrants for player in self.stored.rows.entrants):
            idle_entrants().filter(event=self.event).delete()


def _outdated(stored: Mapping[Key, Row], expected: Mapping[Key, Row]) -> list[Key]:
    """Return the keys of stored rows that differ from the expected ones, or are no longer expected."""
    return [place for place, row in stored.items() if expected.get(place) != row]


def _update(
    model: type[Entrant | Stage | Round], columns: Iterable[str], changed: Mapping[int, tuple[Row, Row]]
) -> None:
    """Update rows in the columns that differ. ``changed`` has the old and new row by primary key."""
    if not changed:
        return
    differing = [
        (place, name)
        for place, name in enumerate(columns)
        if any(old[place] != new[place] for old, new in changed.values())
    ]
    rows = [(pk, [new[place] for place, _ in differing]) for pk, (_, new) in changed.items()]
    update_rows(model, [name for _, name in differing], rows)

"""Primary keys by what the log calls things: a cache for one writer, filled a whole batch at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from django.db.models.functions import Coalesce

from matches.models import Event, Player, Stage

OPEN_STAGE: Final = 0
"""The number of the stage that every event has, in which anybody plays anybody; drawn ones count from 1."""


@dataclass(frozen=True, slots=True)
class EventKeys:
    """Primary keys of an event, of its open stage, and of its club."""

    event: int
    stage: int
    club: int


@dataclass(slots=True)
class Directory:
    """Throw it away when a transaction is rolled back: it remembers rows that are gone."""

    players: dict[str, int] = field(default_factory=dict)
    events: dict[str, EventKeys] = field(default_factory=dict)

    def load_players(self, public_ids: Collection[str]) -> None:
        """The key of an alias is that of the person it was merged into. Raises ``KeyError`` for an id nobody has."""
        wanted = set(public_ids) - self.players.keys()
        if not wanted:
            return
        people = Player.objects.filter(public_id__in=wanted)
        self.players.update(people.values_list("public_id", Coalesce("merged_into", "pk")))
        for public_id in wanted - self.players.keys():
            raise KeyError(f"no player has the id {public_id}")

    def load_events(self, public_ids: Collection[str]) -> None:
        """Raises ``KeyError`` for an id that no event has."""
        wanted = set(public_ids) - self.events.keys()
        if not wanted:
            return
        stages = Stage.objects.filter(event__public_id__in=wanted, number=OPEN_STAGE)
        columns = ("event__public_id", "event_id", "pk", "event__club_id")
        for public_id, event, stage, club in stages.values_list(*columns):
            self.events[public_id] = EventKeys(event, stage, club)
        for public_id in wanted - self.events.keys():
            raise KeyError(f"no event has the id {public_id}")


def open_event(public_id: str, *, club_id: int, name: str, directory: Directory) -> None:
    """Make the rows of an event of one open stage, unless they are there."""
    event, _ = Event.objects.get_or_create(public_id=public_id, defaults={"club_id": club_id, "name": name})
    stage, _ = Stage.objects.get_or_create(event=event, number=OPEN_STAGE)
    directory.events[public_id] = EventKeys(event=event.pk, stage=stage.pk, club=club_id)

"""Look up primary keys and aliases by public id for a batch of writes, with few queries.

When two player rows of one person are merged, one row stays as an alias of the other, and older records go on
naming the alias. An alias always points at a row that is no alias itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from django.db.models.functions import Coalesce

from matches.models import Event, Player, Stage

OPEN_STAGE: Final = 0
"""The number of the stage that every event has, in which anybody may play anybody. Drawn stages count from 1."""


@dataclass(frozen=True, slots=True)
class EventKeys:
    """The primary keys of an event, its open stage and its club."""

    event: int
    stage: int
    club: int


@dataclass(slots=True)
class Directory:
    """A cache of primary keys by public id, for one transaction: after a rollback its rows may not exist."""

    players: dict[str, int] = field(default_factory=dict)
    events: dict[str, EventKeys] = field(default_factory=dict)

    def load_players(self, public_ids: Collection[str]) -> None:
        """Load the keys of players, for an alias of the survivor. Raises ``KeyError`` for an unknown id."""
        wanted = set(public_ids) - self.players.keys()
        if not wanted:
            return
        people = Player.objects.filter(public_id__in=wanted)
        self.players.update(people.values_list("public_id", Coalesce("merged_into", "pk")))
        for public_id in wanted - self.players.keys():
            raise KeyError(f"no player has the id {public_id}")

    def load_events(self, public_ids: Collection[str]) -> None:
        """Load the primary keys of the events with these public ids. Raises ``KeyError`` for an unknown id."""
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
    """Create an event with its open stage, unless it exists, and add its keys to ``directory``."""
    event, _ = Event.objects.get_or_create(public_id=public_id, defaults={"club_id": club_id, "name": name})
    stage, _ = Stage.objects.get_or_create(event=event, number=OPEN_STAGE)
    directory.events[public_id] = EventKeys(event=event.pk, stage=stage.pk, club=club_id)


def current_ids(public_ids: Collection[str]) -> dict[str, str]:
    """Return ``{alias: current public id}`` for those of ``public_ids`` that are aliases."""
    if not public_ids:
        return {}
    rows = Player.objects.filter(public_id__in=public_ids, merged_into__isnull=False)
    return dict(rows.values_list("public_id", "merged_into__public_id"))


def aliases_of(public_ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return ``{current public id: (alias, ...)}`` for those of these players who have aliases."""
    aliases: dict[str, tuple[str, ...]] = {}
    rows = Player.objects.filter(merged_into__public_id__in=public_ids).order_by("pk")
    for survivor, alias in rows.values_list("merged_into__public_id", "public_id"):
        aliases[survivor] = (*aliases.get(survivor, ()), alias)
    return aliases


def pairs_of(players: tuple[str, str], aliases: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Yield each pair (id of A, id of B) by which a stored record may name two players, the current ids first.

    ``players`` has their current ids, and ``aliases`` is the result of ``aliases_of``.
    """
    a, b = players
    return product((a, *aliases.get(a, ())), (b, *aliases.get(b, ())))

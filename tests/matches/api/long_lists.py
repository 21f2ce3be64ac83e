"""Lengthen a club's lists by a thousand rows, each a copy of an existing one under its own name or number."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, TypeVar

from django.db.models import Model

from matches.models import (
    Club,
    Deal,
    Entrant,
    Game,
    ImportLine,
    ImportReport,
    Incident,
    LogEntry,
    Membership,
    Pairing,
    Player,
    Posting,
    Rating,
    Sitting,
    SittingGame,
    SittingPerson,
    Standing,
    Tally,
)
from matches.models.ids import new_public_id
from tests.matches.pages.every_page import Scene

ROWS: Final = 1000
BEYOND: Final = 10_000
"""The first number of the rows made here, behind all others."""

Row = TypeVar("Row", bound=Model)


def copies(first: Row | None, **own: Callable[[int], Any]) -> list[Row]:
    """Return ``ROWS`` copies of ``first``. Each column in ``own`` is computed from the copy's number."""
    assert first is not None
    kind = type(first)
    shared = {each.attname: getattr(first, each.attname) for each in kind._meta.concrete_fields}
    del shared["id"]
    if "public_id" in shared:
        own["public_id"] = lambda _number: new_public_id()
    rows = [
        kind(**{**shared, **{name: make(number) for name, make in own.items()}}) for number in range(ROWS)
    ]
    return kind._default_manager.bulk_create(rows, batch_size=500)


def number(index: int) -> int:
    return BEYOND + index


def name(index: int) -> str:
    return f"Long {index}"


def code(index: int) -> str:
    """Return a 64-character code, in place of a hash."""
    return f"long{index:060}"


def lengthen(scene: Scene) -> None:
    players = copies(scene.guest, name=name)
    _club(scene, players)
    _people(scene, players)
    _event(scene, players)
    _records(scene, players)
    _table(scene, players)


def _club(scene: Scene, players: list[Player]) -> None:
    club = scene.club
    copies(
        Club.objects.get(pk=club.pk), name=name, slug=lambda index: f"long-{index}", is_public=lambda _: True
    )
    copies(scene.event, name=name)
    copies(ImportReport.objects.filter(club=club).first())
    copies(ImportLine.objects.filter(report=scene.report).first(), index=number)
    copies(scene.held_text, checksum=code)
    copies(scene.invitation, token_hash=code)
    copies(scene.delivery)
    copies(LogEntry.objects.filter(stream=f"club:{club.public_id}").last(), version=number, key=code)
    weeks = Rating.objects.filter(club=club, player=scene.guest)
    latest = weeks.latest("week")
    copies(latest, player_id=lambda index: players[index].pk)
    earliest = weeks.earliest("week")
    copies(earliest, week=lambda index: earliest.week - timedelta(weeks=index + 1))


def _people(scene: Scene, players: list[Player]) -> None:
    member = Membership.objects.get(player=scene.member)
    copies(member, player_id=lambda index: players[index].pk)


def _event(scene: Scene, players: list[Player]) -> None:
    entrant = Entrant.objects.filter(event=scene.planned).first()
    entrants = copies(
        entrant, player_id=lambda index: players[index].pk, number=number, seed=lambda _: None, place=number
    )
    copies(
        Standing.objects.filter(stage__event=scene.planned).first(),
        entrant_id=lambda index: entrants[index].pk,
        position=number,
    )
    copies(
        Pairing.objects.filter(round__stage__event=scene.planned).first(),
        number=number,
        rubber_id=lambda _: None,
        entrant_a_id=lambda index: entrants[index].pk,
        entrant_b_id=lambda index: entrants[index - 1].pk,
    )


def _records(scene: Scene, players: list[Player]) -> None:
    own = {"identity": code, "player_a_id": lambda index: players[index].pk}
    rubbers = copies(scene.rubber, **own)
    copies(scene.reported, identity=lambda index: f"r{index:063}")
    copies(
        Tally.objects.filter(rubber=scene.rubber).first(),
        rubber_id=lambda index: rubbers[index].pk,
        player_id=lambda index: players[index].pk,
    )
    copies(scene.conflict, rubber_id=lambda index: rubbers[index].pk)
    game = Game.objects.filter(rubber=scene.rubber).first()
    copies(game, rubber_id=lambda index: rubbers[index].pk)
    games = copies(game, number=number)
    copies(Deal.objects.filter(game=game).first(), number=number)
    for first in Incident.objects.filter(game__rubber__club=scene.club)[:1]:
        copies(first, game_id=lambda index: games[index].pk)


def _table(scene: Scene, players: list[Player]) -> None:
    table = scene.sitting
    copies(Sitting.objects.get(pk=table.pk), name=name)
    copies(SittingGame.objects.filter(sitting=table).first(), number=number, rubber_id=lambda _: None)
    copies(Posting.objects.filter(sitting=table).first(), position=number)
    copies(
        SittingPerson.objects.filter(sitting=table).first(),
        player_id=lambda index: players[index].pk,
        position=number,
    )

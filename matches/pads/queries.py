"""Query table links and the pairings that need one, and the scores of rubbers that are being played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

from matches.clubs.access import Viewer
from matches.clubs.roles import Powers
from matches.events import queries as events
from matches.events.queries import RoundOutline
from matches.models import Game, Pairing, Player, TableLink
from matches.pads.table_links import DrawnTable, is_in_force
from scoring.check_game import LOVE_ALL


def valid_links(links: QuerySet[TableLink]) -> QuerySet[TableLink]:
    """Return the links in force, newest first, those made together by table, with maker and players."""
    rows = links.filter(is_in_force())
    return rows.select_related("created_by", "player_a", "player_b").order_by("-created_at", "pk")


def revocable(links: QuerySet[TableLink], viewer: Viewer, powers: Powers) -> QuerySet[TableLink]:
    """Return the links that the viewer may revoke: all if they may enter any rubber of the club, else their own."""
    return links if may_enter_any(powers) else links.filter(created_by=viewer.pk)


def may_enter_any(powers: Powers) -> bool:
    return powers.may_enter(0, 0)


def still_to_play(round_: RoundOutline) -> QuerySet[Pairing]:
    """Return the undecided pairings of a released round for which links can be made, with players loaded."""
    return events.pairings_of([round_]).filter(
        kind=Pairing.Kind.RUBBER, decided_by="", entrant_a__isnull=False, entrant_b__isnull=False
    )


def drawn_table(round_: RoundOutline, pairing: Pairing) -> DrawnTable:
    """Return the argument of ``make_links`` for a pairing of ``still_to_play``."""
    return DrawnTable(round_.label, pairing.table, players_of(pairing))


def players_of(pairing: Pairing) -> tuple[Player, Player]:
    """Return players A and B of a pairing. Raises ``ValueError`` if one of them is not known yet."""
    a, b = pairing.entrant_a, pairing.entrant_b
    if a is None or b is None:
        raise ValueError(f"{pairing} waits for a player")
    return a.player, b.player


Points: TypeAlias = tuple[int, int] | None
"""The points of A and B in a game; None if the score is unknown."""


def games_so_far(rubber: int) -> list[tuple[int, Points]]:
    """Return the number and the points of each game of a live rubber (primary key), with the next one to play last."""
    return _games([rubber])[rubber]


def points_now(rubbers: Collection[int]) -> dict[int, Points]:
    """Return the points in the current or next game of live rubbers, by primary key, with one query at most."""
    return {rubber: games[-1][1] for rubber, games in _games(rubbers).items()} if rubbers else {}


def last_game() -> Subquery:
    """Return an annotation of live rubbers with their last game, from which ``points_in`` reads the points."""
    games = Game.objects.filter(rubber=OuterRef("pk")).order_by("-number")
    return Subquery(games.values(game=JSONObject(winner="winner", a="points_a", b="points_b"))[:1])


def points_in(game: Mapping[str, Any] | None) -> Points:
    """Return the points in the game of ``last_game``, or those of the next one if it is over or there is none."""
    if game is None or game["winner"]:
        return LOVE_ALL
    return None if game["a"] is None or game["b"] is None else (game["a"], game["b"])


def _games(rubbers: Collection[int]) -> dict[int, list[tuple[int, Points]]]:
    games_by_rubber: dict[int, list[tuple[int, Points]]] = {rubber: [] for rubber in rubbers}
    is_over = dict.fromkeys(rubbers, True)
    rows = Game.objects.filter(rubber__in=rubbers).order_by("rubber", "number")
    for rubber, number, winner, a, b in rows.values_list(
        "rubber", "number", "winner", "points_a", "points_b"
    ):
        games_by_rubber[rubber].append((number, None if a is None or b is None else (a, b)))
        is_over[rubber] = winner != ""
    for rubber, games in games_by_rubber.items():
        if is_over[rubber]:
            games.append((len(games) + 1, LOVE_ALL))
    return games_by_rubber

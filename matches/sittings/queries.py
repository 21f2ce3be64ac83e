"""Queries for the pages of pools and French tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict

from django.db.models import Count, QuerySet

from matches.clubs.access import Viewer, visible_clubs
from matches.common.log import RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE, RUBBER_OPENED
from matches.models import Club, Event, LogEntry, Player, Rubber, Sitting, SittingPerson
from matches.rubbers.deal_from_input import position_of
from matches.rubbers.text import check_text
from matches.rules.sittings.state import SittingState
from scoring.record import Pair

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class GamesCounted(TypedDict):
        game_count: int

    CountedSitting: TypeAlias = WithAnnotations[Sitting, GamesCounted]

NAMES_SUGGESTED = 60
"""The maximum number of names that a form suggests: more would make the page heavy for a phone."""
NOT_IN_HISTORY: Final = (RUBBER_OPENED, RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE)
"""Kinds of log entry about a game's rubber that a sitting's history omits: single deals, and what precedes them."""


def sitting_of(public_id: str) -> Sitting | None:
    """Return the sitting with this public id (club and event loaded), or None."""
    return Sitting.objects.select_related("club", "event").filter(public_id=public_id).first()


def visible_sittings(viewer: Viewer) -> QuerySet[Sitting]:
    """Return the sittings (club and event loaded) of clubs that the viewer may see, whoever may see their amounts."""
    return Sitting.objects.filter(club__in=visible_clubs(viewer)).select_related("club", "event")


def events_of_tables(club: Club) -> QuerySet[Event]:
    """Return the club's named events without a plan, in which a game may count. A plan would say who meets."""
    return club.events.filter(plan__isnull=True).exclude(name="")


def game_as_played(state: SittingState) -> Rubber | None:
    """Return the rubber (text, state and version of checks) of the game that is being played, or None."""
    if state.game is None:
        return None
    return Rubber.objects.filter(public_id=state.game.rubber).only("egn", "state", "checks").first()


def score_of_game(rubber: Rubber) -> Pair | None:
    """Return the current score of a game (A's points, then B's), or None if it is unknown."""
    checked = check_text(rubber.egn, rubber.checks)
    if checked.winner is None:
        return position_of(checked).score
    return checked.games[0].points if checked.games else None


def club_sittings(club: Club) -> QuerySet[CountedSitting]:
    """Return the club's sittings with the number of their games (``game_count``), open ones first, then the newest."""
    rows = Sitting.objects.filter(club=club).defer("state")
    return rows.annotate(game_count=Count("games")).order_by("-phase", "-pk")


def names_of_players(public_ids: Collection[str]) -> dict[str, str]:
    """Return the names of players by public id, empty for an erased player. Unknown ids are missing."""
    return dict(Player.objects.filter(public_id__in=public_ids).values_list("public_id", "name"))


def names_at_tables(club: Club) -> list[str]:
    """Return up to ``NAMES_SUGGESTED`` names for joining a table: latest tables first, then the club's list."""
    seen = SittingPerson.objects.filter(sitting__club=club, player__merged_into__isnull=True)
    names = seen.exclude(player__name="").order_by("-pk").values_list("player__name", flat=True)
    latest = list(dict.fromkeys(names[: 4 * NAMES_SUGGESTED]))[:NAMES_SUGGESTED]
    if len(latest) == NAMES_SUGGESTED:
        return latest
    listed = club.players.filter(merged_into__isnull=True).exclude(name="").exclude(name__in=latest)
    return [*latest, *listed.order_by("name").values_list("name", flat=True)[: NAMES_SUGGESTED - len(latest)]]


def taken_back(sitting: Sitting) -> frozenset[int]:
    """Return the versions of those facts of the sitting that were undone."""
    undone = LogEntry.objects.filter(stream=f"sitting:{sitting.public_id}", kind="sitting.undone")
    return frozenset(payload["version"] for payload in undone.values_list("payload", flat=True))


def sitting_history(sitting: Sitting) -> QuerySet[LogEntry]:
    """Return the log entries of the sitting and its rubbers, newest first, without those about single deals."""
    rubbers = sitting.games.filter(rubber__isnull=False).values_list("rubber__public_id", flat=True)
    streams = [f"sitting:{sitting.public_id}", *(f"rubber:{public_id}" for public_id in rubbers)]
    return (
        LogEntry.objects.filter(stream__in=streams)
        .exclude(kind__in=NOT_IN_HISTORY)
        .select_related("by", "link")
        .order_by("-pk")
    )

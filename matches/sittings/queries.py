"""Pools and French tables, as pages list them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Count, QuerySet

from matches.clubs.access import Viewer, visible_clubs
from matches.models import Club, Event, LogEntry, Player, Rubber, Sitting, SittingPerson
from matches.rubbers.build_record import standing
from matches.rubbers.check_text import judged
from matches.rules.sittings.state import SittingState
from scoring.record import Pair

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class GamesCounted(TypedDict):
        game_count: int

    CountedSitting: TypeAlias = WithAnnotations[Sitting, GamesCounted]

NAMES_SUGGESTED = 60
"""A phone's page stays light; who is not among them is typed."""


def sitting_of(public_id: str) -> Sitting | None:
    """The sitting of this public id, with club and event."""
    return Sitting.objects.select_related("club", "event").filter(public_id=public_id).first()


def sittings_seen(viewer: Viewer) -> QuerySet[Sitting]:
    """Those of the clubs that the viewer sees, with club and event. Who sees a table's amounts is another question."""
    return Sitting.objects.filter(club__in=visible_clubs(viewer)).select_related("club", "event")


def events_of_tables(club: Club) -> QuerySet[Event]:
    """The events where the games of a table may count: open ones, to which no plan gives their pairings."""
    return club.events.filter(plan__isnull=True).exclude(name="")


def game_as_played(state: SittingState) -> Rubber | None:
    """The rubber of the game that is played, with its text and state alone."""
    if state.game is None:
        return None
    return Rubber.objects.filter(public_id=state.game.rubber).only("egn", "state", "checks").first()


def score_of_game(rubber: Rubber) -> Pair | None:
    """How a game stands, A's and B's; None where it is not known, as of a result that is disputed it may not be."""
    checked = judged(rubber.egn, rubber.checks)
    if checked.winner is None:
        return standing(checked).score
    return checked.games[0].points if checked.games else None


def club_sittings(club: Club) -> QuerySet[CountedSitting]:
    """Open ones first, then the newest, with ``game_count``."""
    rows = Sitting.objects.filter(club=club).defer("state")
    return rows.annotate(game_count=Count("games")).order_by("-phase", "-pk")


def names_of_players(public_ids: Collection[str]) -> dict[str, str]:
    """Names by public id; empty for somebody who was forgotten. Ids that nobody has are left out."""
    return dict(Player.objects.filter(public_id__in=public_ids).values_list("public_id", "name"))


def names_at_tables(club: Club) -> list[str]:
    """Whom a form may suggest: the people of the club's latest tables, the last to come first."""
    seen = SittingPerson.objects.filter(sitting__club=club, player__merged_into__isnull=True)
    names = seen.exclude(player__name="").order_by("-pk").values_list("player__name", flat=True)
    latest = list(dict.fromkeys(names[: 4 * NAMES_SUGGESTED]))[:NAMES_SUGGESTED]
    if len(latest) == NAMES_SUGGESTED:
        return latest
    listed = club.players.filter(merged_into__isnull=True).exclude(name="").exclude(name__in=latest)
    return [*latest, *listed.order_by("name").values_list("name", flat=True)[: NAMES_SUGGESTED - len(latest)]]


def taken_back(sitting: Sitting) -> frozenset[int]:
    """Versions of what was put down at the table and taken back."""
    undone = LogEntry.objects.filter(stream=f"sitting:{sitting.public_id}", kind="sitting.undone")
    return frozenset(payload["version"] for payload in undone.values_list("payload", flat=True))


def sitting_history(sitting: Sitting) -> QuerySet[LogEntry]:
    """What was put down at the table, and what became of its games' rubbers but for single deals; latest first."""
    rubbers = sitting.games.filter(rubber__isnull=False).values_list("rubber__public_id", flat=True)
    streams = [f"sitting:{sitting.public_id}", *(f"rubber:{public_id}" for public_id in rubbers)]
    return (
        LogEntry.objects.filter(stream__in=streams)
        .exclude(
            kind__in=("rubber.deal_recorded", "rubber.deal_undone", "rubber.cut_recorded", "rubber.opened")
        )
        .select_related("by", "link")
        .order_by("-pk")
    )

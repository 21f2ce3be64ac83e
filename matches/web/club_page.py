"""A club's lines: events with their dates, players with their rubbers, the club itself in a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import Club
from matches.web.dates import record_dates

if TYPE_CHECKING:
    from matches.queries.pages import DatedEvent, PlayedPlayer, ShownClub


@dataclass(frozen=True, slots=True)
class Line:
    """A place to go, and in a few words what is there."""

    url: str
    name: str
    summary: str
    is_members_only: bool = False


def club_line(club: ShownClub) -> Line:
    events = ngettext("%(count)s event", "%(count)s events", club.event_count) % {"count": club.event_count}
    players = ngettext("%(count)s player", "%(count)s players", club.player_count) % {
        "count": club.player_count
    }
    return Line(
        url=reverse("web:club", args=[club.slug]),
        name=club.name,
        summary=f"{events} · {players}",
        is_members_only=not club.is_public,
    )


def event_line(club: Club, event: DatedEvent) -> Line:
    return Line(
        url=reverse("web:event", args=[club.slug, event.public_id]),
        name=str(event),
        summary=" · ".join(event_facts(event)),
    )


def event_facts(event: DatedEvent) -> list[str]:
    """Its days and how many rubbers it has."""
    days = record_dates(event.first_date or "", event.last_date or "")
    return [fact for fact in (days, rubbers_counted(event.rubber_count)) if fact]


def player_line(player: PlayedPlayer) -> Line:
    return Line(
        url=reverse("web:player", args=[player.public_id]),
        name=player.name,
        summary=rubbers_counted(player.rubber_count),
    )


def rubbers_counted(count: int) -> str:
    return ngettext("%(count)s rubber", "%(count)s rubbers", count) % {"count": count}


def facts(club: Club) -> list[str]:
    if club.is_public:
        return [_("Open to all who look")]
    return [_("For members only")]

"""A club's lines: events with their dates, players with their rubbers, the club itself in a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clubs.permissions import Action, Powers
from matches.models import Club, Event
from matches.pages.common.dates import record_dates

if TYPE_CHECKING:
    from matches.rubbers.queries.page_rows import DatedEvent, PlayedPlayer, ShownClub


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
        summary=" · ".join([*_phase(event), *event_facts(event)]),
    )


def _phase(event: Event) -> list[str]:
    """How far a planned event is; an open one has no end to come to."""
    return [] if event.phase == Event.Phase.OPEN else [capfirst(event.get_phase_display())]


def event_facts(event: DatedEvent, rubbers: int | None = None) -> list[str]:
    """Its days and how many rubbers it has, or the number of ``rubbers`` that are meant."""
    days = record_dates(event.first_date or "", event.last_date or "")
    counted = rubbers_counted(event.rubber_count if rubbers is None else rubbers)
    return [fact for fact in (days, counted) if fact]


def player_line(player: PlayedPlayer) -> Line:
    return Line(
        url=reverse("web:player", args=[player.public_id]),
        name=player.name,
        summary=rubbers_counted(player.rubber_count),
    )


def rubbers_counted(count: int) -> str:
    return ngettext("%(count)s rubber", "%(count)s rubbers", count) % {"count": count}


def facts(club: Club) -> list[str]:
    return [_("Public")] if club.is_public else [_("Members only")]


def first_steps(club: Club, powers: Powers) -> list[Line]:
    """What the viewer may do about a club that has no rubber yet, in the order in which it is done."""
    steps: tuple[tuple[Action, str, str, str], ...] = (
        ("invite", "web:invite", _("Invite somebody"), _("Whoever follows the link joins the club.")),
        ("add_player", "web:add_players", _("Add players"), _("By name alone, without an account.")),
        (
            "open_event",
            "web:new_event",
            _("Open an event"),
            _("A tournament or a season; rubbers can do without."),
        ),
        ("enter_rubber", "web:enter", _("Enter a rubber"), _("Its result, or deal by deal at the table.")),
        ("import_records", "web:imports", _("Import a file"), _("Records that you have already, as EGN.")),
    )
    return [
        Line(url=reverse(url_name, args=[club.slug]), name=name, summary=summary)
        for action, url_name, name, summary in steps
        if powers.can(action)
    ]

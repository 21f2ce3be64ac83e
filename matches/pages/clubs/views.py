"""Serve the page of a club, and put its lines about events into words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from matches.clubs.queries import players_by_activity
from matches.common.club_clock import club_today
from matches.events.event_lists import named_events
from matches.events.queries import outline
from matches.exchange.queries import count_waiting
from matches.figures.seasons import season_glance
from matches.models import Club, Event, Player, Rubber, Stage
from matches.pads.queries import last_game
from matches.pages.clubs.analyses import choices, seen_by
from matches.pages.clubs.friendly import SCORES, friendly_form
from matches.pages.common.club_context import get_club, powers_on
from matches.pages.common.dates import record_date, record_dates
from matches.pages.common.live_updates import live
from matches.pages.common.results import round_name, rubber_lines
from matches.rubbers.live_news import rubber_topic
from matches.rubbers.queries import club_rubbers
from matches.rules.figures.seasons import season_at

if TYPE_CHECKING:
    from matches.events.event_lists import DatedEvent

LATEST_EVENTS = 4
LATEST_RUBBERS = 6
SEASON_ROWS = 5
CHIPS = 12


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    powers = powers_on(request, club)
    events = list(named_events(club)[:LATEST_EVENTS])
    players = players_by_activity(club, CHIPS)
    latest = list(club_rubbers(club).annotate(last_game=last_game())[:LATEST_RUBBERS])
    topics = [rubber_topic(rubber) for rubber in latest if rubber.state == Rubber.State.LIVE]
    playing = events[0] if events and events[0].phase == Event.Phase.PLAYING else None
    today = club_today(club)
    season = season_at(today, club.season_month)
    context = {
        "club": club,
        "powers": powers,
        "waiting": count_waiting(club, powers),
        "may_choose_analyses": powers.can("change_club") and club.analyses == Club.Analyses.UNDECIDED,
        "analyses_choices": choices(club),
        "now": playing,
        "now_text": "" if playing is None else _now_text(playing),
        "events": events,
        "players": players,
        "player_count": players[0].listed if players else 0,
        "results": result_lines(latest),
        "season": season,
        "glance": season_glance(club, season, today, SEASON_ROWS) if latest else None,
        "live": live(topics, None) if topics else None,
    }
    if not latest:
        context |= _first_steps(request, club, players)
    return render(request, "clubs/club.html", context)


def _now_text(event: Event) -> str:
    """Return a line on an event that is being played: "Round 3 of 5, 2 results missing"."""
    current = next((stage.current for stage in outline(event) if stage.phase == Stage.Phase.PLAYING), None)
    if current is None:
        return _("being played")
    name = round_name(current.label)
    if not current.missing:
        return _("%(round)s, all results are in") % {"round": name}
    text = ngettext(
        "%(round)s, %(count)s result missing", "%(round)s, %(count)s results missing", current.missing
    )
    return text % {"round": name, "count": current.missing}


def _first_steps(request: HttpRequest, club: Club, players: Sequence[Player]) -> dict[str, Any]:
    """Return what the steps to a club's first evening need: which are done, and the form of a friendly game."""
    return {
        "has_players": len(players) > 1,
        "analyses_text": ("" if club.analyses == Club.Analyses.UNDECIDED else seen_by(club, club.analyses)),
        "friendly": friendly_form(club, powers_on(request, club)),
        "scores": SCORES,
    }


def result_lines(rubbers: Sequence[Rubber]) -> list[dict[str, Any]]:
    """Return list rows, each with its ``line``, ``day``, ``event`` ("" for a friendly game) and ``round`` ("R3")."""
    lines = rubber_lines(rubbers)
    return [
        {
            "line": line,
            "day": record_date(rubber.date),
            "event": rubber.event.name,
            "round": _("R%(number)s") % {"number": rubber.round_label} if _is_round(rubber) else "",
        }
        for line, rubber in zip(lines, rubbers, strict=True)
    ]


def _is_round(rubber: Rubber) -> bool:
    return rubber.event.name != "" and rubber.round_label.isdecimal()


def event_line(club: Club, event: DatedEvent) -> dict[str, str]:
    url = reverse("web:event", args=[club.slug, event.public_id])
    return {"url": url, "name": str(event), "summary": event_summary(event)}


def event_summary(event: DatedEvent) -> str:
    """Return a phrase on an event: "Being played · 14 November 2026 · 12 rubbers". An open event has no phase."""
    if event.phase == Event.Phase.PLAYING and not event.rubber_count:
        return _("No rubbers yet")
    phase = [] if event.phase == Event.Phase.OPEN else [capfirst(event.get_phase_display())]
    return " · ".join([*phase, *days_and_rubbers(event)])


def days_and_rubbers(event: DatedEvent, rubbers: int | None = None) -> list[str]:
    """Return the event's days, if they are known, and its number of rubbers, by default the stored one."""
    days = record_dates(event.first_date or "", event.last_date or "")
    counted = rubbers_counted(event.rubber_count if rubbers is None else rubbers)
    return [fact for fact in (days, counted) if fact]


def rubbers_counted(count: int) -> str:
    return ngettext("%(count)s rubber", "%(count)s rubbers", count) % {"count": count}

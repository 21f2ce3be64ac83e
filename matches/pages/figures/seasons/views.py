"""Pages of a club's records of all time, of its seasons, and of one season."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.clubs.clock import club_today
from matches.figures.queries.honours import are_honours_owed, bases_of, honours_of, leaders_of
from matches.figures.queries.ratings import movers
from matches.figures.queries.seasons import events_of, season_there, winners_of
from matches.figures.queries.totals import figures, scope_figures
from matches.figures.words.figures import AT_A_GLANCE
from matches.models import Club
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.dates import day_text
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.common.record_files import file_links
from matches.pages.common.share_chart import share_chart
from matches.pages.figures.filters import Kept
from matches.pages.figures.page import STANDS_ON, facts, list_url
from matches.pages.figures.ratings.blocks import risen
from matches.pages.figures.rows import chosen_rows, shares_at_a_glance
from matches.pages.figures.seasons.record_lines import basis_lines, gaps, record_groups
from matches.pages.figures.seasons.season_lines import (
    event_lines,
    season_lines,
    season_links,
    season_url,
    seasons_of,
)
from matches.pages.figures.subjects import of_club, within
from matches.rules.figures.records.definitions import CHAMPIONS
from matches.rules.figures.seasons import Season, season_at

SEASONS_LINKED: Final = 6
SEASONS_A_PAGE: Final = 20
EVENTS_SHOWN: Final = 20


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    club = _club(request, slug)
    bases = bases_of(club)
    ever = bases[0] if bases else None
    context = {
        "groups": record_groups(request.user, club, honours_of(club, None), is_ever=True),
        "basis": basis_lines(ever, seasons=bases[1:]) if ever else (),
        "gaps": gaps(ever) if ever else (),
        "links": season_links(club, seasons_of(club, bases), None, most=SEASONS_LINKED),
    }
    return render(request, "figures/seasons/records.html", {**_frame(club), **context})


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    club = _club(request, slug)
    bases = [basis for basis in bases_of(club) if basis.season is not None]
    shown = listing(request, bases, key="page", size=SEASONS_A_PAGE)
    years = [basis.season for basis in shown.rows if basis.season is not None]
    context = {
        "seasons": season_lines(club, shown.rows, leaders_of(club, years, list(CHAMPIONS))),
        "listing": shown,
        "begins": day_text(season_at(club_today(club), club.season_month).since),
        "crumbs": [club_crumb(club), _records_crumb(club)],
    }
    return render(request, "figures/seasons/seasons.html", {**_frame(club), **context})


@require_safe
def season(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Raises ``Http404`` for a season in which nothing counts, unless it is the one that is on."""
    club = _club(request, slug)
    bases = bases_of(club)
    found = season_there(club, year, bases, today=club_today(club))
    if found is None:
        raise Http404
    basis = next((each for each in bases if each.season == year), None)
    there = seasons_of(club, bases)
    context = {
        "season": found,
        "span": _("%(first)s to %(last)s") % {"first": day_text(found.since), "last": day_text(found.until)},
        "basis": basis_lines(basis) if basis else (),
        "gaps": gaps(basis) if basis else (),
        "links": season_links(club, there, found, most=SEASONS_LINKED),
        "crumbs": [club_crumb(club), _records_crumb(club)],
        "files": file_links("season_records_file", club.public_id, year)
        if powers_on(request, club).can("export_records")
        else [],
        **(_played(request, club, found) if basis else {}),
        **_neighbours(club, there, found),
    }
    return render(request, "figures/seasons/season.html", {**_frame(club), **context})


def _club(request: HttpRequest, slug: str) -> Club:
    return get_object_or_404(visible_clubs(request.user).select_related("honour_progress"), slug=slug)


def _frame(club: Club) -> dict[str, Any]:
    return {
        "club": club,
        "crumbs": [club_crumb(club)],
        "are_owed": are_honours_owed(club),
        "seasons_url": reverse("web:seasons", args=[club.slug]),
    }


def _records_crumb(club: Club) -> Crumb:
    return Crumb(reverse("web:records", args=[club.slug]), _("Records"))


def _played(request: HttpRequest, club: Club, season: Season) -> dict[str, Any]:
    groups = record_groups(request.user, club, honours_of(club, season.year), is_ever=False)
    events = list(events_of(club, season)[: EVENTS_SHOWN + 1])
    shown = events[:EVENTS_SHOWN]
    asked = within(of_club(club), Kept(since=season.since, until=season.until))
    there = {figure.key for figure in scope_figures(asked.scope)}
    keys = [key for key in AT_A_GLANCE if key in there]
    every = figures(request.user, asked.scope, [*STANDS_ON, *keys])
    return {
        "honours": next((group for group in groups if group.key == "season"), None),
        "groups": [group for group in groups if group.key != "season"],
        "events": event_lines(request.user, club, shown, winners_of(shown)),
        "are_more_events": len(events) > len(shown),
        "movers": risen(club, movers(club, season.since, season.until)),
        "glance": share_chart(shares_at_a_glance(every)),
        "glance_rows": chosen_rows(every, keys, list_url(asked)),
        "glance_facts": facts(every),
        "figures_url": asked.url("figures"),
    }


def _neighbours(club: Club, there: list[Season], season: Season) -> dict[str, Any]:
    """The seasons before and after this one in which something counts."""
    before = [each for each in there if each < season]
    after = [each for each in there if each > season]
    return {
        "before": _link(club, max(before)) if before else None,
        "after": _link(club, min(after)) if after else None,
    }


def _link(club: Club, season: Season) -> Crumb:
    return Crumb(season_url(club, season), season.label)

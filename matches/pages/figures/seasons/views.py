"""Serve the pages of a club's all-time records and of its seasons, with links to where a record was made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.common.club_clock import club_today
from matches.events.event_lists import events_of, winners_of
from matches.figures.ratings import movers
from matches.figures.record_words import more_text
from matches.figures.seasons import are_honours_pending, bases_of, find_season, honours_of, leaders_of
from matches.figures.statistics import figures, scope_figures
from matches.figures.words import AT_A_GLANCE
from matches.models import Club, Honour, HonourBasis, Rubber
from matches.pages.clubs.views import event_line
from matches.pages.common.charts import share_chart
from matches.pages.common.club_context import powers_on
from matches.pages.common.dates import is_day, record_date
from matches.pages.common.links import file_links
from matches.pages.common.listing import listing
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.common.results import player_name, side_names
from matches.pages.figures.filters import Filters
from matches.pages.figures.page import BASIS, facts, list_url
from matches.pages.figures.rows import chosen_rows, shares_at_a_glance
from matches.pages.figures.subjects import club_subject, select
from matches.rules.figures.records import CHAMPIONS, KINDS
from matches.rules.figures.seasons import Season, day_of_record, season_at

SEASONS_LINKED: Final = 6
SEASONS_A_PAGE: Final = 20
MOST_EVENTS: Final = 20
MOST_MOVERS: Final = 5


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    club = _club(request, slug)
    bases = bases_of(club)
    ever = bases[0] if bases else None
    context = {
        **_frame(club),
        "crumbs": [club_crumb(club)],
        "records": _records(honours_of(club, None)),
        "is_ever": True,
        "basis": ever,
        "undated": ever.rubbers - sum(each.rubbers for each in bases[1:]) if ever else 0,
        "linked_seasons": _linked_seasons(_seasons(club, bases), None),
    }
    return render(request, "figures/seasons/records.html", context)


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    club = _club(request, slug)
    bases = [basis for basis in bases_of(club) if basis.season is not None]
    page = listing(request, bases, key="page", size=SEASONS_A_PAGE)
    years = [basis.season for basis in page.rows if basis.season is not None]
    leaders: defaultdict[int | None, list[Honour]] = defaultdict(list)
    for honour in leaders_of(club, years, list(CHAMPIONS)):
        leaders[honour.season].append(honour)
    context = {
        **_frame(club),
        "rows": [
            {"season": season, "basis": basis, "leaders": _leaders(leaders[basis.season])}
            for season, basis in zip(_seasons(club, page.rows), page.rows, strict=True)
        ],
        "listing": page,
        "begins": season_at(club_today(club), club.season_month).since,
    }
    return render(request, "figures/seasons/seasons.html", context)


@require_safe
def season(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Show a season. Raises ``Http404`` if no rubber counts in it, unless it is the current one."""
    club = _club(request, slug)
    bases = bases_of(club)
    season = find_season(club, year, bases, today=club_today(club))
    if season is None:
        raise Http404
    basis = next((each for each in bases if each.season == year), None)
    every = _seasons(club, bases)
    context = {
        **_frame(club),
        "season": season,
        "is_ever": False,
        "basis": basis,
        "linked_seasons": _linked_seasons(every, season),
        "files": file_links("season_records_file", club.public_id, year)
        if powers_on(request, club).can("export_records")
        else [],
        "before": max((each for each in every if each < season), default=None),
        "after": min((each for each in every if each > season), default=None),
        **(_season_context(request, club, season) if basis else {}),
    }
    return render(request, "figures/seasons/season.html", context)


def _club(request: HttpRequest, slug: str) -> Club:
    return get_object_or_404(visible_clubs(request.user).select_related("honour_progress"), slug=slug)


def _frame(club: Club) -> dict[str, Any]:
    return {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:records", args=[club.slug]), _("Records"))],
        "are_pending": are_honours_pending(club),
    }


def _seasons(club: Club, bases: Iterable[HonourBasis]) -> list[Season]:
    """Return the seasons with something that counts, in the order of ``bases``."""
    return [Season(basis.season, club.season_month) for basis in bases if basis.season is not None]


def _linked_seasons(seasons: Sequence[Season], current: Season | None) -> list[Season]:
    """Return the latest seasons, always including the current page's."""
    latest = list(seasons[:SEASONS_LINKED])
    return [*latest, current] if current in seasons[SEASONS_LINKED:] and current else latest


def _records(honours: Iterable[Honour]) -> list[dict[str, Any]]:
    """Return the records with a holder, by group. ``honours`` are by position, with rubbers loaded."""
    by_kind: defaultdict[str, list[Honour]] = defaultdict(list)
    for honour in honours:
        by_kind[honour.kind].append(honour)
    records: list[dict[str, Any]] = []
    for kind in KINDS:
        if rows := by_kind[kind.key]:
            first = [honour for honour in rows if honour.rank == 1]
            others = [honour for honour in rows if honour.rank > 1]
            more = more_text(rows[0].holders - len(first))
            records.append({"kind": kind, "first": first, "others": others, "more": more})
    return records


def _leaders(honours: Sequence[Honour]) -> list[dict[str, Any]]:
    """Return the leaders of a season in each of ``CHAMPIONS``. All who share a record are one text."""
    leaders = []
    for kind in CHAMPIONS:
        holders = [honour for honour in honours if honour.kind == kind]
        if holders:
            names = [player_name(honour.player) for honour in holders]
            if holders[0].holders > len(names):
                names.append(_("others"))
            leaders.append({"honour": holders[0], "names": ", ".join(names)})
    return leaders


def _season_context(request: HttpRequest, club: Club, season: Season) -> dict[str, Any]:
    records = _records(honours_of(club, season.year))
    events = list(events_of(club, season)[: MOST_EVENTS + 1])
    winners = winners_of(events[:MOST_EVENTS])
    selection = select(club_subject(club), Filters(since=season.since, until=season.until))
    counted = {figure.key for figure in scope_figures(selection.scope)}
    keys = [key for key in AT_A_GLANCE if key in counted]
    every = figures(request.user, selection.scope, [*BASIS, *keys])
    changes = movers(club, season.since, season.until, today=club_today(club))
    return {
        "honours": [record for record in records if record["kind"].group == "season"],
        "records": [record for record in records if record["kind"].group != "season"],
        "events": [
            {
                "line": event_line(club, event),
                "winners": winners.get(event.pk, ()),
                # The leaders of an open event, which has no end, are never its winners.
                "is_open": event.plan is None,
            }
            for event in events[:MOST_EVENTS]
        ],
        "are_more_events": len(events) > MOST_EVENTS,
        "movers": [mover for mover in changes[:MOST_MOVERS] if mover.change > 0],
        "glance": share_chart(shares_at_a_glance(every)),
        "glance_rows": chosen_rows(every, keys, list_url(selection)),
        "glance_facts": facts(every),
        "figures_url": selection.url("figures"),
    }


@dataclass(frozen=True, slots=True)
class RecordPlaces:
    """The links to where a record was made (one, or the first and the last), and the day.

    ``day`` is "" if the two links have different days. ``are_days`` is False if of one of them only the month or
    the year is known.
    """

    day: str
    links: tuple[Crumb, ...]
    are_days: bool = True

    @property
    def is_range(self) -> bool:
        return len(self.links) > 1


def record_places(honour: Honour) -> RecordPlaces | None:
    """Return links to the rubbers in which a record was made, whose rubbers must be loaded.

    A link's URL is "" if the rubber now belongs to another club. Return None if a rubber was deleted.
    """
    first, last = honour.first_rubber, honour.last_rubber
    if first is None or last is None:
        return None
    begun, ended = (first, honour.first_game, honour.first_deal), (last, honour.last_game, honour.last_deal)
    days = [record_date(rubber.date) or _("day unknown") for rubber in (first, last)]
    if begun == ended:
        return RecordPlaces("", (_place(honour, *begun, [_against(honour, first), days[0]]),))
    if first.pk != last.pk and (first.date != last.date or not day_of_record(first.date)):
        links = (_place(honour, *begun, days[:1]), _place(honour, *ended, days[1:]))
        return RecordPlaces("", links, is_day(first.date) and is_day(last.date))
    if honour.first_game is None:
        return RecordPlaces("", (_place(honour, *begun, days[:1]),))
    if first.pk == last.pk:
        return RecordPlaces(days[0], (_place(honour, *begun), _place(honour, *ended)))
    games = [_place(honour, *place, after=_against(honour, place[0])) for place in (begun, ended)]
    return RecordPlaces(days[0], tuple(games))


def _against(honour: Honour, rubber: Rubber) -> str:
    a, b = side_names(rubber.player_a, rubber.player_b)
    return _("against %(name)s") % {"name": b if rubber.player_a_id == honour.player_id else a}


def _place(
    honour: Honour,
    rubber: Rubber,
    game: int | None,
    deal: int | None,
    about: Sequence[str] = (),
    *,
    after: str = "",
) -> Crumb:
    url = _address(rubber, game, deal) if rubber.club_id == honour.club_id else ""
    parts = [
        *about,
        *([_("game %(number)s") % {"number": game}] if game is not None else []),
        *([_("deal %(number)s") % {"number": deal}] if deal is not None else []),
    ]
    return Crumb(url, " ".join(filter(None, (", ".join(parts), after))))


def _address(rubber: Rubber, game: int | None, deal: int | None) -> str:
    if game is not None and deal is not None:
        return reverse("web:deal", args=[rubber.public_id, game, deal])
    address = reverse("web:rubber", args=[rubber.public_id])
    return address if game is None else f"{address}#game-{game}"

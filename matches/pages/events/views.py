"""Serve an event's pages: the rounds and standings of a planned event, its terms, and the results of an open one."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.clubs.roles import Powers
from matches.events import queries as events
from matches.events.event_lists import event_rubber_keys, event_standings, visible_events
from matches.events.movement import earlier_ranks
from matches.events.queries import RoundOutline, StageOutline
from matches.events.words import FIGURE_MEANINGS, figure_in_short
from matches.models import Event
from matches.pages.clubs.views import days_and_rubbers
from matches.pages.common import navigation
from matches.pages.common.club_context import powers_on
from matches.pages.common.links import event_files
from matches.pages.common.listing import CountedRows, listing
from matches.pages.common.navigation import club_crumb
from matches.pages.common.results import round_name, rubber_lines
from matches.pages.events.brackets import Bracket, main_sheet
from matches.pages.events.context import (
    Context,
    EventPage,
    event_page,
    get_event_page,
    get_planned_event,
    live_page,
    round_names,
)
from matches.pages.events.embed.views import embed_code
from matches.pages.events.next_step import next_step
from matches.pages.events.rail import rail
from matches.pages.events.rows import PairingRow, Progress, pairing_reasons, pairing_rows, standing_tables
from matches.pages.events.words import planned_event_facts, stage_terms
from matches.rubbers.queries import rubbers_in_order
from matches.rules.events.plan import DEFAULT_TIE_BREAKS

if TYPE_CHECKING:
    from matches.events.event_lists import DatedEvent

RUBBERS_A_PAGE: Final = 30
STANDINGS_A_PAGE: Final = 40
PLANNED_STANDINGS_A_PAGE: Final = 50
PAIRINGS_A_PAGE: Final = 64
ENTRANTS_A_PAGE: Final = 60
MOST_PAIRINGS: Final = 30
MOST_PLACES: Final = 8
PAIRINGS_DRAWN: Final = 48
"""The largest number of pairings in a bracket, with its consolation, that is drawn on the event's main page."""


@require_safe
def event(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event = get_object_or_404(visible_events(request.user, slug), public_id=public_id)
    if event.plan is not None:
        return live_page(
            request,
            event,
            "events/event.html",
            lambda: _overview_context(request, event),
            part_template="events/_current.html",
            part_context=lambda: _current(event_page(event)),
        )
    return live_page(
        request,
        event,
        "events/open_event.html",
        lambda: _open_event(request, event),
        part_template="events/_event_results.html",
        part_context=lambda: _event_results(request, event),
        pages=["standings", "rubbers"],
    )


def _overview_context(request: HttpRequest, event: Event) -> Context:
    page = event_page(event)
    powers = powers_on(request, page.club)
    stage = _requested_stage(page, request.GET.get("stage", ""))
    context = page.tab_context(
        "rounds",
        powers=powers,
        stage=stage,
        standings_are_owed=event.log_position > event.standings_position,
        embed_code=embed_code(event, powers),
        step=_step(page, powers),
    )
    if page.drawn_stages and stage is not None:
        return context | {"files": event_files(event, powers)} | _play(request, page, stage)
    entrants = listing(request, events.entrants_of(event), key="entrants", size=ENTRANTS_A_PAGE)
    facts = planned_event_facts(page.plan, entrants.page.paginator.count)
    return context | {"entrants": entrants, "facts": facts, "is_live": False}


def _step(page: EventPage, powers: Powers) -> object:
    return next_step(page) if powers.can("run_event") else None


def _play(request: HttpRequest, page: EventPage, stage: StageOutline) -> Context:
    """Return the context of a drawn event: the current round, the table of ``stage``, the places."""
    current = _current(page)
    is_ranked = any(each.decided for each in stage.rounds)
    order = ("group", "position") if is_ranked else ("group", "entrant__player__name", "position")
    rows = CountedRows(events.standings_of(stage).order_by(*order), stage.players)
    standings = listing(request, rows, key="standings", size=PLANNED_STANDINGS_A_PAGE)
    byes = {} if stage.is_bracket else events.scoring_byes(standings.rows)
    progress = Progress(
        is_ranked=is_ranked,
        score="" if stage.is_bracket else page.plan_of(stage).score,
        earlier=earlier_ranks(page.event, page.plan, stage, standings.rows),
        playing=_playing(current.get("rows", [])),
    )
    context = current | {
        "tables": standing_tables(standings.rows, byes, progress),
        "progress": progress,
        "tie_break": _tie_break(page, stage),
        "so_far": _so_far(stage) if is_ranked else "",
        "standings_listing": standings,
    }
    if stage.is_bracket and sum(each.pairings for each in stage.rounds) <= PAIRINGS_DRAWN:
        context["sheet"] = main_sheet(Bracket(page, stage))
    if page.event.phase == Event.Phase.COMPLETE:
        places = list(events.places_of(page.event)[:MOST_PLACES])
        ranks = {each.entrant_id: each.rank for each in standings.rows}
        # The standings of an event's only table say the same as its places.
        context["is_final"] = all(ranks.get(each.pk) == each.place for each in places)
        if not context["is_final"]:
            context["places"] = places
    return context


def _playing(rows: list[PairingRow]) -> frozenset[int]:
    """Return the primary keys of the entrants who sit at a table now."""
    pairings = [row.pairing for row in rows if row.is_live]
    keys = (key for each in pairings for key in (each.entrant_a_id, each.entrant_b_id))
    return frozenset(key for key in keys if key is not None)


def _tie_break(page: EventPage, stage: StageOutline) -> tuple[str, str]:
    """Return the short name of the table's first tie-break and what it counts; "" if the lot alone decides."""
    plan = page.plan_of(stage)
    figure = next((each for each in plan.tie_breaks or DEFAULT_TIE_BREAKS[plan.kind] if each != "lot"), "")
    return (figure_in_short(figure), str(FIGURE_MEANINGS[figure])) if figure else ("", "")


def _so_far(stage: StageOutline) -> str:
    """Return words for a table in the middle of a round, "" between rounds."""
    begun = [each for each in stage.rounds if each.decided and not each.is_complete]
    if not begun or stage.is_bracket:
        return ""
    if len(begun) > 1:
        return _("so far")
    return _("so far in %(round)s") % {"round": round_names(begun)[begun[0].number]}


def _current(page: EventPage) -> Context:
    """Return the context of the current round and its pairings, which there are from the draw to the end."""
    latest = page.latest
    current = None if latest is None else latest.current
    if current is None or latest is None:
        return {"is_live": False}
    is_live = page.event.phase != Event.Phase.COMPLETE
    pairings = events.pairings_of([current])[:MOST_PAIRINGS]
    rows = pairing_rows(pairings, round_names(latest.rounds), is_bracket=latest.is_bracket)
    return {
        "club": page.club,
        "event": page.event,
        "page": page,
        "rail": rail(page, latest, current),
        "current": current,
        "rows": rows,
        "more_pairings": max(0, current.pairings - len(rows)),
        "is_live": is_live,
    }


def _requested_stage(page: EventPage, number: str) -> StageOutline | None:
    """Return the stage whose table to show: the one in the query if it is drawn, else the latest."""
    for stage in page.drawn_stages:
        if str(stage.number) == number:
            return stage
    return page.latest


@require_safe
def how_it_is_played(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show the terms of each stage: format, score, tie-breaks, who qualifies, and later changes of these."""
    page = get_event_page(request, slug, public_id)
    context = page.tab_context(
        "how",
        powers=powers_on(request, page.club),
        terms=stage_terms(page, events.reorderings(page.event)),
    )
    return render(request, "events/how.html", context)


def _open_event(request: HttpRequest, event: DatedEvent) -> dict[str, Any]:
    powers = powers_on(request, event.club)
    # Rubbers name their event in their records, so an event with rubbers keeps its name.
    is_renamable = bool(event.name) and not event.rubber_count
    return {
        "crumbs": [club_crumb(event.club)],
        "facts": days_and_rubbers(event),
        "enter_url": navigation.url_of("enter", event.club, powers),
        "may_rename": is_renamable and powers.can("open_event"),
        "files": event_files(event, powers) if event.finished_count else [],
        "embed_code": embed_code(event, powers),
        "is_live": True,
        **_event_results(request, event),
    }


def _event_results(request: HttpRequest, event: DatedEvent) -> dict[str, Any]:
    rubbers = listing(request, event_rubber_keys(event), key="rubbers", size=RUBBERS_A_PAGE)
    with_date = event.first_date != event.last_date
    return {
        "club": event.club,
        "event": event,
        "rounds": [
            (round_name(label), rubber_lines(rows, with_event=False, with_date=with_date))
            for label, rows in groupby(rubbers_in_order(rubbers.rows), key=lambda row: row.round_label)
        ],
        "rounds_listing": rubbers,
        **(_open_standings(request, event) if event.name else {}),
    }


def _open_standings(request: HttpRequest, event: DatedEvent) -> dict[str, Any]:
    """Return the table of an event's rubbers. Friendly games, which have no event, share no table."""
    standings = listing(request, event_standings(event), key="standings", size=STANDINGS_A_PAGE)
    progress = Progress(is_open=True)
    return {
        "tables": standing_tables(standings.rows, {}, progress),
        "progress": progress,
        "tie_break": (figure_in_short("points_difference"), str(FIGURE_MEANINGS["points_difference"])),
        "standings_listing": standings,
        "standings_are_owed": event.log_position > event.standings_position,
    }


@require_safe
def round_page(request: HttpRequest, slug: str, public_id: str, stage: int, number: int) -> HttpResponse:
    """Show a round of a stage. Raises ``Http404`` if the round is not released."""
    event = get_planned_event(request, slug, public_id)
    return live_page(
        request,
        event,
        "events/round.html",
        lambda: _round_context(request, event, stage, number),
        part_template="events/_round.html",
        pages=["page"],
    )


def _round_context(request: HttpRequest, event: Event, stage: int, number: int) -> Context:
    page = event_page(event)
    outline = page.stage(stage)
    round_: RoundOutline | None = outline.round(number)
    if round_ is None:
        raise Http404
    pairings = listing(request, events.pairings_of([round_]), key="page", size=PAIRINGS_A_PAGE)
    rows = pairing_rows(pairings.rows, round_names(outline.rounds), is_bracket=outline.is_bracket)
    powers = powers_on(request, page.club)
    return page.tab_context(
        "rounds",
        stage=outline,
        round=round_,
        rail=rail(page, outline, round_),
        rows=rows,
        reasons=pairing_reasons(rows, page.plan_of(outline)),
        listing=pairings,
        is_live=not round_.is_complete,
        powers=powers,
        step=_step(page, powers),
    )

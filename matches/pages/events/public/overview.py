"""A planned event's own page: what it is, the round that is being played, its tables, and its places at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.clubs.permissions import Powers
from matches.events.queries import outline as events
from matches.events.queries.outline import StageOutline
from matches.events.words.labels import counts_points
from matches.models import Entrant, Event
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.live import event_mark, live_event, part, wants_part
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.common.record_files import event_files
from matches.pages.events.embed.snippet import embed_code
from matches.pages.events.public.about import (
    due_words,
    event_facts,
    phase_words,
    round_state,
    stages_about,
)
from matches.pages.events.public.brackets import bracket_shown, main_sheet
from matches.pages.events.public.context import Shown, round_names, shown
from matches.pages.events.public.pairing_lines import pairing_lines
from matches.pages.events.public.round_links import RoundLink, round_link
from matches.pages.events.public.standing_lines import tables
from matches.rules.events.plan import BRACKETS

STANDINGS_A_PAGE: Final = 50
ENTRANTS_A_PAGE: Final = 60
PAIRINGS_SHOWN: Final = 30
PRIZES_SHOWN: Final = 8
PAIRINGS_DRAWN: Final = 48
"""A bracket of as many pairings in all, its consolation among them, is drawn on the event's own page."""


@dataclass(frozen=True, slots=True)
class StageLink:
    """``url`` leads to its table on this page. ``links`` are the stage's own pages, by name and address."""

    name: str
    phase: str
    url: str
    is_here: bool
    rounds: tuple[RoundLink, ...]
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PlaceLine:
    place: int
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """``seed`` is None where there is none; ``state`` says that he is checked in or has withdrawn."""

    seed: int | None
    name: str
    url: str
    state: str


def overview(request: HttpRequest, event: Event) -> HttpResponse:
    """The page of a planned event that the viewer sees, its club loaded. ``?part=fresh`` asks for the round that is
    played.
    """
    mark = event_mark(event)
    if wants_part(request):
        return part(
            request,
            "events/public/_current.html",
            lambda: _current(shown(request, event)),
            event=event,
            mark=mark,
        )
    seen = shown(request, event)
    powers = powers_on(request, seen.club)
    stage = _stage_asked(seen, request.GET.get("stage", ""))
    context: dict[str, object] = {
        "shown": seen,
        "club": seen.club,
        "event": event,
        "phase": phase_words(event),
        "crumbs": [club_crumb(seen.club)],
        "about": stages_about(seen, events.reorderings(event)),
        "stages": [stage_link(seen, each, here=stage) for each in seen.stages],
        "stage": None if stage is None else stage_link(seen, stage, here=stage),
        "desk_url": seen.url("event_run") if powers.can("run_event") else "",
        "check_in_url": seen.url("event_entries")
        if not powers.can("run_event") and powers.can("check_in")
        else "",
        "standings_are_owed": event.log_position > event.standings_position,
        "more": more_links(seen, powers),
        "embed_code": embed_code(event, powers),
    }
    drawn = any(each.rounds for each in seen.stages)
    if drawn:
        context["files"] = event_files(event, powers)
    if drawn and stage is not None:
        context |= _play(request, seen, stage)
        if "current" in context:
            context["live"] = live_event(request, event, mark)
    else:
        entrants = listing(request, events.entrants_of(event), key="entrants", size=ENTRANTS_A_PAGE)
        context |= {
            "entrants": [_entrant_line(seen, entrant) for entrant in entrants.rows],
            "entrants_listing": entrants,
            "facts": event_facts(seen, entrants.page.paginator.count),
        }
    return render(request, "events/public/event.html", context)


def _play(request: HttpRequest, seen: Shown, stage: StageOutline) -> dict[str, object]:
    """What is to be seen of an event that is drawn: the current round, the table of ``stage``, the places."""
    standings = listing(request, events.standings_of(stage), key="standings", size=STANDINGS_A_PAGE)
    entrants = standings.page.paginator.count
    is_bracket = stage.kind in BRACKETS
    context: dict[str, object] = _current(seen) | {
        "tables": tables(seen, standings.rows, {} if is_bracket else events.scoring_byes(standings.rows)),
        "has_no_points": not counts_points(seen.plan.rules),
        "is_bracket": is_bracket,
        "standings_listing": standings,
        "facts": event_facts(seen, entrants if stage.number == 1 else events.entrant_count(seen.event)),
    }
    if is_bracket and sum(each.pairings for each in stage.rounds) <= PAIRINGS_DRAWN:
        context["sheet"] = main_sheet(bracket_shown(seen, stage))
    if seen.event.phase == Event.Phase.COMPLETE:
        context["places"] = place_lines(seen, events.places_of(seen.event)[:PRIZES_SHOWN])
    return context


def _current(seen: Shown) -> dict[str, object]:
    """The round that is played, with its pairings; nothing before the draw and after the end."""
    latest = seen.latest
    current = None if seen.event.phase == Event.Phase.COMPLETE or latest is None else latest.current
    if current is None or latest is None:
        return {}
    rows = events.pairings_of([current])[:PAIRINGS_SHOWN]
    pairings = pairing_lines(seen, rows, round_names(latest.rounds))
    facts = (round_state(latest, current.number), due_words(latest, current.number))
    return {
        "current": round_link(seen, current),
        "current_facts": [fact for fact in facts if fact],
        "pairings": pairings,
        "more_pairings": max(0, current.pairings - len(pairings)),
    }


def place_lines(seen: Shown, entrants: Iterable[Entrant]) -> list[PlaceLine]:
    return [PlaceLine(entrant.place or 0, *seen.player_link(entrant.player)) for entrant in entrants]


def _stage_asked(seen: Shown, asked: str) -> StageOutline | None:
    """The stage whose table is wanted: the one in the address, else the last that is drawn."""
    found = next((each for each in seen.stages if str(each.number) == asked), None)
    return found if found is not None and found.rounds else seen.latest


def stage_link(seen: Shown, stage: StageOutline, *, here: StageOutline | None = None) -> StageLink:
    links = []
    if stage.rounds and stage.kind in BRACKETS:
        links.append((_("Bracket"), seen.url("event_bracket", stage.number)))
    elif stage.rounds:
        links.append((_("Crosstable"), seen.url("event_crosstable", stage.number)))
    return StageLink(
        name=capfirst(seen.stage_name(stage)),
        phase=_stage_phase(stage),
        url=f"?stage={stage.number}#standings",
        is_here=here is not None and here.number == stage.number,
        rounds=tuple(round_link(seen, each) for each in stage.rounds),
        links=tuple(links),
    )


def _stage_phase(stage: StageOutline) -> str:
    """A draft is the director's own affair."""
    phases = {"planned": _("not drawn yet"), "playing": _("being played"), "complete": _("complete")}
    if stage.phase == "draft":
        return phases["playing" if stage.rounds else "planned"]
    return phases[stage.phase]


def more_links(seen: Shown, powers: Powers) -> list[tuple[str, str]]:
    """Pages of the whole event: the screen for the room, what can be printed, its history, its file."""
    links = [(_("Screen for the room"), seen.url("event_room"))]
    drawn = [stage.kind for stage in seen.stages if stage.rounds]
    if drawn:
        links += [
            (_("In figures"), seen.url("event_figures")),
            (_("Print the pairings"), seen.url("event_print", "draw")),
            (_("Print score sheets"), seen.url("event_print", "sheets")),
        ]
        if not BRACKETS.issuperset(drawn):
            links.append((_("Print the crosstable"), seen.url("event_print", "crosstable")))
        links.append((_("Print the prize list"), seen.url("event_print", "prizes")))
    if powers.can("see_log"):
        links.append((_("History"), seen.url("event_history")))
    if powers.can("run_event") and powers.can("export_records"):
        links.append((_("Event file"), seen.url("event_file")))
    return links


def _entrant_line(seen: Shown, entrant: Entrant) -> EntrantLine:
    state = ""
    if entrant.withdrawn_at is not None:
        state = _("withdrawn")
    elif seen.plan.check_in:
        state = _("checked in") if entrant.checked_in_at is not None else _("not checked in")
    name, url = seen.player_link(entrant.player)
    return EntrantLine(entrant.seed, name, url, state)

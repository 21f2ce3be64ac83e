"""Serve the screen for the playing room: pairings, results, standings and bracket in large letters, as slides.

All slides are on the page at once; a script rotates and refetches them. Without JavaScript, the page shows
one slide and moves to the next by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.common.round_names import round_words
from matches.common.site_links import site_link
from matches.events import queries as events
from matches.events.queries import RoundOutline, StageOutline
from matches.models import Entrant, Event, Standing
from matches.pages.common.live_updates import event_mark, live, part
from matches.pages.events.bracket_drawing import Drawing, bracket_drawings
from matches.pages.events.brackets import Bracket
from matches.pages.events.context import EventPage, event_page, get_planned_event, round_names
from matches.pages.events.rows import PairingRow, pairing_rows, standing_tables
from matches.pages.events.words import phase_words, round_state
from matches.pages.pads.table_links import square_of
from matches.rubbers.live_news import event_topic

ROWS_ON_A_SLIDE: Final = 12
SOME_ROWS: Final = 9
FEW_ROWS: Final = 6
PAIRINGS_OF_A_DRAWN_ROUND: Final = 4
MOST_RESULTS: Final = 12
MOST_STANDINGS: Final = 96
MOST_PLACES: Final = 24
SECONDS_A_SLIDE: Final = 12
SECONDS_TO_FRESH: Final = 60
"""The number of seconds between fetches without an event stream; with one, each change fetches the slides at once."""

SlideRow = TypeVar("SlideRow")


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide of one thing: pairings, standings, final places, a drawing or a text."""

    title: str
    about: str = ""
    pairings: Sequence[PairingRow] = ()
    standings: Sequence[Standing] = ()
    places: Sequence[Entrant] = ()
    drawing: Drawing | None = None
    text: str = ""

    @property
    def look(self) -> str:
        """The CSS class for the font size: ``few`` rows have the largest letters, then ``some``, then ""."""
        rows = len(self.pairings or self.standings or self.places)
        return "few" if rows <= FEW_ROWS else "some" if rows <= SOME_ROWS else ""


@require_safe
def room(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show the slides from number ``?slide=`` on; ``?part=slides`` returns only the slides."""
    event = get_planned_event(request, slug, public_id)
    mark = event_mark(event)
    if request.GET.get("part") == "slides":
        return part(
            request,
            "events/_slides.html",
            lambda: {"slides": _slides(event_page(event)), "here": 1},
            event=event,
            mark=mark,
            # Slides have no links, so nothing on them depends on the viewer's permissions.
            is_same_for_all=True,
        )
    page = event_page(event)
    slides = _slides(page)
    first = request.GET.get("slide", "1")
    number = int(first) if first.isdecimal() and len(first) < 5 else 1
    here = (max(1, number) - 1) % len(slides) + 1
    context = page.context(
        slides=slides,
        here=here,
        following=here % len(slides) + 1,
        previous=(here - 2) % len(slides) + 1,
        seconds=SECONDS_A_SLIDE,
        fresh_seconds=SECONDS_TO_FRESH,
        live=live([event_topic(event)], mark),
    )
    context["address"] = site_link(page.url("event"))
    context["code"] = square_of(context["address"])
    return render(request, "events/room.html", context)


def _slides(page: EventPage) -> list[Slide]:
    stage = page.latest
    slides: list[Slide] = []
    if stage is not None and stage.rounds:
        if page.event.phase == Event.Phase.COMPLETE:
            places = list(events.places_of(page.event)[:MOST_PLACES])
            slides += [Slide(title=_("Final places"), places=part) for part in _parts(places)]
        elif stage.current is not None:
            slides += _pairings(stage, stage.current)
        slides += _bracket(page, stage) if stage.is_bracket else _standings(stage)
    if not slides:
        text = _("%(phase)s. The draw will be shown here.") % {"phase": phase_words(page.event)}
        slides.append(Slide(title=str(page.event), text=text))
    return slides


def _pairings(stage: StageOutline, current: RoundOutline) -> list[Slide]:
    """Return slides of the whole round, and one of the latest results if the round needs several slides."""
    names = round_names(stage.rounds)
    title, about = round_words(current.label), round_state(current)
    rows = pairing_rows(events.pairings_of([current]), names, is_bracket=stage.is_bracket)
    slides = [Slide(title=title, about=about, pairings=part) for part in _parts(rows)]
    latest = pairing_rows(
        events.latest_results(stage.rounds, MOST_RESULTS), names, is_bracket=stage.is_bracket
    )
    if latest and len(rows) > ROWS_ON_A_SLIDE:
        slides.append(Slide(title=_("Latest results"), pairings=latest))
    return slides


def _standings(stage: StageOutline) -> list[Slide]:
    slides: list[Slide] = []
    if not any(each.decided for each in stage.rounds):
        return slides
    for table in standing_tables(events.standings_of(stage)[:MOST_STANDINGS], {}):
        title = capfirst(table.name or _("Standings"))
        slides += [Slide(title=title, standings=part) for part in _parts(table.rows)]
    return slides


def _bracket(page: EventPage, stage: StageOutline) -> list[Slide]:
    """Return the last rounds of each side that fit the screen in large letters, once a player of them is known."""
    pairings = Bracket(page, stage).pairings
    widths = Counter(pairing.round for pairing in pairings)
    late = [pairing for pairing in pairings if widths[pairing.round] <= PAIRINGS_OF_A_DRAWN_ROUND]
    return [
        Slide(title=_("Bracket"), about=drawing.first_label, drawing=drawing)
        for drawing in bracket_drawings(late)
        if len(drawing.boxes) > 1 and any(any(box.pairing.names) for box in drawing.boxes)
    ]


def _parts(rows: Sequence[SlideRow]) -> Iterable[Sequence[SlideRow]]:
    """Split the rows into as few slides as possible, all of about the same length."""
    count = ceil(len(rows) / ROWS_ON_A_SLIDE)
    size = ceil(len(rows) / max(1, count))
    for number in range(count):
        yield rows[size * number : size * (number + 1)]

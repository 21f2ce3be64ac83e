"""A screen for the room: pairings, results, standings and bracket in large letters, a few lines at a time.

All slides are on the page at once; a script turns them and fetches them anew. Without one the page shows a slide and
leads to the next by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.events.queries import outline as events
from matches.events.queries.outline import RoundOutline, StageOutline
from matches.events.words.labels import round_words
from matches.models import Event
from matches.pages.common.dates import time_text
from matches.pages.common.live import event_mark, live, part
from matches.pages.events.public.about import phase_words, round_state
from matches.pages.events.public.bracket_drawing import Drawing, bracket_drawings
from matches.pages.events.public.brackets import bracket_shown
from matches.pages.events.public.context import Shown, planned_event, round_names
from matches.pages.events.public.context import shown as shown_of
from matches.pages.events.public.overview import PlaceLine, place_lines
from matches.pages.events.public.pairing_lines import PairingLine, pairing_lines
from matches.pages.events.public.standing_lines import StandingLine, group_name, standing_line
from matches.rubbers.live_news import event_topic
from matches.rules.events.plan import BRACKETS

LINES_ON_A_SLIDE: Final = 12
SOME_LINES: Final = 9
FEW_LINES: Final = 6
PAIRINGS_OF_A_DRAWN_ROUND: Final = 4
RESULTS_SHOWN: Final = 12
STANDINGS_SHOWN: Final = 96
PLACES_SHOWN: Final = 24
SECONDS_A_SLIDE: Final = 12
SECONDS_TO_FRESH: Final = 60
"""Where no news comes; with it the slides are fetched at once."""

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Slide:
    """One of pairings, standings, places, a drawing and a text; ``about`` stands beside the title."""

    title: str
    about: str = ""
    pairings: tuple[PairingLine, ...] = ()
    standings: tuple[StandingLine, ...] = ()
    places: tuple[PlaceLine, ...] = ()
    drawing: Drawing | None = None
    text: str = ""
    has_score: bool = True

    @property
    def look(self) -> str:
        """Of few lines the letters are larger."""
        lines = len(self.pairings or self.standings or self.places)
        return "few" if lines <= FEW_LINES else "some" if lines <= SOME_LINES else ""


@require_safe
def room(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """``?slide=`` is the slide to begin with; ``?part=slides`` asks for the slides alone."""
    event = planned_event(request, slug, public_id)
    mark = event_mark(event)
    if request.GET.get("part") == "slides":
        return part(
            request,
            "events/public/_slides.html",
            lambda: {"slides": _slides(shown_of(request, event)), "here": 1},
            event=event,
            mark=mark,
            # They lead nowhere, so that there is nothing on them that one may see and another not.
            is_same_for_all=True,
        )
    shown = shown_of(request, event)
    slides = _slides(shown)
    asked = request.GET.get("slide", "1")
    now = int(asked) if asked.isdecimal() and len(asked) < 5 else 1
    here = (max(1, now) - 1) % len(slides) + 1
    context = {
        "shown": shown,
        "event": shown.event,
        "club": shown.club,
        "slides": slides,
        "here": here,
        "following": here % len(slides) + 1,
        "before": (here - 2) % len(slides) + 1,
        "seconds": SECONDS_A_SLIDE,
        "fresh_seconds": SECONDS_TO_FRESH,
        "slides_url": f"{shown.url('event_room')}?part=slides",
        "back_url": shown.url("event"),
        "time": time_text(timezone.localtime()),
        "live": live([event_topic(event)], mark),
    }
    return render(request, "events/public/room.html", context)


def _slides(shown: Shown) -> list[Slide]:
    """At least one."""
    stage = shown.latest
    slides: list[Slide] = []
    if stage is not None and stage.rounds:
        is_over = shown.event.phase == Event.Phase.COMPLETE
        if is_over:
            slides += _places(shown)
        elif stage.current is not None:
            slides += _pairings(shown, stage, stage.current)
        if stage.kind in BRACKETS:
            slides += _bracket(shown, stage)
        else:
            slides += _standings(shown, stage)
    if not slides:
        text = _("%(phase)s. The draw will be shown here.") % {"phase": phase_words(shown.event)}
        slides.append(Slide(title=str(shown.event), text=text))
    return slides


def _pairings(shown: Shown, stage: StageOutline, current: RoundOutline) -> list[Slide]:
    """The whole round, and beside it what came in last."""
    names = round_names(stage.rounds)
    title, about = round_words(current.label), round_state(stage, current.number)
    lines = pairing_lines(shown, events.pairings_of([current]), names)
    slides = [Slide(title=title, about=about, pairings=part) for part in _parts(lines)]
    latest = pairing_lines(shown, events.latest_results(stage.rounds, RESULTS_SHOWN), names)
    if latest and len(lines) > LINES_ON_A_SLIDE:
        slides.append(Slide(title=_("Latest results"), pairings=tuple(latest)))
    return slides


def _standings(shown: Shown, stage: StageOutline) -> list[Slide]:
    rows = list(events.standings_of(stage)[:STANDINGS_SHOWN])
    slides = []
    for group in sorted({row.group for row in rows}):
        lines = [standing_line(shown, row) for row in rows if row.group == group]
        title = capfirst(group_name(group) or _("Standings"))
        slides += [Slide(title=title, standings=part) for part in _parts(lines)]
    return slides


def _bracket(shown: Shown, stage: StageOutline) -> list[Slide]:
    """The last rounds of each side, from where a screen can show them in large letters, once somebody is in them."""
    found = bracket_shown(shown, stage)
    wide = Counter(pairing.round for pairing in found.pairings)
    late = [pairing for pairing in found.pairings if wide[pairing.round] <= PAIRINGS_OF_A_DRAWN_ROUND]
    return [
        Slide(title=_("Bracket"), about=drawing.first_label, drawing=drawing)
        for drawing in bracket_drawings(late)
        if len(drawing.boxes) > 1 and any(any(box.pairing.names) for box in drawing.boxes)
    ]


def _places(shown: Shown) -> list[Slide]:
    lines = place_lines(shown, events.places_of(shown.event)[:PLACES_SHOWN])
    return [Slide(title=_("Final places"), places=part) for part in _parts(lines)]


def _parts(lines: Sequence[Line]) -> Iterable[tuple[Line, ...]]:
    """As few as hold all lines, each about as long as the others."""
    count = ceil(len(lines) / LINES_ON_A_SLIDE)
    size = ceil(len(lines) / max(1, count))
    for number in range(count):
        yield tuple(lines[size * number : size * (number + 1)])

"""A bracket: drawn from its round of 16, with pages of the rounds before, and told as a list behind the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.events.queries import outline as events
from matches.events.queries.outline import StageOutline
from matches.events.queries.rows import bracket_parts, games_of, is_by_games
from matches.models import Event, Pairing
from matches.pages.common.live import event_mark, live_event, part, wants_part
from matches.pages.common.pagination import Listing, listing
from matches.pages.events.public.bracket_drawing import (
    Box,
    Drawing,
    bracket_drawings,
    bracket_pages,
)
from matches.pages.events.public.bracket_tree import SIDE_OF_PART, SIDES, BracketPairing, Side
from matches.pages.events.public.context import Shown, planned_event, round_names
from matches.pages.events.public.context import shown as shown_of
from matches.pages.events.public.pairing_lines import PairingLine, Seat, pairing_lines, signs_of
from matches.pages.events.public.round_links import RoundLink, round_link
from matches.rules.events.brackets.shape import Part
from matches.rules.events.plan import BRACKETS

SIDE_NAMES: Final[dict[Side, str | Promise]] = {
    "main": gettext_lazy("Main draw"),
    "third_place": gettext_lazy("Third place"),
    "consolation": gettext_lazy("Consolation"),
    "losers": gettext_lazy("Losers' side"),
}


@dataclass(frozen=True, slots=True)
class BoxShown:
    box: Box
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing with its pairings as a list. ``listing`` is of the pages that it is one of, None where it is alone."""

    anchor: str
    name: str
    about: str
    drawing: Drawing
    boxes: tuple[BoxShown, ...]
    lines: tuple[tuple[RoundLink, tuple[PairingLine, ...]], ...]
    listing: Listing[Drawing] | None = None


@dataclass(frozen=True, slots=True)
class BracketShown:
    """All pairings of a bracket: as they are drawn, and as lines by round and number."""

    pairings: tuple[BracketPairing, ...]
    lines: dict[tuple[int, int], PairingLine]
    rounds: dict[int, RoundLink]


@require_safe
def bracket_page(request: HttpRequest, slug: str, public_id: str, stage: int) -> HttpResponse:
    """Raises ``Http404`` for a stage that has no bracket, or whose bracket is not released. ``?part=fresh`` asks for
    what changes as it is played.
    """
    event = planned_event(request, slug, public_id)
    mark = event_mark(event)
    if wants_part(request):
        return part(
            request,
            "events/public/_bracket.html",
            lambda: _context(request, event, stage),
            event=event,
            mark=mark,
            pages=SIDES,
        )
    context = _context(request, event, stage)
    if context["is_live"]:
        context["live"] = live_event(request, event, mark)
    return render(request, "events/public/bracket.html", context)


def _context(request: HttpRequest, event: Event, stage: int) -> dict[str, object]:
    shown = shown_of(request, event)
    outline = shown.stage(stage)
    if outline.kind not in BRACKETS or not outline.rounds:
        raise Http404
    found = bracket_shown(shown, outline)
    return {
        "shown": shown,
        "club": shown.club,
        "event": shown.event,
        "crumbs": shown.crumbs(),
        "stage_name": shown.stage_name(outline) if len(shown.stages) > 1 else "",
        "rounds": list(found.rounds.values()),
        "sheets": _sheets(request, found),
        "is_live": any(not each.is_complete for each in outline.rounds),
    }


def bracket_shown(shown: Shown, stage: StageOutline) -> BracketShown:
    rows = list(events.pairings_of(stage.rounds))
    names = round_names(stage.rounds)
    lines = pairing_lines(shown, rows, names)
    parts = bracket_parts(shown.plan_of(stage), [row for row in rows if row.round.number == 1])
    return BracketShown(
        pairings=tuple(
            _drawn(row, line, parts, names[row.round.number]) for row, line in zip(rows, lines, strict=True)
        ),
        lines={(row.round.number, row.number): line for row, line in zip(rows, lines, strict=True)},
        rounds={each.number: round_link(shown, each) for each in stage.rounds},
    )


def _drawn(pairing: Pairing, line: PairingLine, parts: Sequence[Part], label: str) -> BracketPairing:
    part = parts[pairing.round.number - 1]
    b = line.b
    return BracketPairing(
        part=part,
        round=pairing.round.number,
        number=pairing.number,
        label=label,
        names=(
            _name(line.a, pairing.source_a, part, parts),
            _("bye") if b is None else _name(b, pairing.source_b, part, parts),
        ),
        scores=_scores(pairing, line),
        winner=pairing.winner,
        sources=(pairing.source_a, pairing.source_b),
        title=_title(line, label),
        url=line.url,
    )


def _name(seat: Seat, source: str, part: Part, parts: Sequence[Part]) -> str:
    """What stands in the box; nothing for who is not known yet, where a line of the drawing leads to his place."""
    if seat.is_known:
        return seat.name
    kind, *place = source.split(" ")
    has_line = kind == "winner" and SIDE_OF_PART[parts[int(place[0]) - 1]] == SIDE_OF_PART[part]
    return "" if has_line else seat.name


def _scores(pairing: Pairing, line: PairingLine) -> tuple[str, str]:
    if pairing.rubber is not None and is_by_games(pairing, pairing.rubber):
        first, second = games_of(pairing, pairing.rubber)
        return str(first), str(second)
    return signs_of(pairing) if line.b is not None and pairing.winner else ("", "")


def _title(line: PairingLine, label: str) -> str:
    """The pairing in a sentence: "Semi-final, 2: Anne 2–1 Bert"."""
    told = {"round": label, "number": line.number, "a": line.a.name}
    if line.b is None:
        return _("%(round)s, %(number)s: %(a)s has a bye") % told
    told |= {"b": line.b.name, "score": line.score or "–"}
    return _("%(round)s, %(number)s: %(a)s %(score)s %(b)s") % told


def _sheets(request: HttpRequest, found: BracketShown) -> list[Sheet]:
    """Each side with its last rounds, and where it is wider a page of the rounds before."""
    sheets = []
    last = {drawing.side: drawing for drawing in bracket_drawings(found.pairings)}
    for side in SIDES:
        if side not in last:
            continue
        sheets.append(_sheet(found, last[side]))
        if pages := bracket_pages(found.pairings, side):
            chosen = listing(request, pages, key=side, size=1)
            sheets.append(_sheet(found, chosen.rows[0], chosen))
    return sheets


def main_sheet(found: BracketShown) -> Sheet:
    """The last rounds of the draw itself, to its final."""
    return _sheet(found, bracket_drawings(found.pairings)[0])


def _sheet(found: BracketShown, drawing: Drawing, pages: Listing[Drawing] | None = None) -> Sheet:
    drawn: dict[int, list[PairingLine]] = {}
    boxes = []
    for box in drawing.boxes:
        line = found.lines[box.pairing.place]
        drawn.setdefault(box.pairing.round, []).append(line)
        boxes.append(BoxShown(box, line.is_kept))
    name, about = str(SIDE_NAMES[drawing.side]), ""
    if pages is not None:
        name = _("%(side)s: the rounds before") % {"side": name}
        first, last = drawing.span
        about = _("%(first)s to %(last)s of %(round)s") % {
            "first": first,
            "last": last,
            "round": drawing.first_label,
        }
    return Sheet(
        anchor=drawing.side if pages is None else f"{drawing.side}-before",
        name=name,
        about=about,
        drawing=drawing,
        boxes=tuple(boxes),
        lines=tuple((found.rounds[number], tuple(lines)) for number, lines in drawn.items()),
        listing=pages,
    )

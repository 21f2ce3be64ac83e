"""Serve a bracket: its drawing from the round of 16 on, pages of earlier rounds, and a list of pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.events import queries as events
from matches.events.queries import RoundOutline, StageOutline
from matches.events.round_rows import bracket_parts, games_of, is_by_games
from matches.models import Event, Pairing
from matches.pages.common.club_context import powers_on
from matches.pages.common.listing import Listing, listing
from matches.pages.events.bracket_drawing import Drawing, bracket_drawings, bracket_pages
from matches.pages.events.bracket_tree import SIDE_OF_PART, SIDES, BracketPairing, Place, Side
from matches.pages.events.context import (
    Context,
    EventPage,
    event_page,
    get_planned_event,
    live_page,
    round_names,
)
from matches.pages.events.rows import PairingRow, Seat, pairing_rows, signs_of
from matches.rules.events.bracket import Part

SIDE_NAMES: Final[dict[Side, str | Promise]] = {
    "main": gettext_lazy("Main draw"),
    "third_place": gettext_lazy("Third place"),
    "consolation": gettext_lazy("Consolation"),
    "losers": gettext_lazy("Losers’ side"),
}


class Bracket:
    """All pairings of a bracket, as boxes to draw and as table rows, keyed by round and number."""

    def __init__(self, page: EventPage, stage: StageOutline) -> None:
        pairings = list(events.pairings_of(stage.rounds))
        names = round_names(stage.rounds)
        rows = pairing_rows(pairings, names, is_bracket=True)
        parts = bracket_parts(page.plan_of(stage), [each for each in pairings if each.round.number == 1])
        self.pairings = [_drawn(row, parts, names[row.pairing.round.number]) for row in rows]
        self.rows: dict[Place, PairingRow] = {
            (row.pairing.round.number, row.pairing.number): row for row in rows
        }
        self.rounds = {each.number: each for each in stage.rounds}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing and its pairings as a list. ``listing`` paginates a side's early rounds; None with the final."""

    bracket: Bracket
    drawing: Drawing
    listing: Listing[Drawing] | None = None

    @property
    def anchor(self) -> str:
        return self.drawing.side if self.listing is None else f"{self.drawing.side}-before"

    @property
    def name(self) -> str:
        side = str(SIDE_NAMES[self.drawing.side])
        return side if self.listing is None else _("%(side)s: the rounds before") % {"side": side}

    @property
    def about(self) -> str:
        """The pairings of its first round: "1 to 16 of Round 1"; "" for the drawing with the final."""
        if self.listing is None:
            return ""
        first, last = self.drawing.span
        place = {"first": first, "last": last, "round": self.drawing.first_label}
        return _("%(first)s to %(last)s of %(round)s") % place

    @property
    def rounds(self) -> list[tuple[RoundOutline, list[PairingRow]]]:
        """The rounds of the drawing, each with the table rows of its pairings."""
        return [
            (self.bracket.rounds[number], [self.bracket.rows[box.pairing.place] for box in boxes])
            for number, boxes in groupby(self.drawing.boxes, key=lambda box: box.pairing.round)
        ]


@require_safe
def bracket_page(request: HttpRequest, slug: str, public_id: str, stage: int) -> HttpResponse:
    """Show a stage's bracket. Raises ``Http404`` without one, or if none of its rounds is released."""
    event = get_planned_event(request, slug, public_id)
    return live_page(
        request,
        event,
        "events/bracket.html",
        lambda: _context(request, event, stage),
        part_template="events/_bracket.html",
        pages=SIDES,
    )


def _context(request: HttpRequest, event: Event, stage: int) -> Context:
    page = event_page(event)
    outline = page.stage(stage)
    if not outline.is_bracket or not outline.rounds:
        raise Http404
    is_live = any(not each.is_complete for each in outline.rounds)
    return page.tab_context(
        "bracket",
        stage=outline,
        sheets=_sheets(request, Bracket(page, outline)),
        is_live=is_live,
        powers=powers_on(request, page.club),
    )


def _drawn(row: PairingRow, parts: Sequence[Part], label: str) -> BracketPairing:
    pairing = row.pairing
    part = parts[pairing.round.number - 1]
    return BracketPairing(
        part=part,
        round=pairing.round.number,
        number=pairing.number,
        label=label,
        names=(
            _name(row.a, pairing.source_a, part, parts),
            _("bye") if row.b is None else _name(row.b, pairing.source_b, part, parts),
        ),
        scores=_scores(pairing, has_b=row.b is not None),
        winner=pairing.winner,
        sources=(pairing.source_a, pairing.source_b),
        title=_title(row, label),
        url=row.url,
        is_kept=pairing.is_kept,
    )


def _name(seat: Seat, source: str, part: Part, parts: Sequence[Part]) -> str:
    """Return the name in the box; empty for an unknown player if a line of the drawing leads to the box."""
    if seat.player is not None:
        return seat.name
    kind, *place = source.split(" ")
    has_line = kind == "winner" and SIDE_OF_PART[parts[int(place[0]) - 1]] == SIDE_OF_PART[part]
    return "" if has_line else seat.name


def _scores(pairing: Pairing, *, has_b: bool) -> tuple[str, str]:
    if pairing.rubber is not None and is_by_games(pairing, pairing.rubber):
        first, second = games_of(pairing, pairing.rubber)
        return str(first), str(second)
    return signs_of(pairing) if has_b and pairing.winner else ("", "")


def _title(row: PairingRow, label: str) -> str:
    """Return the pairing in a sentence: "Semi-final, 2: Anne 2–1 Bert"."""
    words = {"round": label, "number": row.pairing.number, "a": row.a.name}
    if row.b is None:
        return _("%(round)s, %(number)s: %(a)s has a bye") % words
    words |= {"b": row.b.name, "score": row.score or "–"}
    return _("%(round)s, %(number)s: %(a)s %(score)s %(b)s") % words


def _sheets(request: HttpRequest, bracket: Bracket) -> list[Sheet]:
    """Return each side's last rounds, and for a larger side a page of the rounds before."""
    sheets = []
    for drawing in bracket_drawings(bracket.pairings):
        sheets.append(Sheet(bracket, drawing))
        if pages := bracket_pages(bracket.pairings, drawing.side):
            drawings = listing(request, pages, key=drawing.side, size=1)
            sheets.append(Sheet(bracket, drawings.rows[0], drawings))
    return sheets


def main_sheet(bracket: Bracket) -> Sheet:
    """Return the sheet with the last rounds of the main draw, which include the final."""
    return Sheet(bracket, bracket_drawings(bracket.pairings)[0])

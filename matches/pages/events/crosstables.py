"""Serve the crosstable of a stage: all against all for a small round robin, round by round for any other stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.common.round_names import round_words
from matches.events import queries as events
from matches.events.queries import RoundOutline, StageOutline
from matches.events.round_rows import games_of, is_by_games
from matches.events.words import figure_in_short, figure_words
from matches.models import Pairing, Standing
from matches.pages.common.club_context import powers_on
from matches.pages.common.listing import Listing, listing
from matches.pages.common.results import player_name, score_text
from matches.pages.events.context import EventPage, get_event_page
from matches.pages.events.rows import group_name, signs_of
from matches.rules.events.plan import DEFAULT_TIE_BREAKS

ROWS_A_PAGE: Final = 50
ROUNDS_A_PAGE: Final = 12
MOST_AGAINST_ALL: Final = 24
"""The largest number of players of a round robin, or of a group, whose crosstable is all against all."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing seen from A or B. ``opponent`` is the opponent's position in the standings, 0 without one."""

    pairing: Pairing
    side: str
    opponent: int
    deals_first: bool

    @property
    def text(self) -> str:
        """The games won by both sides, such as "2–1"; a sign or "bye" for a pairing that was not played."""
        pairing = self.pairing
        if pairing.kind != Pairing.Kind.RUBBER:
            return _("bye")
        if pairing.rubber is not None and is_by_games(pairing, pairing.rubber):
            games = games_of(pairing, pairing.rubber)
            return score_text(*(games if self.side == "A" else games[::-1]))
        if not pairing.decided_by:
            return "·"
        return signs_of(pairing)["AB".index(self.side)]

    @property
    def look(self) -> str:
        """The CSS class of the cell: ``won`` or ``beaten`` for this side, or "" without a winner."""
        if not self.pairing.winner:
            return ""
        return "won" if self.pairing.winner == self.side else "beaten"


@require_safe
def crosstable_page(request: HttpRequest, slug: str, public_id: str, stage: int) -> HttpResponse:
    """Show a stage's crosstable. Raises ``Http404`` for a bracket, or if no round is released."""
    page = get_event_page(request, slug, public_id)
    outline = page.stage(stage)
    if outline.is_bracket or not outline.rounds:
        raise Http404
    context = page.tab_context(
        "crosstable",
        stage=outline,
        crosstable=crosstable(request, page, outline),
        powers=powers_on(request, page.club),
    )
    return render(request, "events/crosstable.html", context)


def crosstable(
    request: HttpRequest, page: EventPage, stage: StageOutline, *, is_whole: bool = False
) -> dict[str, Any]:
    """Return a stage's crosstables, with the rows and rounds on the URL's pages, or all if ``is_whole``."""
    standings = list(events.standings_of(stage))
    groups = [list(rows) for _group, rows in groupby(standings, key=lambda each: each.group)]
    is_by_round = stage.kind == "swiss" or max(map(len, groups), default=0) > MOST_AGAINST_ALL
    row_listing, selected = _selected(request, groups, is_whole=is_whole)
    round_listing: Listing[RoundOutline] | None = None
    if is_by_round and not is_whole and len(stage.rounds) > ROUNDS_A_PAGE:
        round_listing = listing(request, stage.rounds, key="rounds", size=ROUNDS_A_PAGE)
    entrants = [each.entrant_id for rows in selected for each in rows]
    meetings = _Meetings(standings, events.pairings_with(stage, entrants))
    figures = page.plan_of(stage).tie_breaks or DEFAULT_TIE_BREAKS[page.plan_of(stage).kind]
    rounds = stage.rounds if round_listing is None else round_listing.rows
    whole = {rows[0].group: rows for rows in groups}
    return {
        # Whether the columns are rounds, not opponents.
        "is_by_round": is_by_round,
        # The short and full names of the columns after the score.
        "figures": [(figure_in_short(each), figure_words(each)) for each in figures if each != "lot"],
        "tables": [
            _by_round(rows, rounds, meetings)
            if is_by_round
            else _against_all(rows, whole[rows[0].group], meetings)
            for rows in selected
        ],
        # The pages of rows and of rounds, None if there is only one.
        "rows": row_listing,
        "rounds": round_listing,
        # A table with very many cells has no links.
        "has_rubber_links": sum(map(len, selected)) <= ROWS_A_PAGE,
    }


def _selected(
    request: HttpRequest, groups: Sequence[list[Standing]], *, is_whole: bool
) -> tuple[Listing[Any] | None, Sequence[list[Standing]]]:
    """Return the listing, and the groups on the page, or the rows on the page if there is only one group."""
    if is_whole or sum(map(len, groups)) <= ROWS_A_PAGE:
        return None, groups
    if len(groups) == 1:
        rows: Listing[Standing] = listing(request, groups[0], key="page", size=ROWS_A_PAGE)
        return rows, [rows.rows]
    a_page = max(1, ROWS_A_PAGE // max(map(len, groups)))
    pages: Listing[list[Standing]] = listing(request, groups, key="page", size=a_page)
    return pages, pages.rows


class _Meetings:
    """The meetings by round and by pair, with the entrants' primary keys."""

    def __init__(self, standings: Iterable[Standing], pairings: Iterable[Pairing]) -> None:
        positions = {each.entrant_id: each.position for each in standings}
        self.by_round: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
        self.by_pair: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
        for pairing in pairings:
            a, b = pairing.entrant_a_id, pairing.entrant_b_id
            for side, own, other in (("A", a, b), ("B", b, a)):
                if own is None:
                    continue
                opponent = 0 if other is None else positions.get(other, 0)
                meeting = Meeting(pairing, side, opponent, deals_first=side == "A" and other is not None)
                self.by_round[own, pairing.round.number].append(meeting)
                if other is not None:
                    self.by_pair[own, other].append(meeting)


def _by_round(
    rows: Sequence[Standing], rounds: Sequence[RoundOutline], meetings: _Meetings
) -> dict[str, Any]:
    return {
        "name": group_name(rows[0].group),
        "columns": [(each.number, round_words(each.label)) for each in rounds],
        "rows": [(row, [meetings.by_round[row.entrant_id, each.number] for each in rounds]) for row in rows],
    }


def _against_all(
    rows: Sequence[Standing], everybody: Sequence[Standing], meetings: _Meetings
) -> dict[str, Any]:
    """Return the table; a cell is None on the diagonal, where a player would meet themselves."""
    by_pair = meetings.by_pair
    return {
        "name": group_name(rows[0].group),
        "columns": [(other.position, player_name(other.entrant.player)) for other in everybody],
        "rows": [
            (
                row,
                [None if other == row else by_pair[row.entrant_id, other.entrant_id] for other in everybody],
            )
            for row in rows
        ],
    }

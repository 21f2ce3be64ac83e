"""A stage's crosstable: of a small round robin everybody against everybody, of any other stage round by round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.events.queries import outline as events
from matches.events.queries.outline import RoundOutline, StageOutline
from matches.events.queries.rows import games_of, is_by_games
from matches.events.words.labels import figure_in_short, figure_words, round_words
from matches.models import Pairing, Standing
from matches.pages.common.pagination import Listing, listing
from matches.pages.common.result_lines import score_text
from matches.pages.events.public.context import Shown, event_shown
from matches.pages.events.public.pairing_lines import signs_of
from matches.pages.events.public.standing_lines import StandingLine, group_name, standing_line
from matches.rules.events.plan import BRACKETS, DEFAULT_TIE_BREAKS

ROWS_A_PAGE: Final = 50
ROUNDS_A_PAGE: Final = 12
MOST_AGAINST_ALL: Final = 24
"""Players of a round robin, or of a group, who still fit into a table of everybody against everybody."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing as one of the two sees it. ``adversary`` is the number of his line, 0 for nobody; ``look`` one of
    ``won``, ``beaten`` and nothing; ``url`` empty where there is no rubber.
    """

    text: str
    look: str
    url: str
    adversary: int
    deals_first: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands where a row meets a column; ``is_self`` where somebody would meet himself."""

    meetings: tuple[Meeting, ...] = ()
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    line: StandingLine
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """``columns`` are what stands above the cells: numbers of lines, or of rounds with what pages call them."""

    name: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class CrosstableShown:
    """``figures`` are the names of the figures after the score, short and whole; either listing is None where all
    fits.
    """

    is_by_round: bool
    figures: tuple[tuple[str, str], ...]
    tables: tuple[Crosstable, ...]
    rows: Listing[Any] | None
    rounds: Listing[RoundOutline] | None


@require_safe
def crosstable_page(request: HttpRequest, slug: str, public_id: str, stage: int) -> HttpResponse:
    """Raises ``Http404`` for a bracket, and for a stage of which no round is released."""
    shown = event_shown(request, slug, public_id)
    outline = shown.stage(stage)
    if outline.kind in BRACKETS or not outline.rounds:
        raise Http404
    return render(
        request,
        "events/public/crosstable.html",
        {
            "shown": shown,
            "club": shown.club,
            "event": shown.event,
            "crumbs": shown.crumbs(),
            "stage_name": shown.stage_name(outline) if len(shown.stages) > 1 else "",
            "crosstable": crosstable(request, shown, outline),
        },
    )


def crosstable(
    request: HttpRequest, shown: Shown, stage: StageOutline, *, is_whole: bool = False
) -> CrosstableShown:
    """The page of the crosstable that the address asks for, or with ``is_whole`` all of it."""
    standings = list(events.standings_of(stage))
    groups = [list(lines) for _group, lines in groupby(standings, key=lambda each: each.group)]
    is_by_round = stage.kind == "swiss" or max(map(len, groups), default=0) > MOST_AGAINST_ALL
    rows, chosen = _chosen(request, groups, is_whole=is_whole)
    rounds = _rounds(request, stage, is_whole=is_whole) if is_by_round else None
    found = _Meetings(
        standings,
        events.pairings_with(stage, [each.entrant_id for lines in chosen for each in lines]),
        wants_urls=sum(map(len, chosen)) <= ROWS_A_PAGE,
    )
    figures = shown.plan_of(stage).tie_breaks or DEFAULT_TIE_BREAKS[shown.plan_of(stage).kind]
    columns = stage.rounds if rounds is None else rounds.rows
    whole = {lines[0].group: lines for lines in groups}
    return CrosstableShown(
        is_by_round=is_by_round,
        figures=tuple((figure_in_short(each), figure_words(each)) for each in figures if each != "lot"),
        tables=tuple(
            _by_round(shown, lines, columns, found)
            if is_by_round
            else _against_all(shown, lines, whole[lines[0].group], found)
            for lines in chosen
        ),
        rows=rows,
        rounds=rounds,
    )


def _chosen(
    request: HttpRequest, groups: Sequence[list[Standing]], *, is_whole: bool
) -> tuple[Listing[Any] | None, Sequence[list[Standing]]]:
    """The groups, or the rows of the only one, that are on the page."""
    if is_whole or sum(map(len, groups)) <= ROWS_A_PAGE:
        return None, groups
    if len(groups) == 1:
        rows: Listing[Standing] = listing(request, groups[0], key="page", size=ROWS_A_PAGE)
        return rows, [rows.rows]
    a_page = max(1, ROWS_A_PAGE // max(map(len, groups)))
    pages: Listing[list[Standing]] = listing(request, groups, key="page", size=a_page)
    return pages, pages.rows


def _rounds(request: HttpRequest, stage: StageOutline, *, is_whole: bool) -> Listing[RoundOutline] | None:
    if is_whole or len(stage.rounds) <= ROUNDS_A_PAGE:
        return None
    return listing(request, stage.rounds, key="rounds", size=ROUNDS_A_PAGE)


class _Meetings:
    """Who met whom, by the entrants' primary keys; ``lines`` are the numbers of their lines."""

    def __init__(
        self, standings: Iterable[Standing], pairings: Iterable[Pairing], *, wants_urls: bool
    ) -> None:
        self.lines = {each.entrant_id: each.position for each in standings}
        self.by_round: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
        self.by_pair: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
        for pairing in pairings:
            self._add(pairing, wants_urls=wants_urls)

    def _add(self, pairing: Pairing, *, wants_urls: bool) -> None:
        a, b = pairing.entrant_a_id, pairing.entrant_b_id
        for side, own, other in (("A", a, b), ("B", b, a)):
            if own is None:
                continue
            meeting = Meeting(
                text=_text(pairing, side),
                look="" if not pairing.winner else "won" if pairing.winner == side else "beaten",
                url=reverse("web:rubber", args=[pairing.rubber.public_id])
                if wants_urls and pairing.rubber is not None
                else "",
                adversary=0 if other is None else self.lines.get(other, 0),
                deals_first=side == "A" and other is not None,
            )
            self.by_round[own, pairing.round.number].append(meeting)
            if other is not None:
                self.by_pair[own, other].append(meeting)


def _text(pairing: Pairing, side: str) -> str:
    """Games won by this side and by the other; of what was not played a sign."""
    if pairing.kind != Pairing.Kind.RUBBER:
        return _("bye")
    if pairing.rubber is not None and is_by_games(pairing, pairing.rubber):
        games = games_of(pairing, pairing.rubber)
        return score_text(*(games if side == "A" else games[::-1]))
    if not pairing.decided_by:
        return "·"
    return signs_of(pairing)["AB".index(side)]


def _by_round(
    shown: Shown, lines: Iterable[Standing], rounds: Iterable[RoundOutline], found: _Meetings
) -> Crosstable:
    shown_rounds = list(rounds)
    rows = [
        Row(
            standing_line(shown, each),
            tuple(Cell(tuple(found.by_round[each.entrant_id, round_.number])) for round_ in shown_rounds),
        )
        for each in lines
    ]
    return Crosstable(
        group_name(_group(lines)),
        tuple((str(each.number), round_words(each.label)) for each in shown_rounds),
        tuple(rows),
    )


def _against_all(
    shown: Shown, lines: Iterable[Standing], everybody: Sequence[Standing], found: _Meetings
) -> Crosstable:
    rows = [
        Row(
            standing_line(shown, each),
            tuple(
                Cell(is_self=True)
                if other.entrant_id == each.entrant_id
                else Cell(tuple(found.by_pair[each.entrant_id, other.entrant_id]))
                for other in everybody
            ),
        )
        for each in lines
    ]
    columns = tuple((str(other.position), shown.player_link(other.entrant.player)[0]) for other in everybody)
    return Crosstable(group_name(_group(lines)), columns, tuple(rows))


def _group(lines: Iterable[Standing]) -> int:
    return next((each.group for each in lines), 0)

"""An event's standings as a club's own web site shows them: rank, player, and what was scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from matches.clubs.access import visible_clubs
from matches.common.absolute_urls import site_link
from matches.events.queries import outline as events
from matches.events.words.labels import halves_text
from matches.models import Event, Standing
from matches.pages.common.result_lines import player_name, score_text
from matches.pages.events.public.standing_lines import group_name
from matches.rubbers.queries import page_rows as pages
from matches.rules.events.plan import BRACKETS

ROWS: Final = 20
MOST_ROWS: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """``score`` is empty where the stage has none."""

    rank: int
    name: str
    score: str
    rubbers: str
    games: str


@dataclass(frozen=True, slots=True)
class Table:
    """``name`` is empty where there is one alone."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Embedded:
    """``left_out``: so many lines more stand on the event's page, whose whole address is ``url``."""

    event: Event
    standings: tuple[Standing, ...]
    left_out: int
    has_score: bool

    @property
    def url(self) -> str:
        return site_link(reverse("web:event", args=[self.event.club.slug, self.event.public_id]))

    @property
    def tables(self) -> list[Table]:
        groups = [(name, list(lines)) for name, lines in groupby(self.standings, key=self._table_of)]
        return [
            Table(name if len(groups) > 1 or self.event.plan is not None else "", self._lines(lines))
            for name, lines in groups
        ]

    def as_json(self) -> dict[str, Any]:
        event = self.event
        return {
            "event": {"id": event.public_id, "name": event.name or None, "url": self.url},
            "club": {"id": event.club.public_id, "name": event.club.name},
            "is_complete": event.phase == Event.Phase.COMPLETE,
            "left_out": self.left_out,
            "tables": [
                {"name": name or None, "lines": [self._line_json(each) for each in lines]}
                for name, lines in groupby(self.standings, key=self._table_of)
            ],
        }

    def _table_of(self, standing: Standing) -> str:
        """In which table the line stands, by name: of an open event its stage, of a planned one its group."""
        return standing.stage.name if self.event.plan is None else group_name(standing.group)

    def _lines(self, standings: Sequence[Standing]) -> tuple[Line, ...]:
        return tuple(
            Line(
                rank=each.rank,
                name=player_name(each.entrant.player),
                score=halves_text(each.halves) if self.has_score else "",
                rubbers=score_text(each.won, each.lost),
                games=score_text(each.games_won, each.games_lost),
            )
            for each in standings
        )

    def _line_json(self, each: Standing) -> dict[str, Any]:
        return {
            "rank": each.rank,
            "player": each.entrant.player.name or None,
            "score": each.halves / 2 if self.has_score else None,
            "rubbers": [each.won, each.lost],
            "games": [each.games_won, each.games_lost],
            "points": [each.points_for, each.points_against],
        }


def embedded(public_id: str, rows: int) -> Embedded:
    """The standings of an event of a public club, the first ``rows`` lines of them: of a planned event those of the
    last stage that is drawn. Raises ``Http404``.
    """
    shown = Event.objects.filter(club__in=visible_clubs(AnonymousUser())).select_related("club")
    event = get_object_or_404(shown, public_id=public_id)
    standings = pages.event_standings(event)
    has_score = False
    if event.plan is not None:
        drawn = [stage for stage in events.outline(event) if stage.rounds]
        standings = events.standings_of(drawn[-1]) if drawn else standings.none()
        has_score = bool(drawn) and drawn[-1].kind not in BRACKETS
    taken = list(standings[: MOST_ROWS + 1])
    left_out = standings.count() - rows if len(taken) > rows else 0
    return Embedded(event, tuple(taken[:rows]), left_out, has_score)


def rows_asked(text: str) -> int:
    """``?rows=``; 20 without it. Raises ``Http404`` for what is no number from 1 to 100."""
    if not text:
        return ROWS
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= MOST_ROWS:
        raise Http404
    return int(text)

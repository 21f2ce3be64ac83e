"""The lines of a stage's table: rank, name, what was scored, and why a line stands above the next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from matches.events.words.labels import figure_text, halves_text
from matches.events.words.sentences import because_words
from matches.models import Standing
from matches.pages.common.result_lines import score_text
from matches.pages.events.public.context import Shown


@dataclass(frozen=True, slots=True)
class StandingLine:
    """``why`` is empty on the last line. ``figures`` are those that decide after the score, as texts, in order;
    ``byes`` how many stand in the score, which are no rubbers.
    """

    position: int
    rank: int
    name: str
    url: str
    score: str
    rubbers: str
    games: str
    points: str
    figures: tuple[str, ...]
    why: str
    is_through: bool
    byes: int = 0
    is_withdrawn: bool = False

    @property
    def bye_marks(self) -> str:
        return "*" * self.byes


@dataclass(frozen=True, slots=True)
class TableShown:
    """A stage's table, or one of its groups' (``name``, else empty)."""

    group: int
    name: str
    lines: tuple[StandingLine, ...]

    @property
    def has_byes(self) -> bool:
        return any(line.byes for line in self.lines)


def group_name(group: int) -> str:
    return _("Group %(number)s") % {"number": group} if group else ""


def tables(shown: Shown, standings: Sequence[Standing], byes: Mapping[int, int]) -> list[TableShown]:
    """``standings`` come group by group, best first, with players and their clubs loaded; ``byes`` as in
    ``queries.events.scoring_byes``.
    """
    return [
        TableShown(
            group,
            group_name(group),
            tuple(standing_line(shown, each, byes.get(each.entrant_id, 0)) for each in lines),
        )
        for group, lines in groupby(standings, key=lambda standing: standing.group)
    ]


def standing_line(shown: Shown, standing: Standing, byes: int = 0) -> StandingLine:
    name, url = shown.player_link(standing.entrant.player)
    return StandingLine(
        position=standing.position,
        rank=standing.rank,
        name=name,
        url=url,
        score=halves_text(standing.halves),
        rubbers=score_text(standing.won, standing.lost),
        games=score_text(standing.games_won, standing.games_lost),
        points=score_text(standing.points_for, standing.points_against),
        figures=figure_texts(standing.figures),
        why=because_words(reason_of(standing)),
        is_through=standing.is_through,
        byes=byes,
        is_withdrawn=standing.entrant.withdrawn_at is not None,
    )


def figure_texts(figures: Iterable[Sequence[object]]) -> tuple[str, ...]:
    """The figures after the score, as they are written; a lot is a place in a drawing and says nothing by itself."""
    return tuple(
        figure_text(str(name), int(str(value))) for name, value in list(figures)[1:] if name != "lot"
    )


def reason_of(standing: Standing) -> tuple[object, ...]:
    """The code and parameters of why a line of a drawn stage stands above the next."""
    return tuple(json.loads(standing.reason)) if standing.reason else ()

"""An event: its standings with the reason for each place, and its rubbers round by round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from matches.clubs.access import Viewer
from matches.events.words.standing_reasons import standing_reason
from matches.models import Club, Rubber, Standing
from matches.pages.common.club_lines import event_facts
from matches.pages.common.result_lines import (
    RubberLine,
    player_name,
    player_url,
    round_name,
    rubber_lines,
    score_text,
)

if TYPE_CHECKING:
    from matches.rubbers.queries.page_rows import DatedEvent


@dataclass(frozen=True, slots=True)
class StandingLine:
    """``why`` is the reason for standing above the next line, empty on the last.

    ``url`` is empty where the viewer may not see the player's page.
    """

    rank: int
    name: str
    url: str
    rubbers: str
    games: str
    points: str
    why: str


@dataclass(frozen=True, slots=True)
class StageShown:
    name: str
    lines: tuple[StandingLine, ...]


@dataclass(frozen=True, slots=True)
class RoundShown:
    name: str
    rubbers: list[RubberLine]


def facts(event: DatedEvent) -> list[str]:
    return event_facts(event)


def is_unused(event: DatedEvent) -> bool:
    """Whether it may get another name: rubbers name their event in their records."""
    return bool(event.name) and not event.rubber_count


def has_records(event: DatedEvent) -> bool:
    """Whether something of it is over, and so on record."""
    return event.finished_count > 0


def stages(viewer: Viewer, club: Club, standings: Iterable[Standing]) -> list[StageShown]:
    """``standings`` of an event of ``club`` come stage by stage, with stage, player and his club loaded."""
    return [
        StageShown(name=stage.name, lines=tuple(_line(viewer, club, standing) for standing in lines))
        for stage, lines in groupby(standings, key=lambda standing: standing.stage)
    ]


def rounds(event: DatedEvent, rubbers: Sequence[Rubber]) -> list[RoundShown]:
    """``rubbers`` come round by round, with all that their lines need loaded."""
    with_date = event.first_date != event.last_date
    return [
        RoundShown(
            name=round_name(label), rubbers=rubber_lines(played, with_event=False, with_date=with_date)
        )
        for label, played in groupby(rubbers, key=lambda rubber: rubber.round_label)
    ]


def _line(viewer: Viewer, club: Club, standing: Standing) -> StandingLine:
    player = standing.entrant.player
    return StandingLine(
        rank=standing.rank,
        name=player_name(player),
        url=player_url(viewer, player, club),
        rubbers=score_text(standing.won, standing.lost),
        games=score_text(standing.games_won, standing.games_lost),
        points=score_text(standing.points_for, standing.points_against),
        why=standing_reason(standing.decided_by, standing.reason),
    )

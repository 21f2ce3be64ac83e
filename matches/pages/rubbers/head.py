"""The head of a rubber's page: who met whom, the games won, and what state the record is in."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.access import Viewer
from matches.models import Player, Rubber
from matches.pages.common.dates import day_text, record_date, time_text
from matches.pages.common.result_lines import (
    TERMINATIONS,
    player_url,
    round_name,
    rubber_title,
    side_names,
    state_of,
)

STATE_NOTES: dict[str, str | Promise] = {
    Rubber.State.DRAFT: gettext_lazy(
        "This record is a draft: it stays outside the standings until what is found below is settled."
    ),
    Rubber.State.DISPUTED: gettext_lazy(
        "The players disagree on this result, and the director will settle it."
    ),
    Rubber.State.VOID: gettext_lazy("This rubber does not count."),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One player's line; ``url`` is empty where the viewer may not see the player's page."""

    name: str
    url: str
    games: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class RubberHead:
    title: str
    sides: tuple[Side, Side]
    state: str | Promise
    state_look: str
    state_note: str | Promise
    facts: tuple[str, ...]
    is_live: bool


def rubber_head(viewer: Viewer, rubber: Rubber) -> RubberHead:
    """``rubber`` comes with its club, event and players, and the players' clubs."""
    state, look = state_of(rubber)
    a, b = side_names(rubber.player_a, rubber.player_b)
    return RubberHead(
        title=rubber_title(rubber),
        sides=(
            _side(viewer, rubber, rubber.player_a, a, rubber.games_won_a, is_winner=rubber.winner == "A"),
            _side(viewer, rubber, rubber.player_b, b, rubber.games_won_b, is_winner=rubber.winner == "B"),
        ),
        state=state,
        state_look=look,
        state_note=_state_note(rubber),
        facts=_facts(rubber),
        is_live=rubber.state == Rubber.State.LIVE,
    )


def _state_note(rubber: Rubber) -> str | Promise:
    """What the state means, and whose turn it is."""
    names = dict(zip("AB", side_names(rubber.player_a, rubber.player_b), strict=True))
    if rubber.state == Rubber.State.DISPUTED and rubber.reported_by in names:
        names.pop(rubber.reported_by)
        (name,) = names.values()
        return _(
            "%(name)s disputes this result: the director will settle it, unless %(name)s confirms it after all."
        ) % {"name": name}
    if rubber.state != Rubber.State.REPORTED:
        return STATE_NOTES.get(rubber.state, "")
    if rubber.reported_by not in names:
        return _("Reported by a helper; %(a)s, %(b)s or the director confirms it.") % {
            "a": names["A"],
            "b": names["B"],
        }
    reporter = names.pop(rubber.reported_by)
    (other,) = names.values()
    return _("Reported by %(reporter)s; %(other)s or the director confirms it.") % {
        "reporter": reporter,
        "other": other,
    }


def entered(rubber: Rubber) -> str:
    """When the record came in, by the club's clock."""
    at = timezone.localtime(rubber.entered_at, ZoneInfo(rubber.club.time_zone))
    return _("Entered on %(day)s at %(time)s.") % {
        "day": day_text(at),
        "time": time_text(at),
    }


def _side(viewer: Viewer, rubber: Rubber, player: Player, name: str, games: int, *, is_winner: bool) -> Side:
    return Side(
        name=name,
        url=player_url(viewer, player, rubber.club),
        games=games,
        is_winner=is_winner,
    )


def _facts(rubber: Rubber) -> tuple[str, ...]:
    """Round, table, date, an unusual end, and the points where they are more than the games."""
    facts = [
        round_name(rubber.round_label) if rubber.round_label else "",
        _("table %(table)s") % {"table": rubber.table} if rubber.table else "",
        record_date(rubber.date),
        str(TERMINATIONS.get(rubber.termination, "")),
    ]
    points = (rubber.points_a, rubber.points_b)
    if None not in points and points != (rubber.games_won_a, rubber.games_won_b):
        facts.append(_("points %(a)s–%(b)s") % {"a": points[0], "b": points[1]})
    return tuple(fact for fact in facts if fact)

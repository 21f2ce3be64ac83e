"""A rubber on one line of a list: who met whom, how it ended, when, and what state its record is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.access import Viewer, may_see_player
from matches.models import Club, Player, Rubber
from matches.pads.queries.live_scores import Points, points_now
from matches.pages.common.dates import record_date

STATES: Final[dict[str, tuple[str | Promise, str]]] = {
    Rubber.State.DRAFT: (gettext_lazy("Draft"), "warn"),
    Rubber.State.LIVE: (gettext_lazy("Being played"), ""),
    Rubber.State.REPORTED: (gettext_lazy("Reported by one side"), "warn"),
    Rubber.State.DISPUTED: (gettext_lazy("Disputed"), "bad"),
    Rubber.State.CORRECTED: (gettext_lazy("Corrected"), ""),
    Rubber.State.VOID: (gettext_lazy("Void"), ""),
}
TERMINATIONS: Final[dict[str, str | Promise]] = {
    Rubber.Termination.WALKOVER: gettext_lazy("walkover"),
    Rubber.Termination.RETIRED: gettext_lazy("retired"),
    Rubber.Termination.UNFINISHED: gettext_lazy("unfinished"),
}


@dataclass(frozen=True, slots=True)
class LiveScore:
    """What a script needs to write a rubber's score over the one that is shown. ``points`` of the game that is played,
    empty in a rubber that is not; ``is_turned`` where the page shows B first; ``games`` as the record has them.
    """

    rubber: str
    state: str
    games: str
    points: str
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class RubberLine:
    """``state`` and its look are empty for a record that is simply confirmed."""

    url: str
    a: str
    b: str
    score: str
    winner: str
    about: str
    state: str | Promise
    state_look: str
    live: LiveScore | None = None


def player_name(player: Player) -> str:
    """The name, or the words for somebody who asked to be forgotten."""
    return player.name or _("A former player")


def player_url(viewer: Viewer, player: Player, club: Club) -> str:
    """The page of ``player`` (club loaded); empty where a viewer who sees ``club`` may not see that."""
    return reverse("web:player", args=[player.public_id]) if may_see_player(viewer, player, club) else ""


def side_names(a: Player, b: Player) -> tuple[str, str]:
    """What pages call the two sides of a rubber; with their letters where both bear one name."""
    first, second = player_name(a), player_name(b)
    return (first, second) if first != second else (f"{first} (A)", f"{second} (B)")


def rubber_title(rubber: Rubber) -> str:
    a, b = side_names(rubber.player_a, rubber.player_b)
    return _("%(a)s and %(b)s") % {"a": a, "b": b}


def score_text(first: int, second: int) -> str:
    return f"{first}–{second}"


def state_of(rubber: Rubber) -> tuple[str | Promise, str]:
    """The word for the record's state and the look of its tag; both empty where it is confirmed."""
    return STATES.get(rubber.state, ("", ""))


def round_name(label: str) -> str:
    """``Round 3``, ``Game 3`` of a table; a label that is more than a number stands by itself."""
    if not label:
        return _("Rubbers outside a round")
    if label.isdecimal():
        return _("Round %(number)s") % {"number": label}
    if game := re.fullmatch("Game ([0-9]+)", label):
        return _("Game %(number)s") % {"number": game[1]}
    return label


def rubber_lines(
    rubbers: Iterable[Rubber], *, with_event: bool = True, with_date: bool = True
) -> list[RubberLine]:
    """Lines for rubbers with their players loaded, and the event where it is told."""
    found = list(rubbers)
    points = points_now([rubber.pk for rubber in found if rubber.state == Rubber.State.LIVE])
    return [_line(rubber, points, with_event=with_event, with_date=with_date) for rubber in found]


def live_score(rubber: Rubber, points: Mapping[int, Points], *, is_turned: bool = False) -> LiveScore:
    """``points`` are those of live rubbers by primary key."""
    now = points.get(rubber.pk)
    return LiveScore(
        rubber=rubber.public_id,
        state=rubber.state,
        games=score_text(rubber.games_won_a, rubber.games_won_b),
        points="" if now is None else score_text(*(now[::-1] if is_turned else now)),
        is_turned=is_turned,
    )


def _line(rubber: Rubber, points: Mapping[int, Points], *, with_event: bool, with_date: bool) -> RubberLine:
    state, look = state_of(rubber)
    a, b = side_names(rubber.player_a, rubber.player_b)
    return RubberLine(
        url=reverse("web:rubber", args=[rubber.public_id]),
        a=a,
        b=b,
        score=score_text(rubber.games_won_a, rubber.games_won_b),
        winner=rubber.winner,
        about=_about(rubber, with_event=with_event, with_date=with_date),
        state=state,
        state_look=look,
        live=live_score(rubber, points),
    )


def _about(rubber: Rubber, *, with_event: bool, with_date: bool) -> str:
    """Event and round, or the table; date and an unusual end; as far as they are known."""
    parts = [
        rubber.event.name if with_event else "",
        round_name(rubber.round_label) if with_event and rubber.round_label else "",
        _("table %(table)s") % {"table": rubber.table} if rubber.table and not with_event else "",
        record_date(rubber.date) if with_date else "",
        _("La Triomphe") if rubber.variant == "triomphe" else "",
        str(TERMINATIONS.get(rubber.termination, "")),
    ]
    return " · ".join(part for part in parts if part)

"""Prepare rubbers for lists: the players, the score, the date, and the state of each record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.access import Viewer, may_see_player
from matches.common.round_names import round_words
from matches.models import Club, Player, Rubber
from matches.pads.queries import Points, points_in, points_now
from matches.pages.common.dates import record_date

STATES: Final[dict[str, tuple[str | Promise, str]]] = {
    Rubber.State.DRAFT: (gettext_lazy("Draft"), "warn"),
    Rubber.State.LIVE: (gettext_lazy("Being played"), ""),
    Rubber.State.REPORTED: (gettext_lazy("Reported by one side"), "warn"),
    Rubber.State.CONFIRMED: ("", ""),
    Rubber.State.DISPUTED: (gettext_lazy("Disputed"), "bad"),
    Rubber.State.CORRECTED: (gettext_lazy("Corrected"), ""),
    Rubber.State.VOID: (gettext_lazy("Void"), ""),
}
TERMINATIONS: Final[dict[str, str | Promise]] = {
    Rubber.Termination.NORMAL: "",
    Rubber.Termination.WALKOVER: gettext_lazy("walkover"),
    Rubber.Termination.RETIRED: gettext_lazy("retired"),
    Rubber.Termination.UNFINISHED: gettext_lazy("unfinished"),
}


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The values from which a script updates the score of a rubber on the page.

    ``games`` are A's and B's. ``points`` are those in the current game, in the order of the page, B's first
    if ``is_turned``; "" if the rubber is not being played.
    """

    rubber: str
    state: str
    games: str
    points: str
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class RubberLine:
    """A rubber as a row of a list; the word for its state and the tag's CSS class are "" if it is confirmed.

    ``short_about`` is the round, else the event, for rows with little room.
    """

    url: str
    a: str
    b: str
    score: str
    winner: str
    about: str
    state: str | Promise
    state_look: str
    live: LiveScore | None = None
    short_about: str = ""


def player_name(player: Player) -> str:
    """Return the player's name, or "A former player" for a person whose name was erased."""
    return player.name or _("A former player")


def player_url(viewer: Viewer, player: Player, club: Club) -> str:
    """Return the URL of the player's page; "" if ``viewer``, who sees ``club``, may not see it.

    The player's own club must be loaded.
    """
    return reverse("web:player", args=[player.public_id]) if may_see_player(viewer, player, club) else ""


def side_names(a: Player, b: Player) -> tuple[str, str]:
    """Return the names of A and B, with the letters added if the names are equal."""
    first, second = player_name(a), player_name(b)
    return (first, second) if first != second else (f"{first} (A)", f"{second} (B)")


def rubber_title(rubber: Rubber) -> str:
    a, b = side_names(rubber.player_a, rubber.player_b)
    return _("%(a)s and %(b)s") % {"a": a, "b": b}


def score_text(first: int, second: int) -> str:
    return f"{first}–{second}"


def state_of(rubber: Rubber) -> tuple[str | Promise, str]:
    """Return the word for the state of a record, and its tag's CSS class; both are "" if it is confirmed."""
    return STATES[rubber.state]


def round_name(label: str) -> str:
    """Return a round's name as every page has it (``round_words``), or for "" a heading for rubbers without one."""
    return round_words(label) if label else _("Rubbers without a round")


def rubber_lines(
    rubbers: Iterable[Rubber], *, with_event: bool = True, with_date: bool = True
) -> list[RubberLine]:
    """Return list rows. The rubbers' players must be loaded, and their events too if ``with_event``.

    Points of live rubbers take one query, but for rows that are annotated with their ``last_game()``.
    """
    rows = list(rubbers)
    live = [rubber for rubber in rows if rubber.state == Rubber.State.LIVE]
    points: Mapping[int, Points] = {
        rubber.pk: points_in(rubber.last_game) for rubber in live if hasattr(rubber, "last_game")
    }
    if len(points) < len(live):
        points = points_now([rubber.pk for rubber in live])
    return [_line(rubber, points, with_event=with_event, with_date=with_date) for rubber in rows]


def live_score(rubber: Rubber, points: Mapping[int, Points], *, is_turned: bool = False) -> LiveScore:
    """Return the score for a script; ``points`` go by primary key; ``is_turned`` means that the page has B first."""
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
        short_about=_short_about(rubber, with_event=with_event),
    )


def _short_about(rubber: Rubber, *, with_event: bool) -> str:
    if rubber.round_label:
        return round_name(rubber.round_label)
    return rubber.event.name if with_event else ""


def _about(rubber: Rubber, *, with_event: bool, with_date: bool) -> str:
    """Return event and round, or the table, then date and an unusual end, without the unknown parts."""
    parts = [
        rubber.event.name if with_event else "",
        round_name(rubber.round_label) if with_event and rubber.round_label else "",
        _("table %(table)s") % {"table": rubber.table} if rubber.table and not with_event else "",
        record_date(rubber.date) if with_date else "",
        _("La Triomphe") if rubber.variant == "triomphe" else "",
        str(TERMINATIONS[rubber.termination]),
    ]
    return " · ".join(part for part in parts if part)

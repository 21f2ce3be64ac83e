"""Put what waits for a user into rows of the home page: results, decisions, events, practice, the game now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from matches.events.director_tasks import DirectorTask, TaskKind
from matches.exchange.queries import ClubBacklog
from matches.models import Decision, Rubber
from matches.pads.queries import points_now
from matches.pages.common.links import step_url
from matches.pages.common.results import round_name, score_text, side_names
from matches.pages.common.rubber_context import judgement_of
from matches.pages.reviews.try_hand import short_verdict
from matches.reviews.exercises import Practice
from matches.rubbers.queries import Waits
from scoring.marks import GAME_POINTS

if TYPE_CHECKING:
    from matches.rubbers.queries import WaitingRubber


@dataclass(frozen=True, slots=True)
class Task:
    """A row: what waits, one soft line about it, and the button that leads there."""

    title: str
    about: str
    button: str | Promise
    url: str


BUTTONS: Final[dict[TaskKind, str | Promise]] = {
    "results": pgettext_lazy("button", "Enter"),
    "release": pgettext_lazy("button", "Release"),
    "draw": pgettext_lazy("button", "Draw"),
}


ORDER: Final = (Waits.CONFIRM, Waits.SETTLE, Waits.DECIDE)


def rubber_rows(rubbers: Iterable[WaitingRubber]) -> list[Task]:
    """Return a row for each result to confirm, for each rubber whose phones disagree, and for each one to decide."""
    rows = [rubber for rubber in rubbers if rubber.waits in ORDER]
    return [
        _rubber_row(rubber) for rubber in sorted(rows, key=lambda rubber: ORDER.index(Waits(rubber.waits)))
    ]


def _rubber_row(rubber: WaitingRubber) -> Task:
    a, b = side_names(rubber.player_a, rubber.player_b)
    title = f"{a} {score_text(rubber.games_won_a, rubber.games_won_b)} {b}"
    url = reverse("web:rubber", args=[rubber.public_id])
    if rubber.waits == Waits.CONFIRM:
        url = reverse("web:confirm_rubber", args=[rubber.public_id])
        return Task(title, _place(rubber), pgettext("button", "Confirm"), url)
    if rubber.waits == Waits.SETTLE:
        about = _("Two phones disagree")
        url = reverse("web:pad", args=[rubber.public_id])
        return Task(title, f"{about} · {_place(rubber)}", pgettext("button", "Settle"), url)
    about = _("Decision needed")
    if rubber.state == Rubber.State.DISPUTED:
        other = {"A": b, "B": a}.get(rubber.reported_by, "")
        about = _("%(name)s disputes it") % {"name": other} if other else _("Disputed")
    return Task(title, f"{about} · {_place(rubber)}", pgettext("button", "Decide"), url)


def _place(rubber: Rubber) -> str:
    """Return event and round of a rubber, or the club's name for a friendly game."""
    parts = [
        rubber.event.name or rubber.club.name,
        round_name(rubber.round_label) if rubber.round_label else "",
    ]
    return ", ".join(part for part in parts if part)


def backlog_rows(backlogs: Iterable[ClubBacklog]) -> list[Task]:
    """Return two rows for each club at most: its conflicts, and its texts held for repair."""
    return [row for backlog in backlogs for row in _backlog_rows(backlog)]


def _backlog_rows(backlog: ClubBacklog) -> Iterator[Task]:
    url = reverse("web:settle", args=[backlog.slug])
    if number := backlog.conflicts:
        text = ngettext("%(number)s conflict to settle", "%(number)s conflicts to settle", number) % {
            "number": number
        }
        yield Task(text, backlog.name, pgettext("button", "Settle"), f"{url}#conflicts")
    if number := backlog.held_texts:
        text = ngettext("%(number)s record to repair", "%(number)s records to repair", number) % {
            "number": number
        }
        yield Task(text, backlog.name, pgettext("button", "Repair"), f"{url}#held")


def director_rows(tasks: Iterable[DirectorTask], *, with_club: bool = False) -> list[Task]:
    about = _("%(event)s, %(club)s") if with_club else "%(event)s"
    return [
        Task(
            _task_title(task),
            about % {"event": task.event_name, "club": task.club_name},
            BUTTONS[task.kind],
            reverse("web:event_run", args=[task.club, task.event]),
        )
        for task in tasks
    ]


def _task_title(task: DirectorTask) -> str:
    if task.kind == "results":
        text = ngettext("%(number)s result missing", "%(number)s results missing", task.number)
    elif task.kind == "release":
        text = _("Round %(number)s to release")
    else:
        text = _("Round %(number)s to draw")
    return text % {"number": task.number}


def practice_rows(practice: Sequence[Practice]) -> list[Task]:
    return [
        Task(
            ngettext("%(number)s decision", "%(number)s decisions", each.number) % {"number": each.number},
            _("From your games at %(club)s") % {"club": each.club},
            pgettext("button", "Practise"),
            reverse("web:trainer", args=[each.player]),
        )
        for each in practice
    ]


def game_rows(rubbers: Sequence[Rubber]) -> list[dict[str, Any]]:
    """Return the rubbers that the user is playing, with the points of the game as pips."""
    points = points_now([rubber.pk for rubber in rubbers])
    return [_game_row(rubber, points.get(rubber.pk) or (None, None)) for rubber in rubbers]


def in_play_rows(rubbers: Iterable[Rubber]) -> list[dict[str, str]]:
    """Return a line for each rubber in progress: "Adams 1–0 Bell", its place, and the URL of its pad."""
    rows = []
    for rubber in rubbers:
        a, b = side_names(rubber.player_a, rubber.player_b)
        text = f"{a} {score_text(rubber.games_won_a, rubber.games_won_b)} {b}"
        url = reverse("web:pad", args=[rubber.public_id])
        rows.append({"url": url, "text": text, "about": _place(rubber)})
    return rows


def _game_row(rubber: Rubber, score: tuple[int | None, int | None]) -> dict[str, Any]:
    games = score_text(rubber.games_won_a, rubber.games_won_b)
    names = side_names(rubber.player_a, rubber.player_b)
    return {
        "url": reverse("web:pad", args=[rubber.public_id]),
        "about": ", ".join([_place(rubber), _("games %(score)s") % {"score": games}]),
        "sides": [
            {
                "look": look,
                "name": name,
                "points": points,
                "pips": [at < (points or 0) for at in range(GAME_POINTS)],
            }
            for look, name, points in zip("ab", names, score, strict=True)
        ],
    }


def mistake_row(decision: Decision | None, rubber: Rubber) -> dict[str, Any] | None:
    """Return the user's costliest mistake in their last rubber, with a link to it, or None if there was none."""
    if decision is None:
        return None
    judgement = judgement_of(decision, "triomphe" if rubber.variant == "triomphe" else "ecarte")
    deal = reverse("web:deal", args=[rubber.public_id, decision.game, decision.deal])
    return {**short_verdict(judgement), "url": step_url(deal, judgement.anchor)}

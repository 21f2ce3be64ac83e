"""Serve the home page.

A visitor meets a hand to try, examples and the latest results. A signed-in user meets what waits for them, their
game, their clubs and their last result.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.clubs.queries import other_visible_clubs, own_clubs, with_event_now
from matches.events.director_tasks import director_tasks
from matches.events.event_lists import latest_public_standings
from matches.exchange.queries import backlogs_for
from matches.models import Rubber, User
from matches.pages.common.club_context import acting_user
from matches.pages.common.results import rubber_lines
from matches.pages.home.waiting import (
    backlog_rows,
    director_rows,
    game_rows,
    in_play_rows,
    mistake_row,
    practice_rows,
    rubber_rows,
)
from matches.pages.reviews.try_hand import example_mistake, hand_context
from matches.reviews.exercises import practice_by_player
from matches.reviews.positions import FIRST
from matches.reviews.queries import labelled_decisions
from matches.rubbers.queries import friendly_rubbers_in_play, last_result, latest_results, rubbers_waiting_for

MAX_OWN_CLUBS: Final = 100
MAX_OTHER_CLUBS: Final = 8
MAX_WAITING: Final = 20
MAX_IN_PLAY: Final = 5
"""The largest number of friendly rubbers in progress, of others too, that the page shows."""
RESULTS_SHOWN: Final = 5
STANDINGS_SHOWN: Final = 3
MISTAKE: Final = (6, "S7")
"""The number of the shipped position, and the choice, that the example of a mistake shows."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return render(request, "home/signed_in.html", _context_of(acting_user(request)))
    return render(request, "home/home.html", _context_of_visitor(request))


def _context_of_visitor(request: HttpRequest) -> dict[str, Any]:
    results = list(latest_results(request.user)[:RESULTS_SHOWN])
    public = list(other_visible_clubs(request.user)[:MAX_OTHER_CLUBS])
    club = results[0].club if results else public[0] if public else None
    return {
        "try": hand_context(FIRST),
        "club": club,
        "clubs": public,
        "results": rubber_lines(results),
        "standings": latest_public_standings(STANDINGS_SHOWN),
        "mistake": example_mistake(*MISTAKE),
    }


def _context_of(user: User) -> dict[str, Any]:
    waiting = list(rubbers_waiting_for(user)[:MAX_WAITING])
    tasks = [
        *rubber_rows(waiting),
        *backlog_rows(backlogs_for(user)),
        *director_rows(director_tasks(user), with_club=True),
        *practice_rows(practice_by_player(user, now=timezone.now())),
    ]
    own = list(with_event_now(own_clubs(user))[:MAX_OWN_CLUBS])
    last = last_result(user)
    playing: list[Rubber] = [rubber for rubber in waiting if _is_playing(user, rubber)]
    known = {rubber.pk for rubber in playing}
    friendly = [rubber for rubber in friendly_rubbers_in_play(user)[:MAX_IN_PLAY] if rubber.pk not in known]
    playing += [rubber for rubber in friendly if _is_playing(user, rubber)]
    others = [rubber for rubber in friendly if not _is_playing(user, rubber)]
    return {
        "tasks": tasks,
        "games": game_rows(playing),
        "in_play": in_play_rows(others),
        "own_clubs": own,
        "other_clubs": [] if own else list(other_visible_clubs(user)[:MAX_OTHER_CLUBS]),
        "last": rubber_lines([last[0]]) if last else (),
        "mistake": None
        if last is None
        else mistake_row(labelled_decisions(*last).order_by("-equity_loss", "number").first(), last[0]),
    }


def _is_playing(user: User, rubber: Rubber) -> bool:
    """Return whether ``user`` plays ``rubber`` now; its players must be loaded."""
    players = (rubber.player_a.user_id, rubber.player_b.user_id)
    return rubber.state == Rubber.State.LIVE and user.pk in players

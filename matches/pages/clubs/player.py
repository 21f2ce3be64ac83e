"""Serve the page of a player: how they stand and what they may work on; and the list of their rubbers and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from matches.clubs.access import Viewer, are_reviews_open, visible_clubs
from matches.clubs.queries import visible_players
from matches.common.club_clock import club_today
from matches.common.number_format import grouped, percent, signed
from matches.events.queries import player_events
from matches.figures.head_to_head import Met, head_to_head
from matches.figures.ratings import RatingCourse, rating_courses
from matches.figures.statistics import Figures, Scope, luck_within
from matches.figures.statistics_lists import FormLine, form
from matches.models import Player
from matches.pages.common.dates import day_text
from matches.pages.common.links import file_links
from matches.pages.common.listing import CountedRows, listing
from matches.pages.common.navigation import club_crumb, player_tabs
from matches.pages.common.results import player_name, player_url, rubber_lines, score_text
from matches.pages.figures.medals import medals
from matches.pages.figures.ratings.curve import curve
from matches.pages.reviews.work import work_rows
from matches.reviews.exercises import pending_exercises
from matches.reviews.kind_costs import PlayerCosts, costs_by_kind
from matches.reviews.queries import compared_decisions, player_decisions
from matches.reviews.review_figures import LuckSums
from matches.rubbers.queries import player_record, player_rubbers
from matches.rules.figures.accuracy import FULL_SCORE, Accuracy
from matches.rules.figures.figures import LEAST_OBSERVATIONS, Value

RUBBERS_PER_PAGE: Final = 30
MAX_EVENTS: Final = 12
OPPONENTS_SHOWN: Final = 8
SCALES: Final = (1, 2, 5, 10, 20, 50, 100)
"""The possible values, in games, at the ends of the bar of luck."""


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    viewer = request.user
    player = get_object_or_404(visible_players(viewer), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player", player.merged_into.public_id, permanent=True)
    is_own = viewer.is_authenticated and player.user_id == viewer.pk
    results = head_to_head(viewer, player)
    costs = costs_by_kind(player_decisions(viewer, player), compared_decisions(viewer, player.club))
    courses = rating_courses(visible_clubs(viewer), player, today=club_today)
    context = {
        **_frame(player, "overview", is_own=is_own),
        "numbers": _numbers(results.figures) if results.met else (),
        "are_few": results.figures["games_won"].among < LEAST_OBSERVATIONS,
        "form": _form(viewer, player) if results.met else (),
        "opponents": _opponents(viewer, player, results.met[:OPPONENTS_SHOWN]),
        "opponent_count": len(results.met),
        "main_rating": _main_rating(courses),
        "other_ratings": courses[1:],
        "medals": medals(viewer, player),
        **_review(viewer, player, costs),
    }
    if viewer.is_authenticated and is_own:
        context["pending"] = pending_exercises(viewer, player, now=timezone.now()).now
    return render(request, "clubs/player.html", context)


@require_safe
def player_games(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the rubbers and events of a player; the player also finds the files of their own records."""
    viewer = request.user
    player = get_object_or_404(visible_players(viewer), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player_rubbers", player.merged_into.public_id, permanent=True)
    is_own = viewer.is_authenticated and player.user_id == viewer.pk
    record = player_record(viewer, player)
    counted = CountedRows(player_rubbers(viewer, player), record["rubbers"])
    rubbers = listing(request, counted, key="rubbers", size=RUBBERS_PER_PAGE)
    context = {
        **_frame(player, "rubbers", is_own=is_own),
        "record": record,
        "rubbers": rubber_lines(rubbers.rows),
        "rubbers_listing": rubbers,
        "entrants": player_events(viewer, player)[:MAX_EVENTS],
        "files": file_links("player_records_file", public_id) if is_own and rubbers.rows else [],
    }
    return render(request, "clubs/player_rubbers.html", context)


def _frame(player: Player, here: str, *, is_own: bool) -> dict[str, Any]:
    return {
        "player": player,
        "name": player.name,
        "public_id": player.public_id,
        "crumbs": [club_crumb(player.club)],
        "tabs": player_tabs(player, here=here),
        "is_own": is_own,
        "bar_entry": "me" if is_own else "club",
    }


@dataclass(frozen=True, slots=True)
class FormChip:
    """A rubber as a chip: ``letter`` and ``score`` are seen, ``aloud`` is for screen readers."""

    url: str
    letter: str
    score: str
    aloud: str
    look: str


def _numbers(results: Figures) -> list[tuple[str, str]]:
    """Return the player's main results: each a number to be seen, and what it counts."""
    rubbers, games, voles = (results[key] for key in ("rubbers_won", "games_won", "voles_made"))
    deals = ngettext(
        "voles in %(number)s deal played out", "voles in %(number)s deals played out", voles.among
    )
    return [
        (score_text(rubbers.counted, rubbers.among - rubbers.counted), _share(rubbers, _("rubbers"))),
        (score_text(games.counted, games.among - games.counted), _share(games, _("games"))),
        *([(grouped(voles.counted), deals % {"number": grouped(voles.among)})] if voles.among else []),
    ]


def _share(value: Value, unit: str) -> str:
    """Return the unit, with the share that was won if there are enough cases: "games, 54 % won"."""
    if not value.is_enough or value.value is None:
        return unit
    return _("%(unit)s, %(share)s won") % {"unit": unit, "share": percent(value.value)}


def _form(viewer: Viewer, player: Player) -> list[FormChip]:
    """Return the last rubbers of ``player``, the latest at the end."""
    return [_chip(line) for line in reversed(form(viewer, Scope(player=player)))]


def _chip(line: FormLine) -> FormChip:
    score = score_text(*line.games)
    texts = {"score": score, "name": player_name(line.opponent)}
    if line.is_won is None:
        letter, look, aloud = "=", "", _("Undecided, %(score)s against %(name)s")
    elif line.is_won:
        letter, look, aloud = pgettext("a rubber won", "W"), "win", _("Won %(score)s against %(name)s")
    else:
        letter, look, aloud = pgettext("a rubber lost", "L"), "loss", _("Lost %(score)s against %(name)s")
    parts = (aloud % texts, "" if line.day is None else day_text(line.day))
    url = reverse("web:rubber", args=[line.rubber.public_id])
    return FormChip(url, letter, score, ", ".join(part for part in parts if part), look)


def _opponents(viewer: Viewer, player: Player, met: Sequence[Met]) -> list[dict[str, str]]:
    """Return a row for each opponent; the URL of the figures of the two is "" if the opponent has no page."""
    return [
        {
            "name": player_name(each.opponent),
            "url": reverse("web:pair_figures", args=[player.public_id, each.opponent.public_id])
            if player_url(viewer, each.opponent, player.club)
            else "",
            "rubbers": score_text(*each.rubbers),
            "games": score_text(*each.games),
        }
        for each in met
    ]


def _main_rating(courses: Sequence[RatingCourse]) -> dict[str, Any] | None:
    """Return the player's rating in their own club, else in the first of the others, with its curve."""
    if not courses:
        return None
    first = courses[0]
    return {"course": first, "curve": curve(first.weeks)}


def _review(viewer: Viewer, player: Player, costs: PlayerCosts) -> dict[str, Any]:
    """Return what the review says of the player's decisions and luck, as far as the viewer may read it."""
    if not costs.decisions:
        opens = are_reviews_open(viewer, player)
        return {"review_opens": opens, "work": (), "decisions": 0, "accuracy": None, "luck": None}
    work = work_rows(costs.kinds)
    _marks, games = luck_within(viewer, Scope(player=player), player)
    return {
        "review_opens": True,
        "work": work,
        "has_club_mean": any(row.mean is not None for row in work),
        "decisions": costs.decisions,
        "accuracy": _accuracy(costs.accuracy),
        "luck": _luck(games) if games.deals else None,
    }


def _accuracy(accuracy: Accuracy) -> tuple[str, str]:
    """Return the accuracy and what it is the mean of; the number of decisions if there are too few."""
    if accuracy.percent is None:
        few = ngettext(
            "decision, too few for an accuracy", "decisions, too few for an accuracy", accuracy.decisions
        )
        return grouped(accuracy.decisions), few
    about = ngettext("accuracy, %(number)s decision", "accuracy, %(number)s decisions", accuracy.decisions)
    return percent(accuracy.percent / FULL_SCORE), about % {"number": grouped(accuracy.decisions)}


def _luck(games: LuckSums) -> dict[str, Any]:
    """Return the luck in games, as a text and as a bar from the middle of a scale 200 units wide."""
    luck = games.luck.value
    scale = next((each for each in SCALES if each >= abs(luck)), SCALES[-1])
    length = round(100 * min(1.0, abs(luck) / scale))
    return {
        "text": signed(luck, 1),
        "deals": games.deals,
        "x": 100 if luck >= 0 else 100 - length,
        "length": length,
        "scale": scale,
    }

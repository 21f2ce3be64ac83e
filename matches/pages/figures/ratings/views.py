"""Serve a club's ratings: the list, a player's weeks with a chart, and the chances between two players."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.clubs.queries import listed_players
from matches.common.club_clock import club_today
from matches.figures.ratings import (
    LENGTHS,
    USUAL_LENGTH,
    RatedPlayer,
    are_ratings_pending,
    history,
    named_players,
    rated_players,
    rating_list,
    rubbers_without_day,
    strength_of,
)
from matches.models import Club
from matches.pages.common.club_context import get_club
from matches.pages.common.listing import listing
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.common.results import player_url
from matches.pages.figures.ratings.chart import Point, RatingChart, rating_chart
from matches.pages.figures.ratings.rating_words import BAND, course_text, length_words
from worker.ratings.constants import PROVISIONAL_ABOVE
from worker.ratings.prospects import prospect_of

if TYPE_CHECKING:
    from matches.figures.ratings import RatedWeek

PLAYERS_OFFERED: Final = 120
"""The largest number of players that each of the two fields offers."""


class ChancesForm(forms.Form):
    """The form with two rated players and the length of a rubber between them, submitted by GET."""

    a = forms.ChoiceField(label=gettext_lazy("Player"))
    b = forms.ChoiceField(label=gettext_lazy("Opponent"))
    best_of = forms.TypedChoiceField(label=gettext_lazy("Length of the rubber"), coerce=int, required=False)

    def __init__(self, data: QueryDict, *, players: Sequence[RatedPlayer]) -> None:
        """Bind the form if an opponent was asked for, and offer the chosen players and those who played last.

        A player's page links here with that player alone: the player is filled in, and is no opponent to choose.
        """
        super().__init__(_with_length(data) if "b" in data else None, initial={"a": data.get("a")})
        offered = _offered(players, {data.get("a"), data.get("b")})
        self._players = {each.player.public_id: each for each in offered}
        by_name = sorted(offered, key=lambda each: (each.player.name.lower(), each.player.pk))
        choices = [("", _("Choose")), *((each.player.public_id, each.player.name) for each in by_name)]
        for name in ("a", "b"):
            field: Any = self.fields[name]
            field.choices = choices
            field.error_messages["invalid_choice"] = _("No player with this address is rated in this club.")
        if not self.is_bound:
            opponents: Any = self.fields["b"]
            opponents.choices = [each for each in choices if not each[0] or each[0] != data.get("a")]
        if len(offered) < len(players):
            self.fields["a"].help_text = _(
                "The list has the players who played last. For others, start from the page of their rating."
            )
        lengths: Any = self.fields["best_of"]
        lengths.choices = [(length, length_words(length)) for length in LENGTHS]
        lengths.initial = lengths.empty_value = USUAL_LENGTH

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("a") and values.get("a") == values.get("b"):
            self.add_error("b", _("Choose two different players."))
        return values

    def prediction(self) -> dict[str, Any]:
        """Return both players and A's chances for the template, or {} until both players are chosen."""
        if not self.is_bound or not self.is_valid():
            return {}
        a, b = self._players[self.cleaned_data["a"]], self._players[self.cleaned_data["b"]]
        best_of = self.cleaned_data["best_of"] or USUAL_LENGTH
        lengths = [1] if best_of == 1 else [1, best_of]
        return {"a": a, "b": b, "prospects": [prospect_of(a.strength, b.strength, each) for each in lengths]}


def _with_length(data: QueryDict) -> QueryDict:
    """Return ``data`` with the default length if it has none, so that the form shows the length predicted."""
    values = data.copy()
    if not values.get("best_of"):
        values["best_of"] = str(USUAL_LENGTH)
    return values


def _offered(players: Sequence[RatedPlayer], chosen: Container[str | None]) -> list[RatedPlayer]:
    latest = sorted(players, key=lambda each: (each.last_week, each.games, each.player.pk), reverse=True)
    first = [each for each in latest if each.player.public_id in chosen]
    others = [each for each in latest if each.player.public_id not in chosen]
    return [*first, *others[: PLAYERS_OFFERED - len(first)]]


PLAYERS_A_PAGE: Final = 50
WEEKS_A_PAGE: Final = 52


@require_safe
def club_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    ratings = rating_list(club, today=club_today(club))
    ranked = list(enumerate(ratings.players, start=1))
    context = {
        **_frame(club),
        "crumbs": [club_crumb(club)],
        "listing": listing(request, ranked, key="page", size=PLAYERS_A_PAGE),
        "count": len(ratings.players),
        "absent": ratings.absent,
        "without_day": rubbers_without_day(club),
        "provisional_above": round(BAND * PROVISIONAL_ABOVE),
    }
    return render(request, "figures/ratings/club.html", context)


@require_safe
def player_rating(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a player's rating in a club, week by week.

    The page shows the player's name to all viewers of the club, even if they may not see the player's page.
    """
    club = get_club(request, slug)
    player = get_object_or_404(named_players(club), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player_rating", slug, player.merged_into.public_id, permanent=True)
    today = club_today(club)
    rated = rated_players(club, listed_players().filter(pk=player.pk), today=today)
    weeks = list(history(club, player, today=today))
    course = [(week.week, strength_of(week)) for week in reversed(weeks)]
    chart = rating_chart(course)
    table = listing(request, weeks, key="page", size=WEEKS_A_PAGE)
    context = {
        **_frame(club),
        "player": player,
        "player_url": player_url(request.user, player, club),
        "rated": next(iter(rated), None),
        "course": course,
        "chart": chart,
        "points": [] if chart is None else _linked_points(chart, weeks, table.page.number),
        "description": course_text(course) if course else "",
        "listing": table,
    }
    return render(request, "figures/ratings/player.html", context)


def _linked_points(chart: RatingChart, weeks: Sequence[RatedWeek], current: int) -> list[tuple[Point, str]]:
    """Return the points of the chart, each with the URL of its row; ``current`` is the page of the table shown."""
    pages = {week.week: place // WEEKS_A_PAGE + 1 for place, week in enumerate(weeks)}
    return [
        (point, f"{'' if pages[point.week] == current else f'?page={pages[point.week]}'}#week-{point.week}")
        for point in chart.points
    ]


@require_safe
def rating_chances(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    players = rated_players(club, listed_players(), today=club_today(club))
    form = ChancesForm(request.GET, players=players)
    context = {**_frame(club), "form": form, "has_any": len(players) > 1, **form.prediction()}
    return render(request, "figures/ratings/chances.html", context)


def _frame(club: Club) -> dict[str, Any]:
    return {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:club_ratings", args=[club.slug]), _("Ratings"))],
        "is_pending": are_ratings_pending(club),
    }

"""The pages of ratings. Whoever sees a club sees its ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.clubs.clock import club_today
from matches.clubs.queries.people import listed_players
from matches.common.localized_numbers import decimal
from matches.figures.queries.ratings import (
    USUAL_LENGTH,
    RatedPlayer,
    are_ratings_owed,
    history,
    named_players,
    rated_players,
    rating_list,
    rubbers_without_day,
    strength_of,
)
from matches.models import Club
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.dates import day_text
from matches.pages.common.pagination import listing
from matches.pages.common.result_lines import player_url
from matches.pages.figures.ratings.chances import ChancesForm, foretold, side_told
from matches.pages.figures.ratings.chart import rating_chart
from matches.pages.figures.ratings.words import (
    aloud,
    change_text,
    course_text,
    rating_text,
    trend_text,
)
from worker.ratings.constants import PROVISIONAL_ABOVE

if TYPE_CHECKING:
    from matches.figures.queries.ratings import RatedWeek

PLAYERS_A_PAGE: Final = 50
WEEKS_A_PAGE: Final = 52


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's line in a club's list; ``rank`` counts from 1, among those who are listed."""

    rank: int
    name: str
    url: str
    rating: str
    aloud: str
    is_provisional: bool
    games: int
    trend: str
    last: str


@dataclass(frozen=True, slots=True)
class WeekRow:
    week: str
    games: int
    won: int
    expected: str
    rating: str
    change: str


@require_safe
def club_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(visible_clubs(request.user), slug=slug)
    found = rating_list(club, today=club_today(club))
    shown = listing(request, list(enumerate(found.players, start=1)), key="page", size=PLAYERS_A_PAGE)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "rows": [_row(club, rank, each) for rank, each in shown.rows],
        "listing": shown,
        "count": len(found.players),
        "absent": _absent(found.absent),
        "without_day": _without_day(rubbers_without_day(club)),
        "is_owed": are_ratings_owed(club),
        "provisional_above": round(PROVISIONAL_ABOVE),
    }
    return render(request, "figures/ratings/club.html", context)


def _row(club: Club, rank: int, each: RatedPlayer) -> RatingRow:
    return RatingRow(
        rank=rank,
        name=each.player.name,
        url=reverse("web:player_rating", args=[club.slug, each.player.public_id]),
        rating=rating_text(each.strength),
        aloud=aloud(each.strength),
        is_provisional=each.is_provisional,
        games=each.games,
        trend=trend_text(each.trend),
        last=day_text(each.last_week),
    )


def _absent(count: int) -> str:
    """Whom the list leaves off; empty where it is nobody."""
    told = ngettext(
        "%(count)s player who has not played for a year is left off.",
        "%(count)s players who have not played for a year are left off.",
        count,
    )
    return told % {"count": count} if count else ""


def _without_day(count: int) -> str:
    """What could not be rated; empty where all was."""
    told = ngettext(
        "%(count)s rubber is not rated, as its record does not say on which day it was played.",
        "%(count)s rubbers are not rated, as their records do not say on which day they were played.",
        count,
    )
    return told % {"count": count} if count else ""


@require_safe
def player_rating(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Of a player by his rating's club: whoever sees the club sees his name there, his own page or not."""
    club = get_object_or_404(visible_clubs(request.user), slug=slug)
    player = get_object_or_404(named_players(club), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player_rating", slug, player.merged_into.public_id, permanent=True)
    weeks = list(history(club, player))
    shown = listing(request, _week_rows(weeks), key="page", size=WEEKS_A_PAGE)
    rated = rated_players(club, listed_players().filter(pk=player.pk), today=club_today(club))
    course = [(week.week, strength_of(week)) for week in reversed(weeks)]
    context = {
        "club": club,
        "name": player.name,
        "player_url": player_url(request.user, player, club),
        "crumbs": [club_crumb(club), Crumb(reverse("web:club_ratings", args=[slug]), _("Ratings"))],
        "now": rated[0] if rated else None,
        "rating": rating_text(rated[0].strength) if rated else "",
        "trend": trend_text(rated[0].trend) if rated else "",
        "chart": rating_chart(course),
        "told": course_text(course) if course else "",
        "first": day_text(weeks[-1].week) if weeks else "",
        "last": day_text(weeks[0].week) if weeks else "",
        "rows": shown.rows,
        "listing": shown,
        "chances_url": f"{reverse('web:rating_chances', args=[slug])}?a={public_id}",
        "is_owed": are_ratings_owed(club),
    }
    return render(request, "figures/ratings/player.html", context)


def _week_rows(weeks: list[RatedWeek]) -> list[WeekRow]:
    return [
        WeekRow(
            week=day_text(week.week),
            games=week.games,
            won=week.won,
            expected=decimal(week.expected, 1),
            rating=rating_text(strength_of(week)),
            change=change_text(week.rating - week.rating_before),
        )
        for week in weeks
    ]


@require_safe
def rating_chances(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(visible_clubs(request.user), slug=slug)
    players = rated_players(club, listed_players(), today=club_today(club))
    form = ChancesForm(request.GET, players=players)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:club_ratings", args=[slug]), _("Ratings"))],
        "form": form,
        "has_any": len(players) > 1,
        "is_owed": are_ratings_owed(club),
    }
    if pair := form.pair:
        a, b = pair
        best_of = form.cleaned_data["best_of"] or USUAL_LENGTH
        context |= {
            "a": side_told(a),
            "b": side_told(b),
            "name": a.player.name,
            "foretold": foretold(a.strength, b.strength, best_of),
            "is_provisional": a.is_provisional or b.is_provisional,
        }
    return render(request, "figures/ratings/chances.html", context)

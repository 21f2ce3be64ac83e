"""Figures, ratings, records, seasons, findings, incidents, reviews, exercises."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.figures.views.by_player import ClubPlayersView, EventPlayersView, OpponentsView
from matches.api.figures.views.drill_down import (
    ClubBehindView,
    EventBehindView,
    PairBehindView,
    PlayerBehindView,
    SeasonBehindView,
)
from matches.api.figures.views.figures import (
    ClubFiguresView,
    EventFiguresView,
    FigureCatalogueView,
    PairFiguresView,
    PlayerFiguresView,
    SeasonFiguresView,
)
from matches.api.figures.views.honours import (
    RecordsView,
    SeasonEventsView,
    SeasonMoversView,
    SeasonsView,
    SeasonView,
)
from matches.api.figures.views.ratings import PlayerRatingView, RatingChancesView, RatingsView
from matches.api.reviews.views.exercises import ExercisesView, ExerciseView
from matches.api.reviews.views.findings import (
    ClubFindingsView,
    ClubIncidentsView,
    ClubReviewsView,
    RubberFindingsView,
    RubberIncidentsView,
)

PLAYER = "v1/players/<slug:player_id>/"
PAIR = f"{PLAYER}against/<slug:opponent_id>/"
CLUB = "v1/clubs/<slug:club_id>/"
EVENT = "v1/events/<slug:event_id>/"
SEASON = f"{CLUB}seasons/<int:year>/"
RUBBER = "v1/rubbers/<slug:rubber_id>/"
BEHIND = "figures/<slug:figure>/<slug:part>/"

ADDRESSES: list[URLPattern] = [
    path("v1/figures/", FigureCatalogueView.as_view(), name="figures"),
    path(f"{PLAYER}figures/", PlayerFiguresView.as_view(), name="player_figures"),
    path(f"{PLAYER}{BEHIND}", PlayerBehindView.as_view(), name="player_behind"),
    path(f"{PLAYER}against/", OpponentsView.as_view(), name="opponents"),
    path(f"{PAIR}figures/", PairFiguresView.as_view(), name="pair_figures"),
    path(f"{PAIR}{BEHIND}", PairBehindView.as_view(), name="pair_behind"),
    path(f"{CLUB}figures/", ClubFiguresView.as_view(), name="club_figures"),
    path(f"{CLUB}figures/players/", ClubPlayersView.as_view(), name="club_figures_players"),
    path(f"{CLUB}{BEHIND}", ClubBehindView.as_view(), name="club_behind"),
    path(f"{EVENT}figures/", EventFiguresView.as_view(), name="event_figures"),
    path(f"{EVENT}figures/players/", EventPlayersView.as_view(), name="event_figures_players"),
    path(f"{EVENT}{BEHIND}", EventBehindView.as_view(), name="event_behind"),
    path(f"{SEASON}figures/", SeasonFiguresView.as_view(), name="season_figures"),
    path(f"{SEASON}{BEHIND}", SeasonBehindView.as_view(), name="season_behind"),
    path(f"{CLUB}ratings/", RatingsView.as_view(), name="ratings"),
    path(f"{CLUB}ratings/chances/", RatingChancesView.as_view(), name="rating_chances"),
    path(f"{CLUB}ratings/<slug:player_id>/", PlayerRatingView.as_view(), name="rating"),
    path(f"{CLUB}records/", RecordsView.as_view(), name="records"),
    path(f"{CLUB}seasons/", SeasonsView.as_view(), name="seasons"),
    path(SEASON, SeasonView.as_view(), name="season"),
    path(f"{SEASON}events/", SeasonEventsView.as_view(), name="season_events"),
    path(f"{SEASON}movers/", SeasonMoversView.as_view(), name="season_movers"),
    path(f"{CLUB}findings/", ClubFindingsView.as_view(), name="findings"),
    path(f"{CLUB}incidents/", ClubIncidentsView.as_view(), name="incidents"),
    path(f"{CLUB}reviews/", ClubReviewsView.as_view(), name="reviews"),
    path(f"{RUBBER}findings/", RubberFindingsView.as_view(), name="rubber_findings"),
    path(f"{RUBBER}incidents/", RubberIncidentsView.as_view(), name="rubber_incidents"),
    path(f"{PLAYER}exercises/", ExercisesView.as_view(), name="exercises"),
    path(
        f"{PLAYER}exercises/<slug:rubber_id>/<int:game>/<int:deal>/<int:token>/<slug:kind>/",
        ExerciseView.as_view(),
        name="exercise",
    ),
]

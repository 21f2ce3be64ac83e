"""Figures, ratings, records, seasons, findings, incidents, reviews, exercises."""

from __future__ import annotations

from django.urls import path

from matches.api.views.figure_lists import (
    ClubBehindView,
    EventBehindView,
    PairBehindView,
    PlayerBehindView,
    SeasonBehindView,
)
from matches.api.views.figure_players import ClubPlayersView, EventPlayersView, OpponentsView
from matches.api.views.figures import (
    ClubFiguresView,
    EventFiguresView,
    FigureCatalogueView,
    PairFiguresView,
    PlayerFiguresView,
    SeasonFiguresView,
)

PLAYER = "v1/players/<slug:player_id>/"
PAIR = f"{PLAYER}against/<slug:opponent_id>/"
CLUB = "v1/clubs/<slug:club_id>/"
EVENT = "v1/events/<slug:event_id>/"
SEASON = f"{CLUB}seasons/<int:year>/"
BEHIND = "figures/<slug:figure>/<slug:part>/"

ADDRESSES = [
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
]

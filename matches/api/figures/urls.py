"""URL patterns for figures, ratings, records and seasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.figures.figure_views import (
    ClubBehindView,
    ClubFiguresView,
    ClubPlayersView,
    EventBehindView,
    EventFiguresView,
    EventPlayersView,
    FigureCatalogueView,
    OpponentsView,
    PairBehindView,
    PairFiguresView,
    PlayerBehindView,
    PlayerFiguresView,
    SeasonBehindView,
    SeasonFiguresView,
)
from matches.api.figures.honour_views import (
    RecordsView,
    SeasonEventsView,
    SeasonMoversView,
    SeasonsView,
    SeasonView,
)
from matches.api.figures.rating_views import PlayerRatingView, RatingChancesView, RatingsView

CLUB: Final = "v1/clubs/<slug:club_id>/"
EVENT: Final = "v1/events/<slug:event_id>/"
PLAYER: Final = "v1/players/<slug:player_id>/"
PAIR: Final = f"{PLAYER}against/<slug:opponent_id>/"
SEASON: Final = f"{CLUB}seasons/<int:year>/"
BEHIND: Final = "figures/<slug:figure>/<slug:part>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "figures": [
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
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

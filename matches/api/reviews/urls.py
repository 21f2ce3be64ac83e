"""URL patterns for reviews, chances, findings, incidents and exercises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.reviews.exercise_views import ExercisesView, ExerciseView
from matches.api.reviews.review_views import (
    ChancesView,
    ClubFindingsView,
    ClubIncidentsView,
    ClubReviewsView,
    PlayerDecisionsView,
    ReviewView,
    RubberFindingsView,
    RubberIncidentsView,
)

CLUB: Final = "v1/clubs/<slug:club_id>/"
PLAYER: Final = "v1/players/<slug:player_id>/"
RUBBER: Final = "v1/rubbers/<slug:rubber_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "laws": [
        path("v1/chances/", ChancesView.as_view(), name="chances"),
    ],
    "clubs": [
        path(f"{PLAYER}decisions/", PlayerDecisionsView.as_view(), name="player_decisions"),
    ],
    "rubbers": [
        path(f"{RUBBER}review/", ReviewView.as_view(), name="review"),
    ],
    "figures": [
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
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

"""URLs of ratings, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.figures.ratings import views

RATINGS = "clubs/<slug:slug>/ratings/"

urlpatterns = [
    path(RATINGS, views.club_ratings, name="club_ratings"),
    path(RATINGS + "chances/", views.rating_chances, name="rating_chances"),
    path(RATINGS + "<slug:public_id>/", views.player_rating, name="player_rating"),
]

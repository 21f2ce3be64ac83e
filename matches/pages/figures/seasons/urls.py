"""URLs of a club's records and seasons, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.figures.seasons import views

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path(CLUB + "records/", views.records, name="records"),
    path(CLUB + "seasons/", views.seasons, name="seasons"),
    path(CLUB + "seasons/<int:year>/", views.season, name="season"),
]

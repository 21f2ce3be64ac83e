"""URLs of the embedded standings, for frames and scripts, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.events.embed import views

EVENT = "embed/events/<slug:public_id>/"

urlpatterns = [
    path(EVENT + "standings/", views.standings, name="embed_standings"),
    path(EVENT + "standings.json", views.standings_json, name="embed_standings_json"),
]

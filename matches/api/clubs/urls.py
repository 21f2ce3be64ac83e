"""Clubs, players, events."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.clubs.views.clubs import ClubsView, ClubView
from matches.api.clubs.views.players import PlayersView, PlayerView
from matches.api.events.views.events import EventsView, EventView
from matches.api.reviews.views.reviews import PlayerDecisionsView

ADDRESSES: list[URLPattern] = [
    path("v1/clubs/", ClubsView.as_view(), name="clubs"),
    path("v1/clubs/<slug:club_id>/", ClubView.as_view(), name="club"),
    path("v1/clubs/<slug:club_id>/players/", PlayersView.as_view(), name="players"),
    path("v1/clubs/<slug:club_id>/events/", EventsView.as_view(), name="events"),
    path("v1/players/<slug:player_id>/", PlayerView.as_view(), name="player"),
    path("v1/players/<slug:player_id>/decisions/", PlayerDecisionsView.as_view(), name="player_decisions"),
    path("v1/events/<slug:event_id>/", EventView.as_view(), name="event"),
]

"""Addresses of figures; included under the pages' own names.

They stand before the club's and the event's own pages, as the desk's do.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.figures import views

PLAYER = "players/<slug:public_id>/"
PAIR = PLAYER + "against/<slug:opponent>/"
CLUB = "clubs/<slug:slug>/"
EVENT = CLUB + "events/<slug:public_id>/"
BEHIND = "figures/<slug:figure>/<slug:part>/"

urlpatterns = [
    path(PLAYER + "figures/", views.player_figures, name="player_figures"),
    path(PLAYER + "figures.csv", views.player_csv, name="player_csv"),
    path(PLAYER + BEHIND, views.player_behind, name="player_behind"),
    path(PLAYER + "against/", views.player_players, name="player_players"),
    path(PAIR, views.pair_figures, name="pair_figures"),
    path(PAIR + "figures.csv", views.pair_figures_csv, name="pair_csv"),
    path(PAIR + BEHIND, views.pair_behind, name="pair_behind"),
    path(CLUB + "figures/", views.club_figures, name="club_figures"),
    path(CLUB + "figures.csv", views.club_csv, name="club_csv"),
    path(CLUB + "figures/players/", views.club_players, name="club_players"),
    path(CLUB + BEHIND, views.club_behind, name="club_behind"),
    path(EVENT + "figures/", views.event_figures, name="event_figures"),
    path(EVENT + "figures.csv", views.event_csv, name="event_csv"),
    path(EVENT + "figures/players/", views.event_players, name="event_players"),
    path(EVENT + BEHIND, views.event_behind, name="event_behind"),
]

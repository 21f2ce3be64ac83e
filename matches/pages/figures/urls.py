"""URLs of figures, included in the namespace of the pages.

They must come before the URLs of the club's and the event's own pages.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.figures.behind import behind
from matches.pages.figures.page import figures_csv, figures_page, figures_xlsx, pair_csv, pair_page, pair_xlsx
from matches.pages.figures.tables import players
from matches.pages.figures.views import of_club, of_event, of_pair, of_player

PLAYER = "players/<slug:public_id>/"
PAIR = PLAYER + "against/<slug:opponent>/"
CLUB = "clubs/<slug:slug>/"
EVENT = CLUB + "events/<slug:public_id>/"
BEHIND = "figures/<slug:figure>/<slug:part>/"

urlpatterns = [
    path(PLAYER + "figures/", of_player(figures_page), name="player_figures"),
    path(PLAYER + "figures.xlsx", of_player(figures_xlsx), name="player_xlsx"),
    path(PLAYER + "figures.csv", of_player(figures_csv), name="player_csv"),
    path(PLAYER + BEHIND, of_player(behind), name="player_behind"),
    path(PLAYER + "against/", of_player(players), name="player_players"),
    path(PAIR, of_pair(pair_page), name="pair_figures"),
    path(PAIR + "figures.xlsx", of_pair(pair_xlsx), name="pair_xlsx"),
    path(PAIR + "figures.csv", of_pair(pair_csv), name="pair_csv"),
    path(PAIR + BEHIND, of_pair(behind), name="pair_behind"),
    path(CLUB + "figures/", of_club(figures_page), name="club_figures"),
    path(CLUB + "figures.xlsx", of_club(figures_xlsx), name="club_xlsx"),
    path(CLUB + "figures.csv", of_club(figures_csv), name="club_csv"),
    path(CLUB + "figures/players/", of_club(players), name="club_players"),
    path(CLUB + BEHIND, of_club(behind), name="club_behind"),
    path(EVENT + "figures/", of_event(figures_page), name="event_figures"),
    path(EVENT + "figures.xlsx", of_event(figures_xlsx), name="event_xlsx"),
    path(EVENT + "figures.csv", of_event(figures_csv), name="event_csv"),
    path(EVENT + "figures/players/", of_event(players), name="event_players"),
    path(EVENT + BEHIND, of_event(behind), name="event_behind"),
]

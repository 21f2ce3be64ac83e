"""Addresses of the API. Programs have them written down: they do not change."""

from __future__ import annotations

from django.urls import path, re_path

from matches.api.views.clubs import ClubsView, ClubView
from matches.api.views.events import EventsView, EventView
from matches.api.views.games import DealsView, DealView, GameDealsView, GamesView, GameView, LastDealView
from matches.api.views.laws import LawSearchView, LawsView, LawView, RulingPreviewView, RulingsView
from matches.api.views.players import PlayersView, PlayerView
from matches.api.views.reviews import ChancesView, PlayerDecisionsView, ReviewView
from matches.api.views.root import NowhereView, ProblemsView, ProblemView, RootView, SchemaView
from matches.api.views.rubber_changes import CloseView, ConfirmView, CorrectView, DisputeView, VoidView
from matches.api.views.rubbers import RubberEgnView, RubbersView, RubberView

app_name = "api"
urlpatterns = [
    path("v1/", RootView.as_view(), name="root"),
    path("v1/schema/", SchemaView.as_view(), name="schema"),
    path("v1/problems/", ProblemsView.as_view(), name="problems"),
    path("v1/problems/<slug:code>/", ProblemView.as_view(), name="problem"),
    path("v1/laws/", LawsView.as_view(), name="laws"),
    path("v1/laws/search/", LawSearchView.as_view(), name="law_search"),
    path("v1/laws/<int:number>/", LawView.as_view(), name="law"),
    path("v1/rulings/", RulingPreviewView.as_view(), name="ruling_preview"),
    path("v1/chances/", ChancesView.as_view(), name="chances"),
    path("v1/clubs/", ClubsView.as_view(), name="clubs"),
    path("v1/clubs/<slug:club_id>/", ClubView.as_view(), name="club"),
    path("v1/clubs/<slug:club_id>/players/", PlayersView.as_view(), name="players"),
    path("v1/clubs/<slug:club_id>/events/", EventsView.as_view(), name="events"),
    path("v1/players/<slug:player_id>/", PlayerView.as_view(), name="player"),
    path("v1/players/<slug:player_id>/decisions/", PlayerDecisionsView.as_view(), name="player_decisions"),
    path("v1/events/<slug:event_id>/", EventView.as_view(), name="event"),
    path("v1/rubbers/", RubbersView.as_view(), name="rubbers"),
    path("v1/rubbers/<slug:rubber_id>.egn", RubberEgnView.as_view(), name="rubber_egn"),
    path("v1/rubbers/<slug:rubber_id>/", RubberView.as_view(), name="rubber"),
    path("v1/rubbers/<slug:rubber_id>/confirm/", ConfirmView.as_view(), name="rubber_confirm"),
    path("v1/rubbers/<slug:rubber_id>/dispute/", DisputeView.as_view(), name="rubber_dispute"),
    path("v1/rubbers/<slug:rubber_id>/close/", CloseView.as_view(), name="rubber_close"),
    path("v1/rubbers/<slug:rubber_id>/correct/", CorrectView.as_view(), name="rubber_correct"),
    path("v1/rubbers/<slug:rubber_id>/void/", VoidView.as_view(), name="rubber_void"),
    path("v1/rubbers/<slug:rubber_id>/rulings/", RulingsView.as_view(), name="rulings"),
    path("v1/rubbers/<slug:rubber_id>/review/", ReviewView.as_view(), name="review"),
    path("v1/rubbers/<slug:rubber_id>/games/", GamesView.as_view(), name="games"),
    path("v1/rubbers/<slug:rubber_id>/games/<int:game>/", GameView.as_view(), name="game"),
    path("v1/rubbers/<slug:rubber_id>/games/<int:game>/deals/", GameDealsView.as_view(), name="game_deals"),
    path("v1/rubbers/<slug:rubber_id>/games/<int:game>/deals/<int:deal>/", DealView.as_view(), name="deal"),
    path("v1/rubbers/<slug:rubber_id>/deals/", DealsView.as_view(), name="deals"),
    path("v1/rubbers/<slug:rubber_id>/deals/last/", LastDealView.as_view(), name="last_deal"),
    re_path(r"^.*$", NowhereView.as_view(), name="nowhere"),
]

"""Rubbers, their games and deals, and what is done to them."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.laws.views import RulingsView
from matches.api.reviews.views.reviews import ReviewView
from matches.api.rubbers.views.changes import (
    CloseView,
    ConfirmView,
    CorrectView,
    DisputeView,
    VoidView,
)
from matches.api.rubbers.views.games import (
    DealsView,
    DealView,
    GameDealsView,
    GamesView,
    GameView,
    LastDealView,
)
from matches.api.rubbers.views.rubbers import RubberEgnView, RubbersView, RubberView

ADDRESSES: list[URLPattern] = [
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
]

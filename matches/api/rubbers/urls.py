"""URL patterns for rubbers, their games and deals, and changes to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.rubbers.change_views import (
    CloseView,
    ConfirmView,
    CorrectView,
    DealsView,
    DealView,
    DisputeView,
    GameDealsView,
    GamesView,
    GameView,
    LastDealView,
    ReportView,
    VoidView,
    WithdrawView,
)
from matches.api.rubbers.rubber_views import RubberEgnView, RubbersView, RubberView

RUBBER: Final = "v1/rubbers/<slug:rubber_id>/"
GAME: Final = f"{RUBBER}games/<int:game>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "rubbers": [
        path("v1/rubbers/", RubbersView.as_view(), name="rubbers"),
        path("v1/rubbers/<slug:rubber_id>.egn", RubberEgnView.as_view(), name="rubber_egn"),
        path(RUBBER, RubberView.as_view(), name="rubber"),
        path(f"{RUBBER}confirm/", ConfirmView.as_view(), name="rubber_confirm"),
        path(f"{RUBBER}dispute/", DisputeView.as_view(), name="rubber_dispute"),
        path(f"{RUBBER}report/", ReportView.as_view(), name="rubber_report"),
        path(f"{RUBBER}withdraw/", WithdrawView.as_view(), name="rubber_withdraw"),
        path(f"{RUBBER}close/", CloseView.as_view(), name="rubber_close"),
        path(f"{RUBBER}correct/", CorrectView.as_view(), name="rubber_correct"),
        path(f"{RUBBER}void/", VoidView.as_view(), name="rubber_void"),
        path(f"{RUBBER}games/", GamesView.as_view(), name="games"),
        path(GAME, GameView.as_view(), name="game"),
        path(f"{GAME}deals/", GameDealsView.as_view(), name="game_deals"),
        path(f"{GAME}deals/<int:deal>/", DealView.as_view(), name="deal"),
        path(f"{RUBBER}deals/", DealsView.as_view(), name="deals"),
        path(f"{RUBBER}deals/last/", LastDealView.as_view(), name="last_deal"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

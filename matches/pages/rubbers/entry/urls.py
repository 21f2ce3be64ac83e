"""Addresses of entry: rubbers written down, and what is said of them afterwards."""

from __future__ import annotations

from django.urls import path

from matches.pages.rubbers.entry import correct, egn, history, live, start
from matches.pages.rubbers.entry import decision_views as word

ENTER = "clubs/<slug:slug>/enter/"
RUBBER = "rubbers/<slug:public_id>/"

urlpatterns = [
    path(ENTER, start.choose, name="enter"),
    path(ENTER + "result/", start.result, name="enter_result"),
    path(ENTER + "deals/", start.deals, name="enter_deals"),
    path(ENTER + "egn/", egn.egn, name="enter_egn"),
    path(RUBBER + "enter/", live.deal, name="enter_deal"),
    path(RUBBER + "enter/undo/", live.undo, name="undo_deal"),
    path(RUBBER + "close/", live.close, name="close_rubber"),
    path(RUBBER + "confirm/", word.confirm, name="confirm_rubber"),
    path(RUBBER + "dispute/", word.dispute, name="dispute_rubber"),
    path(RUBBER + "void/", word.void, name="void_rubber"),
    path(RUBBER + "correct/", correct.correct, name="correct_rubber"),
    path(RUBBER + "history/", history.history, name="rubber_history"),
    path(RUBBER + "history/<int:version>/", history.then, name="rubber_then"),
]

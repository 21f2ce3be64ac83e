"""URLs of the pages that enter a rubber, and that confirm, dispute, withdraw, void or correct it."""

from __future__ import annotations

from django.urls import path

from matches.pages.rubbers.entry import correct, decision_views, egn, history, live, report, start

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
    path(RUBBER + "confirm/", decision_views.confirm, name="confirm_rubber"),
    path(RUBBER + "dispute/", decision_views.dispute, name="dispute_rubber"),
    path(RUBBER + "report/", report.change, name="change_report"),
    path(RUBBER + "withdraw/", decision_views.withdraw, name="withdraw_report"),
    path(RUBBER + "void/", decision_views.void, name="void_rubber"),
    path(RUBBER + "correct/", correct.correct, name="correct_rubber"),
    path(RUBBER + "history/", history.history, name="rubber_history"),
    path(RUBBER + "history/<int:version>/", history.show_version, name="rubber_then"),
]

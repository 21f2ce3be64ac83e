"""Route the URLs of rubbers, of their deals, and of their records as files."""

from __future__ import annotations

from django.urls import path

from matches.pages.rubbers import views

RUBBER = "rubbers/<slug:public_id>"
DEAL = RUBBER + "/games/<int:game>/deals/<int:deal>/"

urlpatterns = [
    path(RUBBER + "/", views.rubber, name="rubber"),
    path(RUBBER + ".egn", views.rubber_egn, name="rubber_egn"),
    path(RUBBER + "/review.egn", views.rubber_review_egn, name="rubber_review_egn"),
    path(DEAL, views.deal, name="deal"),
    path(DEAL + "steps/", views.deal_steps, name="deal_steps"),
]

"""Addresses of a club's webhooks; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.pages.webhooks import acts, views

HOOKS = "clubs/<slug:slug>/webhooks/"
HOOK = f"{HOOKS}<slug:webhook_id>/"

urlpatterns = [
    path(HOOKS, views.webhooks, name="webhooks"),
    path(f"{HOOKS}new/", views.new_webhook, name="new_webhook"),
    path(HOOK, views.webhook, name="webhook"),
    path(f"{HOOK}change/", views.change, name="change_webhook"),
    path(f"{HOOK}act/", acts.act, name="act_on_webhook"),
    path(f"{HOOK}replay/", acts.replay_all, name="replay_webhook"),
    path(f"{HOOK}deliveries/<slug:delivery_id>/replay/", acts.replay, name="replay_delivery"),
]

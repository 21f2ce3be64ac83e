"""URLs of a club's webhooks, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.webhooks import views

WEBHOOKS = "clubs/<slug:slug>/webhooks/"
WEBHOOK = f"{WEBHOOKS}<slug:webhook_id>/"

urlpatterns = [
    path(WEBHOOKS, views.list_webhooks, name="webhooks"),
    path(f"{WEBHOOKS}new/", views.new_webhook, name="new_webhook"),
    path(WEBHOOK, views.show_webhook, name="webhook"),
    path(f"{WEBHOOK}change/", views.change_webhook, name="change_webhook"),
    path(f"{WEBHOOK}act/", views.run_action, name="act_on_webhook"),
    path(f"{WEBHOOK}replay/", views.replay_all, name="replay_webhook"),
    path(f"{WEBHOOK}deliveries/<slug:delivery_id>/replay/", views.replay_one, name="replay_delivery"),
]

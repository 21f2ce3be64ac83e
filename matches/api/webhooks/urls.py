"""Where a club has its news sent."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.webhooks.views.deliveries import (
    DeliveriesView,
    DeliveryView,
    ReplaySinceView,
    ReplayView,
    TrialView,
)
from matches.api.webhooks.views.webhooks import SecretView, WebhooksView, WebhookView

HOOK = "v1/webhooks/<slug:webhook_id>/"
DELIVERY = "v1/deliveries/<slug:delivery_id>/"

ADDRESSES: list[URLPattern] = [
    path("v1/clubs/<slug:club_id>/webhooks/", WebhooksView.as_view(), name="webhooks"),
    path(HOOK, WebhookView.as_view(), name="webhook"),
    path(f"{HOOK}secret/", SecretView.as_view(), name="webhook_secret"),
    path(f"{HOOK}test/", TrialView.as_view(), name="webhook_test"),
    path(f"{HOOK}replay/", ReplaySinceView.as_view(), name="webhook_replay"),
    path(f"{HOOK}deliveries/", DeliveriesView.as_view(), name="deliveries"),
    path(DELIVERY, DeliveryView.as_view(), name="delivery"),
    path(f"{DELIVERY}replay/", ReplayView.as_view(), name="delivery_replay"),
]

"""URL patterns for a club's webhooks and their deliveries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.webhooks.views import (
    DeliveriesView,
    DeliveryView,
    ReplaySinceView,
    ReplayView,
    SecretView,
    TrialView,
    WebhooksView,
    WebhookView,
)

HOOK: Final = "v1/webhooks/<slug:webhook_id>/"
DELIVERY: Final = "v1/deliveries/<slug:delivery_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "webhooks": [
        path("v1/clubs/<slug:club_id>/webhooks/", WebhooksView.as_view(), name="webhooks"),
        path(HOOK, WebhookView.as_view(), name="webhook"),
        path(f"{HOOK}secret/", SecretView.as_view(), name="webhook_secret"),
        path(f"{HOOK}test/", TrialView.as_view(), name="webhook_test"),
        path(f"{HOOK}replay/", ReplaySinceView.as_view(), name="webhook_replay"),
        path(f"{HOOK}deliveries/", DeliveriesView.as_view(), name="deliveries"),
        path(DELIVERY, DeliveryView.as_view(), name="delivery"),
        path(f"{DELIVERY}replay/", ReplayView.as_view(), name="delivery_replay"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

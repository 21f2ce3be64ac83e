"""What became of a webhook's news, and what of it is sent once more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import DateTimeField
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.webhooks import examples
from matches.api.webhooks.serializers import (
    DeliveryFilters,
    DeliveryLine,
    DeliveryShown,
    Replayed,
    ReplaySince,
)
from matches.api.webhooks.views.webhooks import WebhookBase
from matches.models import Delivery
from matches.webhooks.payloads import bodies_with_names
from matches.webhooks.queries import deliveries_of, deliveries_seen
from matches.webhooks.replays import replay_delivery, replay_since, try_webhook


class DeliveriesView(WebhookBase):
    scopes: ClassVar[Scopes] = {"GET": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = DeliveryFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {
        "made_at": ColumnOrder("made_at", DateTimeField()),
        "next_at": ColumnOrder("next_at", DateTimeField()),
    }

    @extend_schema(
        operation_id="list_deliveries",
        summary="The news of a webhook of the last 30 days, and what became of each",
        responses=page_of(DeliveryLine, "DeliveryPage"),
    )
    def get(self, request: Request, webhook_id: str) -> Response:
        return self.listed(request, deliveries_of(self.hook_of(request, webhook_id)), DeliveryLine)


class DeliveryBase(WebhookBase):
    def delivery_of(self, request: Request, delivery_id: str) -> Delivery:
        """Raises ``Http404`` for one of a club that the caller does not see, and where he is not its owner."""
        delivery = get_object_or_404(deliveries_seen(request.user), public_id=delivery_id)
        self.require(request, delivery.webhook.club, "change_club")
        return delivery


class DeliveryView(DeliveryBase):
    scopes: ClassVar[Scopes] = {"GET": "manage"}
    has_tag = True

    @extend_schema(
        operation_id="get_delivery",
        summary="One piece of news, with the body that is sent",
        responses=DeliveryShown,
    )
    def get(self, request: Request, delivery_id: str) -> Response:
        return self.shown(request, delivery_json(self.delivery_of(request, delivery_id)))


class ReplayView(DeliveryBase):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems = ("conflict",)

    @extend_schema(
        operation_id="replay_delivery",
        summary="Send a message once more, under the same `webhook-id`, behind what waits",
        request=None,
        responses={202: DeliveryShown},
    )
    def post(self, request: Request, delivery_id: str) -> Response:
        delivery = self.delivery_of(request, delivery_id)
        return self.carry_out(request, lambda: Reply(delivery_json(replay_delivery(delivery)), 202))


class ReplaySinceView(WebhookBase):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems = ("conflict",)

    @extend_schema(
        operation_id="replay_since",
        summary="Send all news made since a moment once more, in order",
        examples=examples.REPLAY_SINCE,
        request=ReplaySince,
        responses={202: Replayed},
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """News of the last 30 days is there to be sent. What waits is sent anyway, and not twice."""
        hook = self.hook_of(request, webhook_id)
        since = self.body_of(request, ReplaySince)["since"]
        return self.carry_out(request, lambda: Reply({"count": replay_since(hook, since)}, 202))


class TrialView(WebhookBase):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems = ("conflict",)

    @extend_schema(
        operation_id="try_webhook",
        summary="Send a message of the kind `ping`, which says nothing",
        request=None,
        responses={202: DeliveryShown},
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        hook = self.hook_of(request, webhook_id)
        return self.carry_out(request, lambda: Reply(delivery_json(try_webhook(hook)), 202))


def delivery_json(delivery: Delivery) -> dict[str, Any]:
    """With its body as it would be sent now."""
    shown = dict(DeliveryLine(delivery).data)
    return {**shown, "body": bodies_with_names([delivery])[delivery.pk]}

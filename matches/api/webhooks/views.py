"""API views for webhooks and their deliveries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import REPLAYED, ApiView, Reply, changed, created
from matches.api.core.errors import RESTRICTED
from matches.api.core.etags import IfMatch, etag_of, if_match
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import Orders, by_columns
from matches.api.webhooks.serializers import (
    DeliveryFilters,
    DeliveryLine,
    DeliverySerializer,
    Replayed,
    ReplaySince,
    SecretSerializer,
    WebhookCreate,
    WebhookCreatedSerializer,
    WebhookSerializer,
    WebhookUpdate,
)
from matches.models import Delivery, Webhook
from matches.models.webhooks import Topic
from matches.webhooks.manage_webhooks import (
    create_webhook,
    delete_webhook,
    replay_delivery,
    replay_since,
    rotate_secret,
    send_test,
    update_webhook,
)
from matches.webhooks.payloads import payloads_with_names
from matches.webhooks.queries import deliveries_of, visible_deliveries, visible_webhooks, webhooks_of


class WebhookBase(ApiView):
    """The base class of views about webhooks. Only owners of the club may see or change webhooks."""

    read_problems = RESTRICTED

    def hook_of(self, request: Request, webhook_id: str) -> Webhook:
        """Return the webhook with this id, if the caller is an owner of its club."""
        hook = get_object_or_404(visible_webhooks(request.user), public_id=webhook_id)
        self.require(request, hook.club, "change_club")
        return hook


class WebhooksView(WebhookBase):
    orders: ClassVar[Orders] = by_columns("created_at")
    problems = ("conflict", "unsafe_address")

    @list_operation("list_webhooks", "List a club's webhooks", WebhookSerializer, scope="manage")
    def get(self, request: Request, club_id: str) -> QuerySet[Webhook]:
        return webhooks_of(self.club_of(request, club_id, "change_club"))

    @operation(
        "make_webhook",
        "Create a webhook; only this response has its secret",
        WebhookCreatedSerializer,
        status=201,
        body=WebhookCreate,
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id, "change_club")
        data = self.body_of(request)
        fresh: list[str] = []

        def make() -> Reply:
            kinds = data.get("kinds", Topic.values)
            hook, secret = create_webhook(club, url=data["url"], topics=kinds, by=self.user_of(request))
            fresh.append(secret)
            body = WebhookSerializer.json(hook)
            # The stored idempotent response omits the secret.
            return created({**body, "secret": None}, "webhook", hook.public_id, etag=etag_of(body))

        return with_secret(self.respond_once(request, make), fresh)


class WebhookView(WebhookBase):
    problems = ("conflict", "unsafe_address")

    @detail_operation("get_webhook", "Get a webhook", WebhookSerializer, scope="manage")
    def get(self, request: Request, webhook_id: str) -> dict[str, Any]:
        return WebhookSerializer.json(self.hook_of(request, webhook_id))

    @operation(
        "change_webhook",
        "Change a webhook's address or topics, stop it, or start it",
        WebhookSerializer,
        body=WebhookUpdate,
        if_match=True,
    )
    def patch(self, request: Request, webhook_id: str) -> Response:
        hook = self.hook_of(request, webhook_id)
        read = if_match(request._request)
        data = self.body_of(request, partial=True)

        def change() -> Reply:
            updated = update_webhook(
                hook,
                url=data.get("url"),
                topics=data.get("kinds"),
                is_stopped=data.get("is_stopped"),
                by=self.user_of(request),
                check=same_as(read),
            )
            return changed(WebhookSerializer.json(updated))

        return self.respond_once(request, change)

    @operation("remove_webhook", "Delete a webhook with its deliveries", status=204, if_match=True)
    def delete(self, request: Request, webhook_id: str) -> Response:
        if answer := self.stored_response(request):
            return answer
        hook = self.hook_of(request, webhook_id)
        read = if_match(request._request)

        def remove() -> Reply:
            delete_webhook(hook, by=self.user_of(request), check=same_as(read))
            return Reply(None, 204)

        return self.respond_once(request, remove)


class SecretView(WebhookBase):
    @operation(
        "change_webhook_secret",
        "Replace a webhook's secret; both sign for 24 hours",
        SecretSerializer,
        status=201,
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        hook = self.hook_of(request, webhook_id)
        fresh: list[str] = []

        def change() -> Reply:
            fresh.append(rotate_secret(hook, by=self.user_of(request)))
            return created({"secret": None}, "webhook", hook.public_id)

        return with_secret(self.respond_once(request, change), fresh)


def same_as(read: IfMatch) -> Callable[[Webhook], None]:
    """Return a check, for the locked webhook, that raises ``ApiError`` if ``read`` has not its ETag."""
    return lambda webhook: read.require(etag_of(WebhookSerializer.json(webhook)))


def with_secret(response: Response, fresh: list[str]) -> Response:
    """Return ``response`` with the last item of ``fresh``, the new secret, unless it is repeated."""
    if fresh and REPLAYED not in response.headers:
        response.data["secret"] = fresh[-1]
    return response


class DeliveriesView(WebhookBase):
    filters = DeliveryFilters
    orders: ClassVar[Orders] = by_columns("made_at", "next_at")

    @list_operation(
        "list_deliveries", "List a webhook's deliveries of the last 30 days", DeliveryLine, scope="manage"
    )
    def get(self, request: Request, webhook_id: str) -> QuerySet[Delivery]:
        return deliveries_of(self.hook_of(request, webhook_id))


class DeliveryBase(WebhookBase):
    def delivery_of(self, request: Request, delivery_id: str) -> Delivery:
        """Return the delivery with this id, if the caller is an owner of the club."""
        delivery = get_object_or_404(visible_deliveries(request.user), public_id=delivery_id)
        self.require(request, delivery.webhook.club, "change_club")
        return delivery


class DeliveryView(DeliveryBase):
    @detail_operation("get_delivery", "Get a delivery with its body", DeliverySerializer, scope="manage")
    def get(self, request: Request, delivery_id: str) -> dict[str, Any]:
        return delivery_json(self.delivery_of(request, delivery_id))


class ReplayView(DeliveryBase):
    problems = ("conflict",)

    @operation(
        "replay_delivery",
        "Send a message again under the same `webhook-id`, after those that wait",
        DeliverySerializer,
        status=202,
    )
    def post(self, request: Request, delivery_id: str) -> Response:
        delivery = self.delivery_of(request, delivery_id)
        return self.respond_once(request, lambda: Reply(delivery_json(replay_delivery(delivery)), 202))


class ReplaySinceView(WebhookBase):
    problems = ("conflict",)

    @operation(
        "replay_since",
        "Send all messages since a moment again, in order",
        Replayed,
        status=202,
        body=ReplaySince,
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """Messages can be replayed for 30 days.

        A message that still waits for its first delivery is not sent twice.
        """
        hook = self.hook_of(request, webhook_id)
        since = self.body_of(request)["since"]
        return self.respond_once(request, lambda: Reply({"count": replay_since(hook, since)}, 202))


class TrialView(WebhookBase):
    problems = ("conflict",)

    @operation("try_webhook", "Send a message of the kind `ping` as a test", DeliverySerializer, status=202)
    def post(self, request: Request, webhook_id: str) -> Response:
        hook = self.hook_of(request, webhook_id)
        return self.respond_once(request, lambda: Reply(delivery_json(send_test(hook)), 202))


def delivery_json(delivery: Delivery) -> dict[str, Any]:
    """Return the delivery as JSON. Its body is the message as it would be sent now."""
    body = DeliveryLine.json(delivery)
    return {**body, "body": payloads_with_names([delivery])[delivery.pk]}

"""A club's webhooks: made, changed, taken away, tried out; and another secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.db.models import DateTimeField
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import REPLAYED, ApiView, Reply, created
from matches.api.core.etags import IfMatch, etag_of, if_match
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.webhooks import examples
from matches.api.webhooks.serializers import (
    ChangedWebhook,
    NewWebhook,
    NewWebhookShown,
    SecretShown,
    WebhookShown,
)
from matches.models import Webhook
from matches.webhooks.manage_webhooks import (
    WebhookChanges,
    change_secret,
    change_webhook,
    make_webhook,
    remove_webhook,
)
from matches.webhooks.messages import KINDS
from matches.webhooks.queries import webhooks_of, webhooks_seen


class WebhookBase(ApiView):
    """Whatever has to do with webhooks is the owners' alone, to look at too."""

    read_problems: ClassVar[tuple[Code, ...]] = ("not_signed_in", "not_allowed")

    def hook_of(self, request: Request, webhook_id: str) -> Webhook:
        """Raises ``Http404`` for one of a club that the caller does not see, and where he is not its owner."""
        hook = get_object_or_404(webhooks_seen(request.user), public_id=webhook_id)
        self.require(request, hook.club, "change_club")
        return hook


class WebhooksView(WebhookBase):
    scopes: ClassVar[Scopes] = {"GET": "manage", "POST": "manage"}
    pages = True
    orders: ClassVar[Mapping[str, Order[Any]]] = {"created_at": ColumnOrder("created_at", DateTimeField())}
    problems = ("conflict", "unsafe_address")

    @extend_schema(
        operation_id="list_webhooks",
        summary="Where a club has its news sent",
        responses=page_of(WebhookShown, "WebhookPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "change_club")
        return self.listed(request, webhooks_of(club), WebhookShown)

    @extend_schema(
        operation_id="make_webhook",
        summary="Have a club's news sent to an address; the secret is in this answer alone",
        examples=examples.NEW_WEBHOOK,
        request=NewWebhook,
        responses={201: NewWebhookShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "change_club")
        asked = self.body_of(request, NewWebhook)
        fresh: list[str] = []

        def make() -> Reply:
            kinds = asked.get("kinds", KINDS)
            hook, secret = make_webhook(club, url=asked["url"], kinds=kinds, by=self.user_of(request))
            fresh.append(secret)
            shown = webhook_json(hook)
            # What is kept of the request has no secret in it.
            path = reverse("api:webhook", args=[hook.public_id])
            return created({**shown, "secret": None}, location=path, etag=etag_of(shown))

        return with_secret(self.carry_out(request, make), fresh)


class WebhookView(WebhookBase):
    scopes: ClassVar[Scopes] = {"GET": "manage", "PATCH": "manage", "DELETE": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH", "DELETE"})
    problems = ("conflict", "unsafe_address")

    @extend_schema(operation_id="get_webhook", summary="One webhook", responses=WebhookShown)
    def get(self, request: Request, webhook_id: str) -> Response:
        return self.shown(request, webhook_json(self.hook_of(request, webhook_id)))

    @extend_schema(
        operation_id="change_webhook",
        summary="Send elsewhere, send other kinds of news, stop, or start again",
        examples=examples.CHANGED_WEBHOOK,
        request=ChangedWebhook,
        responses=WebhookShown,
    )
    def patch(self, request: Request, webhook_id: str) -> Response:
        hook = self.hook_of(request, webhook_id)
        read = if_match(request._request)
        asked = self.body_of(request, ChangedWebhook, partial=True)
        changes = WebhookChanges(asked.get("url"), asked.get("kinds"), asked.get("is_stopped"))

        def change() -> Reply:
            changed = change_webhook(hook, changes, by=self.user_of(request), expect=same_as(read))
            body = webhook_json(changed)
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, change)

    @extend_schema(
        operation_id="remove_webhook",
        summary="Take a webhook away, with all that is kept of its news",
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, webhook_id: str) -> Response:
        if answer := self.answered_before(request):
            return answer
        hook = self.hook_of(request, webhook_id)
        read = if_match(request._request)

        def remove() -> Reply:
            remove_webhook(hook, by=self.user_of(request), expect=same_as(read))
            return Reply(None, 204)

        return self.carry_out(request, remove)


class SecretView(WebhookBase):
    scopes: ClassVar[Scopes] = {"POST": "manage"}

    @extend_schema(
        operation_id="change_webhook_secret",
        summary="Make a new secret; for 24 hours messages are signed with the old one as well",
        request=None,
        responses={201: SecretShown},
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        hook = self.hook_of(request, webhook_id)
        fresh: list[str] = []

        def change() -> Reply:
            fresh.append(change_secret(hook, by=self.user_of(request)))
            return created({"secret": None}, location=reverse("api:webhook", args=[hook.public_id]))

        return with_secret(self.carry_out(request, change), fresh)


def webhook_json(hook: Webhook) -> dict[str, Any]:
    return dict(WebhookShown(hook).data)


def same_as(read: IfMatch) -> Callable[[Webhook], None]:
    """Raises for a webhook, locked by whoever calls, that is another than the one that was ``read``."""
    return lambda held: read.require(etag_of(webhook_json(held)))


def with_secret(response: Response, fresh: list[str]) -> Response:
    """The answer with the secret in it, where it was made just now and is not the first answer again."""
    if fresh and REPLAYED not in response.headers:
        response.data["secret"] = fresh[-1]
    return response

"""Webhooks and their deliveries as the API shows them, and as it takes them in."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import Body, TextOrNull
from matches.api.core.filters import ChoiceFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import Shape
from matches.models import Delivery
from matches.webhooks.addresses import MOST_CHARACTERS
from matches.webhooks.messages import KINDS, PING

ALL_KINDS: Final = (*KINDS, PING)
STATES: Final = tuple(Delivery.State.values)
STOPPED_BECAUSE: Final = ("by_hand", "failing", "gone")


class WebhookShown(Shape):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    url = serializers.CharField(help_text="Where its news is sent.")
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=KINDS))
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="How often it has been changed, from 1.")
    is_stopped = serializers.SerializerMethodField(help_text="Whether nothing is sent there at present.")
    stopped_at = serializers.DateTimeField(allow_null=True)
    stopped_because = serializers.SerializerMethodField(
        help_text="By hand; after five days of failing; or because the receiver answered 410. Null while it runs."
    )
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="The first of the failures since something was last taken."
    )

    def get_is_stopped(self, hook: Any) -> bool:
        return hook.stopped_at is not None

    @extend_schema_field({"type": "string", "enum": [*STOPPED_BECAUSE, None], "nullable": True})
    def get_stopped_because(self, hook: Any) -> str | None:
        return hook.stopped_because or None


class NewWebhookShown(WebhookShown):
    secret = serializers.CharField(
        default=None,
        allow_null=True,
        help_text="What messages are signed with. It is in this answer alone: null where the answer is given again.",
    )


class SecretShown(Shape):
    secret = serializers.CharField(
        allow_null=True, help_text="The new one, in this answer alone: null where the answer is given again."
    )


class _Written(Body):
    url = serializers.CharField(max_length=MOST_CHARACTERS, help_text="An https address of the internet.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS), min_length=1, max_length=len(KINDS)
    )


class NewWebhook(_Written):
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS),
        min_length=1,
        max_length=len(KINDS),
        required=False,
        help_text="All there are, where it is left out.",
    )


class ChangedWebhook(_Written):
    """Members that are left out stay as they are."""

    is_stopped = serializers.BooleanField(help_text="False starts it again, from what waits.")


class DeliveryLine(Shape):
    """One piece of news on its way to one webhook."""

    id = serializers.CharField(source="public_id")
    webhook = serializers.CharField(source="webhook.public_id")
    message = serializers.CharField(source="body.id", help_text="Its `webhook-id`, which a replay has again.")
    kind = serializers.ChoiceField(choices=ALL_KINDS)
    queue = serializers.CharField(help_text="The event's id, or `ping`: those of a queue go in order.")
    made_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=STATES)
    attempts = serializers.IntegerField(help_text="How often it was tried.")
    next_at = serializers.SerializerMethodField(
        help_text="When it is tried next, at the soonest; null once it is over."
    )
    status = serializers.IntegerField(allow_null=True, help_text="That of the last answer; null without one.")
    problem = TextOrNull(help_text="What was wrong with the last try, in English.")
    took_ms = serializers.IntegerField(allow_null=True, help_text="Milliseconds that the last try took.")
    finished_at = serializers.DateTimeField(allow_null=True)
    is_replay = serializers.BooleanField()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_next_at(self, delivery: Delivery) -> str | None:
        is_over = delivery.state != Delivery.State.WAITING
        return None if is_over else serializers.DateTimeField().to_representation(delivery.next_at)


class Message(Shape):
    """What is sent: names as they are now."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=ALL_KINDS)
    at = serializers.DateTimeField()
    club = serializers.CharField()
    event = serializers.CharField(allow_null=True)
    order = serializers.IntegerField(help_text="Rises within a queue.")
    data = serializers.DictField(  # type: ignore[assignment]  # the framework takes the member out of the class
        help_text="What it is about; its members depend on the kind."
    )


class DeliveryShown(DeliveryLine):
    body = Message()


class DeliveryFilters(Filters):
    state = ChoiceFilter(field_name="state", choices=one_of(STATES))
    kind = ChoiceFilter(field_name="kind", choices=one_of(ALL_KINDS))
    queue = PublicIdFilter("queue", help_text="Those of the event of this id.")


class ReplaySince(Body):
    since = serializers.DateTimeField(help_text="A moment: all news made since then is sent again.")


class Replayed(Shape):
    count = serializers.IntegerField(help_text="How many messages wait to be sent again.")

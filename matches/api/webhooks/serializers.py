"""Serializers for webhooks and their deliveries, and the bodies that create and change webhooks."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import ChoiceOrNull, TextOrNull, WriteSerializer
from matches.api.core.filters import ChoiceFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.models import Delivery
from matches.models.webhooks import PING, StopReason, Topic
from matches.webhooks.addresses import MAX_URL_LENGTH

ALL_KINDS: Final = (*Topic.values, PING)
STATES: Final = tuple(Delivery.State.values)
STOPPED_BECAUSE: Final = tuple(StopReason.values)


class WebhookSerializer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    url = serializers.CharField(help_text="The URL to which its messages are sent.")
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=Topic.values))
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="The version: 1, plus one for each change.")
    is_stopped = serializers.SerializerMethodField(help_text="Whether the webhook is stopped.")
    stopped_at = serializers.DateTimeField(allow_null=True)
    stopped_because = ChoiceOrNull(
        STOPPED_BECAUSE,
        help_text="The reason why it is stopped: by hand, after five days of failures, or because the receiver "
        "answered 410. Null while it runs.",
    )
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="The time of the first failure since the last success."
    )

    def get_is_stopped(self, hook: Any) -> bool:
        return hook.stopped_at is not None


class WebhookCreatedSerializer(WebhookSerializer):
    secret = serializers.CharField(
        default=None,
        allow_null=True,
        help_text="The secret that signs the messages. Only this response has it; null if the request is "
        "repeated.",
    )


class SecretSerializer(ReadSerializer):
    secret = serializers.CharField(
        allow_null=True,
        help_text="The new secret. Only this response has it; null if the request is repeated.",
    )


class _Written(WriteSerializer):
    url = serializers.CharField(max_length=MAX_URL_LENGTH, help_text="A public https URL.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=Topic.values), min_length=1, max_length=len(Topic)
    )


class WebhookCreate(_Written):
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=Topic.values),
        min_length=1,
        max_length=len(Topic),
        required=False,
        help_text="The topics; all of them if left out.",
    )


class WebhookUpdate(_Written):
    """Members of the body that are left out do not change."""

    is_stopped = serializers.BooleanField(help_text="False starts it again with the waiting messages.")


class DeliveryLine(ReadSerializer):
    """The delivery of one message to one webhook."""

    id = serializers.CharField(source="public_id")
    webhook = serializers.CharField(source="webhook.public_id")
    message = serializers.CharField(source="body.id", help_text="Its `webhook-id`, which a replay keeps.")
    kind = serializers.ChoiceField(choices=ALL_KINDS)
    queue = serializers.CharField(
        help_text="The event's id, or `ping`. Messages of one queue are sent in order."
    )
    made_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=STATES)
    attempts = serializers.IntegerField(help_text="The number of attempts.")
    next_at = serializers.SerializerMethodField(
        help_text="The earliest time of the next attempt; null if there is none."
    )
    status = serializers.IntegerField(
        allow_null=True, help_text="The HTTP status of the last response; null without one."
    )
    problem = TextOrNull(help_text="The problem of the last attempt, in English.")
    took_ms = serializers.IntegerField(
        allow_null=True, help_text="The duration of the last attempt, in milliseconds."
    )
    finished_at = serializers.DateTimeField(allow_null=True)
    is_replay = serializers.BooleanField()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_next_at(self, delivery: Delivery) -> str | None:
        is_over = delivery.state != Delivery.State.WAITING
        return None if is_over else serializers.DateTimeField().to_representation(delivery.next_at)


class Message(ReadSerializer):
    """The message that a webhook receives. People have their current names."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=ALL_KINDS)
    at = serializers.DateTimeField()
    club = serializers.CharField()
    event = serializers.CharField(allow_null=True)
    order = serializers.IntegerField(help_text="A number that rises within a queue.")
    data = serializers.DictField(  # type: ignore[assignment]  # the framework takes the member out of the class
        help_text="The subject of the message; its members depend on the kind."
    )


class DeliverySerializer(DeliveryLine):
    body = Message()


class DeliveryFilters(Filters):
    state = ChoiceFilter(field_name="state", choices=one_of(STATES))
    kind = ChoiceFilter(field_name="kind", choices=one_of(ALL_KINDS))
    queue = PublicIdFilter("queue", help_text="Only deliveries of the event with this id.")


class ReplaySince(WriteSerializer):
    since = serializers.DateTimeField(help_text="A time: all messages created since then are sent again.")


class Replayed(ReadSerializer):
    count = serializers.IntegerField(help_text="The number of messages to be sent again.")

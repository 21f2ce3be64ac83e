"""Webhooks: the URLs to which a club has messages sent, and the deliveries of those messages."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, User


class Topic(models.TextChoices):
    """The topics that a webhook can subscribe to, in the order in which forms and documents list them.

    ``matches.webhooks.publish`` publishes each of them, and docs/api/webhooks.md describes them.
    """

    RUBBER_RESULT = "rubber.result", _("a result counts")
    RUBBER_REPORTED = "rubber.reported", _("a result is reported, and waits to be confirmed")
    RUBBER_DISPUTED = "rubber.disputed", _("a result is disputed")
    RUBBER_CORRECTED = "rubber.corrected", _("a rubber is corrected")
    RUBBER_VOIDED = "rubber.voided", _("a rubber is declared void")
    DRAW_RELEASED = "draw.released", _("a round’s draw is released")
    DRAW_CHANGED = "draw.changed", _("a released draw changes")
    DRAW_WITHDRAWN = "draw.withdrawn", _("a released draw is withdrawn")
    EVENT_COMPLETE = "event.complete", _("an event is complete")
    EVENT_REOPENED = "event.reopened", _("a complete event is reopened")
    REVIEW_DONE = "review.done", _("a rubber is reviewed")


PING: Final = "ping"
"""The topic of a test message, which a webhook's owner can request, whatever the webhook subscribes to."""


class StopReason(models.TextChoices):
    """The reason for which a webhook was stopped: by an owner, after days of failures, or by an answer 410 Gone."""

    BY_HAND = "by_hand"
    FAILING = "failing"
    GONE = "gone"


class Webhook(models.Model):
    """A webhook: a URL that receives a club's messages, and the topics to which it subscribes.

    ``kinds`` is a list of values of ``Topic``. ``secret`` has the encrypted secrets of
    ``matches.webhooks.signatures``. ``failing_since`` is the time of the first failed attempt since the last
    success, or null. ``stopped_at`` is null while the webhook is active; a stopped one gets no new
    deliveries, and keeps those that wait.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=2000)
    kinds = models.JSONField(_("news"), default=list)
    secret = models.TextField(editable=False)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    version = models.PositiveIntegerField(default=1)
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    stopped_because = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ("pk",)
        constraints = (
            UniqueConstraint(fields=["public_id"], name="webhook_public_id_unique"),
            UniqueConstraint(fields=["club", "url"], name="webhook_once_in_club"),
            CheckConstraint(
                condition=Q(stopped_at__isnull=True, stopped_because="")
                | Q(stopped_at__isnull=False, stopped_because__in=StopReason.values),
                name="webhook_stopped_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to one webhook, with its state and its last attempt.

    ``kind`` is a value of ``Topic``, or ``ping``. ``queue`` is the public id of the event that the message is
    about, or ``ping``; the deliveries of one webhook and queue are sent one at a time, in the order of their
    primary keys. ``body`` is the payload without people's names, which are filled in when it is sent.
    ``next_at`` is the earliest time of the next attempt, and ``claimed_until`` the end of a sender's claim,
    or null.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=30)
    queue = models.CharField(max_length=PUBLIC_ID_LENGTH)
    body = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    status = models.PositiveSmallIntegerField(_("status of the answer"), null=True, blank=True)
    problem = models.TextField(blank=True)
    took_ms = models.PositiveIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    replay_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replays"
    )
    request_id = request_id_column()

    class Meta:
        verbose_name = _("piece of news")
        verbose_name_plural = _("pieces of news")
        ordering = ("-pk",)
        constraints = (
            UniqueConstraint(fields=["public_id"], name="delivery_public_id_unique"),
            CheckConstraint(
                condition=Q(state="waiting", finished_at__isnull=True)
                | Q(state__in=["delivered", "given_up"], finished_at__isnull=False),
                name="delivery_finished_or_waiting",
            ),
        )
        indexes = (
            Index(fields=["webhook", "id"], name="delivery_of_webhook"),
            Index(
                fields=["webhook", "queue", "id"],
                condition=Q(state="waiting"),
                name="delivery_waiting_in_turn",
            ),
            Index(fields=["next_at"], condition=Q(state="waiting"), name="delivery_due"),
            Index(fields=["finished_at"], name="delivery_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.public_id}"

    @property
    def is_replay(self) -> bool:
        """Return whether the delivery sends an earlier message again.

        ``replay_of`` does not say so: it becomes null once the earlier delivery is deleted.
        """
        return str(self.body["id"]) != self.public_id

"""Where a club has its news sent, and each piece of news on its way there."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, User


class Webhook(models.Model):
    """An address that a club's news is sent to, signed with ``secret`` (sealed, ``matches.common.encrypted_text``).

    ``kinds`` are the kinds of news wanted (``matches.webhooks.messages``). ``failing_since`` is when the first of
    an unbroken row of failures was; one that fails for too long is switched off, with ``stopped_at`` and why
    (``gone``: the receiver answered that there is nobody there any more).
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
            models.UniqueConstraint(fields=["public_id"], name="webhook_public_id_unique"),
            models.UniqueConstraint(fields=["club", "url"], name="webhook_once_in_club"),
            models.CheckConstraint(
                condition=models.Q(stopped_at__isnull=True, stopped_because="")
                | models.Q(stopped_at__isnull=False, stopped_because__in=["by_hand", "failing", "gone"]),
                name="webhook_stopped_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One piece of news for one webhook, written in the transaction of what it tells of.

    ``queue`` is what it has to wait its turn in (an event's public id, or ``ping``): those of one webhook and
    queue go out one at a time, in the order of their primary keys. ``body`` is what is sent, but for people's names,
    which are put in as it goes out, so that somebody who is forgotten meanwhile has none. It is tried at ``next_at`` at
    the soonest; ``claimed_until`` says until when a worker may be trusted to be sending it.
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
            models.UniqueConstraint(fields=["public_id"], name="delivery_public_id_unique"),
            models.CheckConstraint(
                condition=models.Q(state="waiting", finished_at__isnull=True)
                | models.Q(state__in=["delivered", "given_up"], finished_at__isnull=False),
                name="delivery_finished_or_waiting",
            ),
        )
        indexes = (
            models.Index(fields=["webhook", "id"], name="delivery_of_webhook"),
            models.Index(
                fields=["webhook", "queue", "id"],
                condition=models.Q(state="waiting"),
                name="delivery_waiting_in_turn",
            ),
            models.Index(fields=["next_at"], condition=models.Q(state="waiting"), name="delivery_due"),
            models.Index(fields=["finished_at"], name="delivery_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.public_id}"

    @property
    def is_replay(self) -> bool:
        """A new message is known by its delivery's own id. The first delivery of a replay may be cleared away."""
        return str(self.body["id"]) != self.public_id

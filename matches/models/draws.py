"""Draws that somebody asked for: they may take a while, and so are made by the worker, which says how far it is."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import User


class DrawRequest(models.Model):
    """One drawing of a stage's next round, or of the whole stage, from the asking to its end.

    ``stage`` is the stage's number. ``key`` and ``reason`` go into the log with the draw. ``done`` of ``total`` parts
    are finished, ``claimed_until`` says until when a worker may be trusted to be at it, ``attempts`` counts those who
    began. ``problem`` says what kept it from being made; empty where it was made or is not finished.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="draw_requests")
    stage = models.PositiveSmallIntegerField()
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    reason = models.TextField(blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)
    request_id = request_id_column()

    class Meta:
        verbose_name = _("requested draw")
        verbose_name_plural = _("requested draws")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="drawrequest_public_id_unique"),
            models.UniqueConstraint(
                fields=["event"],
                condition=models.Q(finished_at__isnull=True),
                name="drawrequest_one_at_a_time",
            ),
            models.UniqueConstraint(fields=["event", "key"], name="drawrequest_key_unique"),
            models.CheckConstraint(
                condition=models.Q(done__lte=models.F("total")), name="drawrequest_part_of_total"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}, {self.stage}"

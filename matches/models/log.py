"""The log: what happened, appended and never changed. Every other row about results follows from it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH
from matches.models.pads import TableLink
from matches.models.people import Club, User


class LogEntry(models.Model):
    """One fact: of which stream the how-manieth, of what kind, by whom, when and why.

    ``stream`` is ``rubber:<public id>``, ``event:<public id>`` or, for facts about a club's people and settings,
    ``club:<public id>``; ``club`` is whose log it stands in. ``key`` is the idempotency key: the same
    fact sent twice is one entry. ``payload`` names people by their public ids alone, so that a person can be
    renamed, merged or forgotten without touching an entry. ``by_elsewhere`` is the id of an actor who has no account
    here: the entry came with an event that was run on another site. ``link`` is the table's link by which it came, made
    by ``by``; ``request_id`` the request. The database itself refuses UPDATE and DELETE.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    stream = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by_elsewhere = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    reason = models.TextField(blank=True)
    key = models.CharField(max_length=100)
    request_id = request_id_column()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ("pk",)
        indexes = (
            models.Index(fields=["club", "id"], name="logentry_of_club"),
            models.Index(
                fields=["club"],
                condition=models.Q(kind="rubber.corrected"),
                name="logentry_corrections",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["stream", "version"], name="logentry_version_unique"),
            models.UniqueConstraint(fields=["key"], name="logentry_key_unique"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="logentry_version_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.stream} {self.version}: {self.kind}"

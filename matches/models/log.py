"""The append-only log. The state of every rubber, event and sitting follows from its entries."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH
from matches.models.pads import TableLink
from matches.models.people import Club, User


class LogEntry(models.Model):
    """One entry of the log: an event in one of the log's streams, with its time, its actor and the reason.

    ``stream`` is ``rubber:<public id>``, ``event:<public id>``, ``sitting:<public id>`` or, for a club's
    people and settings, ``club:<public id>``; ``version`` numbers its entries from 1. ``club`` is the club
    whose log has the entry. ``key`` is unique, so that a command that is sent twice appends only one entry.
    ``payload`` names people only by public id, so that they can be renamed, merged or erased without a change
    of the log.

    ``by_elsewhere`` is the public id of an actor without an account here, of an event imported from another
    site. ``link`` is the table link that was used, which the user ``by`` had made. ``request_id`` is the HTTP
    request that caused the entry. A database trigger rejects UPDATE and
    DELETE; the one exception is matches/operations/remove_demonstration.py.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    stream = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    # An entry keeps what it points at for good: an account is emptied (matches.privacy.erase) and a table's link is
    # revoked, but neither can be deleted once the log has it.
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
            Index(fields=["club", "id"], name="logentry_of_club"),
            Index(fields=["club"], condition=Q(kind="rubber.corrected"), name="logentry_corrections"),
        )
        constraints = (
            UniqueConstraint(fields=["stream", "version"], name="logentry_version_unique"),
            UniqueConstraint(fields=["key"], name="logentry_key_unique"),
            CheckConstraint(condition=Q(version__gte=1), name="logentry_version_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.stream} {self.version}: {self.kind}"

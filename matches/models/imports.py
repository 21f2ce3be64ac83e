"""What came in from files: the report on each, and what a person has to look at before it can count."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player, User
from matches.models.records import Rubber


class ImportReport(models.Model):
    """One reading of one file, counted by what became of its rubbers. No end: it was cut short."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    source = models.CharField(_("file"), max_length=500)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    confirmed = models.PositiveIntegerField(default=0)
    drafts = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    conflicts = models.PositiveIntegerField(default=0)
    held = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)

    class Meta:
        verbose_name = _("import report")
        verbose_name_plural = _("import reports")
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=["public_id"], name="importreport_public_id_unique"),)

    def __str__(self) -> str:
        return self.source


class HeldText(models.Model):
    """The text of a rubber that could not be taken in, kept for repair until a good one takes its place.

    ``likeness`` tells which rubber of its file this is, by the names in its tags, so that the repaired one is
    recognised; empty where they could not be read. ``club`` is null where the tag was not. ``finding`` is the fault,
    shaped as in ``Rubber.findings`` with its line and column in the file.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    report = models.ForeignKey(ImportReport, on_delete=models.PROTECT, related_name="held_texts")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="held_texts")
    likeness = models.CharField(max_length=64, blank=True)
    finding = models.JSONField()
    text = models.TextField()
    checksum = models.CharField(max_length=64)
    repaired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("text held for repair")
        verbose_name_plural = _("texts held for repair")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="heldtext_public_id_unique"),
            models.UniqueConstraint(fields=["club", "likeness", "checksum"], name="heldtext_once"),
            models.UniqueConstraint(
                fields=["likeness", "checksum"],
                condition=models.Q(club__isnull=True),
                name="heldtext_once_without_club",
            ),
        )

    def __str__(self) -> str:
        return self.public_id


class Conflict(models.Model):
    """Another content for a rubber that is already here, kept for the director to choose.

    Players, ``egn`` and ``checksum`` are as in ``Rubber``.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    report = models.ForeignKey(ImportReport, on_delete=models.PROTECT, related_name="conflict_rows")
    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="conflicts")
    player_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    egn = models.TextField()
    checksum = models.CharField(max_length=64)
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("conflict")
        verbose_name_plural = _("conflicts")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="conflict_public_id_unique"),
            models.UniqueConstraint(fields=["rubber", "checksum"], name="conflict_once"),
        )

    def __str__(self) -> str:
        return str(self.rubber)

"""What came in from files: the report on each, and what a person has to look at before it can count."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player, User
from matches.models.records import Rubber


class ImportReport(models.Model):
    """One reading of one file, counted by what became of its rubbers. No end: it was cut short, or goes on.

    ``club`` is null for a file whose rubbers name their clubs. ``content`` holds an uploaded file from its
    arrival to the end of its reading, ``claimed_until`` until when a worker may be trusted to be reading it;
    ``attempts`` counts those who began to read it where its last stored batch ends.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="imports")
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
    repeats = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)
    content = models.BinaryField(null=True, blank=True, editable=False)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    is_trial = models.BooleanField(_("tried only"), default=False)
    request_id = request_id_column()

    class Meta:
        verbose_name = _("import report")
        verbose_name_plural = _("import reports")
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=["public_id"], name="importreport_public_id_unique"),)
        indexes = (
            models.Index(fields=["club", "id"], name="importreport_of_club"),
            models.Index(
                fields=["id"], condition=models.Q(content__isnull=False), name="importreport_to_read"
            ),
        )

    def __str__(self) -> str:
        return self.source


class ImportLine(models.Model):
    """What became of one rubber of a file. ``index`` and ``line`` are its number and first line in the file.

    ``rubber_id`` is the public id of the rubber that it is, or that was here already; empty where it is none.
    ``held`` is that of its text, where it is held for repair, whichever report brought the text first.
    ``reasons`` are sentences. Names are as the file wrote them.
    """

    class Fate(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        DRAFT = "draft", _("draft")
        SKIPPED = "skipped", _("here already")
        CONFLICT = "conflict", _("conflict")
        HELD = "held", _("held for repair")
        REFUSED = "refused", _("refused")

    report = models.ForeignKey(ImportReport, on_delete=models.CASCADE, related_name="lines")
    index = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    fate = models.CharField(max_length=9, choices=Fate.choices)
    name_a = models.TextField(blank=True)
    name_b = models.TextField(blank=True)
    rubber_id = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    held = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True, default="")
    reasons = models.JSONField(default=list, blank=True)
    new_guests = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("line of an import report")
        verbose_name_plural = _("lines of import reports")
        ordering = ("report", "index")
        constraints = (
            models.UniqueConstraint(fields=["report", "index"], name="importline_once"),
            models.CheckConstraint(
                condition=models.Q(fate__in=["confirmed", "draft", "skipped", "conflict", "held", "refused"]),
                name="importline_fate_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.index}: {self.fate}"


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
    dismissed_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

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

    It came with a file (``report``), or as a correction ``by`` somebody who had not seen the one before it, with
    his ``reason``. Players, ``egn`` and ``checksum`` are as in ``Rubber``.
    """

    class Resolution(models.TextChoices):
        KEPT = "kept", _("the stored record was kept")
        TAKEN = "taken", _("this content was taken")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    report = models.ForeignKey(
        ImportReport, on_delete=models.PROTECT, null=True, blank=True, related_name="conflict_rows"
    )
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(blank=True)
    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="conflicts")
    player_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    egn = models.TextField()
    checksum = models.CharField(max_length=64)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    resolution = models.CharField(max_length=5, choices=Resolution.choices, blank=True)

    class Meta:
        verbose_name = _("conflict")
        verbose_name_plural = _("conflicts")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="conflict_public_id_unique"),
            models.UniqueConstraint(fields=["rubber", "checksum"], name="conflict_once"),
            models.CheckConstraint(
                condition=models.Q(resolved_at__isnull=True, resolution="")
                | models.Q(resolved_at__isnull=False, resolution__in=["kept", "taken"]),
                name="conflict_resolved_one_way",
            ),
        )

    def __str__(self) -> str:
        return str(self.rubber)

"""Files that somebody asked to be prepared: what is to be in them, how far they are, and their bytes."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, User


class Export(models.Model):
    """One file, from the asking until it is cleared away.

    ``asked`` is what is to be in it (``matches.exchange.exports``), ``form`` how it is written. ``done`` of ``total``
    rubbers are in; ``claimed_until`` says until when a worker may be trusted to be at it, ``attempts`` counts those who
    began. When it is finished, ``checksum`` is the SHA-256 of its ``size`` bytes, or ``problem`` says why there is no
    file; until ``expires_at`` it may be fetched.
    """

    class Form(models.TextChoices):
        EGN = "egn", _("EGN")
        ANNOTATED_EGN = "annotated_egn", _("EGN with the review's verdicts")
        JSON = "json", _("JSON")
        NDJSON = "ndjson", _("JSON, a rubber a line")
        CSV = "csv", _("CSV")
        XLSX = "xlsx", _("spreadsheet")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="exports")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    form = models.CharField(max_length=13, choices=Form.choices)
    asked = models.JSONField(default=dict)
    name = models.CharField(_("file"), max_length=200)
    asked_at = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    size = models.BigIntegerField(default=0)
    checksum = models.CharField(max_length=64, blank=True)
    problem = models.TextField(blank=True)
    request_id = request_id_column()

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="export_public_id_unique"),
            models.CheckConstraint(
                condition=models.Q(form__in=["egn", "annotated_egn", "json", "ndjson", "csv", "xlsx"]),
                name="export_form_known",
            ),
            models.CheckConstraint(
                condition=models.Q(checksum="")
                | models.Q(problem="", finished_at__isnull=False, expires_at__isnull=False),
                name="export_finished_with_its_sum",
            ),
        )
        indexes = (
            models.Index(fields=["club", "id"], name="export_of_club"),
            models.Index(
                fields=["id"], condition=models.Q(finished_at__isnull=True), name="export_to_prepare"
            ),
        )

    def __str__(self) -> str:
        return self.name


class ExportPart(models.Model):
    """Some bytes of a prepared file: number 0 has those from ``start`` 0, and so on without a gap.

    In the database, so that any host may write a file and any other give it out.
    """

    export = models.ForeignKey(Export, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    start = models.BigIntegerField()
    content = models.BinaryField()

    class Meta:
        verbose_name = _("part of an export")
        verbose_name_plural = _("parts of exports")
        ordering = ("export", "number")
        constraints = (models.UniqueConstraint(fields=["export", "number"], name="exportpart_once"),)
        indexes = (models.Index(fields=["export", "start"], name="exportpart_by_place"),)

    def __str__(self) -> str:
        return f"{self.export}: {self.number}"

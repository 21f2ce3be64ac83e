"""Imported files and their reports, texts and conflicts that a person has to settle, and exports."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player, User
from matches.models.records import Rubber


class ImportReport(models.Model):
    """The import of one file, with the number of rubbers for each outcome.

    ``finished_at`` is null while the import is running, and after it was interrupted. ``club`` is null for a
    file whose rubbers name their clubs. ``content`` is the uploaded file until it has been read. Until
    ``claimed_until``, a worker is assumed to be reading it; ``attempts`` counts how often one began after the
    last batch that was stored.
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
        constraints = (UniqueConstraint(fields=["public_id"], name="importreport_public_id_unique"),)
        indexes = (
            Index(fields=["club", "id"], name="importreport_of_club"),
            Index(fields=["id"], condition=Q(content__isnull=False), name="importreport_to_read"),
        )

    def __str__(self) -> str:
        return self.source


class ImportLine(models.Model):
    """The outcome of one rubber of an imported file.

    ``index`` is its number in the file, and ``line`` its first line. ``rubber_id`` is the public id of the
    rubber that was created or already existed, and ``held`` that of the ``HeldText``, perhaps of an earlier
    import, with a text to repair; each may be empty. ``reasons`` are sentences. The names are spelled as in
    the file.
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
            UniqueConstraint(fields=["report", "index"], name="importline_once"),
            CheckConstraint(
                condition=Q(fate__in=["confirmed", "draft", "skipped", "conflict", "held", "refused"]),
                name="importline_fate_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.index}: {self.fate}"


class HeldText(models.Model):
    """The text of a rubber that could not be imported, stored until a person repairs or dismisses it.

    ``likeness`` is a hash of the tags that identify the rubber, by which an import recognizes a repaired
    version; it is empty if they could not be read. ``club`` is null if its tag could not be read. ``finding``
    is the error, in the format of ``Rubber.findings``, with its line and column in the file.
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
            UniqueConstraint(fields=["public_id"], name="heldtext_public_id_unique"),
            UniqueConstraint(fields=["club", "likeness", "checksum"], name="heldtext_once"),
            UniqueConstraint(
                fields=["likeness", "checksum"],
                condition=Q(club__isnull=True),
                name="heldtext_once_without_club",
            ),
        )

    def __str__(self) -> str:
        return self.public_id


class Conflict(models.Model):
    """A second version of a stored rubber, with different content. The director chooses which one remains.

    It came with an imported file (``report``), or as a correction by the user ``by``, who gave ``reason`` and had not
    seen an earlier change, or from a score pad after the rubber's end. Players, ``egn`` and ``checksum`` describe it,
    and are as in ``Rubber``.
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
            UniqueConstraint(fields=["public_id"], name="conflict_public_id_unique"),
            UniqueConstraint(fields=["rubber", "checksum"], name="conflict_once"),
            CheckConstraint(
                condition=Q(resolved_at__isnull=True, resolution="")
                | Q(resolved_at__isnull=False, resolution__in=["kept", "taken"]),
                name="conflict_resolved_one_way",
            ),
        )

    def __str__(self) -> str:
        return str(self.rubber)


class Export(models.Model):
    """A file with records of a club, created at a user's request, and deleted after ``expires_at``.

    ``asked`` is the requested contents (``matches.exchange.exports``). ``done`` counts the rubbers written,
    ``total`` all. Until ``claimed_until``, a worker is assumed to be writing the file; ``attempts`` counts
    how often one began. When finished, ``checksum`` is the SHA-256 of the file's ``size`` bytes, or
    ``problem`` says why there is none.
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
            UniqueConstraint(fields=["public_id"], name="export_public_id_unique"),
            CheckConstraint(
                condition=Q(form__in=["egn", "annotated_egn", "json", "ndjson", "csv", "xlsx"]),
                name="export_form_known",
            ),
            CheckConstraint(
                condition=Q(checksum="") | Q(problem="", finished_at__isnull=False, expires_at__isnull=False),
                name="export_finished_with_its_sum",
            ),
        )
        indexes = (
            Index(fields=["club", "id"], name="export_of_club"),
            Index(fields=["id"], condition=Q(finished_at__isnull=True), name="export_to_prepare"),
        )

    def __str__(self) -> str:
        return self.name


class ExportPart(models.Model):
    """A chunk of an export's file, numbered from 0, with the offset ``start`` of its first byte.

    Chunks are stored in the database, so that one machine can write a file and another can serve it.
    """

    export = models.ForeignKey(Export, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    start = models.BigIntegerField()
    content = models.BinaryField()

    class Meta:
        verbose_name = _("part of an export")
        verbose_name_plural = _("parts of exports")
        ordering = ("export", "number")
        constraints = (UniqueConstraint(fields=["export", "number"], name="exportpart_once"),)
        indexes = (Index(fields=["export", "start"], name="exportpart_by_place"),)

    def __str__(self) -> str:
        return f"{self.export}: {self.number}"

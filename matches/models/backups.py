"""Completed back-ups: their times, sizes and paths. The archives themselves are outside the database."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Index, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Backup(models.Model):
    """A record of a back-up whose archive was written completely.

    ``place`` is the archive's path on the machine that wrote it. The archive does not contain its own row.
    The row is not updated if the file is moved or deleted later.
    """

    made_at = models.DateTimeField(_("made"), default=timezone.now)
    place = models.TextField(_("file"))
    size = models.BigIntegerField(_("bytes"))
    sha256 = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = _("back-up")
        verbose_name_plural = _("back-ups")
        ordering = ("-made_at", "-pk")
        indexes = (Index(fields=["made_at"], name="backup_by_time"),)
        constraints = (CheckConstraint(condition=Q(size__gte=1), name="backup_has_bytes"),)

    def __str__(self) -> str:
        return self.place

"""Back-ups that were made: when, how large, and where they were put. The files themselves lie outside the database."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Backup(models.Model):
    """One archive that was written whole, noted after it had its name: the newest is not in its own archive.

    ``place`` is its path on the machine that wrote it; nothing is said of what became of the file since.
    """

    made_at = models.DateTimeField(_("made"), default=timezone.now)
    place = models.TextField(_("file"))
    size = models.BigIntegerField(_("bytes"))
    sha256 = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = _("back-up")
        verbose_name_plural = _("back-ups")
        ordering = ("-made_at", "-pk")
        indexes = (models.Index(fields=["made_at"], name="backup_by_time"),)
        constraints = (models.CheckConstraint(condition=models.Q(size__gte=1), name="backup_has_bytes"),)

    def __str__(self) -> str:
        return self.place

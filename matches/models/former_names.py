"""Former names of players, events and clubs, by which files that were written before a correction find them."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.names import Named
from matches.models.people import Club, Player


class FormerName(Named):
    """A name that a player, an event or, if both are null, the club itself had until ``changed_at``.

    It leads to its owner as long as nobody else in the club has it, or had it. ``matches.clubs.find_by_name`` has the
    rule. Former names of people stand in their personal data and in the club's log, never on public pages.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_names")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="former_names"
    )
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, null=True, blank=True, related_name="former_names"
    )
    name = models.CharField(_("name"), max_length=200)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        ordering = ("pk",)
        constraints = (
            UniqueConstraint(fields=["public_id"], name="formername_public_id_unique"),
            CheckConstraint(
                condition=Q(player__isnull=True) | Q(event__isnull=True), name="formername_of_one"
            ),
        )
        indexes = (Index(fields=["club", "folded"], name="formername_folded"),)

    def __str__(self) -> str:
        return self.name

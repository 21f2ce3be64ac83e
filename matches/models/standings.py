"""Standings as last computed. Derived: they can be thrown away and written again from the rubbers."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.events import Entrant, Stage


class Standing(models.Model):
    """One line of a table. ``position`` is the line from 1, ``rank`` the place, shared by the equal.

    ``decided_by`` is the first figure that parts this line from the next (``matches.rules.events.standings``), and
    ``reason`` says so in words; both are empty on the last line.

    In a drawn stage (``matches.rules.events.tables``) ``halves`` is the score in half points, ``figures`` a list of
    name and value in the order in which they decide, ``is_through`` whether the place leads into the next stage.
    ``group`` counts from 1 where the stage is played in groups, else 0.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="standings")
    group = models.PositiveSmallIntegerField(default=0)
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    games_won = models.PositiveIntegerField()
    games_lost = models.PositiveIntegerField()
    points_for = models.PositiveIntegerField()
    points_against = models.PositiveIntegerField()
    halves = models.IntegerField(default=0)
    figures = models.JSONField(default=list, blank=True)
    is_through = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=24, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ("stage", "group", "position")
        constraints = (
            models.UniqueConstraint(fields=["stage", "entrant"], name="standing_once_per_entrant"),
            models.UniqueConstraint(fields=["stage", "group", "position"], name="standing_position_unique"),
            models.CheckConstraint(
                condition=models.Q(rank__gte=1, rank__lte=models.F("position")), name="standing_rank_range"
            ),
            models.CheckConstraint(
                condition=models.Q(played__gte=models.F("won") + models.F("lost")),
                name="standing_results_add_up",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rank}. {self.entrant}"

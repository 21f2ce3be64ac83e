"""Ratings: how strong a player seems by his games in a club, week by week. Derived from settled rubbers."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.people import Club, Player


class Rating(models.Model):
    """A player's rating in a club after a week in which he played there.

    ``week`` is its Monday. ``rating`` and ``deviation`` are on the scale of Glicko-2, ``volatility`` is its sigma.
    ``games`` he played in that week, of which he won ``won``, and was expected to win ``expected``. Weeks in which he
    did not play have no row: his deviation grows by the rule of ``worker.ratings``.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    week = models.DateField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    expected = models.FloatField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ("club", "player", "week")
        constraints = (
            models.UniqueConstraint(fields=["club", "player", "week"], name="rating_once_a_week"),
            models.CheckConstraint(condition=models.Q(deviation__gt=0), name="rating_deviation_positive"),
            models.CheckConstraint(
                condition=models.Q(games__gte=1, won__lte=models.F("games")), name="rating_games_add_up"
            ),
        )
        indexes = (models.Index(fields=["club", "week"], name="rating_of_week"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.rating:.0f}"


class RatingProgress(models.Model):
    """How far a club's ratings have come.

    ``owed_from`` is the Monday of the first week that has to be rated anew, null where nothing is owed. ``change`` is
    another whenever something became owed: a worker that rates clears what is owed only where nothing came meanwhile.
    ``constants`` names the constants that the stored ratings were made with.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rating_progress")
    owed_from = models.DateField(null=True, blank=True)
    change = models.PositiveBigIntegerField(default=0)
    constants = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("progress of ratings")
        verbose_name_plural = _("progress of ratings")

    def __str__(self) -> str:
        return str(self.club)

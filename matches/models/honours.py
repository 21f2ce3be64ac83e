"""A club's records ("longest run of trebles") and the honours of its seasons. Derived from settled rubbers."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.people import Club, Player
from matches.models.records import Rubber


class Honour(models.Model):
    """Who holds a record in a club, of all time or of one season.

    ``kind`` is one of ``matches.rules.figures.records.definitions.KINDS``. ``season`` is the year in which the season
    began, null for the record of all time. ``value`` is the figure in thousandths, so that shares fit, too;
    ``standing_on`` is on how many of the player's games, deals or rubbers it stands. ``rank`` counts from 1, holders of
    one rank are level, and ``holders`` is how many they are, those among them who find no line here. ``first_rubber``
    and ``last_rubber`` are where run or feat begins and ends, with game and deal there (null: all of it).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="honours")
    kind = models.CharField(max_length=40)
    season = models.PositiveSmallIntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    holders = models.PositiveIntegerField(default=1)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="honours")
    value = models.BigIntegerField()
    standing_on = models.PositiveIntegerField(default=0)
    first_rubber = models.ForeignKey(
        Rubber, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    first_game = models.PositiveSmallIntegerField(null=True, blank=True)
    first_deal = models.PositiveIntegerField(null=True, blank=True)
    last_rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    last_game = models.PositiveSmallIntegerField(null=True, blank=True)
    last_deal = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("honour")
        verbose_name_plural = _("honours")
        ordering = ("club", "season", "kind", "position")
        constraints = (
            # Two, since not every database counts one null as equal to another.
            models.UniqueConstraint(
                fields=["club", "kind", "season", "position"], name="honour_position_unique"
            ),
            models.UniqueConstraint(
                fields=["club", "kind", "position"],
                condition=models.Q(season__isnull=True),
                name="honour_position_unique_ever",
            ),
            models.CheckConstraint(
                condition=models.Q(rank__gte=1, rank__lte=models.F("position")), name="honour_rank_range"
            ),
        )
        indexes = (models.Index(fields=["player", "rank"], name="honour_of_player"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.player}"


class HonourBasis(models.Model):
    """What the honours of a club stand on, of all time (``season`` null) or of one season: what is on record of it.

    All are counts over rubbers that count; ``deals`` are those that were not void.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="honour_bases")
    season = models.PositiveSmallIntegerField(null=True, blank=True)
    rubbers = models.PositiveIntegerField(default=0)
    rubbers_with_points = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    games_with_points = models.PositiveIntegerField(default=0)
    games_with_deals = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    deals_with_turn_up = models.PositiveIntegerField(default=0)
    deals_with_tricks = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("basis of honours")
        verbose_name_plural = _("bases of honours")
        ordering = ("club", "season")
        constraints = (
            models.UniqueConstraint(fields=["club", "season"], name="honour_basis_once_a_season"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(season__isnull=True), name="honour_basis_once_ever"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}, {self.season or '-'}"


class HonourProgress(models.Model):
    """How far a club's records and honours have come.

    ``change`` is another whenever a rubber that counts came, changed or went, or the seasons begin in another month;
    ``done`` is the ``change`` that what is stored was found after: they are owed while the two differ. ``definitions``
    is the version of the records' definitions that it was found by: another one makes all of it owed again.
    ``rests_until``: before that the sweep lets them wait, so that a club whose records take long leaves the worker to
    others meanwhile; null: no need.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="honour_progress")
    change = models.PositiveBigIntegerField(default=0)
    done = models.PositiveBigIntegerField(default=0)
    definitions = models.CharField(max_length=8, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("progress of honours")
        verbose_name_plural = _("progress of honours")
        indexes = (
            models.Index(
                fields=["id"],
                condition=~models.Q(change=models.F("done")),
                name="honourprogress_owed",
            ),
        )

    def __str__(self) -> str:
        return str(self.club)

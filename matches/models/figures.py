"""Statistics of settled rubbers: tallies of deals, weekly ratings, a club's records, and the honours of its seasons.

Tallies are written together with the rubber; ratings and honours are computed later from all rubbers of a
club.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.people import Club, Player
from matches.models.records import SEATS, Depth, Rubber
from matches.rules.figures.tallies import COUNTERS, LARGE_COUNTERS

UNDATED: Final = date.min
"""The ``day`` of a rubber whose date is not known to the day: not null, so that an index sorts it last."""
LATEST_FIRST: Final = ("-day", "-rubber_id")


class Tally(models.Model):
    """The statistical counts of one side of a rubber that counts, for the deals recorded in equal detail.

    ``depth`` is that detail: result, marks or play. Games and the rubber itself are counted in the row with
    the depth of the whole rubber. Players, club, event and variant are copied from the rubber; ``day`` is its
    date, or ``UNDATED``. Each counter of ``matches.rules.figures.tallies`` has a column of the same name.
    """

    # A foreign key has no index of its own if one of the indexes below begins with it.
    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    seat = models.CharField(max_length=1)
    depth = models.CharField(max_length=6, choices=Depth.choices)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies", db_index=False)
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    variant = models.CharField(max_length=8, default="ecarte")
    day = models.DateField(default=UNDATED)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ("rubber", "seat", "depth")
        constraints = (
            UniqueConstraint(fields=["rubber", "seat", "depth"], name="tally_once"),
            CheckConstraint(condition=Q(seat__in=SEATS), name="tally_seat_is_a_player"),
            CheckConstraint(condition=Q(depth__in=["result", "marks", "play"]), name="tally_depth_known"),
            CheckConstraint(condition=~Q(player=F("opponent")), name="tally_of_two_players"),
        )
        indexes = (
            # In the order in which pages list the rubbers behind a figure.
            Index(fields=["player", "-day", "-rubber"], name="tally_of_player"),
            Index(fields=["club", "-day", "-rubber"], name="tally_of_club"),
            Index(fields=["event", "-day", "-rubber"], name="tally_of_event"),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.rubber}"


for _key in COUNTERS:
    # No check that they are not negative: a row has some ninety of them.
    _column = models.BigIntegerField if _key in LARGE_COUNTERS else models.IntegerField
    Tally.add_to_class(_key, _column(default=0))


class Rating(models.Model):
    """A player's rating in a club at the end of a week, from its Monday ``week``, in which they played there.

    ``rating`` and ``deviation`` are on the scale of Glicko-2, and ``volatility`` is its sigma. In the week,
    the player won ``won`` of ``games`` games, and was expected to win ``expected``. A week without games has
    no row; ``worker.ratings`` computes how the deviation grows.
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
            UniqueConstraint(fields=["club", "player", "week"], name="rating_once_a_week"),
            CheckConstraint(condition=Q(deviation__gt=0), name="rating_deviation_positive"),
            CheckConstraint(condition=Q(games__gte=1, won__lte=F("games")), name="rating_games_add_up"),
        )
        indexes = (Index(fields=["club", "week"], name="rating_of_week"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.rating:.0f}"


class RatingProgress(models.Model):
    """The progress of computing a club's ratings.

    ``owed_from`` is the Monday of the first week to be rated again, or null. ``change`` gets a new value
    whenever a week becomes stale, so that a worker clears ``owed_from`` only if nothing changed while it
    computed. ``constants`` identifies the rating system's constants of the stored ratings.
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


class Honour(models.Model):
    """A holder of one of a club's records, of all time or of one season.

    ``kind`` is one of ``matches.rules.figures.records.KINDS``. ``season`` is the year in which the season
    began, null for all time. ``value`` is in thousandths, because some records are fractions. ``standing_on``
    is the number of the player's games, deals or rubbers on which it is based.

    ``rank`` counts from 1; holders with an equal value share one. ``holders`` is their number, some of whom
    may have no row. ``first_rubber`` and ``last_rubber`` have the first and the last deal, game or rubber
    that contributed to the value, with the numbers of game and deal: both null if the whole rubber counts,
    the deal null if the whole game does.
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
            # Two constraints, because not every database counts one null as equal to another.
            UniqueConstraint(fields=["club", "kind", "season", "position"], name="honour_position_unique"),
            UniqueConstraint(
                fields=["club", "kind", "position"],
                condition=Q(season__isnull=True),
                name="honour_position_unique_ever",
            ),
            CheckConstraint(condition=Q(rank__gte=1, rank__lte=F("position")), name="honour_rank_range"),
        )
        indexes = (Index(fields=["player", "rank"], name="honour_of_player"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.player}"


class HonourBasis(models.Model):
    """The numbers of rubbers, games and deals from which a club's records were computed, of all time if
    ``season`` is null. Only rubbers that count are included; ``deals`` excludes void deals.
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
            UniqueConstraint(fields=["club", "season"], name="honour_basis_once_a_season"),
            UniqueConstraint(
                fields=["club"], condition=Q(season__isnull=True), name="honour_basis_once_ever"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}, {self.season or '-'}"


class HonourProgress(models.Model):
    """The progress of computing a club's records and honours.

    ``change`` gets a new value whenever a rubber that counts is added, changed or removed, or the club
    changes the month in which its seasons begin; ``done`` is the one for which the stored honours were
    computed. They are stale while the two differ, and if ``definitions`` is not the version of the records'
    definitions.

    The periodic sweep skips the club until ``rests_until`` (null for no pause), so that a club whose records
    take long to compute does not delay others.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="honour_progress")
    change = models.PositiveBigIntegerField(default=0)
    done = models.PositiveBigIntegerField(default=0)
    definitions = models.CharField(max_length=8, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("progress of honours")
        verbose_name_plural = _("progress of honours")
        indexes = (Index(fields=["id"], condition=~Q(change=F("done")), name="honourprogress_owed"),)

    def __str__(self) -> str:
        return str(self.club)

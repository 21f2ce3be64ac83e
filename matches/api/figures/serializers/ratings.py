"""Ratings as the API shows them. A rating never comes without its deviation."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from matches.api.core.fields import PublicIdField, Query
from matches.api.core.serializers import Shape
from matches.api.reviews.serializers.reviews import Figure as Rounded
from matches.api.rubbers.serializers import SeatedPlayer
from matches.figures.queries.ratings import (
    LENGTHS,
    TREND_WEEKS,
    USUAL_LENGTH,
    WEEKS_LISTED,
    RatedPlayer,
)

WON: Final = "Chance of winning, between 0 and 1."


class RatingState(Shape):
    constants = serializers.CharField(help_text="The version of the constants that ratings are made with.")
    provisional_above = serializers.FloatField(help_text="A rating of a greater deviation says little yet.")
    is_owed = serializers.BooleanField(
        help_text="Whether there are results that the ratings have not seen yet."
    )
    owed_from = serializers.DateField(
        allow_null=True,
        help_text="The Monday of the first week that is owed; null where none is, or all are.",
    )
    rubbers_without_day = serializers.IntegerField(
        help_text="Not rated, as their records do not say on which day they were played."
    )


class RatedShown(Shape):
    """A player's rating as it is today."""

    player = SeatedPlayer()
    rating = Rounded(source="strength.rating")
    deviation = Rounded(source="strength.deviation")
    volatility = Rounded(source="strength.volatility")
    is_provisional = serializers.BooleanField()
    games = serializers.IntegerField(help_text="All that were rated.")
    trend = Rounded(
        allow_null=True, help_text=f"The rise of {TREND_WEEKS} weeks; null where he was not rated before."
    )
    last_week = serializers.DateField(help_text="The Monday of the week in which he played last.")


class RankedShown(RatedShown):
    rank = serializers.SerializerMethodField(
        help_text=f"From 1; null for who has not played for {WEEKS_LISTED} weeks and is left off with `absent=false`."
    )

    def get_rank(self, each: RatedPlayer) -> int | None:
        ranks: dict[int, int] = self.context["ranks"]
        return ranks.get(each.player.pk)


class RatingPage(Shape):
    """The highest first. ``absent`` is how many are left off since they have not played for so long."""

    state = RatingState()
    absent = serializers.IntegerField()
    next = serializers.CharField(allow_null=True, help_text="The address of the page after this one.")
    previous = serializers.CharField(allow_null=True, help_text="The address of the page before.")
    results = RankedShown(many=True)


class RatingQuery(Query):
    absent = serializers.BooleanField(
        default=False,
        help_text=f"With those who have not played for {WEEKS_LISTED} weeks, behind all others.",
    )
    provisional = serializers.BooleanField(
        required=False, help_text="Those alone whose rating is provisional, or is not."
    )


class WeekShown(Shape):
    """A week in which the player played; ``rating`` and ``deviation`` are those behind it."""

    week = serializers.DateField(help_text="Its Monday.")
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    expected = Rounded(help_text="How many he was expected to win.")
    rating = Rounded()
    deviation = Rounded()
    volatility = Rounded()
    change = serializers.SerializerMethodField(
        help_text="Against the week before; at first against a newcomer."
    )

    def get_change(self, week: Any) -> float:
        return float(Rounded().to_representation(week.rating - week.rating_before))


class RatingHistory(Shape):
    """The latest week first."""

    player = SeatedPlayer()
    now = RatedShown(allow_null=True, help_text="Null for who was never rated here.")
    next = serializers.CharField(allow_null=True, help_text="The address of the page after this one.")
    previous = serializers.CharField(allow_null=True, help_text="The address of the page before.")
    results = WeekShown(many=True)


class RatingChancesQuery(Query):
    a = PublicIdField(help_text="A player who is rated in the club.")
    b = PublicIdField(help_text="His adversary.")
    best_of = serializers.ChoiceField(
        choices=LENGTHS, default=USUAL_LENGTH, help_text="How many games the rubber may have."
    )


class ProspectShown(Shape):
    best_of = serializers.IntegerField()
    chance = Rounded(help_text=f"A's. {WON}")
    low = Rounded(help_text="If the difference of the two is one deviation less.")
    high = Rounded(help_text="If it is one deviation more.")


class RatingChancesShown(Shape):
    a = RatedShown()
    b = RatedShown()
    is_provisional = serializers.BooleanField(help_text="Whether the rating of either is.")
    game = ProspectShown()
    rubber = ProspectShown()

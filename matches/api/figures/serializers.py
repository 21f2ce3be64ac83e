"""Serializers for figures of play and for ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from matches.api.core.fields import PublicIdField, QuerySerializer, TextOrNull
from matches.api.core.serializers import ReadSerializer
from matches.api.reviews.serializers import AccuracySerializer
from matches.api.reviews.serializers import Figure as Rounded
from matches.api.rubbers.serializers import VARIANTS, SeatedPlayer, Seats
from matches.figures.ratings import LENGTHS, TREND_WEEKS, USUAL_LENGTH, WEEKS_LISTED, RatedPlayer
from matches.figures.statistics import Figures, MonthOfPlay
from matches.figures.statistics_lists import PARTS, PlayerLine
from matches.models import Deal, Depth, Game, Rubber
from matches.reviews.review_figures import LABELS, Losses, LuckSums
from matches.rules.figures.figures import GROUPS

KINDS = ("count", "share", "mean", "advantage")
UNITS = ("deal", "game", "rubber")
COLUMNS = ("games_won", "rubbers_won", "trebles_won", "marks", "voles_made", "games")
"""The sums shown for each player in a list of players."""


class FigureDetailSerializer(ReadSerializer):
    """A figure of the catalogue. `lists` names the available lists of what the figure counts."""

    figure = serializers.CharField(help_text="Its name in URLs and bodies.")
    group = serializers.ChoiceField(choices=GROUPS)
    kind = serializers.ChoiceField(choices=KINDS, help_text="`advantage`: a share minus one half.")
    unit = serializers.ChoiceField(choices=UNITS, help_text="The unit that is counted.")
    name = serializers.CharField(help_text="In words, in the requested language.")
    meaning = serializers.CharField(help_text="What it counts, and among what.")
    variants = serializers.ListField(child=serializers.ChoiceField(choices=VARIANTS))
    is_one_sided = serializers.BooleanField(
        help_text="Whether it exists for a player only, not for both sides together."
    )
    lists = serializers.ListField(
        child=serializers.ChoiceField(choices=PARTS), help_text="The parts that can be listed."
    )


class FigureCatalogue(ReadSerializer):
    least_observations = serializers.IntegerField(
        help_text="The least number of observations for a meaningful share or mean."
    )
    results = FigureDetailSerializer(many=True)


class FigureValue(ReadSerializer):
    """The value of a figure: ``counted`` cases among ``among`` cases.

    For a simple count, the two numbers are the same.
    """

    counted = serializers.IntegerField(help_text="The count; for a mean, the sum.")
    among = serializers.IntegerField(help_text="The number of observations.")
    value = Rounded(allow_null=True, help_text="A share is between 0 and 1. Null without observations.")
    se = Rounded(allow_null=True, help_text="The standard error; null if it is not defined.")
    is_enough = serializers.BooleanField(help_text="Whether there are enough observations to be meaningful.")


class KeptTo(ReadSerializer):
    """The filters that restrict the counted rubbers. A null filter means no restriction."""

    club = serializers.CharField(source="club.public_id", default=None, allow_null=True)
    event = serializers.CharField(source="event.public_id", default=None, allow_null=True)
    player = serializers.CharField(source="player.public_id", default=None, allow_null=True)
    opponent = serializers.CharField(source="opponent.public_id", default=None, allow_null=True)
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True)
    depth = serializers.ChoiceField(choices=Depth.values, allow_null=True)
    variant = serializers.ChoiceField(choices=VARIANTS)


class EstimateSerializer(ReadSerializer):
    value = Rounded()
    se = Rounded(allow_null=True)


class MeanLossSerializer(EstimateSerializer):
    count = serializers.IntegerField(help_text="The number of decisions.")


class LabelCounts(ReadSerializer):
    inaccuracy = serializers.IntegerField()
    mistake = serializers.IntegerField()
    blunder = serializers.IntegerField()


class LuckSumsSerializer(ReadSerializer):
    """Sums of luck over ``deals`` deals, from the player's side. ``played`` is the result minus the luck."""

    deals = serializers.IntegerField()
    dealt = Rounded()
    turned = Rounded()
    drawn = Rounded()
    luck = EstimateSerializer(help_text="The sum of the three.")
    result = EstimateSerializer()
    played = EstimateSerializer()


class LuckOfPlayer(ReadSerializer):
    marks = LuckSumsSerializer()
    games = LuckSumsSerializer(help_text="Luck in games won, by the winning chance of each.")


class PlaySerializer(ReadSerializer):
    """The review's judgment of play in deals recorded card by card: mean loss per decision, and luck."""

    decisions = serializers.IntegerField()
    deals = serializers.IntegerField(help_text="The number of deals with these decisions.")
    is_enough = serializers.BooleanField(help_text="Whether they are enough to be meaningful.")
    marks = MeanLossSerializer()
    chance = MeanLossSerializer(help_text="In winning chances of the game, if the score is known.")
    labels = LabelCounts()
    accuracy = AccuracySerializer()
    luck = LuckOfPlayer(allow_null=True, help_text="For a player only; null if it is not known.")


class MonthSerializer(ReadSerializer):
    month = serializers.CharField(help_text="2026-11")
    figures = serializers.DictField(child=FigureValue())


class FiguresSerializer(ReadSerializer):
    kept_to = KeptTo()
    figures = serializers.DictField(
        child=FigureValue(), help_text="The figures by their names in `figures/`."
    )
    months = MonthSerializer(
        many=True,
        allow_null=True,
        help_text="With `by=month`: the months with play, the oldest first.",
    )
    play = PlaySerializer(
        allow_null=True,
        help_text="Null if you may not see it or nothing was reviewed; for a club, an event or a season also "
        "above 20,000 deals.",
    )


class SideFigures(ReadSerializer):
    player = SeatedPlayer()
    figures = serializers.DictField(child=FigureValue())
    play = PlaySerializer(allow_null=True, help_text="Null if you may not see it or nothing was reviewed.")


class PairFigures(ReadSerializer):
    """The figures of two players against each other. Each of the `sides` has the figures of one player."""

    kept_to = KeptTo()
    sides = SideFigures(many=True)


class PlayerFiguresLine(ReadSerializer):
    player = SeatedPlayer()
    figures = serializers.DictField(
        child=FigureValue(), help_text=f"{', '.join(COLUMNS[:-1])} and {COLUMNS[-1]}."
    )


class BehindSerializer(ReadSerializer):
    """A rubber, game or deal that a figure counts.

    `game` and `deal` are null for a rubber; `deal` is null for a game.
    """

    rubber = serializers.CharField(source="rubber.public_id")
    club = serializers.CharField(source="rubber.club.public_id")
    event = serializers.CharField(source="rubber.event.public_id")
    players = Seats(source="rubber")
    date = TextOrNull(source="rubber.date", help_text="The date as in the record.")
    game = serializers.IntegerField(allow_null=True, help_text="The number of the game; null for a rubber.")
    deal = serializers.IntegerField(
        allow_null=True, help_text="The number of the deal; null for a game or a rubber."
    )
    side = serializers.ChoiceField(choices=["A", "B"], help_text="The side for which it counts.")


# JSON


def values_json(figures: Figures) -> dict[str, Any]:
    return {value.figure.key: FigureValue.json(value) for value in figures.values}


def months_json(months: list[MonthOfPlay]) -> list[dict[str, Any]]:
    return [{"month": f"{each.month:%Y-%m}", "figures": values_json(each.figures)} for each in months]


def play_json(losses: Losses | None, luck: tuple[LuckSums, LuckSums] | None = None) -> dict[str, Any] | None:
    if losses is None:
        return None
    return {
        "decisions": losses.decisions,
        "deals": losses.deals,
        "is_enough": losses.is_enough,
        "marks": MeanLossSerializer.json(losses.marks),
        "chance": MeanLossSerializer.json(losses.chance),
        "labels": {label.value: count for label, count in zip(LABELS, losses.labels, strict=True)},
        "accuracy": AccuracySerializer.json(losses.accuracy),
        "luck": None
        if luck is None or not luck[0].deals
        else {"marks": _luck(luck[0]), "games": _luck(luck[1])},
    }


def line_json(line: PlayerLine) -> dict[str, Any]:
    return {"player": line.player, "figures": {key: line.figures[key] for key in COLUMNS}}


def behind_json(row: Rubber | Game | Deal) -> dict[str, Any]:
    """Return a row of ``matches.figures.statistics_lists``, which is a rubber, a game or a deal, as JSON."""
    game = row.game if isinstance(row, Deal) else row if isinstance(row, Game) else None
    return {
        "rubber": row if isinstance(row, Rubber) else game and game.rubber,
        "game": None if game is None else game.number,
        "deal": row.number if isinstance(row, Deal) else None,
        "side": vars(row)["side"],
    }


def _luck(sums: LuckSums) -> Mapping[str, Any]:
    parts = dict(zip(("dealt", "turned", "drawn"), sums.parts, strict=True))
    body = {**parts, "deals": sums.deals, "luck": sums.luck, "result": sums.result, "played": sums.played}
    return LuckSumsSerializer.json(body)


WON: Final = "Chance of winning, between 0 and 1."


class RatingState(ReadSerializer):
    constants = serializers.CharField(help_text="The version of the constants of the rating system.")
    provisional_above = serializers.FloatField(help_text="A rating with a greater deviation is provisional.")
    is_owed = serializers.BooleanField(help_text="Whether some results are not rated yet.")
    owed_from = serializers.DateField(
        allow_null=True,
        help_text="The Monday of the first pending week; null if no week is pending, or all are.",
    )
    rubbers_without_day = serializers.IntegerField(
        help_text="Not rated, because their records do not say on which day they were played."
    )


class RatedSerializer(ReadSerializer):
    """A player's current rating in a club."""

    player = SeatedPlayer()
    rating = Rounded(source="strength.rating")
    deviation = Rounded(source="strength.deviation")
    volatility = Rounded(source="strength.volatility")
    is_provisional = serializers.BooleanField()
    games = serializers.IntegerField(help_text="The number of rated games.")
    trend = Rounded(
        allow_null=True, help_text=f"The change over {TREND_WEEKS} weeks; null without an earlier rating."
    )
    last_week = serializers.DateField(help_text="The Monday of the last week in which they played a rubber.")


class RankedSerializer(RatedSerializer):
    rank = serializers.SerializerMethodField(
        help_text=f"The rank, from 1; null for a player who has not played for {WEEKS_LISTED} weeks, whom "
        "`absent=false` leaves out."
    )

    def get_rank(self, each: RatedPlayer) -> int | None:
        ranks: dict[int, int] = self.context["ranks"]
        return ranks.get(each.player.pk)


class RatingPage(ReadSerializer):
    """A page of a club's rating list, highest rating first.

    ``absent`` is the number of players who are left off the list because they have not played for a long
    time.
    """

    state = RatingState()
    absent = serializers.IntegerField()
    next = serializers.CharField(allow_null=True, help_text="The URL of the next page.")
    previous = serializers.CharField(allow_null=True, help_text="The URL of the previous page.")
    results = RankedSerializer(many=True)


class RatingQuery(QuerySerializer):
    absent = serializers.BooleanField(
        default=False,
        help_text=f"Include players who have not played for {WEEKS_LISTED} weeks, after all others.",
    )
    provisional = serializers.BooleanField(
        required=False, help_text="Only provisional ratings, or only the others."
    )


class WeekSerializer(ReadSerializer):
    """A week in which the player played. ``rating`` and ``deviation`` are the values after the week."""

    week = serializers.DateField(help_text="The Monday of the week.")
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    expected = Rounded(help_text="The expected number of wins.")
    rating = Rounded()
    deviation = Rounded()
    volatility = Rounded()
    change = serializers.SerializerMethodField(
        help_text="The change from the week before; in the first week, from a newcomer's rating."
    )

    def get_change(self, week: Any) -> float:
        return float(Rounded().to_representation(week.rating - week.rating_before))


class RatingHistory(ReadSerializer):
    """A player's current rating and a page of the player's weeks, latest week first."""

    player = SeatedPlayer()
    now = RatedSerializer(allow_null=True, help_text="Null for a player who was never rated here.")
    next = serializers.CharField(allow_null=True, help_text="The URL of the next page.")
    previous = serializers.CharField(allow_null=True, help_text="The URL of the previous page.")
    results = WeekSerializer(many=True)


class RatingChancesQuery(QuerySerializer):
    a = PublicIdField(help_text="A player who is rated in the club.")
    b = PublicIdField(help_text="The opponent, who is rated in the club, too.")
    best_of = serializers.ChoiceField(
        choices=LENGTHS, default=USUAL_LENGTH, help_text="The rubber is the best of so many games."
    )


class ProspectSerializer(ReadSerializer):
    best_of = serializers.IntegerField()
    chance = Rounded(help_text=f"The chance of A. {WON}")
    low = Rounded(help_text="The chance if the difference is one deviation lower.")
    high = Rounded(help_text="The chance if the difference is one deviation higher.")


class RatingChancesSerializer(ReadSerializer):
    a = RatedSerializer()
    b = RatedSerializer()
    is_provisional = serializers.BooleanField(help_text="Whether either rating is provisional.")
    game = ProspectSerializer()
    rubber = ProspectSerializer()

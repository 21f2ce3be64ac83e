"""Figures as the API shows them: each by its name with the parts that it was made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from matches.api.core.fields import TextOrNull
from matches.api.core.serializers import Shape
from matches.api.figures.filters import VARIANTS
from matches.api.reviews.serializers.reviews import Figure as Rounded
from matches.api.rubbers.serializers import SeatedPlayer, Seats
from matches.figures.queries.by_player import PlayerLine
from matches.figures.queries.drill_down import PARTS
from matches.figures.queries.totals import Figures, MonthOfPlay, Scope
from matches.models import Deal, Depth, Game, Player, Rubber
from matches.reviews.queries.figures import LABELS, Estimate, Losses, LuckSums
from matches.rules.figures.registry import GROUPS, Value

KINDS = ("count", "share", "mean", "advantage")
UNITS = ("deal", "game", "rubber")
COLUMNS = ("games_won", "rubbers_won", "trebles_won", "marks", "voles_made", "games")
"""What is told of each player in a list of players."""


class FigureShown(Shape):
    """A figure of the catalogue, and where it has lists behind it."""

    figure = serializers.CharField(help_text="Its name in addresses and bodies.")
    group = serializers.ChoiceField(choices=GROUPS)
    kind = serializers.ChoiceField(choices=KINDS, help_text="`advantage`: a share less one half.")
    unit = serializers.ChoiceField(choices=UNITS, help_text="What is counted.")
    name = serializers.CharField(help_text="In words, in the language asked for.")
    meaning = serializers.CharField(help_text="What it counts, and among what.")
    variants = serializers.ListField(child=serializers.ChoiceField(choices=VARIANTS))
    is_one_sided = serializers.BooleanField(help_text="There of a player alone, not of both sides together.")
    lists = serializers.ListField(
        child=serializers.ChoiceField(choices=PARTS), help_text="The parts of which there is a list."
    )


class FigureCatalogue(Shape):
    least_observations = serializers.IntegerField(help_text="Of fewer no share or mean says anything.")
    results = FigureShown(many=True)


class FigureValue(Shape):
    """``counted`` of ``among``; of a count both are the same."""

    counted = serializers.IntegerField(help_text="Of a mean the sum.")
    among = serializers.IntegerField(help_text="What it stands on.")
    value = Rounded(allow_null=True, help_text="A share is between 0 and 1. Null where it stands on nothing.")
    se = Rounded(allow_null=True, help_text="Standard error; null where there is none.")
    is_enough = serializers.BooleanField(help_text="Whether it stands on enough to say anything.")


class KeptTo(Shape):
    """What is counted; null where all is."""

    club = serializers.CharField(source="club.public_id", default=None, allow_null=True)
    event = serializers.CharField(source="event.public_id", default=None, allow_null=True)
    player = serializers.CharField(source="player.public_id", default=None, allow_null=True)
    opponent = serializers.CharField(source="opponent.public_id", default=None, allow_null=True)
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True)
    depth = serializers.ChoiceField(choices=Depth.values, allow_null=True)
    variant = serializers.ChoiceField(choices=VARIANTS)


class EstimateShown(Shape):
    value = Rounded()
    se = Rounded(allow_null=True)


class MeanLossShown(EstimateShown):
    count = serializers.IntegerField(help_text="Over so many decisions.")


class LabelCounts(Shape):
    inaccuracy = serializers.IntegerField()
    mistake = serializers.IntegerField()
    blunder = serializers.IntegerField()


class LuckSumsShown(Shape):
    """Sums over so many deals, from the player's side. ``played`` is the result without the luck."""

    deals = serializers.IntegerField()
    dealt = Rounded()
    turned = Rounded()
    drawn = Rounded()
    luck = EstimateShown(help_text="The three together.")
    result = EstimateShown()
    played = EstimateShown()


class LuckOfPlayer(Shape):
    marks = LuckSumsShown()
    games = LuckSumsShown(help_text="In games won, by the chances of winning each.")


class PlayShown(Shape):
    """How it was played, by the review of deals recorded card by card: what a decision cost on the mean, and luck."""

    decisions = serializers.IntegerField()
    deals = serializers.IntegerField(help_text="In which they stand.")
    is_enough = serializers.BooleanField(help_text="Whether they are enough to say anything.")
    marks = MeanLossShown()
    chance = MeanLossShown(help_text="In chances of winning the game, where the score is known.")
    labels = LabelCounts()
    luck = LuckOfPlayer(allow_null=True, help_text="A player's; null where nothing of it is known.")


class MonthShown(Shape):
    month = serializers.CharField(help_text="2026-11")
    figures = serializers.DictField(child=FigureValue())


class FiguresShown(Shape):
    kept_to = KeptTo()
    figures = serializers.DictField(child=FigureValue(), help_text="By their names, as `figures/` has them.")
    months = MonthShown(
        many=True,
        allow_null=True,
        help_text="With `by=month`: those in which something was played, the oldest first.",
    )
    play = PlayShown(
        allow_null=True,
        help_text="Null where it is not open to you or nothing was reviewed; of a club, an event or a season also where"
        " it would be more than 20,000 deals.",
    )


class SideFigures(Shape):
    player = SeatedPlayer()
    figures = serializers.DictField(child=FigureValue())
    play = PlayShown(allow_null=True, help_text="Null where it is not open to you or nothing was reviewed.")


class PairFigures(Shape):
    """Two players against each other, each from his side."""

    kept_to = KeptTo()
    sides = SideFigures(many=True)


class PlayerFiguresLine(Shape):
    player = SeatedPlayer()
    figures = serializers.DictField(
        child=FigureValue(), help_text=f"{', '.join(COLUMNS[:-1])} and {COLUMNS[-1]}."
    )


class BehindShown(Shape):
    """A rubber, a game or a deal that a figure counts."""

    rubber = serializers.CharField(source="rubber.public_id")
    club = serializers.CharField(source="rubber.club.public_id")
    event = serializers.CharField(source="rubber.event.public_id")
    players = Seats(source="rubber")
    date = TextOrNull(source="rubber.date", help_text="As the record has it.")
    game = serializers.IntegerField(allow_null=True, help_text="Its number; null of a rubber.")
    deal = serializers.IntegerField(allow_null=True, help_text="Its number; null of a game and a rubber.")
    side = serializers.ChoiceField(choices=["A", "B"], help_text="On whose side it is counted.")


# Bodies


def kept_json(scope: Scope) -> dict[str, Any]:
    return dict(KeptTo(scope).data)


def values_json(figures: Figures) -> dict[str, Any]:
    return {value.figure.key: value_json(value) for value in figures.values}


def value_json(value: Value) -> dict[str, Any]:
    return dict(FigureValue(value).data)


def months_json(months: list[MonthOfPlay]) -> list[dict[str, Any]]:
    return [{"month": f"{each.month:%Y-%m}", "figures": values_json(each.figures)} for each in months]


def play_json(found: Losses | None, luck: tuple[LuckSums, LuckSums] | None = None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "decisions": found.decisions,
        "deals": found.deals,
        "is_enough": found.is_enough,
        "marks": _mean(found.marks),
        "chance": _mean(found.chance),
        "labels": {label.value: count for label, count in zip(LABELS, found.labels, strict=True)},
        "luck": None
        if luck is None or not luck[0].deals
        else {"marks": _luck(luck[0]), "games": _luck(luck[1])},
    }


def line_json(line: PlayerLine) -> dict[str, Any]:
    return {"player": line.player, "figures": {key: line.figures[key] for key in COLUMNS}}


def behind_json(row: Rubber | Game | Deal) -> dict[str, Any]:
    """``row`` as ``matches.figures.queries.drill_down`` lists it."""
    game = row.game if isinstance(row, Deal) else row if isinstance(row, Game) else None
    return {
        "rubber": row if isinstance(row, Rubber) else game and game.rubber,
        "game": None if game is None else game.number,
        "deal": row.number if isinstance(row, Deal) else None,
        "side": vars(row)["side"],
    }


def player_json(player: Player) -> dict[str, Any]:
    return dict(SeatedPlayer(player).data)


def _mean(estimate: Estimate) -> Mapping[str, Any]:
    return dict(MeanLossShown(estimate).data)


def _luck(sums: LuckSums) -> Mapping[str, Any]:
    parts = dict(zip(("dealt", "turned", "drawn"), sums.parts, strict=True))
    told = {**parts, "deals": sums.deals, "luck": sums.luck, "result": sums.result, "played": sums.played}
    return dict(LuckSumsShown(told).data)

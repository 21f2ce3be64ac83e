"""Serializers for reviews: decisions, luck and win probabilities.

The members of decisions have the same names as in the output of ``python -m worker.review --json``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import ChoiceOrNull, QuerySerializer, SeatField, TextOrNull
from matches.api.core.filters import (
    ChoiceFilter,
    Filters,
    PlayedFilter,
    one_of,
)
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import VARIANTS
from matches.models import DealReview, Decision
from matches.rules.figures.accuracy import ACCURACY_VERSION, Accuracy
from worker.review.decision import frequency_in

DECIMALS: Final = 6
KINDS: Final = tuple(Decision.Kind.values)
LABELS: Final = tuple(Decision.Label.values)
METHODS: Final = tuple(Decision.Method.values)
ANY: Final = "any"
SWINGS: Final = ("dealt", "turned", "drawn", "result")
PROGRESS: Final = ("done", "waiting", "failed", "none")


class Figure(serializers.FloatField):
    """A number computed by the review, rounded to the digits that are significant."""

    def to_representation(self, value: Any) -> Any:
        return round(float(value), DECIMALS) + 0.0


def _figure(help_text: str = "", *, allow_null: bool = True) -> Figure:
    return Figure(allow_null=allow_null, help_text=help_text)


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["code"],
            "properties": {"code": {"type": "string"}},
            "additionalProperties": True,
        },
    }
)
class ReasonsField(serializers.Field[Any, Any, Any, Any]):
    """The reasons for a judgment.

    Each reason has a `code`, and further members with the values of its sentence.
    """

    def to_representation(self, value: Any) -> Any:
        return value


class OtherPassage(ReadSerializer):
    """Advice in a second passage of the old treatise that contradicts the first passage."""

    rule = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    reading = TextOrNull(default="", help_text="The same values as in `book`.")


class BookSerializer(ReadSerializer):
    """The advice of the old treatise on a decision."""

    rule = serializers.CharField()
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="Empty if the rule leaves it open."
    )
    reading = TextOrNull(
        default="",
        help_text="The code of our interpretation on which the advice rests; null if the text is clear.",
    )
    also = OtherPassage(
        default=None,
        allow_null=True,
        help_text="Another passage that says something else; null if there is none.",
    )


class DecisionSerializer(ReadSerializer):
    """A decision of a player, with the value of each choice.

    A choice is a card, `P` or `S` (propose or stand), `G` or `R` (give or refuse), the cards to discard, or
    `K` (mark the king). `-` means none of the choices.
    """

    game = serializers.IntegerField(help_text="The position of the game, from 1.")
    deal = serializers.IntegerField(help_text="The position of the deal, from 1.")
    kind = serializers.ChoiceField(choices=KINDS)
    trick = serializers.IntegerField(allow_null=True, help_text="The number of the trick, for a card.")
    token = serializers.IntegerField(help_text="The token of the deal: its number is 0, its dealer 1.")
    player = SeatField()
    chosen = serializers.CharField()
    best = serializers.ListField(
        child=serializers.CharField(), help_text="The choices worth most, in points."
    )
    double_dummy_loss = serializers.IntegerField(
        allow_null=True, help_text="The loss in tricks, with both hands open."
    )
    expected = serializers.DictField(
        child=Figure(), help_text="The value of each choice: the player's points minus the opponent's."
    )
    loss = _figure("In marks.", allow_null=False)
    se = _figure("Standard error of `loss`; null where it was counted out.")
    worlds = serializers.IntegerField(
        allow_null=True, help_text="The number of hands that the opponent could hold, if all were counted."
    )
    chances = serializers.DictField(
        child=Figure(), help_text="The chance of winning the game after each choice; empty without a score."
    )
    equity_loss = _figure("In chances of winning the game; null where the score is not known.")
    equity_se = _figure("Standard error of `equity_loss`.")
    label = ChoiceOrNull(LABELS)  # type: ignore[assignment]
    frequency = serializers.SerializerMethodField(
        help_text="How often the equilibrium makes each first call with this hand; empty for other decisions. A call"
        " that it makes at least one time in twenty has no label."
    )
    rubber_loss = _figure("In chances of winning the rubber.")
    stake_loss = _figure("In points of the stake, in rubbers reckoned `treble`.")
    method = ChoiceOrNull(METHODS)
    book = BookSerializer(allow_null=True)
    reasons = ReasonsField()

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "number"}})
    def get_frequency(self, decision: Decision) -> dict[str, float]:
        return frequency_in(decision.reasons)


class PlayerDecisionSerializer(DecisionSerializer):
    rubber = serializers.CharField(source="review.rubber.public_id")
    date = TextOrNull(source="review.rubber.date", help_text="The date of the rubber in its record.")


class PlayerDecisionFilters(Filters):
    kind = ChoiceFilter(field_name="kind", choices=one_of(KINDS))
    label = ChoiceFilter(
        method="of_label", choices=one_of([*LABELS, ANY]), help_text="`any`: any decision with a label."
    )
    since = PlayedFilter(
        "review__rubber__date",
        lookup_expr="gte",
        help_text="Only rubbers played on or after this day, with a complete date.",
    )

    def of_label(self, rows: QuerySet[Decision], name: str, value: str) -> QuerySet[Decision]:
        return rows.exclude(label="") if value == ANY else rows.filter(label=value)


class SwingSerializer(ReadSerializer):
    marks = _figure("A's less B's.")
    chance = _figure("A's, of winning the game; null where the score is not known.")


class LuckSerializer(ReadSerializer):
    """A's luck in a deal. Luck is the value after a random event minus the mean value before the event.

    `result` is the luck of the whole deal.
    """

    dealt = SwingSerializer()
    turned = SwingSerializer()
    drawn = SwingSerializer()
    result = SwingSerializer()
    se = _figure("Standard error of the first three together, in marks.")


class MomentSerializer(ReadSerializer):
    step = serializers.ChoiceField(
        choices=["start", "dealt", "turned", "called", "drawn", "led", "trick", "end"]
    )
    token = serializers.IntegerField(help_text="The decision comes after this token.")
    trick = serializers.IntegerField(allow_null=True)
    chance = _figure("A's, of winning the game, both hands seen.", allow_null=False)


class DealReviewSerializer(ReadSerializer):
    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    luck = serializers.SerializerMethodField(help_text="Null unless all cards were recorded.")
    moments = MomentSerializer(many=True)
    decisions = serializers.SerializerMethodField(help_text="The decisions of `seats`, in the order of play.")

    @extend_schema_field(LuckSerializer(allow_null=True))
    def get_luck(self, deal: DealReview) -> dict[str, Any] | None:
        if deal.result_marks is None:
            return None
        luck: dict[str, Any] = {
            name: {"marks": getattr(deal, f"{name}_marks"), "chance": getattr(deal, f"{name}_chance")}
            for name in SWINGS
        }
        return LuckSerializer.json({**luck, "se": deal.luck_se})

    @extend_schema_field(DecisionSerializer(many=True))
    def get_decisions(self, deal: DealReview) -> Any:
        return DecisionSerializer(self.context["decisions"].get((deal.game, deal.deal), ()), many=True).data


class AccuracySerializer(ReadSerializer):
    """The accuracy of decisions, from 0 to 100, as docs/statistics.md defines it."""

    percent = serializers.IntegerField(
        allow_null=True, help_text="A whole number; null if there are fewer than `least` decisions."
    )
    decisions = serializers.IntegerField(help_text="The number of decisions whose cost in chances is known.")
    least = serializers.IntegerField(help_text="The least number of decisions for an accuracy.")
    version = serializers.SerializerMethodField(help_text="The version of the definition.")

    def get_version(self, accuracy: Accuracy) -> int:
        return ACCURACY_VERSION


class SideAccuracies(ReadSerializer):
    A = AccuracySerializer(allow_null=True, default=None)
    B = AccuracySerializer(allow_null=True, default=None)


class ReviewDetailSerializer(ReadSerializer):
    """The state of a rubber's review, and a page of the reviewed deals."""

    rubber = serializers.CharField()
    state = serializers.ChoiceField(
        choices=PROGRESS,
        help_text="`waiting`: pending or running; `none`: not recorded card by card, or not settled.",
    )
    seats = serializers.ListField(
        child=serializers.ChoiceField(choices=["A", "B"]), help_text="The sides whose decisions you may read."
    )
    accuracy = SideAccuracies(
        help_text="The accuracy of each side in the whole rubber; null for a side whose review figures you may not"
        " read, or without a reviewed decision."
    )
    is_current = serializers.BooleanField(help_text="False if a newer engine has yet to review it again.")
    versions = serializers.DictField(
        child=serializers.CharField(),
        help_text="The versions of `review`, `policy`, `labels`, `solver` and `chances`.",
    )
    table_checksum = TextOrNull(help_text="The checksum of the solver's table.")
    done_at = serializers.DateTimeField(allow_null=True)
    next = serializers.CharField(allow_null=True, help_text="The URL of the next page.")
    previous = serializers.CharField(allow_null=True, help_text="The URL of the previous page.")
    results = DealReviewSerializer(many=True)


class ChanceSerializer(ReadSerializer):
    """A player's probability of winning the game before a deal, for one score."""

    score = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        help_text="The player's points, then the opponent's.",
    )
    deals = serializers.BooleanField(help_text="Whether the player deals next.")
    chance = _figure("Of winning the game.", allow_null=False)
    stake = _figure("What the game brings the player under `treble`, on average.", allow_null=False)
    odds_on_the_table = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        help_text="The odds of the old rule: 5 to 4.",
    )


class ThresholdSerializer(ReadSerializer):
    label = serializers.ChoiceField(choices=LABELS)  # type: ignore[assignment]
    equity_loss = _figure("From this loss on.", allow_null=False)


class LabelsSerializer(ReadSerializer):
    version = serializers.CharField()
    thresholds = ThresholdSerializer(
        many=True, help_text="The thresholds of the labels, the most costly first."
    )


class ChancesQuery(QuerySerializer):
    variant = serializers.ChoiceField(
        choices=VARIANTS, default="ecarte", help_text="The game: écarté or La Triomphe."
    )


class ChancesSerializer(ReadSerializer):
    version = serializers.CharField()
    checksum = serializers.CharField(help_text="SHA-256 of the table.")
    policy = serializers.CharField(
        help_text="The version of the policy that both sides are assumed to follow before the play."
    )
    labels = LabelsSerializer()
    results = ChanceSerializer(many=True)

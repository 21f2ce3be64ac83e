"""Reviews as the API shows them: decisions, luck and chances, under the names of ``python -m worker.review --json``."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import Query, SeatShown, TextOrNull
from matches.api.core.filters import ChoiceFilter, Filters, PlayedFilter, one_of
from matches.api.core.serializers import Shape
from matches.models import DealReview, Decision

DECIMALS: Final = 6
KINDS: Final = tuple(Decision.Kind.values)
LABELS: Final = tuple(Decision.Label.values)
METHODS: Final = tuple(Decision.Method.values)
ANY: Final = "any"
SWINGS: Final = ("dealt", "turned", "drawn", "result")
STATES: Final = ("done", "waiting", "failed", "none")


class Figure(serializers.FloatField):
    """A figure of the review, without the digits that are noise."""

    def to_representation(self, value: Any) -> Any:
        return round(float(value), DECIMALS) + 0.0


def _figure(help_text: str = "", *, allow_null: bool = True) -> Figure:
    return Figure(allow_null=allow_null, help_text=help_text)


@extend_schema_field({"type": "string", "enum": [*LABELS, None], "nullable": True})
class LabelShown(TextOrNull):
    """What a loss is called, null where it has no name."""


@extend_schema_field({"type": "string", "enum": [*METHODS, None], "nullable": True})
class MethodShown(TextOrNull):
    """How a decision was weighed; null in reviews of an engine that did not note it."""


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
class ReasonsShown(serializers.Field[Any, Any, Any, Any]):
    """Facts: each a code and what its sentence needs."""

    def to_representation(self, value: Any) -> Any:
        return value


class OtherPassage(Shape):
    """Advice of another passage of the old treatise, where it contradicts itself."""

    rule = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    reading = TextOrNull(default="", help_text="As in `book`.")


class BookShown(Shape):
    """Advice of the old treatise."""

    rule = serializers.CharField()
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="None where the rule leaves it open."
    )
    reading = TextOrNull(
        default="",
        help_text="The code of a reading of ours that the advice rests on; null where the text is plain.",
    )
    also = OtherPassage(default=None, allow_null=True, help_text="Null where the treatise says one thing.")


class DecisionShown(Shape):
    """A choice that a player had. Choices: cards; `P`, `S`; `G`, `R`; cards put out; `K`; `-` for none of it."""

    game = serializers.IntegerField(help_text="From 1, by position.")
    deal = serializers.IntegerField(help_text="From 1, by position.")
    kind = serializers.ChoiceField(choices=KINDS)
    trick = serializers.IntegerField(allow_null=True, help_text="Of a card.")
    token = serializers.IntegerField(help_text="Where in the deal: its number is 0, its dealer 1.")
    player = SeatShown()
    chosen = serializers.CharField()
    best = serializers.ListField(child=serializers.CharField(), help_text="Worth most in marks.")
    double_dummy_loss = serializers.IntegerField(allow_null=True, help_text="Tricks, both hands seen.")
    expected = serializers.DictField(
        child=Figure(), help_text="What each choice is worth in marks, his less his adversary's."
    )
    loss = _figure("In marks.", allow_null=False)
    se = _figure("Standard error of `loss`; null where it was counted out.")
    worlds = serializers.IntegerField(
        allow_null=True, help_text="The hands that the adversary could hold, where they were counted out."
    )
    chances = serializers.DictField(
        child=Figure(), help_text="The chance of winning the game after each choice; empty without a score."
    )
    equity_loss = _figure("In chances of winning the game; null where the score is not known.")
    equity_se = _figure("Standard error of `equity_loss`.")
    label = LabelShown()  # type: ignore[assignment]
    rubber_loss = _figure("In chances of winning the rubber.")
    stake_loss = _figure("In points of the stake, in rubbers reckoned `treble`.")
    method = MethodShown()
    book = BookShown(allow_null=True)
    reasons = ReasonsShown()


class PlayerDecisionShown(DecisionShown):
    rubber = serializers.CharField(source="review.rubber.public_id")
    date = TextOrNull(source="review.rubber.date", help_text="The rubber's, as the record has it.")


class PlayerDecisionFilters(Filters):
    kind = ChoiceFilter(field_name="kind", choices=one_of(KINDS))
    label = ChoiceFilter(
        method="of_label", choices=one_of([*LABELS, ANY]), help_text="`any`: whatever has a label."
    )
    since = PlayedFilter(
        "review__rubber__date",
        lookup_expr="gte",
        help_text="Played that day or later, by a date that is known in full.",
    )

    def of_label(self, rows: QuerySet[Decision], name: str, value: str) -> QuerySet[Decision]:
        return rows.exclude(label="") if value == ANY else rows.filter(label=value)


class SwingShown(Shape):
    marks = _figure("A's less B's.")
    chance = _figure("A's, of winning the game; null where the score is not known.")


class LuckShown(Shape):
    """What chance did for A: the value after it, less the mean before. `result` is the whole deal's."""

    dealt = SwingShown()
    turned = SwingShown()
    drawn = SwingShown()
    result = SwingShown()
    se = _figure("Standard error of the first three together, in marks.")


class MomentShown(Shape):
    step = serializers.ChoiceField(choices=["start", "dealt", "turned", "drawn", "trick", "end"])
    token = serializers.IntegerField(help_text="It comes after this one.")
    trick = serializers.IntegerField(allow_null=True)
    chance = _figure("A's, of winning the game, both hands seen.", allow_null=False)


class DealReviewShown(Shape):
    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    luck = serializers.SerializerMethodField(help_text="Null where not all cards are on record.")
    moments = MomentShown(many=True)
    decisions = serializers.SerializerMethodField(help_text="Of `seats`, in the order of play.")

    @extend_schema_field(LuckShown(allow_null=True))
    def get_luck(self, deal: DealReview) -> dict[str, Any] | None:
        if deal.result_marks is None:
            return None
        shown: dict[str, Any] = {
            name: {"marks": getattr(deal, f"{name}_marks"), "chance": getattr(deal, f"{name}_chance")}
            for name in SWINGS
        }
        return dict(LuckShown({**shown, "se": deal.luck_se}).data)

    @extend_schema_field(DecisionShown(many=True))
    def get_decisions(self, deal: DealReview) -> Any:
        return DecisionShown(self.context["decisions"].get((deal.game, deal.deal), ()), many=True).data


class ReviewShown(Shape):
    """A page of the review's deals, under the state of the whole."""

    rubber = serializers.CharField()
    state = serializers.ChoiceField(
        choices=STATES,
        help_text="`waiting`: to be done, or under way; `none`: not recorded card by card, or not settled.",
    )
    seats = serializers.ListField(
        child=serializers.ChoiceField(choices=["A", "B"]), help_text="Whose decisions you may read."
    )
    is_current = serializers.BooleanField(help_text="False until a newer engine has reviewed it again.")
    versions = serializers.DictField(
        child=serializers.CharField(), help_text="Of `review`, `policy`, `labels`, `solver`, `chances`."
    )
    table_checksum = TextOrNull(help_text="Of the solver's table.")
    done_at = serializers.DateTimeField(allow_null=True)
    next = serializers.CharField(allow_null=True, help_text="The address of the page after this one.")
    previous = serializers.CharField(allow_null=True, help_text="The address of the page before.")
    results = DealReviewShown(many=True)


class ChanceShown(Shape):
    """Before a deal, for one of the players."""

    score = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, help_text="His points, his adversary's."
    )
    deals = serializers.BooleanField(help_text="Whether the next deal is his.")
    chance = _figure("Of winning the game.", allow_null=False)
    stake = _figure("What the game brings him under `treble`, on average.", allow_null=False)
    odds_on_the_table = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, help_text="The old rule: as 5 to 4."
    )


class ThresholdShown(Shape):
    label = serializers.ChoiceField(choices=LABELS)  # type: ignore[assignment]
    equity_loss = _figure("From this loss on.", allow_null=False)


class LabelsShown(Shape):
    version = serializers.CharField()
    thresholds = ThresholdShown(many=True, help_text="The dearest first.")


class ChancesQuery(Query):
    variant = serializers.ChoiceField(
        choices=["ecarte", "triomphe"], default="ecarte", help_text="The game that is played."
    )


class ChancesShown(Shape):
    version = serializers.CharField()
    checksum = serializers.CharField(help_text="SHA-256 of the table.")
    policy = serializers.CharField(help_text="The version of what both are taken to do before the play.")
    labels = LabelsShown()
    results = ChanceShown(many=True)

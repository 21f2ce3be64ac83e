"""The trainer as the API shows it: decisions that a player is set again, and what is made of his answers."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from matches.api.fields import Body, PublicIdField, TextOrNull
from matches.api.filters import ChoiceFilter, Filters, YesNoFilter, one_of
from matches.api.review_shapes import Figure as Rounded
from matches.api.rubber_shapes import Seats
from matches.models import Decision
from matches.services.exercises import loss_of

KINDS: Final = tuple(Decision.Kind.values)
LONGEST_CHOICE: Final = 40
MOST: Final = 1_000_000


class ExerciseShown(serializers.Serializer[Any]):
    """A decision to make again. What it cost, and what was best, is not told before the answer."""

    rubber = serializers.CharField(source="review.rubber.public_id")
    players = Seats(source="review.rubber")
    date = TextOrNull(source="review.rubber.date", help_text="As the record has it.")
    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    token = serializers.IntegerField(help_text="The moment just before this token of the deal.")
    kind = serializers.ChoiceField(choices=KINDS)
    trick = serializers.IntegerField(allow_null=True, help_text="Of a card.")
    side = serializers.ChoiceField(choices=["A", "B"], source="player", help_text="Whose decision it is.")
    choices = serializers.SerializerMethodField(help_text="As in decisions: one of these is the answer.")
    answered = serializers.SerializerMethodField(help_text="How often: send it with the answer.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="Null for what was never set.")

    def get_choices(self, decision: Any) -> list[str]:
        return sorted(decision.chances)

    def get_answered(self, decision: Any) -> int:
        return int(decision.answered or 0)


class ExerciseFilters(Filters):
    kind = ChoiceFilter(field_name="kind", choices=one_of(KINDS))
    is_new = YesNoFilter(
        "due_at", lookup_expr="isnull", help_text="Those that were never set, or the others."
    )


class ExerciseAnswer(Body):
    """Which exercise is answered, how often it had been when it was read, and the choice."""

    rubber = PublicIdField()
    game = serializers.IntegerField(min_value=1, max_value=MOST)
    deal = serializers.IntegerField(min_value=1, max_value=MOST)
    token = serializers.IntegerField(min_value=0, max_value=MOST)
    kind = serializers.ChoiceField(choices=KINDS)
    answered = serializers.IntegerField(min_value=0, max_value=MOST)
    choice = serializers.CharField(max_length=LONGEST_CHOICE)


class ExerciseVerdict(serializers.Serializer[Any]):
    """What the answer is worth, and when the exercise comes back."""

    is_right = serializers.BooleanField()
    choice = serializers.CharField(help_text="The answer that counts: the first to what was read.")
    chosen = serializers.CharField(help_text="At the table.")
    best = serializers.ListField(child=serializers.CharField(), help_text="Worth most in marks.")
    loss = Rounded(help_text="What the answer costs, in chances of winning the game.")
    chances = serializers.DictField(child=Rounded(), help_text="Of winning the game after each choice.")
    answered = serializers.IntegerField()
    right_in_a_row = serializers.IntegerField()
    due_at = serializers.DateTimeField()


def verdict_json(decision: Decision, exercise: Any, *, is_right: bool) -> dict[str, Any]:
    told = {
        "is_right": is_right,
        "choice": exercise.last_answer,
        "chosen": decision.chosen,
        "best": decision.best,
        "loss": loss_of(decision, exercise.last_answer),
        "chances": decision.chances,
        "answered": exercise.answered,
        "right_in_a_row": exercise.right_in_a_row,
        "due_at": exercise.due_at,
    }
    return dict(ExerciseVerdict(told).data)

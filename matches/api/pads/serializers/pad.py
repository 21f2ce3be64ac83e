"""What the pad of a rubber may do besides its deals, as bodies of the API; and where two phones are at odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from matches.api.core.fields import Body, SeatShown
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import REASON_LENGTH
from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    RUBBER_DISPUTED,
    RUBBER_REPORTED,
)
from matches.pads.commands import LONGEST_WORD
from matches.pads.conflicts import Choice, OpenConflict
from matches.pads.queries.conflicts import StepRead, steps_read
from scoring.cards import CARD_NAMES, format_card
from scoring.notation.tokens import CHOICE_WORD
from scoring.record import Rubber as Record

MOST_PAIRS = 20
STEPS: Final[Mapping[str, str]] = {
    RUBBER_DEAL_RECORDED: "deal",
    RUBBER_DEAL_UNDONE: "undo",
    RUBBER_CUT_RECORDED: "cut",
    RUBBER_REPORTED: "report",
    RUBBER_CLOSED: "close",
    RUBBER_CONFIRMED: "confirm",
    RUBBER_DISPUTED: "dispute",
}
"""What a step of a phone's is called, by its kind in the log."""
OTHER: Final = "other"
CHOICES: Final[Mapping[str, Choice]] = {"kept": "taken", "recorded": "dropped"}
"""What the service calls it when one of the two stands."""


class ChoiceWord(serializers.RegexField):
    """What is chosen with the cut: letters and digits of any script, parts joined by hyphens."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            f"^{CHOICE_WORD.pattern}$", max_length=LONGEST_WORD, default="", allow_blank=True, **kwargs
        )


class CutBody(Body):
    """A's card and B's, again and again while they tie; the higher deals (law 5)."""

    pairs = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        min_length=1,
        max_length=MOST_PAIRS,
    )
    cards = ChoiceWord(
        help_text="The pack that the winner of the cut chose to deal with, in one word (law 5)."
    )
    seat = ChoiceWord(help_text="The seat that the winner of the cut chose, in one word (law 5).")
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class LateKing(Body):
    player = serializers.ChoiceField(choices=["A", "B"])
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class RewrittenDeal(Body):
    egn = serializers.CharField(
        max_length=20_000,
        trim_whitespace=False,
        help_text="One deal, with its number or without: `A P R Kb =B4`.",
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class PadChoice(Body):
    stands = serializers.ChoiceField(
        choices=list(CHOICES),
        help_text="`kept`: what is recorded in its place is taken back. `recorded`: what was kept is dropped.",
    )


class PadStep(Shape):
    """Something that a phone wrote. Of a deal it says what it came to, never its cards."""

    kind = serializers.ChoiceField(choices=[*STEPS.values(), OTHER])
    game = serializers.IntegerField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    dealer = SeatShown()
    calls = serializers.CharField(allow_null=True, help_text="The letters in their order: PGPR.")
    is_void = serializers.BooleanField()
    tricks = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )
    score = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Of the game after it.",
    )
    cut = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        help_text="The cards of a cut, A's and B's, tie by tie; empty for another kind.",
    )


class PadConflict(Shape):
    id = serializers.CharField()
    game = serializers.IntegerField(help_text="Where the two part.")
    deal = serializers.IntegerField(allow_null=True, help_text="Null for a cut.")
    device = serializers.CharField(help_text="The phone whose version is kept, by the name it gave itself.")
    kept = PadStep(many=True, help_text="What that phone wrote.")
    recorded = PadStep(many=True, help_text="What was recorded in its place; empty where that was nothing.")


class PadConflicts(Shape):
    version = serializers.IntegerField(help_text="The rubber's.")
    conflicts = PadConflict(many=True)


def pad_conflict_json(conflict: OpenConflict, record: Record) -> dict[str, Any]:
    """``PadConflict`` of a rubber of which ``record`` is stored now."""
    return {
        "id": conflict.id,
        "game": conflict.game,
        "deal": conflict.deal or None,
        "device": conflict.device,
        "kept": [_step_json(step) for step in steps_read(conflict.kept, record)],
        "recorded": [_step_json(step) for step in steps_read(conflict.stands, record)],
    }


def _step_json(step: StepRead) -> dict[str, Any]:
    deal = step.deal
    tricks = None if deal is None else deal.tricks
    score = None if deal is None else deal.score
    return {
        "kind": STEPS.get(step.kind, OTHER),
        "game": step.game,
        "deal": step.number,
        "dealer": None if deal is None else deal.dealer,
        "calls": None if deal is None else deal.course.letters,
        "is_void": deal is not None and deal.void,
        "tricks": None if tricks is None else list(tricks),
        "score": None if score is None else list(score),
        "cut": [[format_card(a), format_card(b)] for a, b in step.cut],
    }

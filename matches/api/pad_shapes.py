"""What the pad of a rubber may do besides its deals, as bodies of the API."""

from __future__ import annotations

from rest_framework import serializers

from matches.api.fields import Body
from matches.api.rubber_shapes import REASON_LENGTH
from scoring.cards import CARD_NAMES

MOST_PAIRS = 20


class CutBody(Body):
    """A's card and B's, again and again while they tie; the higher deals (law 5)."""

    pairs = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        min_length=1,
        max_length=MOST_PAIRS,
    )
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

"""Serializers for what a score pad records, for conflicts between pads, and for table links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import SeatField, TextOrNull, WriteSerializer
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import REASON_LENGTH, SeatedPlayer
from matches.api.sittings.fact_serializers import MOST_NUMBER
from matches.clubs.words import person_name
from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    RUBBER_DISPUTED,
    RUBBER_REPORTED,
)
from matches.models import TableLink
from matches.pads.commands import MAX_CHOICE_LENGTH
from matches.pads.conflicts import Choice, OpenConflict, ParsedStep, parse_steps
from matches.pads.table_links import LIFETIMES, link_state
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
"""The API's names for the steps recorded by a phone, by their kind in the log."""


OTHER: Final = "other"
CHOICES: Final[Mapping[str, Choice]] = {"kept": "taken", "recorded": "dropped"}
"""The service's names for the choice between two versions."""


class ChoiceWord(serializers.RegexField):
    """One word for the pack or the seat that the winner of the cut chose, such as ``red`` or ``north-east``.

    Letters and digits of any script are allowed, with hyphens between them. The word may be empty.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            f"^{CHOICE_WORD.pattern}$", max_length=MAX_CHOICE_LENGTH, default="", allow_blank=True, **kwargs
        )


class CutBody(WriteSerializer):
    """The cut for the first deal (law 5). Each of the `pairs` has A's card and B's card.

    The players cut again while they tie. At écarté the player with the higher card deals, at La Triomphe the
    one with the lower.
    """

    pairs = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        min_length=1,
        max_length=MOST_PAIRS,
    )
    cards = ChoiceWord(help_text="The pack that the winner of the cut chose, in one word (law 5).")
    seat = ChoiceWord(help_text="The seat that the winner of the cut chose, in one word (law 5).")
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class LateKing(WriteSerializer):
    player = serializers.ChoiceField(choices=["A", "B"])
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class RewrittenDeal(WriteSerializer):
    egn = serializers.CharField(
        max_length=20_000,
        trim_whitespace=False,
        help_text="One deal in EGN, with or without its number: `A P R Kb =B4`.",
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class PadChoice(WriteSerializer):
    stands = serializers.ChoiceField(
        choices=list(CHOICES),
        help_text="`kept`: the kept version replaces the recorded one. `recorded`: the kept version is dropped.",
    )


class PadStep(ReadSerializer):
    """A step that a phone recorded, such as a cut or a deal.

    A deal has its calls, tricks and score, never its cards.
    """

    kind = serializers.ChoiceField(choices=[*STEPS.values(), OTHER])
    game = serializers.IntegerField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    dealer = SeatField()
    calls = serializers.CharField(allow_null=True, help_text="The letters of the calls in order: PGPR.")
    is_void = serializers.BooleanField()
    tricks = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )
    score = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="The score of the game after the deal.",
    )
    cut = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        help_text="The cards of A and B in a cut, tie by tie; empty for other kinds.",
    )


class PadConflict(ReadSerializer):
    id = serializers.CharField()
    game = serializers.IntegerField(help_text="The game in which the two versions differ.")
    deal = serializers.IntegerField(allow_null=True, help_text="Null for a cut.")
    device = serializers.CharField(help_text="The name of the phone whose version is kept.")
    kept = PadStep(many=True, help_text="The version of that phone.")
    recorded = PadStep(many=True, help_text="The version that was recorded instead; empty if there is none.")


class PadConflicts(ReadSerializer):
    version = serializers.IntegerField(help_text="The version of the rubber.")
    conflicts = PadConflict(many=True)


def pad_conflict_json(conflict: OpenConflict, record: Record) -> dict[str, Any]:
    """Return a conflict between two phones as JSON. ``record`` is the rubber's current record."""
    return {
        "id": conflict.id,
        "game": conflict.game,
        "deal": conflict.deal or None,
        "device": conflict.device,
        "kept": [_step_json(step) for step in parse_steps(conflict.kept, record)],
        "recorded": [_step_json(step) for step in parse_steps(conflict.stands, record)],
    }


def _step_json(step: ParsedStep) -> dict[str, Any]:
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


MOST_PAIRINGS = 1000


class LinkSerializer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    hint = serializers.CharField(help_text="The beginning of the code, by which people recognise it.")
    state = serializers.SerializerMethodField(
        help_text="`over`: its rubber is confirmed, corrected or void. A `good` link, too, opens nothing once "
        "its maker may no longer enter that rubber."
    )
    rubber = serializers.CharField(
        source="rubber.public_id",
        default=None,
        allow_null=True,
        help_text="Null for a pool or French table, and for a pairing until someone opens the link.",
    )
    sitting = serializers.CharField(
        source="sitting.public_id",
        default=None,
        allow_null=True,
        help_text="The id of the pool or the French table.",
    )
    event = serializers.CharField(source="event.public_id", default=None, allow_null=True)
    round = TextOrNull(source="round_label")
    table = TextOrNull()
    players = serializers.SerializerMethodField(
        help_text="The two players of its rubber or pairing, A first."
    )
    made_by = serializers.SerializerMethodField(
        help_text="The name of the person who made it and is responsible for it."
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    opened_at = serializers.DateTimeField(allow_null=True, help_text="The time at which it was last opened.")
    revoked_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field({"type": "string", "enum": ["good", "expired", "revoked", "over"]})
    def get_state(self, link: TableLink) -> str:
        return link_state(link)

    @extend_schema_field(SeatedPlayer(many=True, allow_null=True))
    def get_players(self, link: TableLink) -> list[Any] | None:
        if link.player_a is None or link.player_b is None:
            return None
        return list(SeatedPlayer([link.player_a, link.player_b], many=True).data)

    def get_made_by(self, link: TableLink) -> str:
        return person_name(link.created_by)


class LinkCreatedSerializer(LinkSerializer):
    """A new table link.

    Only the first response has its `address` and `code`; in a repeated response they are null.
    """

    address = serializers.CharField(
        default=None,
        allow_null=True,
        help_text="The URL that opens the table on a phone, with the code after the `#`.",
    )
    code = serializers.CharField(
        default=None, allow_null=True, help_text="The code as people type it: `K7QF 2M9D XW4C TB6N`."
    )


class LinksCreatedSerializer(ReadSerializer):
    links = LinkCreatedSerializer(many=True)


class LinkCreate(WriteSerializer):
    good_for = serializers.ChoiceField(
        choices=list(LIFETIMES),
        default="day",
        help_text="How long the link is valid, unless it is revoked before.",
    )


class LinksCreate(LinkCreate):
    """Create links to the tables of a round.

    Without `stage`, the links are for the last stage with a released round. Without `round`, they are for the
    stage's current round.
    """

    stage = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    round = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    pairings = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        min_length=1,
        max_length=MOST_PAIRINGS,
        required=False,
        help_text="The numbers of pairings in the round; without it, all unplayed pairings.",
    )

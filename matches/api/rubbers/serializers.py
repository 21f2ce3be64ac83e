"""Serializers for rubbers, games and deals, and for the bodies that create and change rubbers.

A live rubber shows only its score. It has no deals, no text and no findings.
"""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import (
    ChoiceOrNull,
    Pair,
    PairField,
    PublicIdField,
    QuerySerializer,
    RecordDateField,
    SeatField,
    TextOrNull,
    TypedName,
    WriteSerializer,
)
from matches.api.core.filters import ChoiceFilter, DayFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.exchange.exports.select_rubbers import RubberFilter, filter_rubbers
from matches.models import Depth, Rubber
from matches.rubbers.deal_from_input import position_of
from matches.rubbers.text import check_text
from scoring.findings import Finding, JsonValue
from scoring.record import VARIANT_TAGS

REASON_LENGTH = 2000
RECORD_LENGTH = 1_000_000
STATES = tuple(Rubber.State.values)
TERMINATIONS = tuple(Rubber.Termination.values)
VARIANTS = tuple(VARIANT_TAGS)
STATE_MEANING: Final = "Only in this state. A rubber with an open dispute is `disputed`."


class SeatedPlayer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    name = TextOrNull(help_text="Null if the person's data were deleted.")


class Seats(ReadSerializer):
    A = SeatedPlayer(source="player_a")
    B = SeatedPlayer(source="player_b")


class FindingSerializer(ReadSerializer):
    """A finding in a record, with the members that `python -m scoring check --json` prints.

    `line` and `column` are null for a stored record.
    """

    code = serializers.CharField()
    law = serializers.IntegerField(allow_null=True)
    severity = serializers.ChoiceField(choices=["error", "ruling", "warning", "note"])
    game = serializers.IntegerField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    trick = serializers.IntegerField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)
    cause = serializers.IntegerField(allow_null=True, help_text="The law that explains a score that differs.")
    message = serializers.CharField()
    settle = serializers.CharField(help_text="How to settle it.")
    is_advisory = serializers.BooleanField(
        required=False,
        help_text="True if only checks newer than the record's entry find it: it stops nothing. Otherwise absent.",
    )


class RubberLine(ReadSerializer):
    """A rubber in a list, without its findings. A rubber with ``best_of`` 1 is a single game."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    event = serializers.CharField(source="event.public_id")
    players = Seats(source="*")
    date = TextOrNull(help_text="The date in the record: 2026.11.14, with ?? for unknown digits.")
    round = TextOrNull(source="round_label")
    table = TextOrNull()
    best_of = serializers.IntegerField()
    reckoning = serializers.ChoiceField(choices=["plain", "treble"])
    rubber_bonus = serializers.IntegerField()
    cut = serializers.ChoiceField(choices=["rubber", "game"])
    code = serializers.ChoiceField(choices=["English", "French"])
    variant = serializers.ChoiceField(choices=VARIANTS, help_text="The game: écarté or La Triomphe.")
    termination = serializers.ChoiceField(choices=TERMINATIONS)
    depth = serializers.SerializerMethodField(help_text="Null while the rubber is being played.")
    state = serializers.ChoiceField(choices=STATES)
    reported_by = SeatField(help_text="The side that reported it, if the other has not confirmed.")
    version = serializers.IntegerField(help_text="The version: 1, plus one for each change.")
    winner = SeatField()
    games_won = PairField("games_won")
    points = PairField("points")
    entered_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()

    @extend_schema_field({"type": "string", "enum": [*Depth.values, None], "nullable": True})
    def get_depth(self, rubber: Rubber) -> str | None:
        return None if rubber.state == Rubber.State.LIVE else rubber.depth


class NextDeal(ReadSerializer):
    """The next deal of a live rubber: its number, its dealer and the score before it."""

    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    dealer = serializers.ChoiceField(
        choices=["A", "B"], allow_null=True, help_text="Null if a cut decides it."
    )
    score = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )


class RubberSerializer(RubberLine):
    """A rubber. ``keeps_score`` in the context is whether the reader may record the rubber's deals."""

    findings = serializers.SerializerMethodField(help_text="Null while the rubber is being played.")
    next_deal = serializers.SerializerMethodField(
        help_text="Null unless the rubber is being played, is not decided, and you may record it."
    )

    @extend_schema_field(FindingSerializer(many=True, allow_null=True))
    def get_findings(self, rubber: Rubber) -> list[dict[str, JsonValue]] | None:
        if rubber.state == Rubber.State.LIVE:
            return None
        return [Finding(**facts).as_json() for facts in rubber.findings]

    @extend_schema_field(NextDeal(allow_null=True))
    def get_next_deal(self, rubber: Rubber) -> dict[str, Any] | None:
        if rubber.state != Rubber.State.LIVE or not self.context.get("keeps_score"):
            return None
        where = position_of(check_text(rubber.egn, rubber.checks))
        return None if where.winner is not None else NextDeal.json(where)


class GameSerializer(ReadSerializer):
    number = serializers.IntegerField()
    points = PairField("points")
    winner = SeatField()
    value = serializers.IntegerField(
        allow_null=True, help_text="The value of the game under the rubber's reckoning."
    )


class MarkDetailSerializer(ReadSerializer):
    player = serializers.ChoiceField(choices=["A", "B"])
    law = serializers.IntegerField()
    points = serializers.IntegerField()


class DealSerializer(ReadSerializer):
    game = serializers.IntegerField(source="game.number")
    number = serializers.IntegerField()
    dealer = serializers.ChoiceField(choices=["A", "B"])
    depth = serializers.ChoiceField(choices=Depth.values)
    is_void = serializers.BooleanField()
    vulnerable = ChoiceOrNull(
        ("A", "B", "none"),
        help_text="The vulnerable player (law 49); at La Triomphe, the player who refused the point.",
    )
    tricks = PairField("tricks")
    score = PairField("score")
    marks = MarkDetailSerializer(many=True)
    king_by = SeatField(help_text="The player who marked the king.")
    king_turned_up = serializers.BooleanField()
    calls = serializers.CharField(help_text="The letters of the calls in order: PGPR.")
    egn = serializers.CharField(help_text="The deal in EGN, with its number.")


class RubberFilters(Filters):
    """The filters of lists of rubbers. ``filter_rubbers`` has the condition of each but ``club``."""

    club = PublicIdFilter("club__public_id")
    event = PublicIdFilter("event")
    player = PublicIdFilter("player", help_text="Only rubbers of this player, on either side.")
    opponent = PublicIdFilter(
        "opponent", help_text="Only rubbers of this player; with `player`, only rubbers between the two."
    )
    state = ChoiceFilter(choices=one_of(STATES), help_text=STATE_MEANING)
    depth = ChoiceFilter(
        choices=one_of(Depth.values), help_text="Only finished rubbers recorded in this depth."
    )
    variant = ChoiceFilter(choices=one_of(VARIANTS))
    date_from = DayFilter(help_text="Only rubbers played on or after this day, with a complete date.")
    date_to = DayFilter(help_text="Only rubbers played on or before this day, with a complete date.")

    def filter_queryset(self, queryset: QuerySet[Rubber]) -> QuerySet[Rubber]:
        values = {name: value for name, value in self.form.cleaned_data.items() if value}
        rubbers: QuerySet[Rubber] = self.filters["club"].filter(queryset, values.pop("club", ""))
        return filter_rubbers(rubbers, RubberFilter(**values))


class TextQuery(QuerySerializer):
    annotated = serializers.BooleanField(
        default=False,
        help_text="In EGN: include the verdicts of the review that you may read, as comments.",
    )


def odd(value: int) -> None:
    if value % 2 == 0:
        raise ValidationError(_("A rubber is the best of an odd number of games."))


class _Place(WriteSerializer):
    club = PublicIdField(help_text="The club that stores the rubber.")
    event = PublicIdField(required=False, allow_null=True, help_text="Null: a friendly game.")
    is_another = serializers.BooleanField(
        default=False,
        help_text="Store it even if there is a rubber of the same occasion and players: this is another one.",
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="The reason shown in the log."
    )


class RubberAsEgn(_Place):
    """A new rubber from a record in the notation.

    `players` has the ids of A and B. Without `players`, the tags of the record name the players: AId and BId
    by id, or A and B by name.
    """

    form = serializers.ChoiceField(choices=["egn"])
    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2, required=False)


class _Written(_Place):
    players = serializers.ListField(
        child=PublicIdField(), min_length=2, max_length=2, help_text="The players A and B."
    )
    date = RecordDateField(default="", allow_blank=True)
    round = TypedName(default="", allow_blank=True, is_for_tag=True)
    table = TypedName(default="", allow_blank=True, is_for_tag=True)
    best_of = serializers.IntegerField(default=3, min_value=1, max_value=99, validators=[odd])
    reckoning = serializers.ChoiceField(choices=["plain", "treble"], default="plain")
    rubber_bonus = serializers.IntegerField(default=0, min_value=0, max_value=1_000_000)
    cut = serializers.ChoiceField(choices=["rubber", "game"], default="rubber")
    code = serializers.ChoiceField(choices=["English", "French"], default="English")
    variant = serializers.ChoiceField(choices=VARIANTS, default="ecarte")


class RubberAsResult(_Written):
    """A new rubber from a result: either the final points of each game or the number of games won."""

    form = serializers.ChoiceField(choices=["result"])
    games = serializers.ListField(child=Pair(), max_length=99, required=False)
    games_won = Pair(required=False)
    termination = serializers.ChoiceField(choices=TERMINATIONS, default="normal")
    winner = serializers.ChoiceField(
        choices=["A", "B"], required=False, help_text="The winner, if the rubber was not played out."
    )


class LiveRubber(_Written):
    """A new live rubber, whose deals will be recorded one by one."""

    form = serializers.ChoiceField(choices=["live"])


FORMS: dict[str, type[_Place]] = {"egn": RubberAsEgn, "result": RubberAsResult, "live": LiveRubber}


class Confirmation(WriteSerializer):
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class ReportCorrection(Confirmation):
    """The complete corrected record of a reported result, with the same players and the same event."""

    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)


class Reason(WriteSerializer):
    reason = serializers.CharField(
        max_length=REASON_LENGTH, help_text="The reason that others read in the log."
    )


class Ending(WriteSerializer):
    termination = serializers.ChoiceField(
        choices=TERMINATIONS,
        default="normal",
        help_text="How the rubber ended. A decided rubber counts as played out in any case.",
    )
    winner = serializers.ChoiceField(choices=["A", "B"], required=False)
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class Correction(Reason):
    """The complete corrected record of a rubber.

    If neither the body nor the record names the players or the event, the rubber keeps its players or its
    event.
    """

    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2, required=False)
    event = PublicIdField(required=False)


class DealCreate(WriteSerializer):
    egn = serializers.CharField(
        max_length=20_000,
        trim_whitespace=False,
        help_text="One deal in EGN, with or without its number: `A P R Kb =B4`.",
    )

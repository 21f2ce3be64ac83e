"""Rubbers, games and deals as the API shows them, and as it takes them in.

A rubber that is being played shows its score and nothing else: no deals, no text, no findings.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import (
    Body,
    Pair,
    PairShown,
    PublicIdField,
    Query,
    SeatShown,
    TextOrNull,
    TypedName,
)
from matches.api.core.filters import ChoiceFilter, Filters, PlayedFilter, PublicIdFilter, one_of
from matches.api.core.serializers import Shape
from matches.models import Depth, Rubber
from matches.rubbers.build_record import standing
from scoring.check import check_rubber
from scoring.findings import Finding, JsonValue
from scoring.notation import read_one

REASON_LENGTH = 2000
RECORD_LENGTH = 1_000_000
STATES = tuple(Rubber.State.values)
TERMINATIONS = tuple(Rubber.Termination.values)


class SeatedPlayer(Shape):
    id = serializers.CharField(source="public_id")
    name = TextOrNull(help_text="Null for somebody who asked to be forgotten.")


class Seats(Shape):
    A = SeatedPlayer(source="player_a")
    B = SeatedPlayer(source="player_b")


class FindingShown(Shape):
    """As `python -m scoring check --json` prints it; places in a text are null for a stored record."""

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
    settle = serializers.CharField(help_text="What would settle it.")
    is_advisory = serializers.BooleanField(
        required=False,
        help_text="Set, and true, where only checks that are newer than the record's entry find it: it stops nothing.",
    )


class RubberLine(Shape):
    """A rubber (``best_of`` 1: a single game) without its findings."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    event = serializers.CharField(source="event.public_id")
    players = Seats(source="*")
    date = TextOrNull(help_text="As the record has it: 2026.11.14, with ?? for what is not known.")
    round = TextOrNull(source="round_label")
    table = TextOrNull()
    best_of = serializers.IntegerField()
    reckoning = serializers.ChoiceField(choices=["plain", "treble"])
    rubber_bonus = serializers.IntegerField()
    cut = serializers.ChoiceField(choices=["rubber", "game"])
    code = serializers.ChoiceField(choices=["English", "French"])
    variant = serializers.ChoiceField(choices=["ecarte", "triomphe"], help_text="The game that is played.")
    termination = serializers.ChoiceField(choices=TERMINATIONS)
    depth = serializers.SerializerMethodField(help_text="Null while it is being played.")
    state = serializers.ChoiceField(choices=STATES)
    reported_by = SeatShown(help_text="The side whose word alone it rests on.")
    version = serializers.IntegerField(help_text="How often it has been changed, from 1.")
    winner = SeatShown()
    games_won = PairShown("games_won")
    points = PairShown("points")
    entered_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()

    @extend_schema_field({"type": "string", "enum": [*Depth.values, None], "nullable": True})
    def get_depth(self, rubber: Rubber) -> str | None:
        return None if rubber.state == Rubber.State.LIVE else rubber.depth


class NextDeal(Shape):
    """What whoever keeps the score needs to know before the next deal."""

    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    dealer = serializers.ChoiceField(
        choices=["A", "B"], allow_null=True, help_text="Null where a cut decides it."
    )
    score = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )


class RubberShown(RubberLine):
    """``keeps_score`` in the context: the reader may record its deals."""

    findings = serializers.SerializerMethodField(help_text="Null while it is being played.")
    next_deal = serializers.SerializerMethodField(
        help_text="For who may record it, while the rubber is being played and not decided; else null."
    )

    @extend_schema_field(FindingShown(many=True, allow_null=True))
    def get_findings(self, rubber: Rubber) -> list[dict[str, JsonValue]] | None:
        if rubber.state == Rubber.State.LIVE:
            return None
        return [Finding(**facts).as_json() for facts in rubber.findings]

    @extend_schema_field(NextDeal(allow_null=True))
    def get_next_deal(self, rubber: Rubber) -> dict[str, Any] | None:
        if rubber.state != Rubber.State.LIVE or not self.context.get("keeps_score"):
            return None
        where = standing(check_rubber(read_one(rubber.egn), checks=rubber.checks))
        return None if where.winner is not None else dict(NextDeal(where).data)


class GameShown(Shape):
    number = serializers.IntegerField()
    points = PairShown("points")
    winner = SeatShown()
    value = serializers.IntegerField(
        allow_null=True, help_text="What it counts under the rubber's reckoning."
    )


class MarkShown(Shape):
    player = serializers.ChoiceField(choices=["A", "B"])
    law = serializers.IntegerField()
    points = serializers.IntegerField()


class DealShown(Shape):
    game = serializers.IntegerField(source="game.number")
    number = serializers.IntegerField()
    dealer = serializers.ChoiceField(choices=["A", "B"])
    depth = serializers.ChoiceField(choices=Depth.values)
    is_void = serializers.BooleanField()
    vulnerable = serializers.SerializerMethodField(
        help_text="Against whom the point counts two (law 49); at La Triomphe who refused the point."
    )
    tricks = PairShown("tricks")
    score = PairShown("score")
    marks = MarkShown(many=True)
    king_by = SeatShown(help_text="Who marked the king.")
    king_turned_up = serializers.BooleanField()
    calls = serializers.CharField(help_text="The letters in their order: PGPR.")
    egn = serializers.CharField(help_text="The deal in the notation, with its number.")

    @extend_schema_field({"type": "string", "enum": ["A", "B", "none", None], "nullable": True})
    def get_vulnerable(self, deal: Any) -> str | None:
        return deal.vulnerable or None


class RubberFilters(Filters):
    club = PublicIdFilter("club__public_id")
    event = PublicIdFilter("event__public_id")
    player = PublicIdFilter("player", method="of_player", help_text="On either side.")
    opponent = PublicIdFilter(
        "opponent", method="of_player", help_text="On either side: with `player`, those of the two."
    )
    state = ChoiceFilter(field_name="state", choices=one_of(STATES))
    depth = ChoiceFilter(
        method="of_depth", choices=one_of(Depth.values), help_text="Of those that are over: how deep they go."
    )
    variant = ChoiceFilter(field_name="variant", choices=one_of(["ecarte", "triomphe"]))
    date_from = PlayedFilter(
        "date", lookup_expr="gte", help_text="Played that day or later, by a date that is known in full."
    )
    date_to = PlayedFilter(
        "date", lookup_expr="lte", help_text="Played that day or before, by a date that is known in full."
    )

    def of_player(self, rows: QuerySet[Rubber], name: str, value: str) -> QuerySet[Rubber]:
        return rows.filter(Q(player_a__public_id=value) | Q(player_b__public_id=value))

    def of_depth(self, rows: QuerySet[Rubber], name: str, value: str) -> QuerySet[Rubber]:
        return rows.filter(depth=value).exclude(state=Rubber.State.LIVE)


class TextQuery(Query):
    annotated = serializers.BooleanField(
        default=False,
        help_text="In the notation: with the review's verdicts as comments, as far as you may read it.",
    )


def odd(value: int) -> None:
    if value % 2 == 0:
        raise ValidationError(_("A rubber is the best of an odd number of games."))


class _Place(Body):
    club = PublicIdField(help_text="The club in whose records it goes.")
    event = PublicIdField(required=False, allow_null=True, help_text="Null: outside any event.")
    is_another = serializers.BooleanField(
        default=False, help_text="There may be one of the same occasion and players already: this is another."
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="For the log."
    )


class RubberAsEgn(_Place):
    """A record in the notation. Its players are taken from `players`, or found by its tags AId and BId, A and B."""

    form = serializers.ChoiceField(choices=["egn"])
    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2, required=False)


class _Written(_Place):
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2, help_text="A and B.")
    date = serializers.CharField(default="", allow_blank=True, max_length=10)
    round = TypedName(default="", allow_blank=True, is_for_tag=True)
    table = TypedName(default="", allow_blank=True, is_for_tag=True)
    best_of = serializers.IntegerField(default=3, min_value=1, max_value=99, validators=[odd])
    reckoning = serializers.ChoiceField(choices=["plain", "treble"], default="plain")
    rubber_bonus = serializers.IntegerField(default=0, min_value=0, max_value=1_000_000)
    cut = serializers.ChoiceField(choices=["rubber", "game"], default="rubber")
    code = serializers.ChoiceField(choices=["English", "French"], default="English")
    variant = serializers.ChoiceField(choices=["ecarte", "triomphe"], default="ecarte")


class RubberAsResult(_Written):
    """A result: each game's final points, or else the games won."""

    form = serializers.ChoiceField(choices=["result"])
    games = serializers.ListField(child=Pair(), max_length=99, required=False)
    games_won = Pair(required=False)
    termination = serializers.ChoiceField(choices=TERMINATIONS, default="normal")
    winner = serializers.ChoiceField(
        choices=["A", "B"], required=False, help_text="Where it was not played out."
    )


class LiveRubber(_Written):
    """A rubber that is about to be played, to be recorded deal by deal."""

    form = serializers.ChoiceField(choices=["live"])


FORMS: dict[str, type[_Place]] = {"egn": RubberAsEgn, "result": RubberAsResult, "live": LiveRubber}


class Confirmation(Body):
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class Reason(Body):
    reason = serializers.CharField(max_length=REASON_LENGTH, help_text="Others read it in the log.")


class Ending(Body):
    termination = serializers.ChoiceField(
        choices=TERMINATIONS,
        default="normal",
        help_text="A rubber that is decided is played out all the same.",
    )
    winner = serializers.ChoiceField(choices=["A", "B"], required=False)
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class Correction(Reason):
    """The whole record as it should be. Players and event that are neither given nor named by it stay."""

    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2, required=False)
    event = PublicIdField(required=False)


class NewDeal(Body):
    egn = serializers.CharField(
        max_length=20_000,
        trim_whitespace=False,
        help_text="One deal, with its number or without: `A P R Kb =B4`.",
    )

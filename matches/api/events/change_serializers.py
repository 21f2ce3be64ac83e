"""Serializers for changes to an event: facts, draws and changes to them, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.core.fields import Pair, PublicIdField, TypedName, WriteSerializer
from matches.api.core.serializers import ReadSerializer
from matches.api.events.entrant_serializers import MOST_NUMBER
from matches.api.events.plan_serializers import EventReason, OfEvent
from matches.api.events.reasons import Because
from matches.api.events.stage_serializers import PairingSerializer
from matches.api.log.serializers import PayloadField
from matches.api.rubbers.serializers import TERMINATIONS
from matches.rules.events.facts import AwardKind

AWARD_KINDS: Final = get_args(AwardKind)
MOST_RESULTS: Final = 256
"""The largest number of results in one request: the rubbers of a round of 512.

The club accepts no other result meanwhile.
"""
Member = Callable[[], serializers.Field[Any, Any, Any, Any]]


def whole(**options: Any) -> serializers.IntegerField:
    """Return a field for a whole number from 1: the number of a stage, a round or a pairing."""
    return serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, **options)


class EventFactSerializer(ReadSerializer):
    """A fact in an event's log.

    ``counting`` in the context has the versions of the facts that have not been undone.
    """

    version = serializers.IntegerField(help_text="Its number in the event's log.")
    kind = serializers.CharField()
    payload = PayloadField(
        read_only=True, help_text="Its members depend on the kind; docs/events.md lists them."
    )
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    counts = serializers.SerializerMethodField(help_text="False if it was undone.")

    def get_counts(self, entry: Any) -> bool:
        return entry.version in self.context["counting"]


def _player() -> serializers.Field[Any, Any, Any, Any]:
    return PublicIdField()


def _round() -> serializers.Field[Any, Any, Any, Any]:
    return whole()


_OF_PLAYER: Final[Mapping[str, Member]] = {"player": _player, "stage": _round, "round": _round}
_OF_PAIRING: Final[Mapping[str, Member]] = {"stage": _round, "round": _round, "number": _round}
MEMBERS_OF_FACTS: Final[Mapping[str, Mapping[str, Member]]] = {
    "withdrawn": _OF_PLAYER,
    "returned": _OF_PLAYER,
    "bye_requested": _OF_PLAYER,
    "bye_request_undone": _OF_PLAYER,
    "released": {
        "stage": _round,
        "round": _round,
        "until": lambda: whole(
            required=False, help_text="For a round robin: draw all rounds up to this one."
        ),
    },
    "draw_discarded": {"stage": _round, "round": _round},
    "awarded": {
        **_OF_PAIRING,
        "award": lambda: serializers.ChoiceField(choices=AWARD_KINDS),
        "winner": lambda: PublicIdField(
            allow_null=True, default=None, help_text="A player; null for a double walkover."
        ),
    },
    "award_undone": _OF_PAIRING,
    "kept": {**_OF_PAIRING, "a": _player, "b": _player},
    "keep_undone": _OF_PAIRING,
    "completed": {},
    "reopened": {},
}
"""The members of each kind of fact that can be sent by itself, apart from its kind and reason."""


def _shape_of(kind: str) -> type[WriteSerializer]:
    members = {name: make() for name, make in MEMBERS_OF_FACTS[kind].items()}
    fields = {"kind": serializers.ChoiceField(choices=[kind]), **members, "reason": EventReason()}
    name = "Event" + "".join(part.capitalize() for part in kind.split("_"))
    return type(name, (WriteSerializer,), {**fields, "__module__": __name__})


EVENT_FACTS: Final[dict[str, type[serializers.Serializer[Any]]]] = {
    kind: _shape_of(kind) for kind in MEMBERS_OF_FACTS
}


class DrawAsked(WriteSerializer):
    reason = EventReason()


class DrawSerializer(ReadSerializer):
    id = serializers.CharField()
    stage = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True, help_text="Null until the draw is finished.")
    done = serializers.IntegerField(help_text="The number of finished parts.")
    total = serializers.IntegerField(help_text="The number of parts, as far as it is known.")
    problem = Because(allow_null=True, help_text="The reason why the draw failed.")


def _table(**options: Any) -> TypedName:
    """Return a field for the name of a table. The name is one line; an empty name means no table."""
    one_line = RegexValidator(r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z")
    return TypedName(max_length=40, allow_blank=True, trim_whitespace=False, pattern=one_line, **options)


def each_once(lines: Any) -> Any:
    """Return ``lines`` unchanged. Raises ``ValidationError`` if two lines name the same pairing."""
    places = [(line.get("stage"), line.get("round"), line["number"]) for line in lines]
    if len(set(places)) < len(places):
        raise ValidationError(_("Each pairing may appear only once."))
    return lines


class SwapAsked(WriteSerializer):
    """Swap two players in a round. In a bracket, swap the positions of the two players in the draw."""

    do = serializers.ChoiceField(choices=["swap"])
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2)
    reason = EventReason()


class TurnAsked(WriteSerializer):
    """Let the other player of a pairing deal first."""

    do = serializers.ChoiceField(choices=["turn"])
    number = whole(help_text="The number of the pairing.")
    reason = EventReason()


class MoveAsked(WriteSerializer):
    """Move a pairing to another table.

    A pairing of the round at this table gets the old table of the moved pairing.
    """

    do = serializers.ChoiceField(choices=["move"])
    number = whole(help_text="The number of the pairing.")
    table = _table()
    reason = EventReason()


class PairingSeat(WriteSerializer):
    """The new table and the new first dealer of a pairing. A field that is left out does not change."""

    number = whole(help_text="The number of the pairing.")
    table = _table(required=False)
    turn = serializers.BooleanField(default=False, help_text="Whether to swap the first dealer.")


class SeatAsked(WriteSerializer):
    """Set the tables and the first dealers of several pairings at once.

    Pairings that are not listed keep their tables, even if a listed pairing gets the same table.
    """

    do = serializers.ChoiceField(choices=["seat"])
    pairings = serializers.ListField(child=PairingSeat(), min_length=1, max_length=MOST_NUMBER)
    reason = EventReason()

    def validate_pairings(self, lines: Any) -> Any:
        return each_once(lines)


DRAW_CHANGES: Final[dict[str, type[serializers.Serializer[Any]]]] = {
    "swap": SwapAsked,
    "turn": TurnAsked,
    "move": MoveAsked,
    "seat": SeatAsked,
}


class DrawChangedSerializer(ReadSerializer):
    version = serializers.IntegerField(help_text="The version of the event's log.")
    warnings = Because(many=True, help_text="Problems of the change that a draw would have avoided.")
    pairings = PairingSerializer(many=True, help_text="All pairings of the round.")


class AwardWritten(WriteSerializer):
    kind = serializers.ChoiceField(choices=AWARD_KINDS)
    winner = PublicIdField(allow_null=True, default=None, help_text="A player; null for a double walkover.")


class ResultWritten(WriteSerializer):
    """The result of a pairing. Give one of `games`, `games_won` and `award`, or only a `termination`.

    `games` has the points of each game, `games_won` the games won by A and B.
    """

    stage = whole()
    round = whole()
    number = whole(help_text="The number of the pairing.")
    games = serializers.ListField(child=Pair(), min_length=1, max_length=99, required=False)
    games_won = Pair(required=False)
    termination = serializers.ChoiceField(choices=TERMINATIONS, default="normal")
    winner = serializers.ChoiceField(
        choices=["A", "B"], required=False, help_text="The winner, if the rubber was not played out."
    )
    award = AwardWritten(required=False)

    def validate(self, attrs: Any) -> Any:
        given = [name for name in ("games", "games_won", "award") if name in attrs]
        if len(given) > 1 or (not given and attrs["termination"] == "normal"):
            raise ValidationError(_("Give the points of each game, the games won or an award."))
        return attrs


class ResultsWritten(WriteSerializer):
    results = serializers.ListField(child=ResultWritten(), min_length=1, max_length=MOST_RESULTS)
    reason = EventReason()

    def validate_results(self, lines: Any) -> Any:
        return each_once(lines)


class LineRefused(ReadSerializer):
    code = serializers.CharField(help_text="The same code as in a problem.")
    detail = serializers.CharField()
    reason = serializers.CharField(
        allow_null=True, help_text="The stable code of the event's reason to refuse it."
    )
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))


class LineEntered(ReadSerializer):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    rubber = serializers.CharField(allow_null=True, help_text="The rubber that was entered.")
    is_awarded = serializers.BooleanField()
    problem = LineRefused(allow_null=True, help_text="The reason why it was not entered; null if it was.")


class ResultsEntered(ReadSerializer):
    results = LineEntered(many=True, help_text="One result for each line of the request, in its order.")


class MayDraw(ReadSerializer):
    stage = serializers.IntegerField()
    entrants = serializers.IntegerField(
        help_text="The players that a draw would include now, before the first draw."
    )
    may_draw = serializers.BooleanField(help_text="Whether another round can be drawn now.")
    why_not = Because(allow_null=True)


class OutsideRubber(ReadSerializer):
    rubber = serializers.CharField()
    why = Because(allow_null=True)


class DeskSerializer(OfEvent):
    """The state of an event for its director: the stages, what can be drawn now, and warnings."""

    phase = serializers.CharField()
    stages = MayDraw(many=True)
    warnings = Because(many=True, help_text="Warnings that need attention, the newest last.")
    outside = OutsideRubber(many=True, help_text="Rubbers of the event that belong to no pairing.")


class UndoneFact(ReadSerializer):
    version = serializers.IntegerField(help_text="The number in the event's log.")
    kind = serializers.CharField()
    payload = PayloadField(read_only=True)
    at = serializers.DateTimeField()
    reason = serializers.CharField()


class UndoneCorrection(ReadSerializer):
    rubber = serializers.CharField()
    version = serializers.IntegerField(help_text="The number in the rubber's log.")
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()


class LastDeedSerializer(OfEvent):
    facts = UndoneFact(
        many=True,
        help_text="The facts that an undo would take back, the latest first; empty: nothing to undo.",
    )
    correction = UndoneCorrection(
        allow_null=True, help_text="The correction of a result that would be undone with them."
    )


class EventUndo(WriteSerializer):
    reason = EventReason()

"""What is done to an event: facts, draws and their changes, results; as the API takes it and tells of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.core.fields import Body, Pair, PublicIdField, TypedName
from matches.api.core.serializers import Shape
from matches.api.events.reasons import Because
from matches.api.events.serializers.entrants import MOST_NUMBER
from matches.api.events.serializers.plan import EventReason
from matches.api.events.serializers.stages import PairingShown
from matches.api.log.serializers import PayloadShown
from matches.api.rubbers.serializers import TERMINATIONS
from matches.rules.events.facts import AwardKind

AWARD_KINDS: Final = get_args(AwardKind)
MOST_RESULTS: Final = 256
"""Written down at once: the rubbers of a round of 512. The club takes no other result meanwhile."""
Member = Callable[[], serializers.Field[Any, Any, Any, Any]]


def whole(**options: Any) -> serializers.IntegerField:
    """A number of a stage, a round or a pairing."""
    return serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, **options)


class EventFactShown(Shape):
    """``counting`` in the context: versions of the facts that are not taken back."""

    version = serializers.IntegerField(help_text="Its number in the event's log.")
    kind = serializers.CharField()
    payload = PayloadShown(read_only=True, help_text="As docs/events.md has it for each kind.")
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    counts = serializers.SerializerMethodField(help_text="False for what was taken back.")

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
        "until": lambda: whole(required=False, help_text="Of a round robin: all rounds up to this one."),
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
"""What each kind of fact that may be told by itself has, beside its kind and a reason."""


def _shape_of(kind: str) -> type[Body]:
    members = {name: make() for name, make in MEMBERS_OF_FACTS[kind].items()}
    told = {"kind": serializers.ChoiceField(choices=[kind]), **members, "reason": EventReason()}
    name = "Event" + "".join(part.capitalize() for part in kind.split("_"))
    return type(name, (Body,), {**told, "__module__": __name__})


EVENT_FACTS: Final[dict[str, type[serializers.Serializer[Any]]]] = {
    kind: _shape_of(kind) for kind in MEMBERS_OF_FACTS
}


class DrawAsked(Body):
    reason = EventReason()


class DrawShown(Shape):
    id = serializers.CharField()
    stage = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True, help_text="Null as long as it is being made.")
    done = serializers.IntegerField(help_text="How many of its parts are finished.")
    total = serializers.IntegerField(help_text="How many parts it has, as far as that is known.")
    problem = Because(allow_null=True, help_text="What kept it from being made.")


def _table(**options: Any) -> TypedName:
    """What a table is called, in one line; empty for none."""
    one_line = RegexValidator(r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z")
    return TypedName(max_length=40, allow_blank=True, trim_whitespace=False, pattern=one_line, **options)


def each_once(lines: Any) -> Any:
    """Lines about pairings. Raises ``ValidationError`` where two are about one."""
    places = [(line.get("stage"), line.get("round"), line["number"]) for line in lines]
    if len(set(places)) < len(places):
        raise ValidationError(_("Each pairing once, please."))
    return lines


class SwapAsked(Body):
    """Two players change places; in a bracket, their places in the draw."""

    do = serializers.ChoiceField(choices=["swap"])
    players = serializers.ListField(child=PublicIdField(), min_length=2, max_length=2)
    reason = EventReason()


class TurnAsked(Body):
    """The other of the two deals first."""

    do = serializers.ChoiceField(choices=["turn"])
    number = whole(help_text="Of the pairing.")
    reason = EventReason()


class MoveAsked(Body):
    """A pairing goes to another table; one that is there comes to its own."""

    do = serializers.ChoiceField(choices=["move"])
    number = whole(help_text="Of the pairing.")
    table = _table()
    reason = EventReason()


class PairingSeat(Body):
    """Of a pairing; what is left out stays as it is."""

    number = whole(help_text="Of the pairing.")
    table = _table(required=False)
    turn = serializers.BooleanField(default=False, help_text="Whether the other of the two is to deal first.")


class SeatAsked(Body):
    """Tables and first deals of several pairings at once; nobody else is moved from a table that is given twice."""

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


class DrawChangedShown(Shape):
    version = serializers.IntegerField(help_text="Of the event's log.")
    warnings = Because(many=True, help_text="What the change brings about that a draw would have avoided.")
    pairings = PairingShown(many=True, help_text="All of the round.")


class AwardWritten(Body):
    kind = serializers.ChoiceField(choices=AWARD_KINDS)
    winner = PublicIdField(allow_null=True, default=None, help_text="A player; null for a double walkover.")


class ResultWritten(Body):
    """A pairing, and how it ended: the points of each game, or the games won, or an award."""

    stage = whole()
    round = whole()
    number = whole(help_text="Of the pairing.")
    games = serializers.ListField(child=Pair(), min_length=1, max_length=99, required=False)
    games_won = Pair(required=False)
    termination = serializers.ChoiceField(choices=TERMINATIONS, default="normal")
    winner = serializers.ChoiceField(
        choices=["A", "B"], required=False, help_text="Where it was not played out."
    )
    award = AwardWritten(required=False)

    def validate(self, attrs: Any) -> Any:
        said = [name for name in ("games", "games_won", "award") if name in attrs]
        if len(said) > 1 or (not said and attrs["termination"] == "normal"):
            raise ValidationError(_("Give the points of each game, or the games won, or an award."))
        return attrs


class ResultsWritten(Body):
    results = serializers.ListField(child=ResultWritten(), min_length=1, max_length=MOST_RESULTS)
    reason = EventReason()

    def validate_results(self, lines: Any) -> Any:
        return each_once(lines)


class LineRefused(Shape):
    code = serializers.CharField(help_text="As a problem has it.")
    detail = serializers.CharField()
    reason = serializers.CharField(allow_null=True, help_text="Why the event refuses it: a code that stays.")
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))


class LineEntered(Shape):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    rubber = serializers.CharField(allow_null=True, help_text="The rubber that was entered.")
    is_awarded = serializers.BooleanField()
    problem = LineRefused(allow_null=True, help_text="Why it was not entered; null where it was.")


class ResultsEntered(Shape):
    results = LineEntered(many=True, help_text="Line by line, as they came.")


class MayDraw(Shape):
    stage = serializers.IntegerField()
    entrants = serializers.IntegerField(help_text="Whom it would be drawn with now, before its first draw.")
    may_draw = serializers.BooleanField(help_text="Whether something more of it may be drawn now.")
    why_not = Because(allow_null=True)


class OutsideRubber(Shape):
    rubber = serializers.CharField()
    why = Because(allow_null=True)


class DeskShown(Shape):
    """What whoever runs the event has before him."""

    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    phase = serializers.CharField()
    stages = MayDraw(many=True)
    warnings = Because(many=True, help_text="What wants looking at; the newest last.")
    outside = OutsideRubber(many=True, help_text="Rubbers of the event that belong to no pairing.")


class UndoneFact(Shape):
    version = serializers.IntegerField(help_text="In the event's log.")
    kind = serializers.CharField()
    payload = PayloadShown(read_only=True)
    at = serializers.DateTimeField()
    reason = serializers.CharField()


class UndoneCorrection(Shape):
    rubber = serializers.CharField()
    version = serializers.IntegerField(help_text="In the rubber's log.")
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()


class LastDeedShown(Shape):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    facts = UndoneFact(many=True, help_text="What was noted last, the last first; none: there is nothing.")
    correction = UndoneCorrection(
        allow_null=True, help_text="The correction of a result that it came with, or that it was."
    )


class EventUndo(Body):
    reason = EventReason()

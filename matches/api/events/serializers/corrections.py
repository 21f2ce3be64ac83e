"""Corrections of an event's results: what is to be right, what that moves, and what is decided about the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.core.fields import Body, Pair, PublicIdField
from matches.api.core.serializers import Shape
from matches.api.events.serializers.entrants import RoundAsked
from matches.api.events.serializers.facts import AWARD_KINDS, whole
from matches.api.rubbers.serializers import (
    REASON_LENGTH,
    RECORD_LENGTH,
    TERMINATIONS,
    SeatedPlayer,
)
from matches.rules.events.facts import PairingPlace
from matches.rules.events.moves import Moves

MOST_KEPT: Final = 512


class PairingAsked(Body):
    stage = whole()
    round = whole()
    number = whole()


def _what(kind: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=[kind])


class ResultCorrected(Body):
    """Another result for a rubber that has no deals on record."""

    what = _what("result")
    rubber = PublicIdField()
    games = serializers.ListField(child=Pair(), min_length=1, max_length=99, required=False)
    games_won = Pair(required=False)
    termination = serializers.ChoiceField(choices=TERMINATIONS, default="normal")
    winner = serializers.ChoiceField(
        choices=["A", "B"], required=False, help_text="Where it was not played out."
    )

    def validate(self, attrs: Any) -> Any:
        said = [name for name in ("games", "games_won") if name in attrs]
        if len(said) > 1 or (not said and attrs["termination"] == "normal"):
            raise ValidationError(_("Give the points of each game, or the games won."))
        return attrs


class RecordCorrected(Body):
    """Another record for a rubber; its players stay."""

    what = _what("record")
    rubber = PublicIdField()
    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)


class ResultVoided(Body):
    what = _what("void")
    rubber = PublicIdField()


class ResultConfirmed(Body):
    """A result that was reported or disputed counts."""

    what = _what("confirm")
    rubber = PublicIdField()


class ResultDisputed(Body):
    """A result counts no more until it is settled."""

    what = _what("dispute")
    rubber = PublicIdField()


class AwardCorrected(Body):
    """A pairing is awarded, or awarded otherwise than it was."""

    what = _what("award")
    stage = whole()
    round = whole()
    number = whole()
    award = serializers.ChoiceField(choices=AWARD_KINDS)
    winner = PublicIdField(allow_null=True, default=None, help_text="A player; null for a double walkover.")


class AwardUndone(Body):
    what = _what("award_undone")
    stage = whole()
    round = whole()
    number = whole()


PREVIEWED: Final[dict[str, type[Body]]] = {
    "result": ResultCorrected,
    "record": RecordCorrected,
    "void": ResultVoided,
    "confirm": ResultConfirmed,
    "dispute": ResultDisputed,
    "award": AwardCorrected,
    "award_undone": AwardUndone,
}


class Decision(Body):
    """What is decided about all that was drawn on what is no longer so."""

    keep = serializers.ListField(
        child=PairingAsked(),
        max_length=MOST_KEPT,
        default=list,
        help_text="Pairings of a bracket that stay as they were played; the others are played again.",
    )
    redo = RoundAsked(
        allow_null=True,
        default=None,
        help_text="From here on it is not drawn any more; null: all stays as it is drawn.",
    )
    reason = serializers.CharField(max_length=REASON_LENGTH, help_text="Others read it in the log.")


def decided(asked: Mapping[str, Any]) -> dict[str, Any]:
    """``keep`` and ``redo`` of a ``Decision`` as the services take them."""
    again = asked["redo"]
    return {
        "keep": [(each["stage"], each["round"], each["number"]) for each in asked["keep"]],
        "redo": None if again is None else (again["stage"], again["round"]),
    }


def _decided(shape: type[Body]) -> type[Body]:
    """The shape of a correction with what is decided about the rest."""
    name = "Decided" + shape.__name__
    return type(name, (shape, Decision), {"__module__": __name__, "__doc__": shape.__doc__})


CORRECTED: Final[dict[str, type[Body]]] = {kind: _decided(shape) for kind, shape in PREVIEWED.items()}


class TableMoveShown(Shape):
    stage = serializers.IntegerField()
    group = serializers.IntegerField()
    player = serializers.CharField()
    old_rank = serializers.IntegerField(allow_null=True)
    new_rank = serializers.IntegerField(allow_null=True)
    old_halves = serializers.IntegerField(allow_null=True)
    new_halves = serializers.IntegerField(allow_null=True)


class SlotMoveShown(Shape):
    """A side of a bracket's pairing that is somebody else then."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    side = serializers.ChoiceField(choices=["A", "B"])
    old = serializers.CharField(allow_null=True)
    new = serializers.CharField(allow_null=True)


class OrphanShown(Shape):
    """A pairing that is decided or being played, whose two are others then: to be kept, or played again."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    rubber = serializers.CharField(allow_null=True, help_text="Null where an award decided it.")
    old = serializers.ListField(child=serializers.CharField(allow_null=True))
    new = serializers.ListField(child=serializers.CharField(allow_null=True))


class ThroughMoveShown(Shape):
    stage = serializers.IntegerField()
    player = serializers.CharField()
    goes_on = serializers.BooleanField()


class LaterRoundShown(Shape):
    """A Swiss round drawn on scores that were others."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    is_released = serializers.BooleanField()
    pairings = serializers.IntegerField()
    decided = serializers.IntegerField()


class LaterStageShown(Shape):
    """A stage drawn from qualifiers that were others."""

    stage = serializers.IntegerField()
    gone = serializers.ListField(child=serializers.CharField())
    come = serializers.ListField(child=serializers.CharField())
    is_settled = serializers.BooleanField()
    decided = serializers.IntegerField()


class PlaceMoveShown(Shape):
    player = serializers.CharField()
    old = serializers.IntegerField(allow_null=True)
    new = serializers.IntegerField(allow_null=True)


class MovesShown(Shape):
    table_moves = TableMoveShown(many=True)
    slot_moves = SlotMoveShown(many=True)
    orphans = OrphanShown(many=True)
    through_moves = ThroughMoveShown(many=True)
    later_rounds = LaterRoundShown(many=True)
    later_stages = LaterStageShown(many=True)
    place_moves = PlaceMoveShown(many=True)


class PairingPlaceShown(Shape):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()


class RedoChoice(Shape):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()


class PreviewShown(Shape):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    moves = MovesShown(help_text="Players by their ids, scores in half points.")
    leaves_a_choice = serializers.BooleanField(
        help_text="Whether something was drawn or played on what is no longer so."
    )
    keep = PairingPlaceShown(many=True, help_text="Pairings that may be kept as they were played.")
    redo = RedoChoice(many=True, help_text="From where on it may be drawn again.")
    players = SeatedPlayer(many=True, help_text="Everybody of whom the moves speak.")


def moves_json(found: Moves) -> dict[str, Any]:
    """The moves member by member."""
    return {
        "table_moves": [_members(each, TableMoveShown) for each in found.table_moves],
        "slot_moves": [_members(each, SlotMoveShown) for each in found.slot_moves],
        "orphans": [
            {
                **pairing_place(each.place),
                "rubber": each.rubber or None,
                "old": [each.old_a, each.old_b],
                "new": [each.new_a, each.new_b],
            }
            for each in found.orphans
        ],
        "through_moves": [_members(each, ThroughMoveShown) for each in found.through_moves],
        "later_rounds": [_members(each, LaterRoundShown) for each in found.later_rounds],
        "later_stages": [_members(each, LaterStageShown) for each in found.later_stages],
        "place_moves": [_members(each, PlaceMoveShown) for each in found.place_moves],
    }


def _members(move: Any, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    values = {str(name): getattr(move, str(name)) for name in shape().fields}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def pairing_place(place: PairingPlace) -> dict[str, int]:
    return {"stage": place[0], "round": place[1], "number": place[2]}


def people_in(found: Moves) -> Iterator[str]:
    """Everybody of whom the moves speak."""
    yield from (move.player for move in found.table_moves)
    yield from (through.player for through in found.through_moves)
    yield from (place.player for place in found.place_moves)
    for slot in found.slot_moves:
        yield from filter(None, (slot.old, slot.new))
    for orphan in found.orphans:
        yield from filter(None, (orphan.old_a, orphan.old_b, orphan.new_a, orphan.new_b))
    for stage in found.later_stages:
        yield from (*stage.gone, *stage.come)

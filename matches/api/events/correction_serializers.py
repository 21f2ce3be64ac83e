"""Serializers for corrections of an event's results: the right result, its consequences, and decisions about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.core.fields import Pair, PublicIdField, WriteSerializer
from matches.api.core.serializers import ReadSerializer
from matches.api.events.change_serializers import AWARD_KINDS, whole
from matches.api.events.entrant_serializers import RoundAsked, RoundPlace
from matches.api.events.plan_serializers import OfEvent
from matches.api.rubbers.serializers import REASON_LENGTH, RECORD_LENGTH, TERMINATIONS, SeatedPlayer
from matches.rules.events.facts import PairingPlace
from matches.rules.events.moves import Moves

MOST_KEPT: Final = 512


class PairingAsked(WriteSerializer):
    stage = whole()
    round = whole()
    number = whole()


def _what(kind: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=[kind])


class ResultCorrected(WriteSerializer):
    """Replace the result of a rubber that has no deals on record."""

    what = _what("result")
    rubber = PublicIdField()
    games = serializers.ListField(child=Pair(), min_length=1, max_length=99, required=False)
    games_won = Pair(required=False)
    termination = serializers.ChoiceField(choices=TERMINATIONS, default="normal")
    winner = serializers.ChoiceField(
        choices=["A", "B"], required=False, help_text="The winner, if the rubber was not played out."
    )

    def validate(self, attrs: Any) -> Any:
        given = [name for name in ("games", "games_won") if name in attrs]
        if len(given) > 1 or (not given and attrs["termination"] == "normal"):
            raise ValidationError(_("Give either the points of each game or the games won."))
        return attrs


class RecordCorrected(WriteSerializer):
    """Replace the record of a rubber. The players of the rubber do not change."""

    what = _what("record")
    rubber = PublicIdField()
    egn = serializers.CharField(max_length=RECORD_LENGTH, trim_whitespace=False)


class ResultVoided(WriteSerializer):
    what = _what("void")
    rubber = PublicIdField()


class ResultConfirmed(WriteSerializer):
    """Confirm a reported or disputed result, so that the result counts."""

    what = _what("confirm")
    rubber = PublicIdField()


class ResultDisputed(WriteSerializer):
    """Dispute a result. The result does not count until the dispute is settled."""

    what = _what("dispute")
    rubber = PublicIdField()


class AwardCorrected(WriteSerializer):
    """Award a pairing to a player, or replace an earlier award."""

    what = _what("award")
    stage = whole()
    round = whole()
    number = whole()
    award = serializers.ChoiceField(choices=AWARD_KINDS)
    winner = PublicIdField(allow_null=True, default=None, help_text="A player; null for a double walkover.")


class AwardUndone(WriteSerializer):
    what = _what("award_undone")
    stage = whole()
    round = whole()
    number = whole()


PREVIEWED: Final[dict[str, type[WriteSerializer]]] = {
    "result": ResultCorrected,
    "record": RecordCorrected,
    "void": ResultVoided,
    "confirm": ResultConfirmed,
    "dispute": ResultDisputed,
    "award": AwardCorrected,
    "award_undone": AwardUndone,
}


class Decision(WriteSerializer):
    """The decision about later pairings that were drawn from the result that a correction changes."""

    keep = serializers.ListField(
        child=PairingAsked(),
        max_length=MOST_KEPT,
        default=list,
        help_text="Pairings of a bracket that stay as they were played; the others are played again.",
    )
    redo = RoundAsked(
        allow_null=True,
        default=None,
        help_text="Draws from this round on are discarded; null: all draws stay.",
    )
    reason = serializers.CharField(
        max_length=REASON_LENGTH, help_text="The reason that others read in the log."
    )


def decided(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``keep`` and ``redo`` of a validated ``Decision`` as tuples; None to keep all draws."""
    again = data["redo"]
    return {
        "keep": [(each["stage"], each["round"], each["number"]) for each in data["keep"]],
        "redo": None if again is None else (again["stage"], again["round"]),
    }


def _decided(shape: type[WriteSerializer]) -> type[WriteSerializer]:
    """Return a serializer class with the fields of the correction ``shape`` and of ``Decision``."""
    name = "Decided" + shape.__name__
    return type(name, (shape, Decision), {"__module__": __name__, "__doc__": shape.__doc__})


CORRECTED: Final[dict[str, type[WriteSerializer]]] = {
    kind: _decided(shape) for kind, shape in PREVIEWED.items()
}


class PairingPlaceSerializer(RoundPlace):
    number = serializers.IntegerField()


class TableMoveSerializer(ReadSerializer):
    stage = serializers.IntegerField()
    group = serializers.IntegerField()
    player = serializers.CharField()
    old_rank = serializers.IntegerField(allow_null=True)
    new_rank = serializers.IntegerField(allow_null=True)
    old_halves = serializers.IntegerField(allow_null=True)
    new_halves = serializers.IntegerField(allow_null=True)


class SlotMoveSerializer(PairingPlaceSerializer):
    """A side of a pairing in a bracket. The correction changes its player from `old` to `new`."""

    side = serializers.ChoiceField(choices=["A", "B"])
    old = serializers.CharField(allow_null=True)
    new = serializers.CharField(allow_null=True)


class OrphanSerializer(PairingPlaceSerializer):
    """A pairing that is already decided or being played, although the correction changes its players.

    The director decides whether the pairing is kept or played again.
    """

    rubber = serializers.CharField(allow_null=True, help_text="Null if an award decided it.")
    old = serializers.ListField(child=serializers.CharField(allow_null=True))
    new = serializers.ListField(child=serializers.CharField(allow_null=True))


class ThroughMoveSerializer(ReadSerializer):
    stage = serializers.IntegerField()
    player = serializers.CharField()
    goes_on = serializers.BooleanField()


class LaterRoundSerializer(RoundPlace):
    """A later Swiss round that was drawn from scores that the correction changes."""

    label = serializers.CharField()  # type: ignore[assignment]
    is_released = serializers.BooleanField()
    pairings = serializers.IntegerField()
    decided = serializers.IntegerField()


class LaterStageSerializer(ReadSerializer):
    """A later stage that was drawn from qualifiers whom the correction replaces: `gone` by `come`."""

    stage = serializers.IntegerField()
    gone = serializers.ListField(child=serializers.CharField())
    come = serializers.ListField(child=serializers.CharField())
    is_settled = serializers.BooleanField()
    decided = serializers.IntegerField()


class PlaceMoveSerializer(ReadSerializer):
    player = serializers.CharField()
    old = serializers.IntegerField(allow_null=True)
    new = serializers.IntegerField(allow_null=True)


class MovesSerializer(ReadSerializer):
    table_moves = TableMoveSerializer(many=True)
    slot_moves = SlotMoveSerializer(many=True)
    orphans = OrphanSerializer(many=True)
    through_moves = ThroughMoveSerializer(many=True)
    later_rounds = LaterRoundSerializer(many=True)
    later_stages = LaterStageSerializer(many=True)
    place_moves = PlaceMoveSerializer(many=True)


class RedoChoice(RoundPlace):
    pass


class PreviewSerializer(OfEvent):
    moves = MovesSerializer(help_text="Players by their ids, scores in half points.")
    leaves_a_choice = serializers.BooleanField(
        help_text="Whether something was drawn or played from results that change."
    )
    keep = PairingPlaceSerializer(many=True, help_text="Pairings that may be kept as they were played.")
    redo = RedoChoice(many=True, help_text="The rounds from which it can be drawn again.")
    players = SeatedPlayer(many=True, help_text="All players whom the changes name.")


def moves_json(moves: Moves) -> dict[str, Any]:
    """Return the consequences of a correction as JSON, with a list for each kind of move."""
    return {
        "table_moves": [_members(each, TableMoveSerializer) for each in moves.table_moves],
        "slot_moves": [_members(each, SlotMoveSerializer) for each in moves.slot_moves],
        "orphans": [
            {
                **pairing_place(each.place),
                "rubber": each.rubber or None,
                "old": [each.old_a, each.old_b],
                "new": [each.new_a, each.new_b],
            }
            for each in moves.orphans
        ],
        "through_moves": [_members(each, ThroughMoveSerializer) for each in moves.through_moves],
        "later_rounds": [_members(each, LaterRoundSerializer) for each in moves.later_rounds],
        "later_stages": [_members(each, LaterStageSerializer) for each in moves.later_stages],
        "place_moves": [_members(each, PlaceMoveSerializer) for each in moves.place_moves],
    }


def _members(move: Any, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    values = {str(name): getattr(move, str(name)) for name in shape().fields}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def pairing_place(place: PairingPlace) -> dict[str, int]:
    return {"stage": place[0], "round": place[1], "number": place[2]}


def people_in(moves: Moves) -> Iterator[str]:
    """Yield the public ids of all players in ``moves``. The same id may be yielded several times."""
    yield from (move.player for move in moves.table_moves)
    yield from (through.player for through in moves.through_moves)
    yield from (place.player for place in moves.place_moves)
    for slot in moves.slot_moves:
        yield from filter(None, (slot.old, slot.new))
    for orphan in moves.orphans:
        yield from filter(None, (orphan.old_a, orphan.old_b, orphan.new_a, orphan.new_b))
    for stage in moves.later_stages:
        yield from (*stage.gone, *stage.come)

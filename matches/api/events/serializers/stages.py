"""Stages, rounds, pairings, tables and places of an event as the API shows them."""

from __future__ import annotations

from typing import Any, Final, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, SeatShown, TextOrNull
from matches.api.core.serializers import Shape
from matches.api.events.reasons import Because, because_json, why_json
from matches.api.events.serializers.plan import RUN_ALONE, STAGE_KIND_NAMES, PlannedStage
from matches.api.rubbers.serializers import STATES, SeatedPlayer
from matches.events.queries.outline import StageOutline
from matches.events.queries.rows import games_of, is_by_games
from matches.models import Pairing, Stage, Standing
from matches.rules.events.brackets.shape import Part

SOURCE_KINDS: Final = ("seed", "winner", "loser", "bye")
HALVES: Final = "In half points: a rubber won gives 2."
INTEGER_PAIR: Final = {
    "type": "array",
    "items": {"type": "integer"},
    "minItems": 2,
    "maxItems": 2,
    "nullable": True,
}


class StageShown(Shape):
    """``outlines`` in the context: how far each stage is, by number; ``plans``: how each is played; ``runs``: whether
    the reader runs the event, whose affair a draft is alone.
    """

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=STAGE_KIND_NAMES)
    name = TextOrNull()
    phase = serializers.SerializerMethodField(
        help_text="`draft` is told to those alone who run the event, `planned` to others."
    )
    plan = serializers.SerializerMethodField(help_text="How it is played.")
    rounds_released = serializers.SerializerMethodField()
    rounds_in_draft = serializers.SerializerMethodField(
        help_text=f"How many are drawn and not released. {RUN_ALONE}"
    )
    missing = serializers.SerializerMethodField(
        help_text="How many rubbers of released rounds can be played and are not decided."
    )
    waiting = serializers.SerializerMethodField(
        help_text="How many rubbers of released rounds wait for a player to be known."
    )

    def _outline(self, stage: Stage) -> StageOutline:
        found: StageOutline = self.context["outlines"][stage.number]
        return found

    @extend_schema_field(serializers.ChoiceField(choices=Stage.Phase.values))
    def get_phase(self, stage: Stage) -> str:
        is_secret = stage.phase == Stage.Phase.DRAFT and not self.context["runs"]
        return Stage.Phase.PLANNED if is_secret else stage.phase

    @extend_schema_field(PlannedStage)
    def get_plan(self, stage: Stage) -> Any:
        return self.context["plans"][stage.number - 1]

    def get_rounds_released(self, stage: Stage) -> int:
        return len(self._outline(stage).rounds)

    def get_rounds_in_draft(self, stage: Stage) -> int | None:
        return self._outline(stage).drafts if self.context["runs"] else None

    def get_missing(self, stage: Stage) -> int:
        return sum(each.missing for each in self._outline(stage).rounds)

    def get_waiting(self, stage: Stage) -> int:
        return sum(each.waiting for each in self._outline(stage).rounds)


class RoundShown(Shape):
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField()
    label = serializers.CharField(help_text="What a record has in its tag Round.")  # type: ignore[assignment]
    is_released = serializers.BooleanField(help_text="A draft is shown to those alone who run the event.")
    due = serializers.DateField(allow_null=True, help_text="The last day to play it, in a league.")
    pairings = serializers.IntegerField(source="pairings_drawn", help_text="How many there are.")
    missing = serializers.IntegerField(help_text="How many rubbers can be played and are not decided.")
    waiting = serializers.IntegerField(help_text="How many rubbers wait for a player to be known.")


class Source(Shape):
    """Where a bracket takes somebody from: a seed, or the winner or loser of a pairing of the same stage."""

    kind = serializers.ChoiceField(choices=SOURCE_KINDS)
    seed = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)


class PairingSources(Shape):
    A = Source(allow_null=True)
    B = Source(allow_null=True)


class PairingPlayers(Shape):
    A = SeatedPlayer(source="entrant_a.player", allow_null=True)
    B = SeatedPlayer(source="entrant_b.player", allow_null=True)


class PairingRubber(Shape):
    id = serializers.CharField(source="public_id")
    state = serializers.ChoiceField(choices=STATES)


class PairingShown(Shape):
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField(help_text="Of the pairing, from 1 within its round.")
    label = serializers.CharField(source="round.label", help_text="The round's.")  # type: ignore[assignment]
    group = serializers.SerializerMethodField(help_text="From 1 in a stage that is played in groups.")
    table = TextOrNull()
    kind = serializers.ChoiceField(choices=Pairing.Kind.values)
    players = serializers.SerializerMethodField(
        help_text="A deals first. Null for who is not known yet, and B's for a bye."
    )
    sources = serializers.SerializerMethodField(help_text="Of a bracket's pairing; else both are null.")
    rubber = PairingRubber(allow_null=True, help_text="The one that decides it, or is being played.")
    games = serializers.SerializerMethodField(
        help_text="Games won by A and B, as far as it is played; null where none decide."
    )
    halves = serializers.SerializerMethodField(help_text=f"What A and B score. {HALVES}")
    decided_by = serializers.SerializerMethodField()
    winner = SeatShown()
    is_kept = serializers.BooleanField(help_text="Kept as it was played, though the bracket says otherwise.")
    why = serializers.SerializerMethodField(help_text="The rule that made it.")

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_group(self, pairing: Pairing) -> int | None:
        return pairing.group or None

    @extend_schema_field(PairingPlayers)
    def get_players(self, pairing: Pairing) -> dict[str, Any]:
        write = self.within("player", SeatedPlayer).to_representation
        pair = {"A": pairing.entrant_a, "B": pairing.entrant_b}
        return {seat: entrant and write(entrant.player) for seat, entrant in pair.items()}

    @extend_schema_field(PairingSources)
    def get_sources(self, pairing: Pairing) -> dict[str, Any]:
        return {"A": source_json(pairing.source_a), "B": source_json(pairing.source_b)}

    @extend_schema_field({**PAIR_SCHEMA, "nullable": True})
    def get_games(self, pairing: Pairing) -> list[int] | None:
        if pairing.rubber is None or not is_by_games(pairing, pairing.rubber):
            return None
        return list(games_of(pairing, pairing.rubber))

    @extend_schema_field(INTEGER_PAIR)
    def get_halves(self, pairing: Pairing) -> list[int | None] | None:
        return None if pairing.halves_a is None else [pairing.halves_a, pairing.halves_b]

    @extend_schema_field(
        {"type": "string", "enum": [*filter(None, Pairing.DecidedBy.values), None], "nullable": True}
    )
    def get_decided_by(self, pairing: Pairing) -> str | None:
        return pairing.decided_by or None

    @extend_schema_field(Because(allow_null=True))
    def get_why(self, pairing: Pairing) -> dict[str, Any] | None:
        people = [entrant.player for entrant in (pairing.entrant_a, pairing.entrant_b) if entrant]
        return why_json(tuple(pairing.why), {player.public_id: player.name for player in people})


def source_json(source: str) -> dict[str, Any] | None:
    """``winner 1 4``, as it is stored, member by member."""
    if not source:
        return None
    kind, *numbers = source.split(" ")
    if kind == "seed":
        return {"kind": kind, "seed": int(numbers[0]), "round": None, "number": None}
    if kind in ("winner", "loser"):
        return {"kind": kind, "seed": None, "round": int(numbers[0]), "number": int(numbers[1])}
    return {"kind": kind, "seed": None, "round": None, "number": None}


class LineFigure(Shape):
    name = serializers.CharField()
    value = serializers.IntegerField()


class StandingShown(Shape):
    """``byes`` in the context: how many a line has in its score, by stage and entrant."""

    stage = serializers.SerializerMethodField(help_text="Null in an event that has no plan.")
    group = serializers.SerializerMethodField(help_text="From 1 in a stage that is played in groups.")
    position = serializers.IntegerField(help_text="The line, from 1.")
    rank = serializers.IntegerField(help_text="The place, shared by those who are level in everything.")
    player = SeatedPlayer(source="entrant.player")
    halves = serializers.IntegerField(help_text=f"The score. {HALVES} Of a planned event alone.")
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    games = serializers.SerializerMethodField(help_text="Won and lost.")
    points = serializers.SerializerMethodField(help_text="For and against.")
    byes = serializers.SerializerMethodField(help_text="How many stand in the score.")
    figures = serializers.SerializerMethodField(
        help_text="What the table counts and its tie-breaks, in the order in which they decide; sums of scores in"
        " half points, Sonneborn-Berger in quarters."
    )
    is_through = serializers.BooleanField(help_text="Whether the place leads into the next stage.")
    is_withdrawn = serializers.SerializerMethodField()
    why = serializers.SerializerMethodField(help_text="What parts this line from the next; null on the last.")

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_stage(self, line: Standing) -> int | None:
        return line.stage.number or None

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_group(self, line: Standing) -> int | None:
        return line.group or None

    @extend_schema_field(PAIR_SCHEMA)
    def get_games(self, line: Standing) -> list[int]:
        return [line.games_won, line.games_lost]

    @extend_schema_field(PAIR_SCHEMA)
    def get_points(self, line: Standing) -> list[int]:
        return [line.points_for, line.points_against]

    def get_byes(self, line: Standing) -> int:
        return int(self.context["byes"].get((line.stage_id, line.entrant_id), 0))

    @extend_schema_field(LineFigure(many=True))
    def get_figures(self, line: Standing) -> list[dict[str, Any]]:
        return [{"name": name, "value": value} for name, value in line.figures]

    def get_is_withdrawn(self, line: Standing) -> bool:
        return line.entrant.withdrawn_at is not None

    @extend_schema_field(Because(allow_null=True))
    def get_why(self, line: Standing) -> dict[str, Any] | None:
        return because_json(line)


class EventPlaceShown(Shape):
    place = serializers.IntegerField(help_text="In the whole event; shared by those who went out together.")
    player = SeatedPlayer()


class BracketRound(Shape):
    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    part = serializers.ChoiceField(choices=get_args(Part), help_text="Of the bracket.")
    pairings = PairingShown(many=True)


class BracketShown(Shape):
    stage = serializers.IntegerField()
    rounds = BracketRound(many=True)


class Meeting(Shape):
    """A pairing as the player of the line sees it."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Pairing.Kind.values)
    adversary = serializers.IntegerField(allow_null=True, help_text="The position of the adversary's line.")
    deals_first = serializers.BooleanField()
    games = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Won by the player, and by the adversary.",
    )
    halves = serializers.IntegerField(allow_null=True, help_text=f"What the player scored. {HALVES}")
    has_won = serializers.BooleanField()
    rubber = serializers.CharField(allow_null=True)


class CrosstableLine(Shape):
    group = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField()
    rank = serializers.IntegerField()
    player = SeatedPlayer()
    halves = serializers.IntegerField(help_text=HALVES)
    meetings = Meeting(many=True)


class CrosstableShown(Shape):
    stage = serializers.IntegerField()
    lines = CrosstableLine(many=True)

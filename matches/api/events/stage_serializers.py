"""Serializers for an event's stages, rounds, pairings, tables and places."""

from __future__ import annotations

from typing import Any, Final, get_args

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, ChoiceOrNull, IntegerOrNull, SeatField, TextOrNull
from matches.api.core.filters import Filters, PublicIdFilter, WholeFilter, YesNoFilter
from matches.api.core.serializers import ReadSerializer
from matches.api.events.plan_serializers import RUN_ALONE, STAGE_KIND_NAMES, PlannedStage
from matches.api.events.reasons import Because, because_json, why_json
from matches.api.rubbers.serializers import STATES, SeatedPlayer
from matches.events.queries import StageOutline
from matches.events.round_rows import games_of, is_by_games
from matches.models import Pairing, Stage, Standing
from matches.rules.events.bracket import Part

SOURCE_KINDS: Final = ("seed", "winner", "loser", "bye")
HALVES: Final = "In half points: a rubber won gives 2."
INTEGER_PAIR: Final = {
    "type": "array",
    "items": {"type": "integer"},
    "minItems": 2,
    "maxItems": 2,
    "nullable": True,
}


class StageDetailSerializer(ReadSerializer):
    """A stage of an event.

    ``outlines`` in the context has the progress of each stage by the stage's number. ``plans`` has the
    stages' plans in order. ``runs`` is whether the reader may run the event; other readers do not see drafts.
    """

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=STAGE_KIND_NAMES)
    name = TextOrNull()
    phase = serializers.SerializerMethodField(
        help_text="People who run the event see `draft`; others see `planned`."
    )
    plan = serializers.SerializerMethodField(help_text="The plan of the stage.")
    rounds_released = serializers.SerializerMethodField()
    rounds_in_draft = serializers.SerializerMethodField(
        help_text=f"The number of drawn rounds that are not released. {RUN_ALONE}"
    )
    missing = serializers.SerializerMethodField(
        help_text="The number of undecided rubbers of released rounds that can be played."
    )
    waiting = serializers.SerializerMethodField(
        help_text="The number of rubbers of released rounds whose players are not known yet."
    )

    def _outline(self, stage: Stage) -> StageOutline:
        outline: StageOutline = self.context["outlines"][stage.number]
        return outline

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


class RoundSerializer(ReadSerializer):
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField()
    label = serializers.CharField(help_text="The text of the tag Round in records.")  # type: ignore[assignment]
    is_released = serializers.BooleanField(help_text="Only people who run the event see a draft.")
    due = serializers.DateField(allow_null=True, help_text="In a league, the last day to play it.")
    pairings = serializers.IntegerField(source="pairings_drawn", help_text="The number of pairings.")
    missing = serializers.IntegerField(help_text="The number of undecided rubbers that can be played.")
    waiting = serializers.IntegerField(help_text="The number of rubbers whose players are not known yet.")


class Source(ReadSerializer):
    """The origin of a player in a bracket: a seed, or the winner or loser of a pairing of the same stage."""

    kind = serializers.ChoiceField(choices=SOURCE_KINDS)
    seed = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)


class PairingSources(ReadSerializer):
    A = Source(allow_null=True)
    B = Source(allow_null=True)


class PairingPlayers(ReadSerializer):
    A = SeatedPlayer(source="entrant_a.player", allow_null=True)
    B = SeatedPlayer(source="entrant_b.player", allow_null=True)


class PairingRubber(ReadSerializer):
    id = serializers.CharField(source="public_id")
    state = serializers.ChoiceField(choices=STATES)


class PairingSerializer(ReadSerializer):
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField(help_text="The number of the pairing, from 1 within its round.")
    label = serializers.CharField(source="round.label", help_text="The label of the round.")  # type: ignore[assignment]
    group = IntegerOrNull(help_text="The group, from 1, in a stage that is played in groups.")
    table = TextOrNull()
    kind = serializers.ChoiceField(choices=Pairing.Kind.values)
    players = serializers.SerializerMethodField(
        help_text="A deals first. A player is null until known, and B is null for a bye."
    )
    sources = serializers.SerializerMethodField(
        help_text="The origin of each player in a bracket; else both are null."
    )
    rubber = PairingRubber(allow_null=True, help_text="The rubber that decides it, or is being played.")
    games = serializers.SerializerMethodField(
        help_text="The games won by A and B so far; null if no games decide."
    )
    halves = serializers.SerializerMethodField(help_text=f"The scores of A and B. {HALVES}")
    decided_by = ChoiceOrNull([value for value in Pairing.DecidedBy.values if value])
    winner = SeatField()
    is_kept = serializers.BooleanField(
        help_text="Whether it is kept as played, although the bracket would now pair others."
    )
    why = serializers.SerializerMethodField(help_text="The rule that made the pairing.")

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

    @extend_schema_field(Because(allow_null=True))
    def get_why(self, pairing: Pairing) -> dict[str, Any] | None:
        people = [entrant.player for entrant in (pairing.entrant_a, pairing.entrant_b) if entrant]
        return why_json(tuple(pairing.why), {player.public_id: player.name for player in people})


def source_json(source: str) -> dict[str, Any] | None:
    """Return the stored text of a source as JSON. ``winner 1 4`` means the winner of pairing 4 in round 1."""
    if not source:
        return None
    kind, *numbers = source.split(" ")
    if kind == "seed":
        return {"kind": kind, "seed": int(numbers[0]), "round": None, "number": None}
    if kind in ("winner", "loser"):
        return {"kind": kind, "seed": None, "round": int(numbers[0]), "number": int(numbers[1])}
    return {"kind": kind, "seed": None, "round": None, "number": None}


class LineFigure(ReadSerializer):
    name = serializers.CharField()
    value = serializers.IntegerField()


class StandingSerializer(ReadSerializer):
    """A line of a standings table.

    ``byes`` in the context has the number of byes in each score. Its keys are tuples of stage id and entrant
    id.
    """

    stage = IntegerOrNull(source="stage.number", help_text="Null in an event without a plan.")
    group = IntegerOrNull(help_text="The group, from 1, in a stage that is played in groups.")
    position = serializers.IntegerField(help_text="The number of the row, from 1.")
    rank = serializers.IntegerField(help_text="The place; players tied in everything share it.")
    player = SeatedPlayer(source="entrant.player")
    halves = serializers.IntegerField(help_text=f"The score, in planned events only. {HALVES}")
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    games = serializers.SerializerMethodField(help_text="Games won and lost.")
    points = serializers.SerializerMethodField(help_text="Points for and against.")
    byes = serializers.SerializerMethodField(help_text="The number of byes in the score.")
    figures = serializers.SerializerMethodField(
        help_text="The score and the tie-breaks, in the order in which they decide; sums of scores in half "
        "points, Sonneborn-Berger in quarters."
    )
    is_through = serializers.BooleanField(help_text="Whether the place qualifies for the next stage.")
    is_withdrawn = serializers.SerializerMethodField()
    why = serializers.SerializerMethodField(
        help_text="The reason why this row ranks above the next; null on the last."
    )

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


class EventPlaceSerializer(ReadSerializer):
    place = serializers.IntegerField(
        help_text="The place in the whole event, shared by players who went out together."
    )
    player = SeatedPlayer()


class BracketRound(ReadSerializer):
    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    part = serializers.ChoiceField(choices=get_args(Part), help_text="The part of the bracket.")
    pairings = PairingSerializer(many=True)


class BracketSerializer(ReadSerializer):
    stage = serializers.IntegerField()
    rounds = BracketRound(many=True)


class Meeting(ReadSerializer):
    """A pairing in a crosstable, seen from the player whose line it is in."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Pairing.Kind.values)
    adversary = serializers.IntegerField(allow_null=True, help_text="The position of the opponent's row.")
    deals_first = serializers.BooleanField()
    games = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The games won by the player and by the opponent.",
    )
    halves = serializers.IntegerField(allow_null=True, help_text=f"The player's score. {HALVES}")
    has_won = serializers.BooleanField()
    rubber = serializers.CharField(allow_null=True)


class CrosstableLine(ReadSerializer):
    group = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField()
    rank = serializers.IntegerField()
    player = SeatedPlayer()
    halves = serializers.IntegerField(help_text=HALVES)
    meetings = Meeting(many=True)


class CrosstableSerializer(ReadSerializer):
    stage = serializers.IntegerField()
    lines = CrosstableLine(many=True)


_UNDECIDED = Q(kind=Pairing.Kind.RUBBER, decided_by="", entrant_a__isnull=False, entrant_b__isnull=False)


class PairingFilters(Filters):
    stage = WholeFilter(field_name="round__stage__number", help_text="Only pairings of this stage.")
    round = WholeFilter(field_name="round__number", help_text="Only pairings of rounds with this number.")
    group = WholeFilter(field_name="group", help_text="Only pairings of this group.")
    player = PublicIdFilter("entrant_a", method="of_player", help_text="Only pairings of this player.")
    undecided = YesNoFilter(
        "decided_by",
        method="by_decision",
        help_text="Only undecided pairings that can be played, or only the others.",
    )

    def of_player(self, rows: QuerySet[Pairing], name: str, value: str) -> QuerySet[Pairing]:
        return rows.filter(Q(entrant_a__player__public_id=value) | Q(entrant_b__player__public_id=value))

    def by_decision(self, rows: QuerySet[Pairing], name: str, value: bool) -> QuerySet[Pairing]:
        return rows.filter(_UNDECIDED) if value else rows.exclude(_UNDECIDED)


class StandingFilters(Filters):
    stage = WholeFilter(field_name="stage__number", help_text="Only the standings of this stage.")
    group = WholeFilter(field_name="group", help_text="Only the standings of groups with this number.")
    player = PublicIdFilter("entrant__player__public_id", help_text="Only the rows of this player.")

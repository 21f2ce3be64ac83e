"""Serializers for conflicts, held texts and rubbers that wait for a decision, and for the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import ChoiceOrNull, SeatField, TextOrNull, WriteSerializer
from matches.api.core.filters import ChoiceFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.api.events.correction_serializers import Decision, PreviewSerializer
from matches.api.exchange.import_serializers import FATES, NAMES_SCHEMA, WhoField, name_of
from matches.api.rubbers.serializers import (
    STATES,
    FindingSerializer,
    RubberLine,
    SeatedPlayer,
    Seats,
)
from matches.exchange.queries import IN_ORDER
from matches.figures.record_comparison import Passage, compare
from matches.models import Conflict, Depth, HeldText, LogEntry, Player, Rubber
from matches.rubbers.text import named_text
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.findings import Finding, JsonValue
from scoring.notation import read_one

TEXT_LENGTH: Final = 1 << 20
RESOLUTIONS: Final = ("kept", "taken")
HELD_STATES: Final = ("waiting", "repaired", "dismissed")
MARKS: Final = ("same", "changed", "alone")
NO_FINDING: Final[dict[str, JsonValue]] = {
    "code": "E01",
    "law": None,
    "severity": "error",
    "game": None,
    "deal": None,
    "trick": None,
    "line": None,
    "column": None,
    "cause": None,
    "message": "",
    "settle": "",
}


def finding_json(stored: dict[str, Any]) -> dict[str, JsonValue]:
    """Return a finding of a held text as JSON. Members that ``stored`` lacks get their default values."""
    return {**NO_FINDING, **{name: value for name, value in stored.items() if name in NO_FINDING}}


# Conflicts


class ConflictLine(ReadSerializer):
    """A conflict: a second version of the record of a stored rubber."""

    id = serializers.CharField(source="public_id")
    rubber = serializers.CharField(source="rubber.public_id")
    event = serializers.CharField(source="rubber.event.public_id")
    players = Seats(source="rubber", help_text="The players of the stored rubber.")
    rubber_state = serializers.ChoiceField(choices=STATES, source="rubber.state")
    rubber_version = serializers.IntegerField(source="rubber.version")
    at = serializers.DateTimeField(help_text="The time at which it arrived.")
    by = serializers.SerializerMethodField(
        help_text="The person who made the correction or imported the file."
    )
    source = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="The imported file; null for a correction or pad entries that came too late."
    )
    reason = TextOrNull(help_text="The reason given for the correction.")
    resolution = ChoiceOrNull(
        RESOLUTIONS,
        help_text="`kept`: the stored record was kept; `taken`: this one replaced it. Null while open.",
    )
    resolved_at = serializers.DateTimeField(allow_null=True)
    resolved_by = WhoField()

    def get_by(self, conflict: Conflict) -> str | None:
        return name_of(conflict.by if conflict.report is None else conflict.report.by)

    def get_source(self, conflict: Conflict) -> str | None:
        return None if conflict.report is None else conflict.report.source


class ConflictFilters(Filters):
    state = ChoiceFilter(
        method="of_state", choices=one_of(("open", *RESOLUTIONS)), help_text="`open`: not yet settled."
    )
    rubber = PublicIdFilter("rubber__public_id", help_text="Only conflicts of this rubber.")

    def of_state(self, rows: QuerySet[Conflict], name: str, value: str) -> QuerySet[Conflict]:
        return rows.filter(resolution="" if value == "open" else value)


class ComparedLineSerializer(ReadSerializer):
    number = serializers.IntegerField(help_text="The number of the line in its text, from 1.")
    text = serializers.CharField()
    mark = serializers.ChoiceField(choices=MARKS)


class PassageSerializer(ReadSerializer):
    skipped = serializers.IntegerField(help_text="The number of equal lines before it.")
    lines = ComparedLineSerializer(many=True)


class ConflictContent(ReadSerializer):
    """One of the two versions of a record in conflict: its text and its result."""

    players = SeatedPlayer(many=True, help_text="The players A and B.")
    egn = serializers.CharField()
    games_won = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    winner = SeatField()
    depth = serializers.ChoiceField(choices=Depth.values)
    findings = FindingSerializer(many=True)
    difference = PassageSerializer(
        many=True, help_text="The lines that differ from the other text, with their neighbours."
    )


class ConflictSerializer(ConflictLine):
    stored = ConflictContent(allow_null=True, help_text="Null while the rubber is being played.")
    other = ConflictContent(allow_null=True, help_text="Null while the rubber is being played.")
    is_cut = serializers.BooleanField(help_text="Whether the texts were too long to be compared whole.")
    follows = PreviewSerializer(
        allow_null=True,
        help_text="What would change in the event's draw if this is taken. Null in an event without a plan, once "
        "it is settled, and while it can't be taken.",
    )


def conflict_json(conflict: Conflict) -> dict[str, Any]:
    """Return the conflict as JSON, with the stored and the other version of the record.

    Both are None while the rubber is live, because nobody may see its cards.
    """
    body: dict[str, Any] = ConflictLine.json(conflict)
    rubber = conflict.rubber
    if rubber.state == Rubber.State.LIVE:
        return {**body, "stored": None, "other": None, "is_cut": False}
    stored_players = rubber.player_a, rubber.player_b
    other_players = conflict.player_a, conflict.player_b
    stored, other = _text(rubber.egn, stored_players), _text(conflict.egn, other_players)
    compared = compare(stored, other)
    return {
        **body,
        "stored": _content(
            stored, check_rubber(read_one(rubber.egn), checks=rubber.checks), stored_players, compared.first
        ),
        "other": _content(other, check_rubber(read_one(conflict.egn)), other_players, compared.second),
        "is_cut": compared.is_cut,
    }


def _text(egn: str, players: tuple[Player, Player]) -> str:
    return named_text(egn, (players[0].name, players[1].name))


def _content(
    text: str, checked: CheckedRubber, players: Sequence[Player], passages: Sequence[Passage]
) -> dict[str, Any]:
    content = {
        "players": players,
        "egn": text,
        "games_won": list(checked.games_won),
        "winner": checked.winner,
        "depth": checked.depth,
        "findings": [finding.as_json() for finding in checked.findings],
        "difference": passages,
    }
    return ConflictContent.json(content)


class ConflictChoice(Decision):
    """The choice between the stored and the other version of a record.

    If the other version is taken, ``keep`` and ``redo`` decide about the consequences listed in the
    conflict's `follows`.
    """

    take = serializers.BooleanField(
        help_text="Whether to replace the stored record with the conflicting one."
    )


# Texts held for repair


class HeldLine(ReadSerializer):
    """A text that could not be imported and is held for repair."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    source = serializers.CharField(  # type: ignore[assignment]
        source="report.source", help_text="The file that it was imported from."
    )
    by = WhoField(source="report.by")
    at = serializers.DateTimeField(source="report.started_at")
    state = serializers.SerializerMethodField(help_text="`repaired`: replaced by a valid record.")
    repaired_at = serializers.DateTimeField(allow_null=True)
    dismissed_at = serializers.DateTimeField(allow_null=True)
    settled_by = WhoField()
    finding = serializers.SerializerMethodField(
        help_text="What is wrong; line and column are those of the file, or of the text sent last."
    )

    @extend_schema_field({"type": "string", "enum": list(HELD_STATES)})
    def get_state(self, held: HeldText) -> str:
        if held.repaired_at is not None:
            return "repaired"
        return "waiting" if held.dismissed_at is None else "dismissed"

    @extend_schema_field(FindingSerializer)
    def get_finding(self, held: HeldText) -> dict[str, JsonValue]:
        return finding_json(held.finding)


class HeldFilters(Filters):
    state = ChoiceFilter(
        method="of_state", choices=one_of(HELD_STATES), help_text="Only texts in this state."
    )

    def of_state(self, rows: QuerySet[HeldText], name: str, value: str) -> QuerySet[HeldText]:
        if value == "repaired":
            return rows.filter(repaired_at__isnull=False)
        return rows.filter(repaired_at__isnull=True, dismissed_at__isnull=value == "waiting")


class HeldSerializer(HeldLine):
    text = serializers.CharField()
    findings = FindingSerializer(many=True, help_text="All faults of the text, with its own line numbers.")


class HeldRepair(WriteSerializer):
    egn = serializers.CharField(max_length=TEXT_LENGTH, trim_whitespace=False, help_text="The repaired text.")


class RepairedRubber(ReadSerializer):
    """The outcome of one rubber of a repaired text."""

    index = serializers.IntegerField()
    line = serializers.IntegerField()
    fate = serializers.ChoiceField(choices=FATES)
    names = serializers.SerializerMethodField()
    rubber = TextOrNull(source="rubber_id")
    reasons = serializers.ListField(child=serializers.CharField())
    new_guests = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(NAMES_SCHEMA)
    def get_names(self, outcome: Any) -> list[str | None]:
        return [name or None for name in outcome.players]


class HeldRepaired(HeldSerializer):
    rubbers = RepairedRubber(many=True)


# Everything that waits


class WaitingCounts(ReadSerializer):
    """The numbers of rubbers, conflicts and texts that wait for a decision that the caller may make."""

    disputed = serializers.IntegerField()
    reported = serializers.IntegerField(help_text="Results to be confirmed by the other side or a director.")
    draft = serializers.IntegerField(help_text="Records that need a decision before they count.")
    conflicts = serializers.IntegerField()
    held = serializers.IntegerField(help_text="Texts to be repaired.")
    questioned = serializers.IntegerField(
        help_text="Rubbers that count, with findings that only newer checks make; `GET …/findings` lists them."
    )


class DisputeSerializer(ReadSerializer):
    at = serializers.DateTimeField()
    by = WhoField()
    reason = TextOrNull()


class WaitingRubber(RubberLine):
    """A rubber that waits for a decision.

    ``disputes`` in the context has the latest dispute of each rubber. Its keys are the rubbers' public ids.
    """

    dispute = serializers.SerializerMethodField(help_text="The latest dispute: who made it, and the reason.")
    findings = serializers.SerializerMethodField(help_text="The findings that keep a draft from counting.")

    @extend_schema_field(DisputeSerializer(allow_null=True))
    def get_dispute(self, rubber: Rubber) -> dict[str, Any] | None:
        dispute: LogEntry | None = self.context["disputes"].get(rubber.public_id)
        return None if dispute is None else DisputeSerializer.json(dispute)

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, rubber: Rubber) -> list[dict[str, JsonValue]]:
        findings = [Finding(**facts) for facts in rubber.findings]
        return [finding.as_json() for finding in findings if finding.blocks_confirming]


class WaitingFilters(Filters):
    state = ChoiceFilter(
        field_name="state",
        choices=one_of([state.value for state in IN_ORDER]),
        help_text="Only rubbers in this state.",
    )
    event = PublicIdFilter("event__public_id", help_text="Only rubbers of this event.")

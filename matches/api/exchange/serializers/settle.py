"""What waits for somebody's decision, as the API shows it and takes the decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import Body, SeatShown, TextOrNull
from matches.api.core.filters import ChoiceFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import Shape
from matches.api.events.serializers.corrections import Decision, PreviewShown
from matches.api.exchange.serializers.imports import FATES, NAMES_SCHEMA, WhoField, name_of
from matches.api.rubbers.serializers import STATES, FindingShown, RubberLine, SeatedPlayer, Seats
from matches.exchange.queries.unsettled import IN_ORDER
from matches.models import Conflict, Depth, HeldText, LogEntry, Player, Rubber
from matches.rubbers.canonical_text import named_text
from matches.rubbers.queries.compare_records import Passage, compare
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
    """A finding as it is kept with a text, whichever members it was kept with."""
    return {**NO_FINDING, **{name: value for name, value in stored.items() if name in NO_FINDING}}


# Conflicts


class ConflictLine(Shape):
    """Another content of a rubber that is here already."""

    id = serializers.CharField(source="public_id")
    rubber = serializers.CharField(source="rubber.public_id")
    event = serializers.CharField(source="rubber.event.public_id")
    players = Seats(source="rubber", help_text="Those of what is stored.")
    rubber_state = serializers.ChoiceField(choices=STATES, source="rubber.state")
    rubber_version = serializers.IntegerField(source="rubber.version")
    at = serializers.DateTimeField(help_text="When it came.")
    by = serializers.SerializerMethodField(help_text="Whose correction it is, or who brought the file in.")
    source = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="The file that it came with; null for a correction, or a pad's entries, that came too late."
    )
    reason = TextOrNull(help_text="What was said with a correction.")
    resolution = serializers.SerializerMethodField(
        help_text="`kept`: what is stored stays; `taken`: this took its place. Null while it is open."
    )
    resolved_at = serializers.DateTimeField(allow_null=True)
    resolved_by = WhoField()

    @extend_schema_field({"type": "string", "nullable": True})
    def get_by(self, conflict: Conflict) -> str | None:
        return name_of(conflict.by if conflict.report is None else conflict.report.by)

    @extend_schema_field({"type": "string", "nullable": True})
    def get_source(self, conflict: Conflict) -> str | None:
        return None if conflict.report is None else conflict.report.source

    @extend_schema_field({"type": "string", "enum": [*RESOLUTIONS, None], "nullable": True})
    def get_resolution(self, conflict: Conflict) -> str | None:
        return conflict.resolution or None


class ConflictFilters(Filters):
    state = ChoiceFilter(
        method="of_state", choices=one_of(("open", *RESOLUTIONS)), help_text="`open`: not yet settled."
    )
    rubber = PublicIdFilter("rubber__public_id", help_text="Those of this rubber.")

    def of_state(self, rows: QuerySet[Conflict], name: str, value: str) -> QuerySet[Conflict]:
        return rows.filter(resolution="" if value == "open" else value)


class ComparedLineShown(Shape):
    number = serializers.IntegerField(help_text="Of the line in its text, from 1.")
    text = serializers.CharField()
    mark = serializers.ChoiceField(choices=MARKS)


class PassageShown(Shape):
    skipped = serializers.IntegerField(help_text="So many lines before it are the same in both.")
    lines = ComparedLineShown(many=True)


class ConflictContent(Shape):
    """One of the two: its text, and what it comes to."""

    players = SeatedPlayer(many=True, help_text="A and B.")
    egn = serializers.CharField()
    games_won = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    winner = SeatShown()
    depth = serializers.ChoiceField(choices=Depth.values)
    findings = FindingShown(many=True)
    difference = PassageShown(many=True, help_text="Its lines that the other has not, with their neighbours.")


class ConflictShown(ConflictLine):
    stored = ConflictContent(allow_null=True, help_text="Null while the rubber is being played.")
    other = ConflictContent(allow_null=True, help_text="Null while the rubber is being played.")
    is_cut = serializers.BooleanField(help_text="The texts are longer than what was compared of them.")
    follows = PreviewShown(
        allow_null=True,
        help_text="What taking it would move in the event's draw. Null where the event has no plan, once it is"
        " settled, and while it can't be taken.",
    )


def conflict_json(conflict: Conflict) -> dict[str, Any]:
    """Both contents, except of a rubber that is being played: its cards are nobody's to see."""
    told: dict[str, Any] = dict(ConflictLine(conflict).data)
    rubber = conflict.rubber
    if rubber.state == Rubber.State.LIVE:
        return {**told, "stored": None, "other": None, "is_cut": False}
    stored_players = rubber.player_a, rubber.player_b
    other_players = conflict.player_a, conflict.player_b
    stored, other = _text(rubber.egn, stored_players), _text(conflict.egn, other_players)
    compared = compare(stored, other)
    return {
        **told,
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
    return dict(ConflictContent(content).data)


class ConflictChoice(Decision):
    """``keep`` and ``redo`` are for what `follows` tells of, where the other content is taken."""

    take = serializers.BooleanField(help_text="Whether the other content takes the place of what is stored.")


# Texts held for repair


class HeldLine(Shape):
    """A text that could not be taken in."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    source = serializers.CharField(  # type: ignore[assignment]
        source="report.source", help_text="The file that it came with."
    )
    by = WhoField(source="report.by")
    at = serializers.DateTimeField(source="report.started_at")
    state = serializers.SerializerMethodField(help_text="`repaired`: a good record took its place.")
    repaired_at = serializers.DateTimeField(allow_null=True)
    dismissed_at = serializers.DateTimeField(allow_null=True)
    settled_by = WhoField()
    finding = serializers.SerializerMethodField(
        help_text="What is wrong; line and column are those of the file, or of the text that was sent last."
    )

    @extend_schema_field({"type": "string", "enum": list(HELD_STATES)})
    def get_state(self, held: HeldText) -> str:
        if held.repaired_at is not None:
            return "repaired"
        return "waiting" if held.dismissed_at is None else "dismissed"

    @extend_schema_field(FindingShown)
    def get_finding(self, held: HeldText) -> dict[str, JsonValue]:
        return finding_json(held.finding)


class HeldFilters(Filters):
    state = ChoiceFilter(method="of_state", choices=one_of(HELD_STATES), help_text="What has become of it.")

    def of_state(self, rows: QuerySet[HeldText], name: str, value: str) -> QuerySet[HeldText]:
        if value == "repaired":
            return rows.filter(repaired_at__isnull=False)
        return rows.filter(repaired_at__isnull=True, dismissed_at__isnull=value == "waiting")


class HeldShown(HeldLine):
    text = serializers.CharField()
    findings = FindingShown(many=True, help_text="All that is wrong with the text, by its own lines.")


class HeldRepair(Body):
    egn = serializers.CharField(
        max_length=TEXT_LENGTH, trim_whitespace=False, help_text="The text as it should be."
    )


class RepairedRubber(Shape):
    """What became of a rubber of the text."""

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


class HeldRepaired(HeldShown):
    rubbers = RepairedRubber(many=True)


# All that waits


class WaitingCounts(Shape):
    """What waits for the caller, and he may do something about."""

    disputed = serializers.IntegerField()
    reported = serializers.IntegerField(help_text="Results that wait for the other side, or a director.")
    draft = serializers.IntegerField(help_text="Records with something to be settled before they count.")
    conflicts = serializers.IntegerField()
    held = serializers.IntegerField(help_text="Texts that wait to be repaired.")
    questioned = serializers.IntegerField(
        help_text="Rubbers that count, and in which only newer checks find something; `GET …/findings` lists them."
    )


class DisputeShown(Shape):
    at = serializers.DateTimeField()
    by = WhoField()
    reason = TextOrNull()


class WaitingRubber(RubberLine):
    """A rubber that waits. ``disputes`` in the context: the last of each, by the rubber's public id."""

    dispute = serializers.SerializerMethodField(help_text="Who disputed it last, and why.")
    findings = serializers.SerializerMethodField(help_text="What keeps a draft from counting.")

    @extend_schema_field(DisputeShown(allow_null=True))
    def get_dispute(self, rubber: Rubber) -> dict[str, Any] | None:
        found: LogEntry | None = self.context["disputes"].get(rubber.public_id)
        return None if found is None else dict(DisputeShown(found).data)

    @extend_schema_field(FindingShown(many=True))
    def get_findings(self, rubber: Rubber) -> list[dict[str, JsonValue]]:
        found = [Finding(**facts) for facts in rubber.findings]
        return [finding.as_json() for finding in found if finding.blocks_confirming]


class WaitingFilters(Filters):
    state = ChoiceFilter(
        field_name="state", choices=one_of([state.value for state in IN_ORDER]), help_text="What it waits as."
    )
    event = PublicIdFilter("event__public_id", help_text="Those of this event.")

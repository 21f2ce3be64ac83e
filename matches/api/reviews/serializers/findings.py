"""Findings, incidents and the state of reviews as the API lists them, rubber by rubber."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import SeatShown, TextOrNull
from matches.api.core.filters import (
    ChoiceFilter,
    Filters,
    PlayedFilter,
    PublicIdFilter,
    WholeFilter,
    one_of,
)
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import STATES, FindingShown, SeatedPlayer, Seats
from matches.models import Incident, Rubber
from matches.reviews.queries.findings import REVIEW_STATES, with_finding
from scoring.findings import Finding

SEVERITIES: Final = ("error", "ruling", "warning", "note")


class _Where(Shape):
    rubber = serializers.CharField(source="public_id")
    event = serializers.CharField(source="event.public_id")
    date = TextOrNull(help_text="As the record has it.")
    players = Seats(source="*")
    state = serializers.ChoiceField(choices=STATES)


class RubberFindings(Shape):
    """All findings of one rubber, in the order of the record."""

    rubber = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    results = FindingShown(many=True)


class FoundShown(_Where):
    """A rubber with findings: of what is asked for those that are so, else all."""

    findings = serializers.SerializerMethodField()

    @extend_schema_field(FindingShown(many=True))
    def get_findings(self, rubber: Rubber) -> list[dict[str, Any]]:
        asked = self.context.get("asked", {})
        kept = (facts for facts in rubber.findings if all(facts.get(key) == asked[key] for key in asked))
        return [Finding(**facts).as_json() for facts in kept]


class _DatedFilters(Filters):
    event = PublicIdFilter("event__public_id")
    date_from = PlayedFilter("date", lookup_expr="gte", help_text="Played that day or later.")
    date_to = PlayedFilter("date", lookup_expr="lte", help_text="Played that day or before.")


class FindingFilters(_DatedFilters):
    state = ChoiceFilter(field_name="state", choices=one_of([each for each in STATES if each != "live"]))
    law = WholeFilter(method="of_nothing", help_text="Findings by this law.")
    severity = ChoiceFilter(
        method="of_nothing", choices=one_of(SEVERITIES), help_text="Findings as grave as this."
    )

    def filter_queryset(self, queryset: Any) -> Any:
        """Law and severity together: they are asked of one and the same finding."""
        rows = super().filter_queryset(queryset)
        return with_finding(rows, **self.asked) if self.asked else rows

    def of_nothing(self, rows: QuerySet[Rubber], name: str, value: Any) -> QuerySet[Rubber]:
        return rows

    @property
    def asked(self) -> dict[str, Any]:
        """What a finding has to say."""
        told = {key: self.form.cleaned_data.get(key) for key in ("law", "severity")}
        return {key: value for key, value in told.items() if value not in (None, "")}


class IncidentShown(Shape):
    """An irregularity as it stands in a record."""

    rubber = serializers.CharField(source="game.rubber.public_id")
    event = serializers.CharField(source="game.rubber.event.public_id")
    date = TextOrNull(source="game.rubber.date", help_text="As the record has it.")
    players = Seats(source="game.rubber")
    game = serializers.IntegerField(source="game.number")
    deal = serializers.IntegerField(
        source="deal.number", allow_null=True, default=None, help_text="Null: before the first deal."
    )
    position = serializers.IntegerField(help_text="Which of the game's incidents, from 1.")
    law = serializers.IntegerField()
    offender = SeatShown()
    offending_player = serializers.SerializerMethodField(help_text="Null where nobody is named.")
    facts = serializers.ListField(child=serializers.CharField(), help_text="As the record has them.")
    remedy = TextOrNull(help_text="Null until somebody chose.")
    argument = TextOrNull(help_text="What the remedy names besides itself.")

    @extend_schema_field(SeatedPlayer(allow_null=True))
    def get_offending_player(self, incident: Incident) -> dict[str, Any] | None:
        rubber = incident.game.rubber
        player = {"A": rubber.player_a, "B": rubber.player_b}.get(incident.offender)
        return None if player is None else dict(SeatedPlayer(player).data)


class IncidentFilters(Filters):
    law = WholeFilter("law")
    offender = PublicIdFilter("offender", method="of_offender", help_text="Of this player's.")
    event = PublicIdFilter("game__rubber__event__public_id")
    date_from = PlayedFilter("game__rubber__date", lookup_expr="gte", help_text="Played that day or later.")
    date_to = PlayedFilter("game__rubber__date", lookup_expr="lte", help_text="Played that day or before.")

    def of_offender(self, rows: QuerySet[Incident], name: str, value: str) -> QuerySet[Incident]:
        of_a = Q(offender="A", game__rubber__player_a__public_id=value)
        return rows.filter(of_a | Q(offender="B", game__rubber__player_b__public_id=value))


class ReviewStateShown(_Where):
    """How far the review of a rubber has come."""

    review = serializers.ChoiceField(choices=REVIEW_STATES, source="review_state")
    is_current = serializers.SerializerMethodField(help_text="False until the newest engine has reviewed it.")
    versions = serializers.SerializerMethodField(
        help_text="Of `review`, `policy`, `labels`, `solver`, `chances`; empty without a review."
    )
    done_at = serializers.SerializerMethodField()

    def get_is_current(self, rubber: Any) -> bool:
        return bool(self.context["is_current"](self.context["reviews"].get(rubber.latest_review)))

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_versions(self, rubber: Any) -> dict[str, str]:
        found: dict[str, str] = self.context["versions"](self.context["reviews"].get(rubber.latest_review))
        return found

    @extend_schema_field({"type": "string", "format": "date-time", "nullable": True})
    def get_done_at(self, rubber: Any) -> Any:
        review = self.context["reviews"].get(rubber.latest_review)
        return None if review is None else serializers.DateTimeField().to_representation(review.done_at)


class ReviewStateFilters(_DatedFilters):
    review = ChoiceFilter(
        field_name="review_state",
        choices=one_of(REVIEW_STATES),
        help_text="Those whose review is in this state.",
    )

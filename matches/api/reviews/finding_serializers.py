"""Serializers for rubbers with their findings or the state of their review, and for incidents."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import SeatField, TextOrNull
from matches.api.core.filters import (
    ChoiceFilter,
    Filters,
    PlayedFilter,
    PublicIdFilter,
    WholeFilter,
    one_of,
)
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import STATES, FindingSerializer, SeatedPlayer, Seats
from matches.models import Incident, Rubber
from matches.reviews.queries import REVIEW_STATES, with_finding
from scoring.findings import Finding

SEVERITIES: Final = ("error", "ruling", "warning", "note")


class _Where(ReadSerializer):
    rubber = serializers.CharField(source="public_id")
    event = serializers.CharField(source="event.public_id")
    date = TextOrNull(help_text="The date as in the record.")
    players = Seats(source="*")
    state = serializers.ChoiceField(choices=STATES)


class RubberFindings(ReadSerializer):
    """All findings of one rubber, in the order of the record."""

    rubber = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    results = FindingSerializer(many=True)


class FoundSerializer(_Where):
    """A rubber with its findings.

    If the query filters by law or severity, only matching findings are included.
    """

    findings = serializers.SerializerMethodField()

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, rubber: Rubber) -> list[dict[str, Any]]:
        query = self.context.get("asked", {})
        findings = (facts for facts in rubber.findings if all(facts.get(key) == query[key] for key in query))
        return [Finding(**facts).as_json() for facts in findings]


class _DatedFilters(Filters):
    event = PublicIdFilter("event__public_id")
    date_from = PlayedFilter("date", lookup_expr="gte", help_text="Only rubbers played on or after this day.")
    date_to = PlayedFilter("date", lookup_expr="lte", help_text="Only rubbers played on or before this day.")


class FindingFilters(_DatedFilters):
    state = ChoiceFilter(field_name="state", choices=one_of([each for each in STATES if each != "live"]))
    law = WholeFilter(method="of_nothing", help_text="Only findings by this law.")
    severity = ChoiceFilter(
        method="of_nothing", choices=one_of(SEVERITIES), help_text="Only findings of this severity."
    )

    def filter_queryset(self, queryset: Any) -> Any:
        """Return the rubbers with one finding that has the requested law and severity."""
        rows = super().filter_queryset(queryset)
        return with_finding(rows, **self.asked) if self.asked else rows

    def of_nothing(self, rows: QuerySet[Rubber], name: str, value: Any) -> QuerySet[Rubber]:
        return rows

    @property
    def asked(self) -> dict[str, Any]:
        """The requested ``law`` and ``severity`` by name. A condition that was not requested is missing."""
        values = {key: self.form.cleaned_data.get(key) for key in ("law", "severity")}
        return {key: value for key, value in values.items() if value not in (None, "")}


class IncidentSerializer(ReadSerializer):
    """An irregularity that a record contains, such as a card played out of turn."""

    rubber = serializers.CharField(source="game.rubber.public_id")
    event = serializers.CharField(source="game.rubber.event.public_id")
    date = TextOrNull(source="game.rubber.date", help_text="The date as in the record.")
    players = Seats(source="game.rubber")
    game = serializers.IntegerField(source="game.number")
    deal = serializers.IntegerField(
        source="deal.number", allow_null=True, default=None, help_text="Null: before the first deal."
    )
    position = serializers.IntegerField(help_text="The number of the incident in its game, from 1.")
    law = serializers.IntegerField()
    offender = SeatField()
    offending_player = serializers.SerializerMethodField(help_text="Null if no player is named.")
    facts = serializers.ListField(child=serializers.CharField(), help_text="The facts as in the record.")
    remedy = TextOrNull(help_text="Null until the remedy is chosen.")
    argument = TextOrNull(help_text="What else the remedy names.")

    @extend_schema_field(SeatedPlayer(allow_null=True))
    def get_offending_player(self, incident: Incident) -> dict[str, Any] | None:
        rubber = incident.game.rubber
        player = {"A": rubber.player_a, "B": rubber.player_b}.get(incident.offender)
        return None if player is None else SeatedPlayer.json(player)


class IncidentFilters(Filters):
    law = WholeFilter("law")
    offender = PublicIdFilter("offender", method="of_offender", help_text="Only incidents of this player.")
    event = PublicIdFilter("game__rubber__event__public_id")
    date_from = PlayedFilter(
        "game__rubber__date", lookup_expr="gte", help_text="Only rubbers played on or after this day."
    )
    date_to = PlayedFilter(
        "game__rubber__date", lookup_expr="lte", help_text="Only rubbers played on or before this day."
    )

    def of_offender(self, rows: QuerySet[Incident], name: str, value: str) -> QuerySet[Incident]:
        of_a = Q(offender="A", game__rubber__player_a__public_id=value)
        return rows.filter(of_a | Q(offender="B", game__rubber__player_b__public_id=value))


class ReviewStateSerializer(_Where):
    """A rubber and the state of its review, such as `done`."""

    review = serializers.ChoiceField(choices=REVIEW_STATES, source="review_state")
    is_current = serializers.SerializerMethodField(help_text="False until the newest engine has reviewed it.")
    versions = serializers.SerializerMethodField(
        help_text="The versions of `review`, `policy`, `labels`, `solver` and `chances`; empty without a review."
    )
    done_at = serializers.SerializerMethodField()

    def get_is_current(self, rubber: Any) -> bool:
        return bool(self.context["is_current"](self.context["reviews"].get(rubber.latest_review)))

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_versions(self, rubber: Any) -> dict[str, str]:
        versions: dict[str, str] = self.context["versions"](self.context["reviews"].get(rubber.latest_review))
        return versions

    @extend_schema_field({"type": "string", "format": "date-time", "nullable": True})
    def get_done_at(self, rubber: Any) -> Any:
        review = self.context["reviews"].get(rubber.latest_review)
        return None if review is None else serializers.DateTimeField().to_representation(review.done_at)


class ReviewStateFilters(_DatedFilters):
    review = ChoiceFilter(
        field_name="review_state",
        choices=one_of(REVIEW_STATES),
        help_text="Only rubbers whose review is in this state.",
    )

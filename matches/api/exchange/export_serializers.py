"""Serializers for exports and for export requests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, get_args

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PublicIdField, QuerySerializer, TextOrNull, WriteSerializer
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import (
    STATE_MEANING,
    VARIANTS,
    DealSerializer,
    GameSerializer,
    RubberSerializer,
)
from matches.exchange.exports.requests import ROW_KINDS, ExportRequest, Scope, State, state_of
from matches.exchange.exports.select_rubbers import RubberFilter
from matches.models import Depth, Export, Rubber

STATES: Final = tuple(state for state in Rubber.State.values if state != Rubber.State.LIVE)


class GameRecord(GameSerializer):
    deals = DealSerializer(many=True)


class RubberRecord(RubberSerializer):
    """A finished rubber with its games and deals."""

    games = GameRecord(many=True)


class RubberRecords(ReadSerializer):
    rubbers = RubberRecord(many=True)


def rubber_record(rubber: Rubber) -> Mapping[str, Any]:
    """Return the rubber as JSON, with its games and deals, which must be prefetched."""
    record: Mapping[str, Any] = _shape().to_representation(rubber)
    return record


@cache
def _shape() -> RubberRecord:
    """Return the shared serializer: creating one takes longer than serializing a rubber with it."""
    return RubberRecord()


DAY_FORMATS: Final = ("iso-8601", "%Y.%m.%d")
"""The formats of a day: as in a query, and as in a record."""


class _Filters(ReadSerializer):
    date_from = serializers.DateField(
        required=False,
        input_formats=DAY_FORMATS,
        help_text="Only rubbers played on or after this day, with a complete date.",
    )
    date_to = serializers.DateField(
        required=False,
        input_formats=DAY_FORMATS,
        help_text="Only rubbers played on or before this day, with a complete date.",
    )
    player = PublicIdField(required=False, help_text="Only rubbers of this player, on either side.")
    opponent = PublicIdField(
        required=False, help_text="Only rubbers of this player; with `player`, only rubbers between the two."
    )
    event = PublicIdField(required=False)
    depth = serializers.ChoiceField(required=False, choices=Depth.values)
    variant = serializers.ChoiceField(required=False, choices=VARIANTS)
    state = serializers.ChoiceField(required=False, choices=STATES, help_text=STATE_MEANING)


class FileQuery(QuerySerializer):
    """The query parameters of a download of one rubber."""

    what = serializers.ChoiceField(
        required=False, choices=ROW_KINDS, help_text="In CSV: what each row is; the default is `rubbers`."
    )


class RecordsQuery(_Filters, FileQuery):
    """The query parameters of a download of many rubbers: options of the file and filters of the rubbers."""

    ids = serializers.BooleanField(
        required=False, help_text="In EGN: include this site's ids of rubbers and players."
    )
    annotated = serializers.BooleanField(
        required=False,
        help_text="In EGN: include the verdicts of the review that you may read, as comments.",
    )
    after = PublicIdField(
        required=False,
        help_text="Continue after this rubber, the last that arrived whole. Not in JSON and XLSX.",
    )


class ExportFilters(_Filters, WriteSerializer):
    """The filters of an export. A filter that is left out excludes no rubbers."""


class ExportCreate(WriteSerializer):
    form = serializers.ChoiceField(choices=Export.Form.values)
    what = serializers.ChoiceField(
        default="rubbers", choices=ROW_KINDS, help_text="In CSV: what each row is."
    )
    ids = serializers.BooleanField(default=False, help_text="In EGN: include this site's ids.")
    season = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=9998,
        help_text="Only the season that begins in this year; null: all records of the club.",
    )
    filters = ExportFilters(required=False)


class AskedSerializer(ReadSerializer):
    of = serializers.ChoiceField(choices=get_args(Scope))
    id = serializers.CharField(
        help_text="The id of the club, event or player whose rubbers these are; for a season, the club's."
    )
    year = serializers.IntegerField(allow_null=True, help_text="For a season: the year in which it begins.")
    what = serializers.ChoiceField(choices=ROW_KINDS)
    ids = serializers.BooleanField(source="with_ids")
    filters = serializers.DictField(
        source="kept", child=serializers.CharField(), help_text="The filters that were applied."
    )


class ExportSerializer(ReadSerializer):
    """An export file that a worker prepares.

    Repeat the request until ``state`` is neither ``waiting`` nor ``writing``.
    """

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    state = serializers.SerializerMethodField()
    form = serializers.ChoiceField(choices=Export.Form.values)
    name = serializers.CharField(help_text="The name of the file.")
    asked = AskedSerializer()
    done = serializers.IntegerField(help_text="The number of rubbers written so far.")
    total = serializers.IntegerField(help_text="The total number of rubbers, once writing has begun.")
    size = serializers.SerializerMethodField(help_text="The size in bytes; null until the file is ready.")
    checksum = TextOrNull(help_text="SHA-256 of its bytes, in hexadecimal.")
    file = serializers.SerializerMethodField(help_text="The path of the file; null until it is ready.")
    problem = serializers.SerializerMethodField(
        help_text="The reason why the file failed; null if it did not."
    )
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="The time until which it can be downloaded."
    )

    @extend_schema_field({"type": "string", "enum": list(get_args(State))})
    def get_state(self, export: Export) -> str:
        return state_of(export)

    def get_size(self, export: Export) -> int | None:
        return export.size if export.checksum else None

    def get_file(self, export: Export) -> str | None:
        is_ready = state_of(export) == "ready"
        return reverse("api:export_file", args=[export.public_id]) if is_ready else None

    def get_problem(self, export: Export) -> str | None:
        return _(export.problem) if export.problem else None


def asked_of_body(club_id: str, body: Mapping[str, Any]) -> ExportRequest:
    """Return the export request for all records of the club, or for the body's ``season``."""
    year = body.get("season")
    return ExportRequest(
        of="club" if year is None else "season",
        id=club_id,
        year=year,
        kept=RubberFilter(**body.get("filters", {})),
        what=body["what"],
        with_ids=body["ids"],
    )

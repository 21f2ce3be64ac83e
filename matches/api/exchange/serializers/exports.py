"""Records taken out, as the API shows them, and what is asked for when they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer

from matches.api.core.fields import Body, PublicIdField, Query, TextOrNull
from matches.api.core.media_types import EgnRenderer, JsonRenderer
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import DealShown, GameShown, RubberShown
from matches.exchange.exports import formats as forms
from matches.exchange.exports.formats import FORMS
from matches.exchange.exports.request import state_of
from matches.exchange.exports.selection import WHAT, Asked
from matches.exchange.queries.exports import Kept
from matches.models import Depth, Export, Rubber

STATES: Final = tuple(state for state in Rubber.State.values if state != Rubber.State.LIVE)


class GameRecord(GameShown):
    deals = DealShown(many=True)


class RubberRecord(RubberShown):
    """A rubber that is over, with its games and deals: all that is on record of it."""

    games = GameRecord(many=True)


class RubberRecords(Shape):
    rubbers = RubberRecord(many=True)


def rubber_record(rubber: Rubber) -> Mapping[str, Any]:
    """The rubber with its parts; event, club and players loaded, games and deals fetched."""
    shown: Mapping[str, Any] = _shape().to_representation(rubber)
    return shown


@cache
def _shape() -> RubberRecord:
    """One for all: making it takes longer than to show a rubber by it."""
    return RubberRecord()


class _Bytes(BaseRenderer):
    """Stands for a form in the choice by ``Accept``; files are streamed and never rendered."""

    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else bytes(data)


class NdjsonRenderer(_Bytes):
    media_type = FORMS[forms.NDJSON].media_type
    format = "ndjson"


class CsvRenderer(_Bytes):
    media_type = FORMS[forms.CSV].media_type
    format = "csv"


class XlsxRenderer(_Bytes):
    media_type = FORMS[forms.XLSX].media_type
    format = "xlsx"


RENDERERS: Final[Mapping[str, type[BaseRenderer]]] = {
    "json": JsonRenderer,
    "egn": EgnRenderer,
    "ndjson": NdjsonRenderer,
    "csv": CsvRenderer,
    "xlsx": XlsxRenderer,
}
"""By the name that a file's address ends in; the first is taken where ``Accept`` leaves it open."""


class _Filters(Shape):
    date_from = serializers.DateField(
        required=False, help_text="Played that day or later, by a date that is known in full."
    )
    date_to = serializers.DateField(
        required=False, help_text="Played that day or before, by a date that is known in full."
    )
    player = PublicIdField(required=False, help_text="On either side.")
    opponent = PublicIdField(required=False, help_text="On either side: with `player`, those of the two.")
    event = PublicIdField(required=False)
    depth = serializers.ChoiceField(required=False, choices=Depth.values)
    variant = serializers.ChoiceField(required=False, choices=["ecarte", "triomphe"])
    state = serializers.ChoiceField(required=False, choices=STATES)


class FileQuery(Query):
    """What a file of one rubber may be asked with."""

    what = serializers.ChoiceField(
        required=False, choices=WHAT, help_text="In CSV: what a row is; `rubbers` where nothing is said."
    )


class RecordsQuery(_Filters, FileQuery):
    """What a file of many rubbers may be kept to."""

    ids = serializers.BooleanField(
        required=False, help_text="In EGN: with the service's ids of rubbers and players."
    )
    annotated = serializers.BooleanField(
        required=False,
        help_text="In EGN: with the review's verdicts as comments, as far as you may read them.",
    )
    after = PublicIdField(
        required=False,
        help_text="Go on behind this rubber, the last that came whole. Not in JSON and XLSX.",
    )


class ExportFilters(_Filters, Body):
    """Members that are left out keep nothing back."""


class NewExport(Body):
    form = serializers.ChoiceField(choices=Export.Form.values)
    what = serializers.ChoiceField(default="rubbers", choices=WHAT, help_text="In CSV: what a row is.")
    ids = serializers.BooleanField(default=False, help_text="In EGN: with the service's ids.")
    season = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=9998,
        help_text="The season that begins in this year; null for all of the club's records.",
    )
    filters = ExportFilters(required=False)


class AskedShown(Shape):
    of = serializers.ChoiceField(choices=["rubber", "event", "player", "club", "season"])
    id = serializers.CharField(help_text="Whose rubbers: of a season the club's id.")
    year = serializers.IntegerField(allow_null=True, help_text="Of a season: when it begins.")
    what = serializers.ChoiceField(choices=WHAT)
    ids = serializers.BooleanField(source="with_ids")
    filters = serializers.DictField(
        source="kept", child=serializers.CharField(), help_text="What it is kept to."
    )


class ExportShown(Shape):
    """A file that is prepared: ask again until ``state`` is neither ``waiting`` nor ``writing``."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    state = serializers.SerializerMethodField()
    form = serializers.ChoiceField(choices=Export.Form.values)
    name = serializers.CharField(help_text="What the file is called.")
    asked = AskedShown()
    done = serializers.IntegerField(help_text="How many rubbers are in it so far.")
    total = serializers.IntegerField(help_text="How many there are, once it has been begun.")
    size = serializers.SerializerMethodField(help_text="In bytes; null until it is ready.")
    checksum = TextOrNull(help_text="SHA-256 of its bytes, in hexadecimal.")
    file = serializers.SerializerMethodField(help_text="The path to fetch it from; null while there is none.")
    problem = serializers.SerializerMethodField(help_text="Why there is no file; null where nothing failed.")
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Until when it may be fetched.")

    @extend_schema_field({"type": "string", "enum": ["waiting", "writing", "ready", "failed", "gone"]})
    def get_state(self, export: Export) -> str:
        return state_of(export)

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_size(self, export: Export) -> int | None:
        return export.size if export.checksum else None

    @extend_schema_field({"type": "string", "nullable": True})
    def get_file(self, export: Export) -> str | None:
        is_ready = state_of(export) == "ready"
        return reverse("api:export_file", args=[export.public_id]) if is_ready else None

    @extend_schema_field({"type": "string", "nullable": True})
    def get_problem(self, export: Export) -> str | None:
        return _(export.problem) if export.problem else None


def export_json(export: Export) -> dict[str, Any]:
    return dict(ExportShown(export).data)


def asked_of_body(club_id: str, body: Mapping[str, Any]) -> Asked:
    """What ``NewExport`` asks for of a club's records."""
    year = body.get("season")
    return Asked(
        of="club" if year is None else "season",
        id=club_id,
        year=year,
        kept=Kept(**body.get("filters", {})),
        what=body["what"],
        with_ids=body["ids"],
    )

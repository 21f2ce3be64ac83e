"""API views for imports of records, with their reports, and for the file of a whole event: export and import."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import Direction
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply, changed, created
from matches.api.core.errors import RESTRICTED, ApiError
from matches.api.core.etags import etag_of
from matches.api.core.files import (
    EVENT_MEDIA_TYPE,
    AnyJsonParser,
    EgnParser,
    EventParser,
    FileView,
    PlainTextParser,
)
from matches.api.core.media_types import EGN_MEDIA_TYPE, JsonParser, WrittenRenderer
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import NumbersOrder, Orders, by_columns
from matches.api.core.serializers import ReadSerializer
from matches.api.exchange.import_serializers import (
    ImportedEventSerializer,
    ImportFilters,
    ImportLineFilters,
    ImportLineSerializer,
    ImportQuery,
    ImportSerializer,
    ImportText,
    ImportUpload,
    TrialQuery,
)
from matches.clubs.access import visible_clubs
from matches.common.commands import CommandContext
from matches.events.check_document import EventFileError
from matches.exchange.event_files.export import export_bytes
from matches.exchange.event_files.import_events import MOST_EVENT_FILE_BYTES, import_event
from matches.exchange.imports.uploads import MOST_UPLOAD_BYTES, UploadTooLargeError, receive_upload
from matches.exchange.queries import club_imports, conflicts_of
from matches.models import Club, Event, ImportReport
from scoring.notation.source import has_rubber

AROUND_BYTES: Final = 64 << 10
"""The number of bytes that an upload form may have besides its file."""


WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16, which is refused."""


class ImportsView(FileView):
    filters = ImportFilters
    orders: ClassVar[Orders] = by_columns("started_at")
    most_bytes = MOST_UPLOAD_BYTES + AROUND_BYTES
    parser_classes = (JsonParser, EgnParser, PlainTextParser, MultiPartParser)  # type: ignore[assignment]
    problems = ("invalid_parameter", "unreadable_file", "too_slow", "too_many_uploads")
    read_problems = RESTRICTED

    @list_operation("list_imports", "List files imported into a club, with their progress", ImportSerializer)
    def get(self, request: Request, club_id: str) -> QuerySet[ImportReport]:
        club = self.club_of(request, club_id, "import_records")
        return club_imports(club).select_related("by", "club")

    @operation(
        "import_records",
        "Import a file of records, or try the import",
        {201: ImportSerializer, 202: ImportSerializer},
        body={
            "application/json": ImportText,
            EGN_MEDIA_TYPE: OpenApiTypes.STR,
            "text/plain": OpenApiTypes.STR,
            "multipart/form-data": ImportUpload,
        },
        query=ImportQuery,
        bulk=True,
    )
    def post(self, request: Request, club_id: str) -> Response:
        """A small file is imported at once: the response is 201.

        A larger file is imported in the background: the response is 202, and the report at `Location` shows
        the progress. A rubber that cannot be imported does not stop the import of the other rubbers. The
        report lists all rubbers.
        """
        club = self.club_of(request, club_id, "import_records")
        file = self._file(request)

        def bring_in() -> Reply:
            report = receive_upload(
                club, file.content, file.source, by=self.user_of(request), is_trial=file.is_trial
            )
            body = import_json(club, report)
            reply = created(body, "import", report.public_id)
            return reply if body["finished_at"] else replace(reply, status=202)

        return self.respond_once(request, bring_in)

    def _file(self, request: Request) -> _File:
        """Return the uploaded file. Raises ``ApiError`` if the upload is not a file of records."""
        query = self.query_of(request)
        data: Any = request.data
        form: dict[str, Any] = {}
        if isinstance(data, bytes):
            content, name = data, ""
        elif "multipart/form-data" in (request.content_type or ""):
            form = _form_of(data)
            content, name = form["file"].read(), form["file"].name
        elif "json" in (request.content_type or ""):
            form = self.body_of(request, ImportText)
            content, name = form["egn"].encode(), ""
        else:
            # The framework does not call a parser for an empty body.
            content, name = b"", ""
        source = form.get("source") or query.get("source") or name
        _require_records(content)
        return _File(content, source, is_trial=form.get("trial", False) or query["trial"])


def _form_of(data: QueryDict) -> dict[str, Any]:
    """Return the validated members of an uploaded form, all of them texts except the file."""
    form: dict[str, Any] = dict(data.dict())
    form["trial"] = {"true": True, "false": False}.get(form.get("trial", "false"), form.get("trial"))
    bound = ImportUpload(data=form)
    bound.is_valid(raise_exception=True)
    validated: dict[str, Any] = bound.validated_data
    return validated


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    source: str
    is_trial: bool


def _require_records(content: bytes) -> None:
    if len(content) > MOST_UPLOAD_BYTES:
        raise ApiError("too_large", str(UploadTooLargeError()))
    if content.startswith(WIDE):
        detail = _("This file is in UTF-16, and EGN is in UTF-8: save it as that.")
    elif not has_rubber(io.BytesIO(content)):
        detail = _("This is not an EGN file: no line starts with [EGN.")
    else:
        return
    place = {"pointer": "", "detail": detail}
    raise ApiError("unreadable_file", detail, more={"errors": [place]})


class ImportView(ApiView):
    read_problems = RESTRICTED

    @detail_operation("get_import", "Get the report on an import", ImportSerializer)
    def get(self, request: Request, import_id: str) -> ImportReport:
        return _report_of(self, request, import_id)


class ImportLinesView(ApiView):
    filters = ImportLineFilters
    read_problems = RESTRICTED

    @list_operation(
        "list_import_lines", "List the outcome of each rubber in a file, in file order", ImportLineSerializer
    )
    def get(self, request: Request, import_id: str) -> Response:
        report = _report_of(self, request, import_id)
        club = report.club
        page = self.page_of(request, report.lines.all(), order=NumbersOrder("index"))
        may_settle = club is not None and self.powers(request, club).can("settle")
        conflicts = conflicts_of(club, page.rows) if club is not None and may_settle else {}
        return self.page_response(request, page, ImportLineSerializer, context={"conflicts": conflicts})


def _report_of(view: ApiView, request: Request, import_id: str) -> ImportReport:
    """Return the report on an import, if the caller may see it and may import records."""
    seen = ImportReport.objects.filter(club__in=visible_clubs(request.user))
    club = get_object_or_404(Club, imports__in=seen.filter(public_id=import_id))
    view.require(request, club, "import_records")
    return get_object_or_404(club_imports(club).select_related("by", "club"), public_id=import_id)


def import_json(club: Club, report: ImportReport) -> dict[str, Any]:
    return ImportSerializer.json(club_imports(club).select_related("by", "club").get(pk=report.pk))


FINDINGS_TOLD: Final = 100


class EventDocument(ReadSerializer):
    """The file of an event, as the OpenAPI document describes it. The import checks the content."""


class EventDocumentShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = EventDocument

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return {
            "type": "object",
            "additionalProperties": True,
            "description": "A whole event with its log, as `/event.schema.json` (JSON Schema) describes it.",
            "externalDocs": {
                "url": "/event.schema.json",
                "description": "The JSON Schema of an event's file.",
            },
        }


class EventFileRenderer(WrittenRenderer):
    """The renderer of an event's file."""

    media_type = EVENT_MEDIA_TYPE
    format = "json"


class EventFileView(ApiView):
    renderer_classes = (EventFileRenderer,)
    read_problems = RESTRICTED

    @detail_operation(
        "get_event_file",
        "Export an event with its log, for those who run it",
        {(200, EVENT_MEDIA_TYPE): EventDocument},
        bulk=True,
    )
    def get(self, request: Request, event_id: str) -> Response:
        """The file contains names and the log of the event.

        For each log entry, it has the reason and the person who made the entry. `/event.schema.json`
        describes the file format.
        """
        events = Event.objects.exclude(name="").filter(club__in=visible_clubs(request.user))
        event = get_object_or_404(events.select_related("club"), public_id=event_id)
        self.require(request, event.club, "run_event")
        content = export_bytes(event)
        return self.detail_response(request, content, etag=etag_of(content))


class ImportEventView(FileView):
    most_bytes = MOST_EVENT_FILE_BYTES
    parser_classes = (AnyJsonParser, EventParser)  # type: ignore[assignment]
    problems = ("invalid_parameter", "unreadable_file", "too_slow", "too_many_uploads")

    @operation(
        "import_event",
        "Import an event from its file, or try the import",
        {200: ImportedEventSerializer, 201: ImportedEventSerializer},
        body={"application/json": EventDocument, EVENT_MEDIA_TYPE: EventDocument},
        query=TrialQuery,
        bulk=True,
    )
    def post(self, request: Request, club_id: str) -> Response:
        """The import stores the whole event or nothing.

        The response is 201 for a new event. It is 200 if the event already exists or if the import was a
        trial.
        """
        club = self.club_of(request, club_id, "open_event")
        is_trial = self.query_of(request)["trial"]
        data: Any = request.data
        # The framework does not call a parser for an empty body.
        raw = data if isinstance(data, bytes) else b""

        def take_in() -> Reply:
            act = CommandContext(by=self.user_of(request), key="")
            try:
                imported = import_event(club, raw, act=act, is_trial=is_trial)
            except EventFileError as error:
                raise _unreadable(error) from error
            body = ImportedEventSerializer.json(imported)
            if is_trial or not imported.is_new:
                return changed(body)
            return created(body, "event", imported.event.public_id)

        return self.respond_once(request, take_in)


def _unreadable(error: EventFileError) -> ApiError:
    """Return the problem for an invalid event file, with the first findings and their positions."""
    places = [{"pointer": each.pointer, "detail": each.message} for each in error.findings[:FINDINGS_TOLD]]
    return ApiError("unreadable_file", str(error), more={"errors": places} if places else {})

"""Whole events as files: taken out, and taken in."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError
from matches.api.core.etags import etag_of
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.core.serializers import Shape
from matches.api.core.uploads import EVENT_MEDIA_TYPE, AnyJsonParser, EventParser, FileView
from matches.api.exchange.examples import imports
from matches.api.exchange.serializers.imports import ImportedEventShown, TrialQuery
from matches.clubs.access import visible_clubs
from matches.common.command_context import Act
from matches.exchange.event_files.check import EventFileError
from matches.exchange.event_files.export import export_bytes
from matches.exchange.event_files.import_events import MOST_BYTES, import_event
from matches.models import Event

FINDINGS_TOLD: Final = 100


class EventDocument(Shape):
    """An event's file, in the document alone: what stands in one is read and checked where events are taken in."""


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


class EventFileRenderer(BaseRenderer):
    """The file's own bytes: the same event gives the same ones."""

    media_type = EVENT_MEDIA_TYPE
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else bytes(data)


class EventFileView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    bulk: ClassVar[frozenset[str]] = frozenset({"GET"})
    renderer_classes = (EventFileRenderer,)
    read_problems: ClassVar[tuple[Code, ...]] = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="get_event_file",
        summary="An event as a file, with its log, for whoever runs it",
        responses={(200, EVENT_MEDIA_TYPE): EventDocument},
    )
    def get(self, request: Request, event_id: str) -> Response:
        """It names people, reasons and who decided; `/event.schema.json` says what stands in it."""
        events = Event.objects.exclude(name="").filter(club__in=visible_clubs(request.user))
        event = get_object_or_404(events.select_related("club"), public_id=event_id)
        self.require(request, event.club, "run_event")
        content = export_bytes(event)
        return self.shown(request, content, etag=etag_of(content))


class ImportEventView(FileView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    bulk: ClassVar[frozenset[str]] = frozenset({"POST"})
    most_bytes = MOST_BYTES
    parser_classes = (AnyJsonParser, EventParser)  # type: ignore[assignment]
    problems: ClassVar[tuple[Code, ...]] = (
        "invalid_parameter",
        "unreadable_file",
        "too_slow",
        "too_many_uploads",
    )

    @extend_schema(
        operation_id="import_event",
        summary="Take a whole event in from its file, or only try it",
        parameters=[TrialQuery],
        examples=imports.EVENT_FILE,
        request={"application/json": EventDocument, EVENT_MEDIA_TYPE: EventDocument},
        responses={200: ImportedEventShown, 201: ImportedEventShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """All of it or nothing. 200 where nothing is new: the event is here already, or was only tried."""
        club = self.club_of(request, club_id)
        self.require(request, club, "open_event")
        is_trial = self.query_of(request, TrialQuery)["trial"]
        data: Any = request.data
        # A body that is empty comes to no parser.
        raw = data if isinstance(data, bytes) else b""

        def take_in() -> Reply:
            act = Act(by=self.user_of(request), key="")
            try:
                taken = import_event(club, raw, act=act, is_trial=is_trial)
            except EventFileError as error:
                raise _unreadable(error) from error
            body = dict(ImportedEventShown(taken).data)
            if is_trial or not taken.is_new:
                return Reply(body, headers={"ETag": etag_of(body)})
            location = reverse("api:event", args=[taken.event.public_id])
            return Reply(body, 201, {"Location": location, "ETag": etag_of(body)})

        return self.carry_out(request, take_in)


def _unreadable(error: EventFileError) -> ApiError:
    """With the first of its findings, each at its place in the document."""
    places = [{"pointer": each.pointer, "detail": each.message} for each in error.findings[:FINDINGS_TOLD]]
    return ApiError("unreadable_file", str(error), more={"errors": places} if places else {})

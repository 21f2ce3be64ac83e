"""API views that download the records of a rubber, an event, a player, a club or a season as one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Final, TypeAlias

from django.core.exceptions import PermissionDenied
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError, invalid_parameter
from matches.api.core.file_renderers import RENDERERS
from matches.api.core.files import place_for, sent
from matches.api.core.media_types import JsonRenderer
from matches.api.core.operations import operation
from matches.api.exchange.export_serializers import (
    ExportSerializer,
    FileQuery,
    RecordsQuery,
    RubberRecord,
    RubberRecords,
    rubber_record,
)
from matches.clubs.access import visible_clubs
from matches.exchange.exports import requests
from matches.exchange.exports.requests import (
    FORMS,
    ExportRequest,
    ExportSelection,
    NotThereError,
    Scope,
    file_name,
    find_rubbers,
    request_export,
)
from matches.exchange.exports.select_rubbers import RubberFilter
from matches.exchange.exports.writers import (
    MOST_DEALS_AT_ONCE,
    WRITERS,
    Source,
    contents_of_workbook,
    has_more_deals,
)
from matches.models import Rubber

KEPT_TO: Final = tuple(column.name for column in fields(RubberFilter))
ALL_FORMS: Final = tuple(RENDERERS)
FORMS_OF_RUBBER: Final = tuple(form for form in ALL_FORMS if form != "egn")
"""The file formats of a rubber's records, without EGN, which has a URL of its own."""
ASYNC: Final = "respond-async"
PREFER: Final = OpenApiParameter(
    "Prefer",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"`{ASYNC}`: have the file prepared, for who shows authority: 202 says where to look for it.",
)


class RecordsView(ApiView):
    """The base class of views that download the records of the scope ``of``, such as ``club``, as a file.

    The URL names the file format; if the URL does not, the header ``Accept`` does.
    """

    of: ClassVar[Scope]
    read_problems = ("invalid_parameter", "not_signed_in", "not_allowed", "conflict", "too_many_streams")

    def get_renderers(self) -> list[BaseRenderer]:
        form = getattr(self, "kwargs", {}).get("form")
        return [RENDERERS[form]()] if form else [renderer() for renderer in RENDERERS.values()]

    def records(self, request: Request, public_id: str, *, year: int | None = None) -> HttpResponseBase:
        query = self.query_of(request)
        form = _form(request, query)
        export_request = ExportRequest(self.of, public_id, year, **_request_options(query))
        try:
            selection = find_rubbers(request.user, export_request)
        except NotThereError:
            raise Http404 from None
        except PermissionDenied:
            raise (PermissionDenied if request.user.is_authenticated else NotAuthenticated) from None
        if _wants_it_prepared(request) and "after" not in query:
            return self.prepared(request, export_request, form)
        return self.streamed(request, selection, export_request, form, query.get("after", ""))

    def prepared(self, request: Request, export_request: ExportRequest, form: str) -> Response:
        export = request_export(self.user_of(request), export_request, form)
        request.accepted_renderer = JsonRenderer()
        request.accepted_media_type = JsonRenderer.media_type
        location = reverse("api:export", args=[export.public_id])
        headers = {"Location": location, "Preference-Applied": ASYNC}
        return Response(ExportSerializer.json(export), status=202, headers=headers)

    def streamed(
        self,
        request: Request,
        selection: ExportSelection,
        export_request: ExportRequest,
        form: str,
        after: str,
    ) -> StreamingHttpResponse:
        source = Source(
            selection.rubbers, export_request, request.user, rubber_record, after=_key(request, after)
        )
        if form == requests.XLSX and has_more_deals(selection.rubbers):
            detail = _(
                "A spreadsheet of more than %(most)s deals is written in the background: send Prefer: respond-async."
            )
            raise ApiError("conflict", detail % {"most": f"{MOST_DEALS_AT_ONCE:,}"})
        place = place_for(request)
        return sent(
            contents_of_workbook(source)
            if form == requests.XLSX
            else (chunk.content for chunk in WRITERS[form](source)),
            place,
            content_type=FORMS[form].content_type,
            name=file_name(selection.club, selection.about, form),
        )


def _form(request: Request, query: Mapping[str, Any]) -> str:
    """Return the file format. Raises ``ApiError`` for a query parameter that the format does not support."""
    name = str(request.accepted_renderer.format)
    used = {"egn": {"ids", "annotated", "after"}, "csv": {"what", "after"}, "ndjson": {"after"}}.get(
        name, set()
    )
    for parameter in ("what", "ids", "annotated", "after"):
        if parameter in query and parameter not in used:
            detail = _("This format does not support this parameter.")
            raise invalid_parameter(parameter, detail)
    return str(requests.ANNOTATED_EGN) if query.get("annotated") else name


def _request_options(query: Mapping[str, Any]) -> dict[str, Any]:
    filters = {name: query[name] for name in KEPT_TO if name in query}
    return {
        "kept": RubberFilter(**filters),
        "what": query.get("what", "rubbers"),
        "with_ids": query.get("ids", False),
    }


def _key(request: Request, after: str) -> int:
    """Return the primary key of the rubber ``after``, the last that the client has; 0 to start with the first."""
    if not after:
        return 0
    rubbers = Rubber.objects.filter(club__in=visible_clubs(request.user), public_id=after)
    key = rubbers.values_list("pk", flat=True).first()
    if key is None:
        raise invalid_parameter("after", _("No such rubber."))
    return key


def _wants_it_prepared(request: Request) -> bool:
    if request.method == "HEAD":
        return False
    preferences = request.headers.get("Prefer", "").split(",")
    return any(preference.partition(";")[0].strip().lower() == ASYNC for preference in preferences)


Get: TypeAlias = Callable[..., HttpResponseBase]
OWN: Final = """For your own player, the file has your rubbers in all clubs that you may see.

For another player, the file has the rubbers in that player's club."""


def _download(
    id: str,
    summary: str,
    *,
    query: type[Serializer[Any]] = RecordsQuery,
    document: type[Serializer[Any]] = RubberRecords,
    by_suffix: Sequence[str] = ALL_FORMS,
    doc: str = "",
) -> Get:
    """Return the GET method for a download of records, declared with the media type of each file format.

    ``by_suffix`` has the formats that the URL may end with; if it is empty, the header ``Accept`` names a
    format. ``document`` is the serializer of the JSON format. ``doc`` is the description of the operation.
    """

    def get(
        self: RecordsView, request: Request, year: int | None = None, form: str = "", **ids: str
    ) -> HttpResponseBase:
        (public_id,) = ids.values()
        return self.records(request, public_id, year=year)

    get.__doc__ = doc
    contents: dict[tuple[int, str], Any] = {
        (200, "application/json"): document,
        **{(200, FORMS[name].media_type): OpenApiTypes.STR for name in ("egn", "ndjson", "csv")},
        (200, FORMS[requests.XLSX].media_type): OpenApiTypes.BINARY,
    }
    if by_suffix and "egn" not in by_suffix:
        del contents[200, FORMS[requests.EGN].media_type]
    suffix = OpenApiParameter(
        "form", str, OpenApiParameter.PATH, enum=list(by_suffix), description="The format of the file."
    )
    return operation(
        id,
        summary,
        {**contents, (202, "application/json"): ExportSerializer},
        scope="read",
        parameters=[PREFER, *([suffix] if by_suffix else [])],
        query=query,
        bulk=True,
    )(get)


def _accepted(id: str, summary: str, doc: str = "") -> Get:
    return _download(id, f"{summary} in the accepted format", by_suffix=(), doc=doc)


class RubberRecordView(RecordsView):
    of = "rubber"
    get = _download(
        "get_record_of_rubber",
        "Download a rubber with its games and deals",
        query=FileQuery,
        document=RubberRecord,
        by_suffix=FORMS_OF_RUBBER,
    )


class EventRecordsView(RecordsView):
    of = "event"
    get = _accepted("list_records_of_event", "Get an event's records")


class EventFileView(RecordsView):
    of = "event"
    get = _download("get_records_of_event", "Download an event's records")


class PlayerRecordsView(RecordsView):
    of = "player"
    get = _accepted("list_records_of_player", "Get a player's records", OWN)


class PlayerFileView(RecordsView):
    of = "player"
    get = _download("get_records_of_player", "Download a player's records", doc=OWN)


class ClubRecordsView(RecordsView):
    of = "club"
    get = _accepted("list_records_of_club", "Get a club's records")


class ClubFileView(RecordsView):
    of = "club"
    get = _download("get_records_of_club", "Download a club's records")


class SeasonRecordsView(RecordsView):
    of = "season"
    get = _accepted("list_records_of_season", "Get a season's records")


class SeasonFileView(RecordsView):
    of = "season"
    get = _download("get_records_of_season", "Download a season's records")

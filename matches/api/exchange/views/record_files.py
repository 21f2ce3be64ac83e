"""Records taken out at once: of a rubber, an event, a player, a club, a season, in the form that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError, wrong_parameter
from matches.api.core.media_types import JsonRenderer
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.core.streaming import place_for, sent
from matches.api.exchange.serializers.exports import (
    RENDERERS,
    ExportShown,
    FileQuery,
    RecordsQuery,
    RubberRecord,
    RubberRecords,
    export_json,
    rubber_record,
)
from matches.clubs.access import visible_clubs
from matches.exchange.exports import formats as forms
from matches.exchange.exports.formats import FORMS
from matches.exchange.exports.request import file_name, request_export
from matches.exchange.exports.selection import Asked, Found, NotThereError, Of, find
from matches.exchange.exports.workbook import (
    MOST_DEALS_AT_ONCE,
    contents_of_workbook,
    has_more_deals,
)
from matches.exchange.exports.writers import WRITERS, Source
from matches.exchange.queries.exports import Kept
from matches.models import Rubber

KEPT_TO: Final = tuple(column.name for column in fields(Kept))
ALL_FORMS: Final = tuple(RENDERERS)
FORMS_OF_RUBBER: Final = tuple(form for form in ALL_FORMS if form != "egn")
"""Its notation is at an address of its own."""
ASYNC: Final = "respond-async"
PREFER: Final = OpenApiParameter(
    "Prefer",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"`{ASYNC}`: have the file prepared, for who shows authority: 202 says where to look for it.",
)


def described(
    operation: str,
    summary: str,
    query: type[Serializer[Any]],
    document: Any,
    *,
    by_suffix: Sequence[str] = (),
) -> Callable[[Any], Any]:
    """What the document says of an address that gives records: each form with its media type."""
    contents: dict[tuple[int, str], Any] = {
        (200, "application/json"): document,
        **{(200, FORMS[name].media_type): OpenApiTypes.STR for name in ("egn", "ndjson", "csv")},
        (200, FORMS[forms.XLSX].media_type): OpenApiTypes.BINARY,
    }
    if by_suffix and "egn" not in by_suffix:
        del contents[200, FORMS[forms.EGN].media_type]
    ending = OpenApiParameter(
        "form",
        OpenApiTypes.STR,
        OpenApiParameter.PATH,
        enum=list(by_suffix),
        description="The form of the file.",
    )
    return extend_schema(
        operation_id=operation,
        summary=summary,
        parameters=[query, PREFER, *([ending] if by_suffix else [])],
        responses={**contents, (202, "application/json"): ExportShown},
    )


class RecordsView(ApiView):
    """``of``: whose records. Without a form in the address, ``Accept`` has it."""

    of: ClassVar[Of]
    query: ClassVar[type[Serializer[Any]]] = RecordsQuery
    scopes: ClassVar[Scopes] = {"GET": "read"}
    bulk: ClassVar[frozenset[str]] = frozenset({"GET"})
    read_problems: ClassVar[tuple[Code, ...]] = (
        "invalid_parameter",
        "not_signed_in",
        "not_allowed",
        "conflict",
        "too_many_streams",
    )

    def get_renderers(self) -> list[BaseRenderer]:
        form = getattr(self, "kwargs", {}).get("form")
        return [RENDERERS[form]()] if form else [renderer() for renderer in RENDERERS.values()]

    def records(self, request: Request, public_id: str, *, year: int | None = None) -> HttpResponseBase:
        query = self.query_of(request, self.query)
        form = _form(request, query)
        asked = Asked(self.of, public_id, year, **_asked(query))
        try:
            found = find(request.user, asked)
        except NotThereError:
            raise Http404 from None
        except PermissionDenied:
            raise (PermissionDenied if request.user.is_authenticated else NotAuthenticated) from None
        if _wants_it_prepared(request) and "after" not in query:
            return self.prepared(request, asked, form)
        return self.streamed(request, found, asked, form, query.get("after", ""))

    def prepared(self, request: Request, asked: Asked, form: str) -> Response:
        export = request_export(self.user_of(request), asked, form)
        request.accepted_renderer = JsonRenderer()
        request.accepted_media_type = JsonRenderer.media_type
        location = reverse("api:export", args=[export.public_id])
        headers = {"Location": location, "Preference-Applied": ASYNC}
        return Response(export_json(export), status=202, headers=headers)

    def streamed(
        self, request: Request, found: Found, asked: Asked, form: str, after: str
    ) -> StreamingHttpResponse:
        source = Source(found.rubbers, asked, request.user, rubber_record, after=_key(request, after))
        if form == forms.XLSX and has_more_deals(found.rubbers):
            told = _(
                "A spreadsheet of more than %(most)s deals has to be prepared: send Prefer: respond-async."
            )
            raise ApiError("conflict", told % {"most": f"{MOST_DEALS_AT_ONCE:,}"})
        place = place_for(request)
        contents = contents_of_workbook(source) if form == forms.XLSX else _contents(source, form)
        return sent(
            request,
            contents,
            place,
            content_type=FORMS[form].content_type,
            name=file_name(found.club, found.about, form),
        )


def _contents(source: Source, form: str) -> Iterator[bytes]:
    for chunk in WRITERS[form](source):
        yield chunk.content


def _form(request: Request, query: Mapping[str, Any]) -> str:
    """The form of the file. Raises ``ApiError`` for a parameter that it has no use for."""
    name = str(request.accepted_renderer.format)
    used = {"egn": {"ids", "annotated", "after"}, "csv": {"what", "after"}, "ndjson": {"after"}}.get(
        name, set()
    )
    for parameter in ("what", "ids", "annotated", "after"):
        if parameter in query and parameter not in used:
            told = _("Files in this form know no such parameter.")
            raise wrong_parameter(parameter, told)
    return str(forms.ANNOTATED_EGN) if query.get("annotated") else name


def _asked(query: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: query[name] for name in KEPT_TO if name in query}
    return {
        "kept": Kept(**kept),
        "what": query.get("what", "rubbers"),
        "with_ids": query.get("ids", False),
    }


def _key(request: Request, after: str) -> int:
    """The key of the rubber behind which to go on; 0 for the beginning."""
    if not after:
        return 0
    rubbers = Rubber.objects.filter(club__in=visible_clubs(request.user), public_id=after)
    key = rubbers.values_list("pk", flat=True).first()
    if key is None:
        raise wrong_parameter("after", _("There is no such rubber."))
    return key


def _wants_it_prepared(request: Request) -> bool:
    if request.method == "HEAD":
        return False
    preferences = request.headers.get("Prefer", "").split(",")
    return any(preference.partition(";")[0].strip().lower() == ASYNC for preference in preferences)


class RubberRecordView(RecordsView):
    of: ClassVar[Of] = "rubber"
    query: ClassVar[type[Serializer[Any]]] = FileQuery

    @described(
        "get_record_of_rubber",
        "One rubber with its games and deals, as a file",
        FileQuery,
        RubberRecord,
        by_suffix=FORMS_OF_RUBBER,
    )
    def get(self, request: Request, rubber_id: str, form: str) -> HttpResponseBase:
        return self.records(request, rubber_id)


class EventRecordsView(RecordsView):
    of: ClassVar[Of] = "event"

    @described(
        "list_records_of_event",
        "The records of an event, in the form that is accepted",
        RecordsQuery,
        RubberRecords,
    )
    def get(self, request: Request, event_id: str) -> HttpResponseBase:
        return self.records(request, event_id)


class EventFileView(RecordsView):
    of: ClassVar[Of] = "event"

    @described(
        "get_records_of_event",
        "The records of an event as a file",
        RecordsQuery,
        RubberRecords,
        by_suffix=ALL_FORMS,
    )
    def get(self, request: Request, event_id: str, form: str) -> HttpResponseBase:
        return self.records(request, event_id)


class PlayerRecordsView(RecordsView):
    of: ClassVar[Of] = "player"

    @described(
        "list_records_of_player",
        "The records of a player, in the form that is accepted",
        RecordsQuery,
        RubberRecords,
    )
    def get(self, request: Request, player_id: str) -> HttpResponseBase:
        """Of yourself all that you see, of another those that he played in his own club."""
        return self.records(request, player_id)


class PlayerFileView(RecordsView):
    of: ClassVar[Of] = "player"

    @described(
        "get_records_of_player",
        "The records of a player as a file",
        RecordsQuery,
        RubberRecords,
        by_suffix=ALL_FORMS,
    )
    def get(self, request: Request, player_id: str, form: str) -> HttpResponseBase:
        """Of yourself all that you see, of another those that he played in his own club."""
        return self.records(request, player_id)


class ClubRecordsView(RecordsView):
    of: ClassVar[Of] = "club"

    @described(
        "list_records_of_club",
        "The records of a club, in the form that is accepted",
        RecordsQuery,
        RubberRecords,
    )
    def get(self, request: Request, club_id: str) -> HttpResponseBase:
        return self.records(request, club_id)


class ClubFileView(RecordsView):
    of: ClassVar[Of] = "club"

    @described(
        "get_records_of_club",
        "The records of a club as a file",
        RecordsQuery,
        RubberRecords,
        by_suffix=ALL_FORMS,
    )
    def get(self, request: Request, club_id: str, form: str) -> HttpResponseBase:
        return self.records(request, club_id)


class SeasonRecordsView(RecordsView):
    of: ClassVar[Of] = "season"

    @described(
        "list_records_of_season",
        "The records of a club's season, in the form that is accepted",
        RecordsQuery,
        RubberRecords,
    )
    def get(self, request: Request, club_id: str, year: int) -> HttpResponseBase:
        return self.records(request, club_id, year=year)


class SeasonFileView(RecordsView):
    of: ClassVar[Of] = "season"

    @described(
        "get_records_of_season",
        "The records of a club's season as a file",
        RecordsQuery,
        RubberRecords,
        by_suffix=ALL_FORMS,
    )
    def get(self, request: Request, club_id: str, year: int, form: str) -> HttpResponseBase:
        return self.records(request, club_id, year=year)

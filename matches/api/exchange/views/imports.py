"""Files brought into a club: a new one, stored or only tried; the reports on them, and each rubber's fate."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django.db.models import DateTimeField
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError
from matches.api.core.etags import etag_of
from matches.api.core.filters import Filters
from matches.api.core.media_types import EGN_MEDIA_TYPE, JsonParser
from matches.api.core.pagination import ColumnOrder, NumbersOrder, Order
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.core.uploads import EgnParser, FileView, PlainTextParser
from matches.api.exchange.examples import imports
from matches.api.exchange.serializers.imports import (
    ImportFilters,
    ImportLineFilters,
    ImportLineShown,
    ImportQuery,
    ImportShown,
    ImportText,
    ImportUpload,
)
from matches.clubs.access import visible_clubs
from matches.exchange.imports.uploads import MOST_BYTES, UploadTooLargeError, receive_upload
from matches.exchange.queries.imports import club_imports, conflicts_of
from matches.models import Club, ImportReport
from scoring.notation.source import has_rubber

MEMBERS_ALONE: Final[tuple[Code, ...]] = ("not_signed_in", "not_allowed")
AROUND_BYTES: Final = 64 << 10
"""What a form may have around its file."""
WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""How files begin that are in UTF-16."""


class ImportsView(FileView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = ImportFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"started_at": ColumnOrder("started_at", DateTimeField())}
    bulk: ClassVar[frozenset[str]] = frozenset({"POST"})
    most_bytes = MOST_BYTES + AROUND_BYTES
    parser_classes = (JsonParser, EgnParser, PlainTextParser, MultiPartParser)  # type: ignore[assignment]
    problems: ClassVar[tuple[Code, ...]] = (
        "invalid_parameter",
        "unreadable_file",
        "too_slow",
        "too_many_uploads",
    )
    read_problems: ClassVar[tuple[Code, ...]] = MEMBERS_ALONE

    @extend_schema(
        operation_id="list_imports",
        summary="Files brought into a club, and how far each has been read",
        responses=page_of(ImportShown, "ImportPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "import_records")
        return self.listed(request, club_imports(club).select_related("by", "club"), ImportShown)

    @extend_schema(
        operation_id="import_records",
        summary="Bring a file of records in, or only try it",
        parameters=[ImportQuery],
        examples=imports.NEW_IMPORT,
        request={
            "application/json": ImportText,
            EGN_MEDIA_TYPE: OpenApiTypes.STR,
            "text/plain": OpenApiTypes.STR,
            "multipart/form-data": ImportUpload,
        },
        responses={201: ImportShown, 202: ImportShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """A small file is read at once: 201. A larger one is kept, and read meanwhile: 202, and the report at
        `Location` says how far. A rubber that can't be taken in ends nothing: the report has its fate.
        """
        club = self.club_of(request, club_id)
        self.require(request, club, "import_records")
        file = self._file(request)

        def bring_in() -> Reply:
            report = receive_upload(
                club, file.content, file.source, by=self.user_of(request), is_trial=file.is_trial
            )
            body = import_json(club, report)
            location = reverse("api:import", args=[report.public_id])
            status = 201 if body["finished_at"] else 202
            return Reply(body, status, {"Location": location, "ETag": etag_of(body)})

        return self.carry_out(request, bring_in)

    def _file(self, request: Request) -> _File:
        """Raises ``ApiError`` for what is no file of records."""
        query = self.query_of(request, ImportQuery)
        data: Any = request.data
        told: dict[str, Any] = {}
        if isinstance(data, bytes):
            content, name = data, ""
        elif "multipart/form-data" in (request.content_type or ""):
            told = _form_of(data)
            content, name = told["file"].read(), told["file"].name
        elif "json" in (request.content_type or ""):
            told = self.body_of(request, ImportText)
            content, name = told["egn"].encode(), ""
        else:
            # A body that is empty comes to no parser.
            content, name = b"", ""
        source = told.get("source") or query.get("source") or name
        _require_records(content)
        return _File(content, source, is_trial=told.get("trial", False) or query["trial"])


def _form_of(data: QueryDict) -> dict[str, Any]:
    """A form's members, which are all text but for the file. Raises ``ValidationError``."""
    told: dict[str, Any] = dict(data.dict())
    told["trial"] = {"true": True, "false": False}.get(told.get("trial", "false"), told.get("trial"))
    asked = ImportUpload(data=told)
    asked.is_valid(raise_exception=True)
    found: dict[str, Any] = asked.validated_data
    return found


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    source: str
    is_trial: bool


def _require_records(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise ApiError("too_large", str(UploadTooLargeError()))
    if content.startswith(WIDE):
        told = _("This file is in UTF-16, and EGN is in UTF-8: save it as that.")
    elif not has_rubber(io.BytesIO(content)):
        told = _("This is no EGN file: no line of it starts with [EGN.")
    else:
        return
    place = {"pointer": "", "detail": told}
    raise ApiError("unreadable_file", told, more={"errors": [place]})


class ImportView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems: ClassVar[tuple[Code, ...]] = MEMBERS_ALONE

    @extend_schema(
        operation_id="get_import",
        summary="The report on one file, as far as it is read",
        responses=ImportShown,
    )
    def get(self, request: Request, import_id: str) -> Response:
        report = _report_of(self, request, import_id)
        return self.shown(request, dict(ImportShown(report).data))


class ImportLinesView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = ImportLineFilters
    read_problems: ClassVar[tuple[Code, ...]] = MEMBERS_ALONE

    @extend_schema(
        operation_id="list_import_lines",
        summary="What became of each rubber of a file, in its order",
        responses=page_of(ImportLineShown, "ImportLinePage"),
    )
    def get(self, request: Request, import_id: str) -> Response:
        report = _report_of(self, request, import_id)
        club = report.club
        page = self.page_of(request, report.lines.all(), order=NumbersOrder("index"))
        may_settle = club is not None and self.powers(request, club).can("settle")
        conflicts = conflicts_of(club, page.rows) if club is not None and may_settle else {}
        return self.listed_page(request, page, ImportLineShown, context={"conflicts": conflicts})


def _report_of(view: ApiView, request: Request, import_id: str) -> ImportReport:
    """Raises ``Http404`` for one of a club that the caller does not see, and where his powers end before."""
    seen = ImportReport.objects.filter(club__in=visible_clubs(request.user))
    club = get_object_or_404(Club, imports__in=seen.filter(public_id=import_id))
    view.require(request, club, "import_records")
    return get_object_or_404(club_imports(club).select_related("by", "club"), public_id=import_id)


def import_json(club: Club, report: ImportReport) -> dict[str, Any]:
    return dict(ImportShown(club_imports(club).select_related("by", "club").get(pk=report.pk)).data)

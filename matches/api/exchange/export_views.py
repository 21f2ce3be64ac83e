"""API views for files that a worker prepares: request, follow, download in full or in part, delete."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import RESTRICTED, ApiError
from matches.api.core.etags import is_unchanged
from matches.api.core.file_renderers import RENDERERS
from matches.api.core.files import place_for, sent
from matches.api.core.operations import list_operation, operation
from matches.api.exchange.export_serializers import ExportCreate, ExportSerializer, asked_of_body
from matches.exchange.exports.prepare import bytes_between
from matches.exchange.exports.requests import (
    FORMS,
    delete_export,
    may_still_have,
    own_exports,
    request_export,
    state_of,
)
from matches.models import Export

MEDIA_TYPES: Final = sorted({form.media_type for form in FORMS.values()})
_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class ClubExportsView(ApiView):
    problems = ("conflict", "too_many_streams")
    read_problems = RESTRICTED

    @list_operation("list_exports", "List your prepared files of a club's records", ExportSerializer)
    def get(self, request: Request, club_id: str) -> QuerySet[Export]:
        club = self.club_of(request, club_id, "export_records")
        return own_exports(request.user).filter(club=club)

    @operation(
        "prepare_export",
        "Prepare a file of a club's records",
        ExportSerializer,
        status=202,
        body=ExportCreate,
    )
    def post(self, request: Request, club_id: str) -> Response:
        """The file can be downloaded when `state` is `ready`, and for seven days after that."""
        club = self.club_of(request, club_id, "export_records")
        body = self.body_of(request)

        def ask() -> Reply:
            export = request_export(self.user_of(request), asked_of_body(club.public_id, body), body["form"])
            return Reply(
                ExportSerializer.json(export),
                202,
                {"Location": reverse("api:export", args=[export.public_id])},
            )

        return self.respond_once(request, ask)


class ExportView(ApiView):
    @operation("get_export", "Get the progress of a prepared file", ExportSerializer, scope="read")
    def get(self, request: Request, export_id: str) -> Response:
        return Response(ExportSerializer.json(_own(request, export_id)))

    @operation("delete_export", "Delete a prepared file", status=204)
    def delete(self, request: Request, export_id: str) -> Response:
        if answer := self.stored_response(request):
            return answer
        export = _own(request, export_id)

        def delete() -> Reply:
            delete_export(export)
            return Reply(None, 204)

        return self.respond_once(request, delete)


class ExportFileView(ApiView):
    renderer_classes: Sequence[type[BaseRenderer]] = tuple(RENDERERS.values())
    read_problems = ("not_ready", "conflict", "gone", "range_not_satisfiable", "too_many_streams")

    @operation(
        "get_export_file",
        "Download a prepared file, or a range of its bytes",
        {
            **{(status, name): OpenApiTypes.BINARY for status in (200, 206) for name in MEDIA_TYPES},
            304: OpenApiResponse(description="The file has not changed."),
        },
        scope="read",
        parameters=[
            OpenApiParameter(
                "Range", str, OpenApiParameter.HEADER, description="One range: `bytes=1048576-`."
            ),
            OpenApiParameter(
                "If-Range", str, OpenApiParameter.HEADER, description="The ETag of the bytes that you have."
            ),
            OpenApiParameter(
                "If-None-Match", str, OpenApiParameter.HEADER, description="304 if you have the whole file."
            ),
        ],
        bulk=True,
    )
    def get(self, request: Request, export_id: str) -> HttpResponseBase:
        """The ETag and `Repr-Digest` have the SHA-256 of the whole file, even for a range of the file."""
        export = _own(request, export_id)
        _require_file(export)
        tag = f'"{export.checksum}"'
        digest = b64encode(bytes.fromhex(export.checksum)).decode()
        headers = {"ETag": tag, "Accept-Ranges": "bytes", "Repr-Digest": f"sha-256=:{digest}:"}
        # A server in front must not compress the file: ranges, ETag and digest are those of the bytes as they are.
        headers["Cache-Control"] = "private, no-cache, no-transform"
        if is_unchanged(request._request, tag):
            return HttpResponse(status=304, headers=headers)
        start, end = _range(request, export, tag)
        headers["Content-Length"] = str(end - start)
        is_part = (start, end) != (0, export.size)
        if is_part:
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{export.size}"
        place = place_for(request)
        return sent(
            bytes_between(export, start, end),
            place,
            content_type=FORMS[export.form].content_type,
            name=export.name,
            status=206 if is_part else 200,
            headers=headers,
        )


def _own(request: Request, export_id: str) -> Export:
    return get_object_or_404(own_exports(request.user), public_id=export_id)


def _require_file(export: Export) -> None:
    """Raise ``ApiError`` unless the file is ready and the caller may download it."""
    state = state_of(export)
    if state in ("waiting", "writing"):
        raise ApiError("not_ready", headers={"Retry-After": "2"})
    if state == "failed":
        raise ApiError("conflict", _(export.problem))
    if state == "gone":
        raise ApiError("gone", _("The file was kept for seven days. Request it again."))
    if not may_still_have(export.by, export):
        raise ApiError("not_found", _("You may no longer export these records."))


def _range(request: Request, export: Export, tag: str) -> tuple[int, int]:
    """Return the first byte of the requested range, and the byte after the last byte.

    A request for anything other than one byte range gets the whole file (RFC 9110).
    """
    size = export.size
    whole = (0, size)
    match = _RANGE.fullmatch(request.headers.get("Range", "").replace(" ", ""))
    if match is None or not any(match.groups()) or request.headers.get("If-Range", tag).strip() != tag:
        return whole
    first, last = match.groups()
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < start:
            return whole
    if start >= size or start >= end:
        raise ApiError("range_not_satisfiable", headers={"Content-Range": f"bytes */{size}"})
    return start, end

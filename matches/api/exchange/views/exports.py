"""Files that are prepared: asked for, looked after, fetched as a whole or in part, deleted."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import ClassVar, Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError
from matches.api.core.etags import is_unchanged
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.core.streaming import place_for, sent
from matches.api.exchange.examples import exports as examples
from matches.api.exchange.serializers.exports import (
    RENDERERS,
    ExportShown,
    NewExport,
    asked_of_body,
    export_json,
)
from matches.exchange.exports.formats import FORMS
from matches.exchange.exports.parts import bytes_between
from matches.exchange.exports.request import (
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
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    problems: ClassVar[tuple[Code, ...]] = ("conflict", "too_many_streams")
    read_problems: ClassVar[tuple[Code, ...]] = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="list_exports",
        summary="The files that you had prepared of a club's records",
        responses=page_of(ExportShown, "ExportPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "export_records")
        return self.listed(request, own_exports(request.user).filter(club=club), ExportShown)

    @extend_schema(
        operation_id="prepare_export",
        summary="Have a file of a club's records prepared",
        examples=examples.NEW_EXPORT,
        request=NewExport,
        responses={202: ExportShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """It is there when `state` is `ready`, and kept for seven days."""
        club = self.club_of(request, club_id)
        self.require(request, club, "export_records")
        body = self.body_of(request, NewExport)

        def ask() -> Reply:
            export = request_export(self.user_of(request), asked_of_body(club.public_id, body), body["form"])
            return Reply(
                export_json(export), 202, {"Location": reverse("api:export", args=[export.public_id])}
            )

        return self.carry_out(request, ask)


class ExportView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "DELETE": "manage"}

    @extend_schema(
        operation_id="get_export",
        summary="A file that is prepared, and how far it is",
        responses=ExportShown,
    )
    def get(self, request: Request, export_id: str) -> Response:
        return Response(export_json(_own(request, export_id)))

    @extend_schema(
        operation_id="delete_export", summary="Delete a file that you had prepared", responses={204: None}
    )
    def delete(self, request: Request, export_id: str) -> Response:
        if answer := self.answered_before(request):
            return answer
        export = _own(request, export_id)

        def delete() -> Reply:
            delete_export(export)
            return Reply(None, 204)

        return self.carry_out(request, delete)


class ExportFileView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    renderer_classes: Sequence[type[BaseRenderer]] = tuple(RENDERERS.values())
    bulk: ClassVar[frozenset[str]] = frozenset({"GET"})
    read_problems: ClassVar[tuple[Code, ...]] = (
        "not_ready",
        "conflict",
        "gone",
        "range_not_satisfiable",
        "too_many_streams",
    )

    @extend_schema(
        operation_id="get_export_file",
        summary="The bytes of a file that was prepared, or a range of them",
        parameters=[
            OpenApiParameter(
                "Range", str, OpenApiParameter.HEADER, description="One range: `bytes=1048576-`."
            ),
            OpenApiParameter(
                "If-Range", str, OpenApiParameter.HEADER, description="The ETag of the bytes that you have."
            ),
            OpenApiParameter(
                "If-None-Match", str, OpenApiParameter.HEADER, description="304 where you have it all."
            ),
        ],
        responses={
            **{(status, name): OpenApiTypes.BINARY for status in (200, 206) for name in MEDIA_TYPES},
            304: OpenApiResponse(description="It is as you have it."),
        },
    )
    def get(self, request: Request, export_id: str) -> HttpResponseBase:
        """Its ETag is its SHA-256, and `Repr-Digest` has that, too, of the whole whatever range is sent."""
        export = _own(request, export_id)
        _require_file(export)
        tag = f'"{export.checksum}"'
        digest = b64encode(bytes.fromhex(export.checksum)).decode()
        headers = {"ETag": tag, "Accept-Ranges": "bytes", "Repr-Digest": f"sha-256=:{digest}:"}
        if is_unchanged(request._request, tag):
            return HttpResponse(status=304, headers=headers)
        start, end = _range(request, export, tag)
        headers["Content-Length"] = str(end - start)
        is_part = (start, end) != (0, export.size)
        if is_part:
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{export.size}"
        place = place_for(request)
        return sent(
            request,
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
    """Raises ``ApiError`` where there are no bytes to be had."""
    state = state_of(export)
    if state in ("waiting", "writing"):
        raise ApiError("not_ready", headers={"Retry-After": "2"})
    if state == "failed":
        raise ApiError("conflict", _(export.problem))
    if state == "gone":
        raise ApiError("gone", _("It was kept for seven days. Have it prepared anew."))
    if not may_still_have(export.by, export):
        raise ApiError("not_found", _("You may not take these records out any more."))


def _range(request: Request, export: Export, tag: str) -> tuple[int, int]:
    """From which byte to before which. What is no single range of bytes is overlooked, as RFC 9110 has it.

    Raises ``ApiError`` for a range behind the file's end.
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

"""Files in both directions: uploads of limited size from authorized senders, and streamed downloads of
limited number.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import IO, Any, ClassVar, Final

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext as _
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from ecarte_site import uploads
from ecarte_site.downloads import PATIENCE_SECONDS
from ecarte_site.places import NoPlaceError, Place
from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError
from matches.api.core.media_types import EGN_MEDIA_TYPE
from matches.exchange.exports.send import (
    MOST_A_PERSON,
    Sending,
    TooManyFilesError,
    reader,
    reader_of,
    take_place,
)
from matches.models import User

EVENT_MEDIA_TYPE: Final = "application/vnd.ecarte.event+json"
UTF8: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
CHUNK_BYTES: Final = 64 << 10


class FileView(ApiView):
    """A view whose POST accepts a file of up to ``most_bytes`` bytes.

    The body is not read for an anonymous request, or if too many uploads are running.
    """

    most_bytes: ClassVar[int]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method == "POST":
            sender = _sender(request)
            if sender is not None:
                _begin(request._request, sender, self.most_bytes)
            take_body(request._request, self.most_bytes if sender is not None else 0)
        super().initial(request, *args, **kwargs)


def _sender(request: Request) -> User | None:
    """Return the user authenticated by the token or the session, or None for an anonymous request.

    The CSRF token of a session is checked later, because the check needs the body.
    """
    user = request.user if "Authorization" in request.headers else request._request.user
    return user if isinstance(user, User) else None


def _begin(wire: HttpRequest, sender: User, most_bytes: int) -> None:
    """Reserve an upload slot for the file. Raises ``ApiError`` if none is free."""
    try:
        uploads.begin(wire, reader(sender), most_bytes)
    except NoPlaceError as error:
        detail = (
            _("You are already sending two files, the most allowed at a time.")
            if error.is_own
            else _("The site is receiving as many files as it can at a time.")
        )
        headers = {"Retry-After": str(uploads.RETRY_AFTER_SECONDS)}
        raise ApiError("too_many_uploads", detail, headers=headers) from None


def take_body(wire: HttpRequest, most_bytes: int) -> None:
    """Read the request's body, up to ``most_bytes`` bytes; with 0, do not read it.

    Django's own limit for form bodies is far too low for files. Raises ``ApiError`` if the body is too large
    or arrives too slowly.
    """
    parts: list[bytes] = []
    size = 0
    while most_bytes and (chunk := wire.read(min(CHUNK_BYTES, most_bytes + 1 - size))):
        parts.append(chunk)
        size += len(chunk)
        if size > most_bytes:
            raise ApiError("too_large")
    upload = uploads.upload_of(wire)
    if upload is not None and upload.is_too_slow:
        raise ApiError("too_slow")
    body = b"".join(parts)
    wire._body = body
    wire._stream = io.BytesIO(body)


class BytesParser(BaseParser):
    """Return the request's body as bytes."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return stream.read()


class EgnParser(BytesParser):
    """Return the bytes of a record in the notation. The charset must be UTF-8."""

    media_type = EGN_MEDIA_TYPE

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        _type, parameters = parse_header_parameters(media_type or "")
        if parameters.get("charset", "utf-8").lower() not in UTF8:
            raise UnsupportedMediaType(media_type or "")
        return super().parse(stream, media_type, parser_context)


class PlainTextParser(EgnParser):
    media_type = "text/plain"


class EventParser(BytesParser):
    media_type = EVENT_MEDIA_TYPE


class AnyJsonParser(BytesParser):
    """Return the bytes of a JSON body without parsing them. The view checks the JSON later."""

    media_type = "application/json"


RETRY_AFTER: Final = {"Retry-After": str(PATIENCE_SECONDS)}


def place_for(request: Request) -> Place | None:
    """Reserve a download slot for the caller; None for a HEAD request, which needs none.

    Raises ``ApiError`` if no slot is free.
    """
    if request.method == "HEAD":
        return None
    try:
        return take_place(reader_of(request._request))
    except TooManyFilesError as error:
        raise too_many(is_own=error.is_own) from None


def too_many(*, is_own: bool) -> ApiError:
    detail = (
        _("You may download %(most)s files at a time.") % {"most": MOST_A_PERSON}
        if is_own
        else _("The site is sending as many files as it can at a time. Wait, or have this one prepared.")
    )
    return ApiError("too_many_streams", detail, headers=RETRY_AFTER)


def sent(
    contents: Iterable[bytes],
    place: Place | None,
    *,
    content_type: str,
    name: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> StreamingHttpResponse:
    """Return a response that streams ``contents`` as the file ``name``, or without content if ``place`` is None."""
    pieces: Iterable[bytes] = () if place is None else Sending(contents, place)
    response = StreamingHttpResponse(pieces, status=status, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    for header, value in (headers or {}).items():
        response.headers[header] = value
    return response

"""Whole files as bodies: how much of one is read, and what is left unread until the sender has shown authority."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any, ClassVar, Final

from django.http import HttpRequest
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext as _
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from ecarte_site import uploads
from ecarte_site.places import NoPlaceError
from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError
from matches.api.core.media_types import EGN_MEDIA_TYPE
from matches.exchange.exports.streaming import reader
from matches.models import User

EVENT_MEDIA_TYPE: Final = "application/vnd.ecarte.event+json"
UTF8: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
CHUNK_BYTES: Final = 64 << 10


class FileView(ApiView):
    """A view whose POST takes a file of up to ``most_bytes``.

    Nothing is read from a sender without authority, or for whom there is no place.
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
    """Return the user behind the token or the session, None if there is neither.

    Raises ``ApiError`` for a token that is not valid. A session's CSRF token is checked once the body is here, since
    that check reads it.
    """
    known = request.user if "Authorization" in request.headers else request._request.user
    return known if isinstance(known, User) else None


def _begin(wire: HttpRequest, sender: User, most_bytes: int) -> None:
    """Take a place for the file. Raises ``ApiError`` if there is none."""
    try:
        uploads.begin(wire, reader(sender), most_bytes)
    except NoPlaceError as error:
        detail = (
            _("You are sending two files already, and one account may send two at a time.")
            if error.is_own
            else _("As many files are coming in as the site takes at a time.")
        )
        headers = {"Retry-After": str(uploads.RETRY_AFTER_SECONDS)}
        raise ApiError("too_many_uploads", detail, headers=headers) from None


def take_body(wire: HttpRequest, most_bytes: int) -> None:
    """Read the body as far as it may go; nothing of it where ``most_bytes`` is 0. Raises ``ApiError``.

    The bound for the bodies of forms, which Django keeps, is far below that of files.
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
    """The body as it came."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return stream.read()


class EgnParser(BytesParser):
    """Text in the notation, which is UTF-8 whatever else a text may be."""

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
    """JSON that is not read here: what it says of itself is checked behind."""

    media_type = "application/json"

"""Whole files as bodies: how much of one is read, and what is left unread until the sender has shown authority."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any, ClassVar, Final

from django.http import HttpRequest
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from matches.api.base import ApiView
from matches.api.media import EGN_MEDIA_TYPE
from matches.api.wrong import ApiError

EVENT_MEDIA_TYPE: Final = "application/vnd.ecarte.event+json"
UTF8: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
CHUNK_BYTES: Final = 64 << 10


class FileView(ApiView):
    """``most_bytes``: how large a body may be. Who shows no authority has none of it read."""

    most_bytes: ClassVar[int]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method == "POST":
            take_body(request._request, self.most_bytes if _has_authority(request) else 0)
        super().initial(request, *args, **kwargs)


def _has_authority(request: Request) -> bool:
    """Whether the caller is somebody whom we know. Raises ``ApiError`` for a token that does not hold.

    Of a session the rest is asked once the body is here, since the check against other sites' forms reads it.
    """
    known = request.user if "Authorization" in request.headers else request._request.user
    return bool(known.is_authenticated)


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

"""Parsers and renderers for strict JSON and for records in the notation."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import IO, Any, Final

import orjson
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

EGN_MEDIA_TYPE: Final = "text/vnd.ecarte.egn"


def as_json(body: Any) -> bytes:
    """Return ``body`` as JSON bytes. Other values, such as lazy translations, are converted to text."""
    return orjson.dumps(body, default=str)


class JsonParser(BaseParser):
    """Parse JSON strictly: reject numbers beyond 64 bits, NaN and lone surrogates.

    A byte order mark in front is skipped.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return orjson.loads(stream.read().removeprefix(BOM_UTF8))
        except orjson.JSONDecodeError as error:
            raise ParseError(_("The body is not valid JSON: %(why)s") % {"why": error}) from None


class JsonRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else as_json(data)


class EgnRenderer(BaseRenderer):
    media_type = EGN_MEDIA_TYPE
    format = "egn"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else str(data).encode()


class WrittenRenderer(BaseRenderer):
    """The base of renderers that return bytes unchanged, because they are in their format already."""

    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else bytes(data)

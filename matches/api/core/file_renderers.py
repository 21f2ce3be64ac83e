"""Renderers of the formats of files, for views that send a file and name its formats in the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.renderers import BaseRenderer

from matches.api.core.media_types import EgnRenderer, JsonRenderer
from matches.exchange.exports import requests
from matches.exchange.exports.requests import FORMS


class _Bytes(BaseRenderer):
    """A placeholder for a file format in the negotiation by ``Accept``. Files are streamed and never rendered."""

    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else bytes(data)


class NdjsonRenderer(_Bytes):
    media_type = FORMS[requests.NDJSON].media_type
    format = "ndjson"


class CsvRenderer(_Bytes):
    media_type = FORMS[requests.CSV].media_type
    format = "csv"


class XlsxRenderer(_Bytes):
    media_type = FORMS[requests.XLSX].media_type
    format = "xlsx"


RENDERERS: Final[Mapping[str, type[BaseRenderer]]] = {
    "json": JsonRenderer,
    "egn": EgnRenderer,
    "ndjson": NdjsonRenderer,
    "csv": CsvRenderer,
    "xlsx": XlsxRenderer,
}
"""The renderers by the suffix of a file's URL; the first is used if ``Accept`` does not decide."""

"""Renderers of the formats of files, for views that send a file and name its formats in the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rest_framework.renderers import BaseRenderer

from matches.api.core.media_types import EgnRenderer, JsonRenderer, WrittenRenderer
from matches.exchange.exports import requests
from matches.exchange.exports.requests import FORMS


class NdjsonRenderer(WrittenRenderer):
    media_type = FORMS[requests.NDJSON].media_type
    format = "ndjson"


class CsvRenderer(WrittenRenderer):
    media_type = FORMS[requests.CSV].media_type
    format = "csv"


class XlsxRenderer(WrittenRenderer):
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

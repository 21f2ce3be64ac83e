"""Bodies of requests that take records out, for the document."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiExample

NEW_EXPORT: Final = [
    OpenApiExample("A season for a spreadsheet", value={"form": "xlsx", "season": 2026}, request_only=True),
    OpenApiExample(
        "Some months in the notation",
        value={
            "form": "annotated_egn",
            "ids": True,
            "filters": {"date_from": "2026-09-01", "date_to": "2026-11-30"},
        },
        request_only=True,
    ),
]

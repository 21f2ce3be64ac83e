"""Files as the document shows them."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from matches.api.core.examples import CLUB, EVENT, RECORD
from matches.api.core.media_types import EGN_MEDIA_TYPE

NEW_IMPORT: Final = [
    OpenApiExample("A file", value=RECORD, media_type=EGN_MEDIA_TYPE, request_only=True),
    OpenApiExample("As plain text", value=RECORD, media_type="text/plain", request_only=True),
    OpenApiExample(
        "To be tried only",
        value={"egn": RECORD, "source": "evening.egn", "trial": True},
        request_only=True,
    ),
]
DOCUMENT: Final[dict[str, Any]] = {
    "format": "ecarte-event",
    "version": 1,
    "club": {"id": CLUB, "name": "Portland", "slug": "portland", "time_zone": "Europe/London"},
    "event": {"id": EVENT, "name": "Autumn Cup"},
    "players": [],
    "log": [
        {
            "position": 1,
            "version": 1,
            "kind": "event.opened",
            "at": "2026-11-21T18:00:00+00:00",
            "by": "",
            "reason": "",
            "payload": {"club": CLUB, "name": "Autumn Cup"},
        }
    ],
    "rubbers": [],
    "derived": {"outside": [], "phase": "open", "places": {}, "results": [], "stages": [], "warnings": []},
}
"""An event that was opened, and nothing more."""
EVENT_FILE: Final = [OpenApiExample("An event just opened", value=DOCUMENT, request_only=True)]

"""Bodies about webhooks that the document shows."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiExample

NEW_WEBHOOK: Final = [
    OpenApiExample(
        "Results alone",
        value={"url": "https://bot.example/ecarte", "kinds": ["rubber.result", "rubber.corrected"]},
        request_only=True,
    )
]
CHANGED_WEBHOOK: Final = [OpenApiExample("Start it again", value={"is_stopped": False}, request_only=True)]
REPLAY_SINCE: Final = [
    OpenApiExample("Since midnight", value={"since": "2026-11-21T00:00:00Z"}, request_only=True)
]

"""URL patterns for imports, event files, and everything waiting to be settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.exchange.import_views import (
    EventFileView,
    ImportEventView,
    ImportLinesView,
    ImportsView,
    ImportView,
)
from matches.api.exchange.settle_views import (
    ConflictsView,
    ConflictView,
    DismissHeldView,
    HeldTextsView,
    HeldTextView,
    RepairHeldView,
    SettleConflictView,
    WaitingRubbersView,
    WaitingView,
)

CLUB: Final = "v1/clubs/<slug:club_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "imports": [
        path(f"{CLUB}imports/", ImportsView.as_view(), name="imports"),
        path("v1/imports/<slug:import_id>/", ImportView.as_view(), name="import"),
        path("v1/imports/<slug:import_id>/lines/", ImportLinesView.as_view(), name="import_lines"),
        path(f"{CLUB}events/import/", ImportEventView.as_view(), name="event_import"),
        path("v1/events/<slug:event_id>/file/", EventFileView.as_view(), name="event_file"),
        path(f"{CLUB}waiting/", WaitingView.as_view(), name="waiting"),
        path(f"{CLUB}waiting/rubbers/", WaitingRubbersView.as_view(), name="waiting_rubbers"),
        path(f"{CLUB}conflicts/", ConflictsView.as_view(), name="conflicts"),
        path("v1/conflicts/<slug:conflict_id>/", ConflictView.as_view(), name="conflict"),
        path("v1/conflicts/<slug:conflict_id>/settle/", SettleConflictView.as_view(), name="conflict_settle"),
        path(f"{CLUB}held/", HeldTextsView.as_view(), name="held_texts"),
        path("v1/held/<slug:held_id>/", HeldTextView.as_view(), name="held_text"),
        path("v1/held/<slug:held_id>/repair/", RepairHeldView.as_view(), name="held_text_repair"),
        path("v1/held/<slug:held_id>/dismiss/", DismissHeldView.as_view(), name="held_text_dismiss"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

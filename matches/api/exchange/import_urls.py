"""Files brought in, and what became of each rubber; what waits to be settled."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.exchange.views.event_files import EventFileView, ImportEventView
from matches.api.exchange.views.imports import ImportLinesView, ImportsView, ImportView
from matches.api.exchange.views.rejected_texts import (
    DismissHeldView,
    HeldTextsView,
    HeldTextView,
    RepairHeldView,
)
from matches.api.exchange.views.settle import (
    ConflictsView,
    ConflictView,
    SettleConflictView,
    WaitingRubbersView,
    WaitingView,
)

ADDRESSES: list[URLPattern] = [
    path("v1/clubs/<slug:club_id>/imports/", ImportsView.as_view(), name="imports"),
    path("v1/imports/<slug:import_id>/", ImportView.as_view(), name="import"),
    path("v1/imports/<slug:import_id>/lines/", ImportLinesView.as_view(), name="import_lines"),
    path("v1/clubs/<slug:club_id>/events/import/", ImportEventView.as_view(), name="event_import"),
    path("v1/events/<slug:event_id>/file/", EventFileView.as_view(), name="event_file"),
    path("v1/clubs/<slug:club_id>/waiting/", WaitingView.as_view(), name="waiting"),
    path("v1/clubs/<slug:club_id>/waiting/rubbers/", WaitingRubbersView.as_view(), name="waiting_rubbers"),
    path("v1/clubs/<slug:club_id>/conflicts/", ConflictsView.as_view(), name="conflicts"),
    path("v1/conflicts/<slug:conflict_id>/", ConflictView.as_view(), name="conflict"),
    path("v1/conflicts/<slug:conflict_id>/settle/", SettleConflictView.as_view(), name="conflict_settle"),
    path("v1/clubs/<slug:club_id>/held/", HeldTextsView.as_view(), name="held_texts"),
    path("v1/held/<slug:held_id>/", HeldTextView.as_view(), name="held_text"),
    path("v1/held/<slug:held_id>/repair/", RepairHeldView.as_view(), name="held_text_repair"),
    path("v1/held/<slug:held_id>/dismiss/", DismissHeldView.as_view(), name="held_text_dismiss"),
]

"""URL patterns for logs and for earlier versions of a rubber."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.log.views import ClubLogView, EventLogView, RubberLogView, RubberThenView, SittingLogView

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "people": [
        path("v1/clubs/<slug:club_id>/log/", ClubLogView.as_view(), name="club_log"),
        path("v1/events/<slug:event_id>/log/", EventLogView.as_view(), name="event_log"),
        path("v1/rubbers/<slug:rubber_id>/log/", RubberLogView.as_view(), name="rubber_log"),
        path("v1/rubbers/<slug:rubber_id>/log/<int:version>/", RubberThenView.as_view(), name="rubber_then"),
        path("v1/tables/<slug:sitting_id>/log/", SittingLogView.as_view(), name="table_log"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

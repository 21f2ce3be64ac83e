"""URL patterns for table links and for the pad of a rubber."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.pads.link_views import EventLinksView, LinkView, RubberLinksView, TableLinksView
from matches.api.pads.pad_views import (
    CutView,
    LateKingView,
    PadConflictsView,
    PadConflictView,
    RewriteView,
)

RUBBER: Final = "v1/rubbers/<slug:rubber_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "sittings": [
        path("v1/tables/<slug:sitting_id>/links/", TableLinksView.as_view(), name="table_links"),
        path(f"{RUBBER}links/", RubberLinksView.as_view(), name="rubber_links"),
        path("v1/events/<slug:event_id>/links/", EventLinksView.as_view(), name="event_links"),
        path("v1/links/<slug:link_id>/", LinkView.as_view(), name="link"),
        path(f"{RUBBER}cut/", CutView.as_view(), name="cut"),
        path(f"{RUBBER}late-king/", LateKingView.as_view(), name="late_king"),
        path(
            f"{RUBBER}games/<int:game>/deals/<int:deal>/rewrite/", RewriteView.as_view(), name="rewrite_deal"
        ),
        path(f"{RUBBER}pad-conflicts/", PadConflictsView.as_view(), name="pad_conflicts"),
        path(
            f"{RUBBER}pad-conflicts/<slug:pad_conflict_id>/", PadConflictView.as_view(), name="pad_conflict"
        ),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

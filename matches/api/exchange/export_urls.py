"""URL patterns for exports, both immediate downloads and prepared files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path, register_converter

from matches.api.exchange.export_views import ClubExportsView, ExportFileView, ExportView
from matches.api.exchange.record_file_views import (
    ALL_FORMS,
    ClubFileView,
    ClubRecordsView,
    EventFileView,
    EventRecordsView,
    PlayerFileView,
    PlayerRecordsView,
    RubberRecordView,
    SeasonFileView,
    SeasonRecordsView,
)


class FormConverter:
    """The path converter for the file format at the end of a download URL, such as ``csv``."""

    regex = "|".join(ALL_FORMS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(FormConverter, "file_form")
CLUB: Final = "v1/clubs/<slug:club_id>/"
SEASON: Final = f"{CLUB}seasons/<int:year>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "exports": [
        path(
            "v1/rubbers/<slug:rubber_id>.<file_form:form>", RubberRecordView.as_view(), name="rubber_record"
        ),
        path("v1/events/<slug:event_id>/export", EventRecordsView.as_view(), name="event_records"),
        path(
            "v1/events/<slug:event_id>/export.<file_form:form>",
            EventFileView.as_view(),
            name="event_records_file",
        ),
        path("v1/players/<slug:player_id>/export", PlayerRecordsView.as_view(), name="player_records"),
        path(
            "v1/players/<slug:player_id>/export.<file_form:form>",
            PlayerFileView.as_view(),
            name="player_records_file",
        ),
        path(f"{CLUB}export", ClubRecordsView.as_view(), name="club_records"),
        path(f"{CLUB}export.<file_form:form>", ClubFileView.as_view(), name="club_records_file"),
        path(f"{SEASON}export", SeasonRecordsView.as_view(), name="season_records"),
        path(f"{SEASON}export.<file_form:form>", SeasonFileView.as_view(), name="season_records_file"),
        path(f"{CLUB}exports/", ClubExportsView.as_view(), name="exports"),
        path("v1/exports/<slug:export_id>/", ExportView.as_view(), name="export"),
        path("v1/exports/<slug:export_id>/file", ExportFileView.as_view(), name="export_file"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

"""URL patterns for the laws and for rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.laws.views import LawSearchView, LawsView, LawView, RulingPreviewView, RulingsView

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "laws": [
        path("v1/laws/", LawsView.as_view(), name="laws"),
        path("v1/laws/search/", LawSearchView.as_view(), name="law_search"),
        path("v1/laws/<int:number>/", LawView.as_view(), name="law"),
        path("v1/rulings/", RulingPreviewView.as_view(), name="ruling_preview"),
    ],
    "rubbers": [
        path("v1/rubbers/<slug:rubber_id>/rulings/", RulingsView.as_view(), name="rulings"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

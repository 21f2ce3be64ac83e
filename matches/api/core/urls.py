"""URL patterns for the entry point, the OpenAPI document and the kinds of problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.core.root_views import ProblemsView, ProblemView, RootView, SchemaView

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "start": [
        path("v1/", RootView.as_view(), name="root"),
        path("v1/schema/", SchemaView.as_view(), name="schema"),
        path("v1/problems/", ProblemsView.as_view(), name="problems"),
        path("v1/problems/<slug:code>/", ProblemView.as_view(), name="problem"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

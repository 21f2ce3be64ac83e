"""The entrance, the document, problems, the laws, chances."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.laws.views import LawSearchView, LawsView, LawView, RulingPreviewView
from matches.api.reviews.views.reviews import ChancesView
from matches.api.start.views import ProblemsView, ProblemView, RootView, SchemaView

ADDRESSES: list[URLPattern] = [
    path("v1/", RootView.as_view(), name="root"),
    path("v1/schema/", SchemaView.as_view(), name="schema"),
    path("v1/problems/", ProblemsView.as_view(), name="problems"),
    path("v1/problems/<slug:code>/", ProblemView.as_view(), name="problem"),
    path("v1/laws/", LawsView.as_view(), name="laws"),
    path("v1/laws/search/", LawSearchView.as_view(), name="law_search"),
    path("v1/laws/<int:number>/", LawView.as_view(), name="law"),
    path("v1/rulings/", RulingPreviewView.as_view(), name="ruling_preview"),
    path("v1/chances/", ChancesView.as_view(), name="chances"),
]

"""Pools and French tables with their ledgers; links for the phones of tables."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.pads.views.pad import (
    CutView,
    LateKingView,
    PadConflictsView,
    PadConflictView,
    RewriteView,
)
from matches.api.pads.views.table_links import (
    EventLinksView,
    LinkView,
    RubberLinksView,
    TableLinksView,
)
from matches.api.sittings.views.facts import FactsView, UndoView
from matches.api.sittings.views.sittings import (
    BalancesView,
    LedgerView,
    TableGamesView,
    TablePeopleView,
    TablesView,
    TableView,
)

ADDRESSES: list[URLPattern] = [
    path("v1/clubs/<slug:club_id>/tables/", TablesView.as_view(), name="tables"),
    path("v1/tables/<slug:sitting_id>/", TableView.as_view(), name="table"),
    path("v1/tables/<slug:sitting_id>/people/", TablePeopleView.as_view(), name="table_people"),
    path("v1/tables/<slug:sitting_id>/games/", TableGamesView.as_view(), name="table_games"),
    path("v1/tables/<slug:sitting_id>/ledger/", LedgerView.as_view(), name="table_ledger"),
    path("v1/tables/<slug:sitting_id>/balances/", BalancesView.as_view(), name="table_balances"),
    path("v1/tables/<slug:sitting_id>/facts/", FactsView.as_view(), name="table_facts"),
    path("v1/tables/<slug:sitting_id>/undo/", UndoView.as_view(), name="table_undo"),
    path("v1/tables/<slug:sitting_id>/links/", TableLinksView.as_view(), name="table_links"),
    path("v1/rubbers/<slug:rubber_id>/links/", RubberLinksView.as_view(), name="rubber_links"),
    path("v1/events/<slug:event_id>/links/", EventLinksView.as_view(), name="event_links"),
    path("v1/links/<slug:link_id>/", LinkView.as_view(), name="link"),
    path("v1/rubbers/<slug:rubber_id>/cut/", CutView.as_view(), name="cut"),
    path("v1/rubbers/<slug:rubber_id>/late-king/", LateKingView.as_view(), name="late_king"),
    path(
        "v1/rubbers/<slug:rubber_id>/games/<int:game>/deals/<int:deal>/rewrite/",
        RewriteView.as_view(),
        name="rewrite_deal",
    ),
    path("v1/rubbers/<slug:rubber_id>/pad-conflicts/", PadConflictsView.as_view(), name="pad_conflicts"),
    path(
        "v1/rubbers/<slug:rubber_id>/pad-conflicts/<slug:pad_conflict_id>/",
        PadConflictView.as_view(),
        name="pad_conflict",
    ),
]

"""URL patterns for pools and French tables with their ledgers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.sittings.fact_views import FactsView, UndoView
from matches.api.sittings.sitting_views import (
    BalancesView,
    LedgerView,
    TableGamesView,
    TablePeopleView,
    TablesView,
    TableView,
)

TABLE: Final = "v1/tables/<slug:sitting_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "sittings": [
        path("v1/clubs/<slug:club_id>/tables/", TablesView.as_view(), name="tables"),
        path(TABLE, TableView.as_view(), name="table"),
        path(f"{TABLE}people/", TablePeopleView.as_view(), name="table_people"),
        path(f"{TABLE}games/", TableGamesView.as_view(), name="table_games"),
        path(f"{TABLE}ledger/", LedgerView.as_view(), name="table_ledger"),
        path(f"{TABLE}balances/", BalancesView.as_view(), name="table_balances"),
        path(f"{TABLE}facts/", FactsView.as_view(), name="table_facts"),
        path(f"{TABLE}undo/", UndoView.as_view(), name="table_undo"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

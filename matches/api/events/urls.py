"""URL patterns for events: stages, entrants, draws, pairings, results and standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.events.correction_views import CorrectionPreviewView, CorrectionsView
from matches.api.events.entrant_views import CheckInsView, EntrantsView, EntrantView, ForbiddenView, SeedsView
from matches.api.events.event_views import EventPlanView, EventsView, EventView
from matches.api.events.fact_views import EventDeskView, EventFactsView, EventResultsView, EventUndoView
from matches.api.events.round_views import (
    DrawChangesView,
    DrawsView,
    DrawView,
    PairingsView,
    RoundPairingsView,
    RoundsView,
    RoundView,
    StagesView,
    StageView,
)
from matches.api.events.standing_views import BracketView, CrosstableView, PlacesView, StandingsView

EVENT: Final = "v1/events/<slug:event_id>/"
STAGE: Final = f"{EVENT}stages/<int:stage>/"
ROUND: Final = f"{STAGE}rounds/<int:round>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "clubs": [
        path("v1/clubs/<slug:club_id>/events/", EventsView.as_view(), name="events"),
        path(EVENT, EventView.as_view(), name="event"),
    ],
    "events": [
        path(f"{EVENT}plan/", EventPlanView.as_view(), name="event_plan"),
        path(f"{EVENT}entrants/", EntrantsView.as_view(), name="event_entrants"),
        path(f"{EVENT}entrants/<slug:player_id>/", EntrantView.as_view(), name="event_entrant"),
        path(f"{EVENT}check-ins/", CheckInsView.as_view(), name="event_check_ins"),
        path(f"{EVENT}seeds/", SeedsView.as_view(), name="event_seeds"),
        path(f"{EVENT}forbidden/", ForbiddenView.as_view(), name="event_forbidden"),
        path(f"{EVENT}stages/", StagesView.as_view(), name="event_stages"),
        path(STAGE, StageView.as_view(), name="event_stage"),
        path(f"{STAGE}rounds/", RoundsView.as_view(), name="event_rounds"),
        path(ROUND, RoundView.as_view(), name="event_round"),
        path(f"{ROUND}pairings/", RoundPairingsView.as_view(), name="event_round_pairings"),
        path(f"{STAGE}bracket/", BracketView.as_view(), name="event_bracket"),
        path(f"{STAGE}crosstable/", CrosstableView.as_view(), name="event_crosstable"),
        path(f"{STAGE}draws/", DrawsView.as_view(), name="event_draws"),
        path(f"{EVENT}draws/<slug:draw_id>/", DrawView.as_view(), name="event_draw"),
        path(f"{ROUND}changes/", DrawChangesView.as_view(), name="event_draw_changes"),
        path(f"{EVENT}facts/", EventFactsView.as_view(), name="event_facts"),
        path(f"{EVENT}results/", EventResultsView.as_view(), name="event_results"),
        path(
            f"{EVENT}corrections/preview/", CorrectionPreviewView.as_view(), name="event_correction_preview"
        ),
        path(f"{EVENT}corrections/", CorrectionsView.as_view(), name="event_corrections"),
        path(f"{EVENT}undo/", EventUndoView.as_view(), name="event_undo"),
        path(f"{EVENT}desk/", EventDeskView.as_view(), name="event_desk"),
        path(f"{EVENT}pairings/", PairingsView.as_view(), name="event_pairings"),
        path(f"{EVENT}standings/", StandingsView.as_view(), name="event_standings"),
        path(f"{EVENT}places/", PlacesView.as_view(), name="event_places"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

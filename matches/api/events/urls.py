"""How an event is run: stages, entrants, draws, pairings, results, standings, its file."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.events.views.all_entrants import CheckInsView, ForbiddenView, SeedsView
from matches.api.events.views.corrections import CorrectionPreviewView, CorrectionsView
from matches.api.events.views.draws import DrawChangesView, DrawsView, DrawView
from matches.api.events.views.entrants import EntrantsView, EntrantView
from matches.api.events.views.facts import (
    EventDeskView,
    EventFactsView,
    EventResultsView,
    EventUndoView,
)
from matches.api.events.views.plan import EventPlanView
from matches.api.events.views.rounds import (
    PairingsView,
    RoundPairingsView,
    RoundsView,
    RoundView,
    StagesView,
    StageView,
)
from matches.api.events.views.tables import BracketView, CrosstableView, PlacesView, StandingsView

EVENT = "v1/events/<slug:event_id>/"
STAGE = EVENT + "stages/<int:stage>/"
ROUND = STAGE + "rounds/<int:round>/"

ADDRESSES: list[URLPattern] = [
    path(EVENT + "plan/", EventPlanView.as_view(), name="event_plan"),
    path(EVENT + "entrants/", EntrantsView.as_view(), name="event_entrants"),
    path(EVENT + "entrants/<slug:player_id>/", EntrantView.as_view(), name="event_entrant"),
    path(EVENT + "check-ins/", CheckInsView.as_view(), name="event_check_ins"),
    path(EVENT + "seeds/", SeedsView.as_view(), name="event_seeds"),
    path(EVENT + "forbidden/", ForbiddenView.as_view(), name="event_forbidden"),
    path(EVENT + "stages/", StagesView.as_view(), name="event_stages"),
    path(STAGE, StageView.as_view(), name="event_stage"),
    path(STAGE + "rounds/", RoundsView.as_view(), name="event_rounds"),
    path(ROUND, RoundView.as_view(), name="event_round"),
    path(ROUND + "pairings/", RoundPairingsView.as_view(), name="event_round_pairings"),
    path(STAGE + "bracket/", BracketView.as_view(), name="event_bracket"),
    path(STAGE + "crosstable/", CrosstableView.as_view(), name="event_crosstable"),
    path(STAGE + "draws/", DrawsView.as_view(), name="event_draws"),
    path(EVENT + "draws/<slug:draw_id>/", DrawView.as_view(), name="event_draw"),
    path(ROUND + "changes/", DrawChangesView.as_view(), name="event_draw_changes"),
    path(EVENT + "facts/", EventFactsView.as_view(), name="event_facts"),
    path(EVENT + "results/", EventResultsView.as_view(), name="event_results"),
    path(EVENT + "corrections/preview/", CorrectionPreviewView.as_view(), name="event_correction_preview"),
    path(EVENT + "corrections/", CorrectionsView.as_view(), name="event_corrections"),
    path(EVENT + "undo/", EventUndoView.as_view(), name="event_undo"),
    path(EVENT + "desk/", EventDeskView.as_view(), name="event_desk"),
    path(EVENT + "pairings/", PairingsView.as_view(), name="event_pairings"),
    path(EVENT + "standings/", StandingsView.as_view(), name="event_standings"),
    path(EVENT + "places/", PlacesView.as_view(), name="event_places"),
]

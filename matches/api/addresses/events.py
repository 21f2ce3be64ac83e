"""How an event is run: stages, entrants, draws, pairings, results, standings, its file."""

from __future__ import annotations

from django.urls import path

from matches.api.views.event_plan import EventPlanView
from matches.api.views.event_rounds import (
    PairingsView,
    RoundPairingsView,
    RoundsView,
    RoundView,
    StagesView,
    StageView,
)
from matches.api.views.event_tables import BracketView, CrosstableView, PlacesView, StandingsView

EVENT = "v1/events/<slug:event_id>/"
STAGE = EVENT + "stages/<int:stage>/"
ROUND = STAGE + "rounds/<int:round>/"

ADDRESSES = [
    path(EVENT + "plan/", EventPlanView.as_view(), name="event_plan"),
    path(EVENT + "stages/", StagesView.as_view(), name="event_stages"),
    path(STAGE, StageView.as_view(), name="event_stage"),
    path(STAGE + "rounds/", RoundsView.as_view(), name="event_rounds"),
    path(ROUND, RoundView.as_view(), name="event_round"),
    path(ROUND + "pairings/", RoundPairingsView.as_view(), name="event_round_pairings"),
    path(STAGE + "bracket/", BracketView.as_view(), name="event_bracket"),
    path(STAGE + "crosstable/", CrosstableView.as_view(), name="event_crosstable"),
    path(EVENT + "pairings/", PairingsView.as_view(), name="event_pairings"),
    path(EVENT + "standings/", StandingsView.as_view(), name="event_standings"),
    path(EVENT + "places/", PlacesView.as_view(), name="event_places"),
]

"""Route the URLs of the handbook."""

from __future__ import annotations

from django.urls import path

from matches.pages.handbook import (
    calls_chapter,
    event_chapters,
    number_chapters,
    roles_and_states,
    standings_chapter,
)
from matches.pages.handbook.views import chapter, contents

urlpatterns = [
    path("handbook/", contents, name="handbook"),
    path("handbook/first/", chapter("first"), name="handbook_first"),
    path("handbook/players/", chapter("players"), name="handbook_players"),
    path("handbook/roles/", chapter("roles", roles_and_states.roles_context), name="handbook_roles"),
    path("handbook/states/", chapter("states", roles_and_states.states_context), name="handbook_states"),
    path("handbook/entering/", chapter("entering"), name="handbook_entering"),
    path("handbook/table/", chapter("pad"), name="handbook_pad"),
    path("handbook/events/", chapter("events", event_chapters.events_context), name="handbook_events"),
    path("handbook/standings/", chapter("standings", standings_chapter.context), name="handbook_standings"),
    path("handbook/running/", chapter("draws", event_chapters.draws_context), name="handbook_draws"),
    path("handbook/figures/", chapter("figures", number_chapters.figures), name="handbook_figures"),
    path("handbook/ratings/", chapter("ratings", number_chapters.ratings), name="handbook_ratings"),
    path("handbook/records/", chapter("records", number_chapters.records), name="handbook_records"),
    path("handbook/triomphe/", chapter("triomphe", number_chapters.triomphe), name="handbook_triomphe"),
    path("handbook/review/", chapter("review", number_chapters.review), name="handbook_review"),
    path("handbook/calls/", chapter("calls", calls_chapter.calls), name="handbook_calls"),
    path("handbook/programs/", chapter("programs", number_chapters.programs), name="handbook_programs"),
    path("handbook/privacy/", chapter("privacy"), name="handbook_privacy"),
]

"""Addresses of an event's director; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.pages.events.director import (
    check_in,
    draw,
    entrant,
    entries,
    results,
    setup,
    undo,
)
from matches.pages.events.director import (
    desk as run,
)
from matches.pages.events.director import (
    forbidden_pairs as forbidden,
)

CLUB = "clubs/<slug:slug>/"
RUN = CLUB + "events/<slug:public_id>/run/"

urlpatterns = [
    path(CLUB + "events/set-up/", setup.set_up, name="event_setup"),
    path(RUN, run.run, name="event_run"),
    path(RUN + "plan/", setup.change_plan, name="event_plan"),
    path(RUN + "entries/", entries.entries, name="event_entries"),
    path(RUN + "entries/new/", entries.enter, name="event_enter"),
    path(RUN + "entries/<slug:player>/", entrant.entrant, name="event_entrant"),
    path(RUN + "check-in/", check_in.check_in, name="event_check_in"),
    path(RUN + "forbidden/", forbidden.forbidden, name="event_forbidden"),
    path(RUN + "draw/<int:stage>/", draw.draw, name="event_draw"),
    path(RUN + "drawing/<slug:request_id>/", draw.drawing, name="event_drawing"),
    path(RUN + "results/<int:stage>/<int:number>/", results.results, name="event_results"),
    path(RUN + "undo/", undo.undo, name="event_undo"),
]

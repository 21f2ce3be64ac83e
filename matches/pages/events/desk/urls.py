"""URLs of the director's pages of an event, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.events.corrections import history
from matches.pages.events.desk import check_in, draw, entries, results, run
from matches.pages.events.setup import views

CLUB = "clubs/<slug:slug>/"
RUN = CLUB + "events/<slug:public_id>/run/"

urlpatterns = [
    path(CLUB + "events/set-up/", views.set_up, name="event_setup"),
    path(RUN, run.run, name="event_run"),
    path(RUN + "plan/", views.change_plan, name="event_plan"),
    path(RUN + "entries/", entries.entries, name="event_entries"),
    path(RUN + "entries/new/", entries.enter, name="event_enter"),
    path(RUN + "entries/<slug:player>/", entries.entrant, name="event_entrant"),
    path(RUN + "check-in/", check_in.check_in, name="event_check_in"),
    path(RUN + "forbidden/", draw.forbidden, name="event_forbidden"),
    path(RUN + "draw/<int:stage>/", draw.draw, name="event_draw"),
    path(RUN + "drawing/<slug:request_id>/", draw.drawing, name="event_drawing"),
    path(RUN + "results/<int:stage>/<int:number>/", results.results, name="event_results"),
    path(RUN + "undo/", history.undo, name="event_undo"),
]

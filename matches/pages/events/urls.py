"""URLs of the pages of a planned event, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.events import brackets, crosstables, prints, prizes, room, views

EVENT = "clubs/<slug:slug>/events/<slug:public_id>/"
STAGE = EVENT + "stages/<int:stage>/"

urlpatterns = [
    path(STAGE + "rounds/<int:number>/", views.round_page, name="event_round"),
    path(STAGE + "bracket/", brackets.bracket_page, name="event_bracket"),
    path(STAGE + "crosstable/", crosstables.crosstable_page, name="event_crosstable"),
    path(EVENT + "how/", views.how_it_is_played, name="event_how"),
    path(EVENT + "room/", room.room, name="event_room"),
    path(EVENT + "prizes/", prizes.prizes, name="event_prizes"),
    path(EVENT + "print/<slug:what>/", prints.print_page, name="event_print"),
    path(EVENT + "print/<slug:what>.pdf", prints.print_pdf, name="event_print_pdf"),
]

"""Addresses of the pages of a planned event; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.pages.events.public import brackets, crosstables, prints, room, rounds

EVENT = "clubs/<slug:slug>/events/<slug:public_id>/"
STAGE = EVENT + "stages/<int:stage>/"

urlpatterns = [
    path(STAGE + "rounds/<int:number>/", rounds.round_page, name="event_round"),
    path(STAGE + "bracket/", brackets.bracket_page, name="event_bracket"),
    path(STAGE + "crosstable/", crosstables.crosstable_page, name="event_crosstable"),
    path(EVENT + "room/", room.room, name="event_room"),
    path(EVENT + "print/<slug:what>/", prints.print_page, name="event_print"),
    path(EVENT + "print/<slug:what>.pdf", prints.print_pdf, name="event_print_pdf"),
]

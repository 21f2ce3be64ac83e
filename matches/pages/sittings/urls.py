"""Addresses of pools and French tables; included under the pages' own names.

All of one table stands beneath its own address, so that the cookie of its link reaches nothing else; and none of it
beneath ``/pad/``, where a service worker answers.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.common import live_tickets
from matches.pages.handbook import sittings
from matches.pages.sittings import (
    game,
    history,
    ledger,
    links,
    page,
)
from matches.pages.sittings import (
    index as club,
)
from matches.pages.sittings import (
    open_pad as to_pad,
)

TABLE = "tables/<slug:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/tables/", club.sittings, name="sittings"),
    path("clubs/<slug:slug>/tables/new/", club.new_sitting, name="new_sitting"),
    path("handbook/sittings/", sittings.sittings_chapter, name="handbook_sittings"),
    path(TABLE, page.sitting, name="sitting"),
    path(TABLE + "pad/", to_pad.to_pad, name="sitting_pad"),
    path(TABLE + "games/<int:number>/", game.game, name="sitting_game"),
    path(TABLE + "ledger/", ledger.ledger, name="sitting_ledger"),
    path(TABLE + "history/", history.history, name="sitting_history"),
    path(TABLE + "ticket/", live_tickets.renew, name="sitting_ticket"),
    path(TABLE + "links/", links.links, name="sitting_links"),
]

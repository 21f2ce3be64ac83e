"""URLs of pools and French tables, included in the namespace of the pages.

Everything about one table is below its own URL, so that the cookie of its link is sent nowhere else. Nothing
is below ``/pad/``, where a service worker responds.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.common import live_ticket
from matches.pages.sittings import club, game, links, page, records

TABLE = "tables/<slug:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/tables/", club.sittings, name="sittings"),
    path("clubs/<slug:slug>/tables/new/", club.new_sitting, name="new_sitting"),
    path("handbook/sittings/", club.sittings_chapter, name="handbook_sittings"),
    path(TABLE, page.sitting, name="sitting"),
    path(TABLE + "pad/", game.to_pad, name="sitting_pad"),
    path(TABLE + "games/<int:number>/", game.game, name="sitting_game"),
    path(TABLE + "ledger/", records.ledger, name="sitting_ledger"),
    path(TABLE + "history/", records.history, name="sitting_history"),
    path(TABLE + "ticket/", live_ticket.renew, name="sitting_ticket"),
    path(TABLE + "links/", links.links, name="sitting_links"),
]

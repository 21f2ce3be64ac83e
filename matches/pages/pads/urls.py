"""Addresses of the score pad; included under the pages' own names.

All that a pad asks for stands beneath ``/pad/``, so that the cookie of a table's link reaches nothing else.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.common import live_tickets
from matches.pages.pads import (
    board,
    bundles,
    entries,
    event_tables,
    page,
    state,
    table_link,
    table_links,
    tables,
)
from matches.pages.pads import (
    hand_over_phone as pass_on,
)
from matches.pages.pads import (
    rulings as book,
)

PAD = "pad/<slug:public_id>/"
EVENT = "clubs/<slug:slug>/events/<slug:public_id>/"

urlpatterns = [
    path("t/", table_link.table_link, name="table_link"),
    path("pad/sw.js", page.worker, name="pad_worker"),
    path("pad/pad.js", bundles.script, name="pad_script"),
    path("pad/pad.css", bundles.style, name="pad_style"),
    path("pad/tables.json", tables.tables, name="pad_tables"),
    path(PAD, page.pad, name="pad"),
    path(PAD + "app.webmanifest", page.manifest, name="pad_manifest"),
    path(PAD + "state/", state.state, name="pad_state"),
    path(PAD + "ticket/", live_tickets.renew, name="pad_ticket"),
    path(PAD + "entries/", entries.entries, name="pad_entries"),
    path(PAD + "board/", board.board, name="pad_board"),
    path(PAD + "settle/", entries.settle, name="pad_settle"),
    path(PAD + "book/", book.book, name="pad_book"),
    path(PAD + "pass/", pass_on.pass_on, name="pad_pass"),
    path("rubbers/<slug:public_id>/table/", table_links.table_links, name="table_links"),
    path(EVENT + "tables/", event_tables.event_tables, name="event_tables"),
]

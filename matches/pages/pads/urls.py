"""URLs of the score pad, included in the namespace of the pages.

Everything that a rubber's pad requests is below ``/pad/``, so that the cookie of a table link is sent nowhere
else. ``/score/`` is the pad without an account.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.common import live_ticket
from matches.pages.pads import (
    assets,
    board,
    entries,
    event_tables,
    free_pad,
    page,
    state,
    table_link,
    table_links,
)

PAD = "pad/<slug:public_id>/"
EVENT = "clubs/<slug:slug>/events/<slug:public_id>/"

urlpatterns = [
    path("score/", free_pad.score, name="score"),
    path("score/egn/", free_pad.score_egn, name="score_egn"),
    path("score/app.webmanifest", free_pad.manifest, name="score_manifest"),
    path("t/", table_link.table_link, name="table_link"),
    path("pad/sw.js", page.worker, name="pad_worker"),
    path("pad/pad.js", assets.script, name="pad_script"),
    path("pad/board.js", assets.board_script, name="pad_board_script"),
    path("pad/pad.css", assets.style, name="pad_style"),
    path("pad/tables.json", assets.tables, name="pad_tables"),
    path(PAD, page.pad, name="pad"),
    path(PAD + "app.webmanifest", page.manifest, name="pad_manifest"),
    path(PAD + "state/", state.state, name="pad_state"),
    path(PAD + "ticket/", live_ticket.renew, name="pad_ticket"),
    path(PAD + "entries/", entries.entries, name="pad_entries"),
    path(PAD + "board/", board.board, name="pad_board"),
    path(PAD + "settle/", entries.settle, name="pad_settle"),
    path(PAD + "book/", page.book, name="pad_book"),
    path(PAD + "pass/", table_link.pass_on, name="pad_pass"),
    path("rubbers/<slug:public_id>/table/", table_links.table_links, name="table_links"),
    path(EVENT + "tables/", event_tables.event_tables, name="event_tables"),
]

"""Addresses of the score pad; included under the pages' own names.

All that a pad asks for stands beneath ``/pad/``, so that the cookie of a table's link reaches nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.module_loading import import_string


def _view(name: str) -> Callable[..., HttpResponse]:
    def view(request: HttpRequest, **arguments: object) -> HttpResponse:
        answer: HttpResponse = import_string(f"matches.web.pads.{name}")(request, **arguments)
        return answer

    return view


PAD = "pad/<slug:public_id>/"
EVENT = "clubs/<slug:slug>/events/<slug:public_id>/"

urlpatterns = [
    path("t/", _view("table_link.table_link"), name="table_link"),
    path("pad/sw.js", _view("page.worker"), name="pad_worker"),
    path("pad/tables.json", _view("tables.tables"), name="pad_tables"),
    path(PAD, _view("page.pad"), name="pad"),
    path(PAD + "app.webmanifest", _view("page.manifest"), name="pad_manifest"),
    path(PAD + "state/", _view("state.state"), name="pad_state"),
    path(PAD + "entries/", _view("entries.entries"), name="pad_entries"),
    path(PAD + "board/", _view("board.board"), name="pad_board"),
    path(PAD + "settle/", _view("entries.settle"), name="pad_settle"),
    path(PAD + "book/", _view("book.book"), name="pad_book"),
    path(PAD + "pass/", _view("pass_on.pass_on"), name="pad_pass"),
    path("rubbers/<slug:public_id>/table/", _view("table_links.table_links"), name="table_links"),
    path(EVENT + "tables/", _view("event_tables.event_tables"), name="event_tables"),
]

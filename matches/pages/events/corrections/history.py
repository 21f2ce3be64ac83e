"""An event's history in words: all that was done to it and to its rubbers, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.clubs.words import person_name
from matches.events.queries.log import event_history, taken_back
from matches.models import Club, LogEntry
from matches.pages.common.club_context import moment_text
from matches.pages.common.crumbs import club_crumb, event_crumb
from matches.pages.common.pagination import listing
from matches.pages.events.director.context import event_at
from matches.pages.log.sentences import LogLine, log_lines

ENTRIES_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Line:
    """``undone`` says by whom and when it was taken back; empty for what counts."""

    when: str
    told: LogLine
    undone: str = ""


@require_safe
def history(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event, _powers = event_at(request, slug, public_id, "see_log")
    entries = listing(request, event_history(event), key="page", size=ENTRIES_A_PAGE)
    gone = taken_back(event)
    lines = [
        Line(
            moment_text(event.club, line.at),
            line,
            _undone(event.club, gone.get((entry.stream, entry.version))),
        )
        for entry, line in zip(entries.rows, log_lines(event.club, entries.rows), strict=True)
    ]
    context = {
        "club": event.club,
        "event": event,
        "crumbs": [club_crumb(event.club), event_crumb(event.club, event)],
        "lines": lines,
        "listing": entries,
    }
    return render(request, "events/corrections/history.html", context)


def _undone(club: Club, by: LogEntry | None) -> str:
    if by is None:
        return ""
    return _("Taken back by %(who)s, %(when)s.") % {
        "who": person_name(by.by),
        "when": moment_text(club, by.at),
    }

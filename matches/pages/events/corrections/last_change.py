"""What was done last to an event, with the way to take it back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.events.undo import LastDeed, last_deed
from matches.models import LogEntry
from matches.pages.common.club_context import moment_text
from matches.pages.events.corrections.history import Line
from matches.pages.events.corrections.preview import desk_crumbs
from matches.pages.events.director.context import event_at
from matches.pages.events.director.undo import undo_form
from matches.pages.log.sentences import log_lines


@require_safe
def corrected(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event, _powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    deed = last_deed(event)
    entries = [] if deed is None else _entries(deed)
    address = [slug, public_id]
    context = {
        "club": event.club,
        "event": event,
        "crumbs": desk_crumbs(event.club, event),
        "lines": [Line(moment_text(event.club, line.at), line) for line in log_lines(event.club, entries)],
        "form": undo_form(event, deed),
        "undo_url": reverse("web:event_undo", args=address),
        "ways": [
            (reverse("web:event_run", args=address), _("Director's desk")),
            (reverse("web:event", args=address), _("The event's page")),
            (reverse("web:event_history", args=address), _("History")),
            *_rubber_way(deed),
        ],
    }
    return render(request, "events/corrections/corrected.html", context)


def _entries(deed: LastDeed) -> list[LogEntry]:
    """In the order in which they were made."""
    found = [*deed.facts, *([] if deed.correction is None else [deed.correction])]
    return sorted(found, key=lambda entry: entry.pk)


def _rubber_way(deed: LastDeed | None) -> list[tuple[str, str]]:
    if deed is None or not deed.rubber_id:
        return []
    return [(reverse("web:rubber", args=[deed.rubber_id]), _("The rubber"))]

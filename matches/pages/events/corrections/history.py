"""Serve the history of an event: all its changes, newest first, and the pages that undo the last one."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.common.commands import new_key
from matches.events.errors import EventChangeError
from matches.events.event_lists import event_history, undoing_entries
from matches.events.event_state import event_state
from matches.events.undo import LastChange, last_change, undo_last
from matches.models import Event
from matches.pages.common.listing import listing
from matches.pages.common.navigation import club_crumb, event_crumb
from matches.pages.common.results import rubber_title
from matches.pages.events.corrections.preview import warn_about_outside
from matches.pages.events.desk.context import act_of, event_at, event_context, names_of, refusal_words
from matches.pages.events.desk.forms import UndoForm
from matches.pages.events.words import deed_words
from matches.pages.log.log_words import log_lines
from matches.rules.events.act_errors import EventActError
from matches.rules.events.lifecycle import undo_blocked_by


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event, _powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    if request.method == "POST":
        form = UndoForm(request.POST)
        is_undone = form.is_valid() and _undo(request, event, form)
        return redirect("web:event_run" if is_undone else "web:event_undo", slug, public_id)
    change = last_change(event)
    lines = [] if change is None else _lines(change)
    entry = None if change is None else change.correction or change.facts[0]
    blocked = None if change is None or not change.facts else undo_blocked_by(event_state(event))
    context = event_context(
        event,
        lines=lines,
        entry=entry,
        form=undo_form(event, change),
        blocked_stage=blocked[0] if blocked else 0,
        blocked_by=blocked[1] if blocked else None,
    )
    return render(request, "events/desk/undo.html", context)


def undo_form(event: Event, change: LastChange | None) -> UndoForm:
    """Return the form that undoes ``change``, unless a later change was made."""
    seen = None if change is None else change.position
    return UndoForm(initial={"key": new_key(), "version": event.version, "do": "undone", "seen": seen})


def _undo(request: HttpRequest, event: Event, form: UndoForm) -> bool:
    before = event_state(event)
    try:
        after = undo_last(event, act=act_of(request, form), seen=form.cleaned_data["seen"])
    except (EventChangeError, EventActError) as error:
        names = names_of(each for each in error.args if isinstance(each, str))
        messages.error(request, refusal_words(error, names))
        return False
    messages.success(request, _("Undone."))
    warn_about_outside(request, before, after)
    return True


def _lines(change: LastChange) -> list[str]:
    people = {fact.payload["player"] for fact in change.facts if "player" in fact.payload}
    people |= {player for fact in change.facts for player in fact.payload.get("players", ())}
    names = names_of(people) if people else {}
    lines = [deed_words(fact.kind, fact.payload, names) for fact in reversed(change.facts)]
    if (rubber := change.rubber) is not None:
        text = _("result of %(match)s changed")
        lines.insert(0, text % {"match": rubber_title(rubber)})
    return lines


ENTRIES_A_PAGE: Final = 50


@require_safe
def history(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show the event's log, newest entry first, an undone entry together with the entry that undid it."""
    event, _powers = event_at(request, slug, public_id, "see_log")
    entries = listing(request, event_history(event), key="page", size=ENTRIES_A_PAGE)
    undone_by = undoing_entries(event)
    undoing = [undone_by.get((entry.stream, entry.version)) for entry in entries.rows]
    context = event_context(
        event,
        crumbs=[club_crumb(event.club), event_crumb(event.club, event)],
        lines=list(zip(log_lines(event.club, entries.rows), undoing, strict=True)),
        listing=entries,
    )
    return render(request, "events/corrections/history.html", context)


@require_safe
def corrected(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show the event's last change after a correction, with a button that undoes the change."""
    event, _powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    change = last_change(event)
    logged = [] if change is None else [*change.facts, change.correction]
    lines = log_lines(event.club, sorted(filter(None, logged), key=lambda entry: entry.pk))
    context = event_context(event, lines=lines, form=undo_form(event, change), change=change)
    return render(request, "events/corrections/corrected.html", context)

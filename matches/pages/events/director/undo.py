"""Taking back the last thing that was done to an event: what that is, and whether it is meant."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.words import person_name
from matches.common.idempotency import new_key
from matches.events.current_state import event_state
from matches.events.errors import EventChangeError
from matches.events.undo import LastDeed, last_deed, undo_last
from matches.models import Club, Event
from matches.pages.common.club_context import moment_text
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb
from matches.pages.common.result_lines import rubber_title
from matches.pages.events.corrections.preview import tell_outside
from matches.pages.events.director.act_forms import UndoForm
from matches.pages.events.director.context import act_of, event_at, names_of, refusal_words
from matches.pages.events.director.log_phrases import deed_words
from matches.rules.events.errors import EventActError


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event, _powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    desk = reverse("web:event_run", args=[slug, public_id])
    if request.method == "POST":
        form = UndoForm(request.POST)
        if form.is_valid() and _undone(request, event, form):
            return redirect(desk)
        return redirect("web:event_undo", slug, public_id)
    deed = last_deed(event)
    context = {
        "club": event.club,
        "event": event,
        "crumbs": [
            club_crumb(event.club),
            event_crumb(event.club, event),
            Crumb(desk, _("Director's desk")),
        ],
        "lines": [] if deed is None else _lines(deed),
        "about": "" if deed is None else _about(event.club, deed),
        "form": undo_form(event, deed),
    }
    return render(request, "events/director/undo.html", context)


def undo_form(event: Event, deed: LastDeed | None) -> UndoForm:
    """The form that takes this deed back and no other; not filled in where there is none."""
    seen = None if deed is None else deed.position
    return UndoForm(initial={"key": new_key(), "version": event.version, "do": "undone", "seen": seen})


def _undone(request: HttpRequest, event: Event, form: UndoForm) -> bool:
    before = event_state(event)
    try:
        after = undo_last(event, act=act_of(request, form), seen=form.cleaned_data["seen"])
    except (EventChangeError, EventActError) as error:
        messages.error(
            request, refusal_words(error, names_of(each for each in error.args if isinstance(each, str)))
        )
        return False
    messages.success(request, _("It is taken back."))
    tell_outside(request, before, after)
    return True


def _lines(deed: LastDeed) -> list[str]:
    people = {fact.payload["player"] for fact in deed.facts if "player" in fact.payload}
    people |= {player for fact in deed.facts for player in fact.payload.get("players", ())}
    names = names_of(people) if people else {}
    found = [capfirst(deed_words(fact.kind, fact.payload, names)) for fact in reversed(deed.facts)]
    if (rubber := deed.rubber) is not None:
        text = _("The result of %(match)s was changed; its record becomes what it was before.")
        found.insert(0, text % {"match": rubber_title(rubber)})
    return found


def _about(club: Club, deed: LastDeed) -> str:
    entry = deed.correction or deed.facts[0]
    return _("%(who)s, %(when)s") % {"who": person_name(entry.by), "when": moment_text(club, entry.at)}

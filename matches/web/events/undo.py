"""Taking back the last thing that was done to an event: what that is, and whether it is meant."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.services.undo_events import LastDeed, last_deed, undo_last
from matches.web.desk.clubs import moment_text, person_name
from matches.web.events.act_forms import ActForm, fresh_act
from matches.web.events.deeds import deed_words
from matches.web.events.doing import done
from matches.web.events.places import Desk, directed
from matches.web.results import rubber_title


@directed()
def undo(request: HttpRequest, desk: Desk) -> HttpResponse:
    if request.method == "POST":
        form = ActForm(request.POST)
        if form.is_valid():
            act = desk.act(request, form)
            if done(request, desk, lambda: undo_last(desk.event, act=act)):
                messages.success(request, _("It is taken back."))
                return redirect(desk.url("event_run"))
        return redirect(desk.url("event_undo"))
    deed = last_deed(desk.event)
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "lines": [] if deed is None else _lines(desk, deed),
        "about": "" if deed is None else _about(desk, deed),
        "form": ActForm(initial={**fresh_act(desk), "do": "undone"}),
    }
    return render(request, "web/events/undo.html", context)


def _lines(desk: Desk, deed: LastDeed) -> list[str]:
    found = [capfirst(deed_words(fact.kind, fact.payload, desk.names)) for fact in reversed(deed.facts)]
    if deed.rubber is not None:
        text = _("The result of %(match)s was changed; its record becomes what it was before.")
        found.insert(0, text % {"match": rubber_title(deed.rubber)})
    return found


def _about(desk: Desk, deed: LastDeed) -> str:
    entry = deed.correction or deed.facts[0]
    return _("%(who)s, %(when)s") % {"who": person_name(entry.by), "when": moment_text(desk.club, entry.at)}

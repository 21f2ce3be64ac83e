"""Events: opening one, and giving one that has no rubber yet another name."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.common.command_context import Act
from matches.models import Club, Event
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb, event_crumb
from matches.pages.common.forms import EventForm
from matches.pages.common.powers import powers_on, require
from matches.rubbers.open_event import (
    EventInUseError,
    EventNameError,
    open_event_by_hand,
    rename_event,
)


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "open_event")
    if request.method != "POST":
        return _shown(request, club, None, EventForm())
    form = EventForm(request.POST)
    if form.is_valid():
        act = Act(by=acting_user(request), key=form.cleaned_data["key"])
        try:
            event = open_event_by_hand(club, form.cleaned_data["name"], act=act)
        except EventNameError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The event is open."))
            return redirect("web:event", slug=club.slug, public_id=event.public_id)
    return _shown(request, club, None, form, status=400)


@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "open_event")
    event = get_object_or_404(club.events.select_related("club"), public_id=public_id)
    if request.method != "POST":
        return _shown(request, club, event, EventForm(initial={"name": event.name}))
    form = EventForm(request.POST)
    if form.is_valid():
        act = Act(by=acting_user(request), key=form.cleaned_data["key"])
        try:
            rename_event(event, form.cleaned_data["name"], act=act)
        except EventInUseError as error:
            form.add_error(None, str(error))
            return _shown(request, club, event, form, status=409)
        except EventNameError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The event has its new name."))
            return redirect("web:event", slug=club.slug, public_id=event.public_id)
    return _shown(request, club, event, form, status=400)


def _shown(
    request: HttpRequest, club: Club, event: Event | None, form: EventForm, *, status: int = 200
) -> HttpResponse:
    crumbs = [club_crumb(club)] if event is None else [club_crumb(club), event_crumb(club, event)]
    context = {
        "club": club,
        "event": event,
        "crumbs": crumbs,
        "form": form,
        "may_set_up": powers_on(request, club).can("run_event"),
    }
    return render(request, "events/event_form.html", context, status=status)

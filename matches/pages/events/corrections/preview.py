"""The page between a correction and its being stored: what it moves, and what the director decides about that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.events.corrections import Preview
from matches.events.words.labels import Names
from matches.models import Club, Event
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb
from matches.pages.events.corrections.decision_form import DecisionForm
from matches.pages.events.director.context import names_in
from matches.rules.events.state import EventState

NOT_CARRIED = "csrfmiddlewaretoken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A correction that is about to be made: ``what`` in words, and what it would move.

    ``cancel_url`` is where its reader goes who wants none of it.
    """

    event: Event
    what: tuple[str, ...]
    preview: Preview
    names: Names
    cancel_url: str
    asks_reason: bool = True

    def decision(self, request: HttpRequest) -> DecisionForm:
        """What the director decided, where he sent that with the correction."""
        return DecisionForm(
            request.POST, preview=self.preview, names=self.names, asks_reason=self.asks_reason
        )


def asked_of(event: Event, preview: Preview, **said: Any) -> Asked:
    """``Asked``, with the names of the event's players."""
    return Asked(event=event, preview=preview, names=names_in(preview.before), **said)


def is_decided(decision: DecisionForm) -> bool:
    """Whether everything that follows is decided, on what moves now."""
    return decision.is_bound and not decision.is_stale and decision.is_valid()


def show_preview(
    request: HttpRequest,
    asked: Asked,
    decision: DecisionForm,
    *,
    anew: Mapping[str, str] | None = None,
    has_changed: bool = False,
) -> HttpResponse:
    """The page itself. ``anew`` goes in the place of what was sent; ``has_changed``: somebody came in between."""
    is_stale = decision.is_stale or has_changed
    if is_stale:
        messages.warning(
            request,
            _(
                "Something has changed since you looked, and nothing is stored yet. This is what it moves now."
            ),
        )
        decision = DecisionForm(None, preview=asked.preview, names=asked.names, asks_reason=asked.asks_reason)
    if not decision.is_bound and "reason" in decision.fields:
        decision.initial["reason"] = request.POST.get("reason", "")
    is_wrong = decision.is_bound and bool(decision.errors)
    context = {
        "club": asked.event.club,
        "event": asked.event,
        "crumbs": desk_crumbs(asked.event.club, asked.event),
        "what": asked.what,
        "told": decision.words.told(),
        "moves": asked.preview.moves,
        "form": decision,
        "carried": _carried(request, decision, anew or {}),
        "mark": decision.mark,
        "event_version": asked.preview.before.facts.version,
        "cancel_url": asked.cancel_url,
    }
    return render(
        request,
        "events/corrections/preview.html",
        context,
        status=409 if is_stale else 400 if is_wrong else 200,
    )


def tell_done(request: HttpRequest, text: str, asked: Asked, after: EventState) -> None:
    """Say that it is stored, and how many rubbers belong to no pairing because of it."""
    messages.success(request, text)
    tell_outside(request, asked.preview.before, after)


def tell_outside(request: HttpRequest, before: EventState, after: EventState) -> None:
    """Say how many rubbers belong to no pairing any more, where there are some."""
    out = len(after.outside) - len(before.outside)
    if out > 0:
        told = ngettext(
            "%(number)s rubber stands outside the draw now. It stays on record.",
            "%(number)s rubbers stand outside the draw now. They stay on record.",
            out,
        )
        messages.warning(request, told % {"number": out})


def _carried(request: HttpRequest, decision: DecisionForm, anew: Mapping[str, str]) -> list[tuple[str, str]]:
    """The correction as it was sent, to be sent again with what is decided."""
    sent = [
        (name, str(value))
        for name, values in request.POST.lists()
        for value in values
        if name != NOT_CARRIED and name not in anew and not decision.is_own(name)
    ]
    return [*sent, *anew.items()]


def desk_crumbs(club: Club, event: Event) -> list[Crumb]:
    """The way back over the director's desk."""
    desk = reverse("web:event_run", args=[club.slug, event.public_id])
    return [club_crumb(club), event_crumb(club, event), Crumb(desk, _("Director's desk"))]

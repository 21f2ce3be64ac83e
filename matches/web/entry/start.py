"""Entering a rubber: the choice of how, a result alone, and the beginning of one that is played deal by deal."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Club, Event, Rubber
from matches.models.ids import is_public_id
from matches.queries.known_names import latest_rubber
from matches.queries.roles import Powers
from matches.services.change_rubbers import Act
from matches.services.enter_by_hand import enter_with_guests, open_with_guests
from matches.services.once import new_key
from matches.services.people_errors import PeopleError
from matches.services.rubber_errors import RubberChangeError, SameRubberError
from matches.services.written_record import live_record, tags_of
from matches.web.crumbs import club_crumb
from matches.web.desk.clubs import acting_user, club_seen
from matches.web.entry.fields import TEXT_LENGTH
from matches.web.entry.head_form import HeadForm, fresh_heading
from matches.web.entry.places import act_key
from matches.web.entry.result_form import ResultForm
from matches.web.powers import require
from scoring.errors import RecordError
from scoring.notation import write_rubber
from scoring.record import Rubber as Record

WAYS: Final = {"result": "web:enter_result", "deals": "web:enter_deals", "egn": "web:enter_egn"}
EVENTS_OFFERED: Final = 30
NAMED: Final = ("a", "b", "round", "table")
"""What an address may fill in, as links from a draw do."""


@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "enter_rubber")
    way = WAYS.get(request.GET.get("how", ""))
    if way is not None:
        event = request.GET.get("event", "")[:20]
        query = f"?{urlencode({'event': event})}" if event else ""
        return redirect(reverse(way, args=[club.slug]) + query)
    latest = latest_rubber(club, "")
    events = club.events.exclude(name="").order_by("-pk")[:EVENTS_OFFERED]
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "events": events,
        "asked": request.GET.get("event", "") or (latest.event.public_id if latest else ""),
    }
    return render(request, "web/entry/choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "enter_rubber")
    if request.method != "POST":
        return _shown(
            request, club, ResultForm(initial=_started(request, club, powers), club=club, powers=powers)
        )
    form = ResultForm(request.POST, club=club, powers=powers)
    if not form.is_valid() or form.record is None or form.heading is None:
        return _shown(request, club, form, status=400)
    said = form.heading
    try:
        rubber = enter_with_guests(
            club,
            form.record,
            event_name=said.event,
            names=said.names,
            known=said.known,
            word=powers.word_on(*said.players),
            act=Act(by=acting_user(request), key=_key(form, form.record)),
            is_another=said.is_another,
        )
    except (RubberChangeError, RecordError, PeopleError) as error:
        return _refused(request, club, form, error)
    messages.success(request, stored_words(rubber))
    return redirect("web:rubber", public_id=rubber.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """The first part of a rubber that is about to be played; the deals follow on a page of its own."""
    club = club_seen(request, slug)
    powers = require(request, club, "enter_rubber")
    if request.method != "POST":
        return _shown(
            request, club, HeadForm(initial=_started(request, club, powers), club=club, powers=powers)
        )
    form = HeadForm(request.POST, club=club, powers=powers)
    if not form.is_valid() or form.heading is None:
        return _shown(request, club, form, status=400)
    said = form.heading
    record = live_record(
        tags_of(
            said.names,
            said.rules,
            event=said.event,
            date=said.date,
            round_label=said.round_label,
            table=said.table,
        )
    )
    try:
        rubber = open_with_guests(
            club,
            record,
            event_name=said.event,
            names=said.names,
            known=said.known,
            act=Act(by=acting_user(request), key=_key(form, record)),
            is_another=said.is_another,
        )
    except (RubberChangeError, RecordError, PeopleError) as error:
        return _refused(request, club, form, error)
    return redirect("web:enter_deal", public_id=rubber.public_id)


def _key(form: HeadForm, record: Record) -> str:
    return act_key(
        form.cleaned_data["key"], write_rubber(record), str(form.cleaned_data.get("is_another", ""))
    )


def _started(request: HttpRequest, club: Club, powers: Powers) -> dict[str, object]:
    """A new form: the event that the address names with its rules, its latest rubber's where it has none, and a
    member as A himself; what the address says of players, round and table.
    """
    asked = request.GET.get("event", "")
    event = club.events.filter(public_id=asked).first() if is_public_id(asked) else None
    latest = latest_rubber(club, event.public_id if event else "") or latest_rubber(club, "")
    own_name = ""
    if not powers.may_enter(0, 0):
        own_name = club.players.filter(pk__in=powers.players).values_list("name", flat=True).first() or ""
    return {
        "key": new_key(),
        **fresh_heading(club, latest, event=event.name if event else "", own_name=own_name),
        **(_agreed(event) if event else {}),
        **{name: request.GET[name][:TEXT_LENGTH] for name in NAMED if request.GET.get(name)},
    }


def _agreed(event: Event) -> dict[str, object]:
    """The rules of the rubber by the plan of ``event``, where it has one."""
    rules = (event.plan or {}).get("rules") or {}
    return {
        name: rules[name]
        for name in ("best_of", "reckoning", "rubber_bonus", "cut", "variant")
        if name in rules
    }


def _refused(request: HttpRequest, club: Club, form: HeadForm, error: Exception) -> HttpResponse:
    if isinstance(error, SameRubberError):
        form.ask_if_another(str(error))
        return _shown(request, club, form, same=error.rubber, status=409)
    form.add_error(None, str(error))
    return _shown(request, club, form, status=400)


def _shown(
    request: HttpRequest, club: Club, form: HeadForm, *, same: Rubber | None = None, status: int = 200
) -> HttpResponse:
    is_result = isinstance(form, ResultForm)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "same": same,
        "heading": _("Enter a result") if is_result else _("Enter a rubber deal by deal"),
        "button": _("Store the result") if is_result else _("Go on to the first deal"),
    }
    return render(request, "web/entry/head.html", context, status=status)


def stored_words(rubber: Rubber) -> str:
    """What became of a rubber that was entered, for the notice above its page."""
    if rubber.state == Rubber.State.DRAFT:
        return _("The rubber is stored as a draft: what is found below has to be settled before it counts.")
    if rubber.state == Rubber.State.REPORTED:
        return _("The rubber is stored. It counts when the other side, or the director, confirms it.")
    return _("The rubber is stored, and it counts.")

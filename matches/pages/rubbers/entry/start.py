"""Entering a rubber: the choice of how, a result alone, and the beginning of one that is played deal by deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.clubs.errors import PeopleError
from matches.clubs.permissions import Powers
from matches.clubs.queries.known_names import latest_rubber, players_typed
from matches.common.clean_names import tidy_name
from matches.common.idempotency import new_key
from matches.models import Club, Event, Rubber
from matches.models.ids import is_public_id
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.fields import TEXT_LENGTH
from matches.pages.common.powers import require
from matches.pages.rubbers.entry.context import act_key
from matches.pages.rubbers.entry.head_form import (
    HeadForm,
    fresh_heading,
    unusual_rules,
    usual_rules,
)
from matches.pages.rubbers.entry.result_form import ResultForm
from matches.rubbers.build_record import live_record, tags_of
from matches.rubbers.commands import Act
from matches.rubbers.enter_with_guests import enter_with_guests, open_with_guests
from matches.rubbers.errors import RubberChangeError, SameRubberError
from scoring.errors import RecordError
from scoring.notation import write_rubber
from scoring.record import Rubber as Record

WAYS: Final = {"result": "web:enter_result", "deals": "web:enter_deals", "egn": "web:enter_egn"}
EVENTS_OFFERED: Final = 30
NAMED: Final = ("a", "b", "round", "table")
"""What an address may fill in, as links from a draw do."""
USUAL: Final = "usual"
"""The value of ``rules`` in an address that asks for a form with the usual rules."""


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
    return render(request, "rubbers/entry/choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "enter_rubber")
    start = _start(request, club, powers)
    form = ResultForm(_sent(request), initial=start.initial, club=club, powers=powers)
    if not form.is_bound:
        return _shown(request, club, form, start)
    if not form.is_valid() or form.record is None or form.heading is None:
        return _shown(request, club, form, start, status=400)
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
        return _refused(request, club, form, start, error)
    messages.success(request, stored_words(rubber))
    return redirect("web:rubber", public_id=rubber.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """The first part of a rubber that is about to be played; the deals follow on a page of its own."""
    club = club_seen(request, slug)
    powers = require(request, club, "enter_rubber")
    start = _start(request, club, powers)
    form = HeadForm(_sent(request), initial=start.initial, club=club, powers=powers)
    if not form.is_bound:
        return _shown(request, club, form, start)
    if not form.is_valid() or form.heading is None:
        return _shown(request, club, form, start, status=400)
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
        return _refused(request, club, form, start, error)
    return redirect("web:enter_deal", public_id=rubber.public_id)


def _key(form: HeadForm, record: Record) -> str:
    return act_key(
        form.cleaned_data["key"], write_rubber(record), str(form.cleaned_data.get("is_another", ""))
    )


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


@dataclass(frozen=True, slots=True)
class Start:
    """The initial values of a new form, and where those of its rules come from that are not the usual ones.

    ``taken_over``: from the last rubber that was entered; ``planned``: from the plan of ``event``.
    """

    initial: dict[str, object]
    event: Event | None
    taken_over: Mapping[str, object]
    planned: Mapping[str, object]


def _start(request: HttpRequest, club: Club, powers: Powers) -> Start:
    """Start from the event that the address names, or from the last rubber; a member is A.

    The address may name players, round and table as well; with ``rules=usual`` nothing is taken over.
    """
    asked = request.GET.get("event", "")
    event = club.events.filter(public_id=asked).first() if is_public_id(asked) else None
    planned = _agreed(event) if event else {}
    latest = None
    if request.GET.get("rules") != USUAL:
        latest = latest_rubber(club, event.public_id if event else "") or latest_rubber(club, "")
    taken_over = {name: value for name, value in unusual_rules(latest).items() if name not in planned}
    usual = usual_rules()
    own_name = ""
    if not powers.may_enter(0, 0):
        own_name = club.players.filter(pk__in=powers.players).values_list("name", flat=True).first() or ""
    rules = {**usual, **taken_over, **planned}
    initial = {
        "key": new_key(),
        **fresh_heading(club, rules, event=event.name if event else "", own_name=own_name),
        **_named(request, club),
    }
    unusual = {name: value for name, value in planned.items() if value != usual[name]}
    return Start(initial, event, taken_over, unusual)


def _named(request: HttpRequest, club: Club) -> dict[str, object]:
    """Return what the address fills in. A form leaves as it is what it starts from, so these are tidied names.

    Players of the club alone are called by the name that they have, which may come from a file.
    """
    sent = {name: request.GET[name][:TEXT_LENGTH] for name in NAMED if request.GET.get(name)}
    known = players_typed(club, [sent[side] for side in ("a", "b") if side in sent])
    named: dict[str, object] = {}
    for field, written in sent.items():
        tidy = tidy_name(written)
        player = known.get(tidy) if field in ("a", "b") else None
        named[field] = player.name if player is not None else tidy
    return named


def _agreed(event: Event) -> dict[str, object]:
    """Return the rules of the rubber that the plan of ``event`` sets; empty where it has no plan."""
    rules = (event.plan or {}).get("rules") or {}
    return {
        name: rules[name]
        for name in ("best_of", "reckoning", "rubber_bonus", "cut", "variant")
        if name in rules
    }


def _refused(
    request: HttpRequest, club: Club, form: HeadForm, start: Start, error: Exception
) -> HttpResponse:
    if isinstance(error, SameRubberError):
        form.ask_if_another(str(error))
        return _shown(request, club, form, start, same=error.rubber, status=409)
    form.add_error(None, str(error))
    return _shown(request, club, form, start, status=400)


def _shown(
    request: HttpRequest,
    club: Club,
    form: HeadForm,
    start: Start,
    *,
    same: Rubber | None = None,
    status: int = 200,
) -> HttpResponse:
    is_result = isinstance(form, ResultForm)
    usual = request.GET.copy()
    usual["rules"] = USUAL
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "same": same,
        "event": start.event,
        "taken_over": form.rules_in_words(start.taken_over),
        "planned": form.rules_in_words(start.planned),
        "usual_url": f"?{usual.urlencode()}",
        "heading": _("Enter a result") if is_result else _("Enter a rubber deal by deal"),
        "button": _("Store the result") if is_result else _("Go on to the first deal"),
    }
    return render(request, "rubbers/entry/head.html", context, status=status)


def stored_words(rubber: Rubber) -> str:
    """What became of a rubber that was entered, for the notice above its page."""
    if rubber.state == Rubber.State.DRAFT:
        return _("The rubber is stored as a draft: what is found below has to be settled before it counts.")
    if rubber.state == Rubber.State.REPORTED:
        return _("The rubber is stored. It counts when the other side, or the director, confirms it.")
    return _("The rubber is stored, and it counts.")

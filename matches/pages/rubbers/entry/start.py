"""Serve the pages that enter a rubber: choose how, enter a result alone, or begin one to be scored deal by deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.clubs.find_by_name import latest_rubber, players_typed
from matches.clubs.roles import Powers
from matches.common.commands import KEY_LENGTH, new_key
from matches.events.errors import EventChangeError
from matches.models import Club, Event, Rubber
from matches.models.ids import is_public_id
from matches.pages.common.capped_scores import capped_score_words
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.counting_words import counting_words
from matches.pages.common.entry_fields import TEXT_LENGTH
from matches.pages.common.navigation import club_crumb
from matches.pages.common.results import score_text
from matches.pages.common.rubber_context import submission_key
from matches.pages.events.desk.context import refusal_words
from matches.pages.home.waiting import in_play_rows
from matches.pages.rubbers.entry.head_form import RULES, HeadForm, unusual_rules, usual_rules
from matches.pages.rubbers.entry.result_form import ResultForm
from matches.pages.rubbers.entry.tables import enter_score, find_table, open_pad, open_tables, read_score
from matches.rubbers.change_rubbers import CommandContext, enter_with_guests, open_with_guests
from matches.rubbers.enter import find_entered
from matches.rubbers.errors import RubberChangeError, SameRubberError
from matches.rubbers.queries import friendly_rubbers_in_play
from matches.rubbers.record_from_input import live_record
from matches.rules.names import tidy_name
from scoring.errors import RecordError

WAYS: Final = {"result": "web:enter_result", "deals": "web:enter_deals", "egn": "web:enter_egn"}
MAX_EVENTS: Final = 30
MAX_IN_PLAY: Final = 10
NAMED_FIELDS: Final = ("a", "b", "round", "table")
"""The URL parameters that fill in fields of the form, as in links from a draw."""
USUAL: Final = "usual"
"""The value of the URL parameter ``rules`` that asks for a form with the default rules."""


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tables to be played and the ways to enter a rubber; a POST enters a table's result, or opens its pad."""
    club, powers = require_club(request, slug, "enter_rubber")
    if request.method == "POST":
        return _enter_table(request, club, powers)
    way = WAYS.get(request.GET.get("how", ""))
    if way is not None:
        event = request.GET.get("event", "")[:20]
        query = f"?{urlencode({'event': event})}" if event else ""
        return redirect(reverse(way, args=[club.slug]) + query)
    latest = latest_rubber(club, "")
    events = club.events.exclude(name="").order_by("-pk")[:MAX_EVENTS]
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "events": events,
        "tables": list(open_tables(club, powers)),
        "in_play": in_play_rows(friendly_rubbers_in_play(acting_user(request), club)[:MAX_IN_PLAY]),
        "key": new_key(),
        "chosen": request.GET.get("event", "") or (latest.event.public_id if latest else ""),
    }
    return render(request, "rubbers/entry/choose.html", context)


def _enter_table(request: HttpRequest, club: Club, powers: Powers) -> HttpResponse:
    """Enter the result that a button of a table sends, or open the table's pad, and lead on."""
    number, _space, wanted = request.POST.get("table", "").partition(" ")
    table, score = find_table(club, powers, number), read_score(wanted)
    if table is None or (score is None and wanted != "pad"):
        messages.error(request, _("This table has a result by now, or its draw was changed."))
        return redirect("web:enter", slug=club.slug)
    if score is None:
        try:
            return redirect("web:pad", public_id=open_pad(request, table).public_id)
        except (EventChangeError, RubberChangeError) as error:
            messages.error(request, str(error))
            return redirect("web:enter", slug=club.slug)
    entered = enter_score(request, powers, table, score, request.POST.get("key", "")[:KEY_LENGTH])
    if isinstance(entered, Rubber):
        players = {"a": table.players[0].name, "b": table.players[1].name}
        values = {**players, "score": score_text(*score), "stored": stored_words(entered)}
        messages.success(request, _("%(a)s %(score)s %(b)s. %(stored)s") % values)
    else:
        messages.error(request, refusal_words(entered, {}))
    return redirect("web:enter", slug=club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, slug: str) -> HttpResponse:
    club, powers = require_club(request, slug, "enter_rubber")
    act = _command(request)
    if (entered := find_entered(club, act)) is not None:
        return redirect("web:rubber", public_id=entered.public_id)
    start = _start_values(request, club, powers)
    data = request.POST if request.method == "POST" else None
    form = ResultForm(data, initial=start.initial, club=club, powers=powers, starts_in=start.event)
    if not form.is_valid() or form.record is None or form.heading is None:
        return _render_form(request, club, form, start)
    heading = form.heading
    try:
        rubber = enter_with_guests(
            club,
            form.record,
            event_name=heading.event,
            names=heading.names,
            known=heading.known,
            authority=powers.authority_on(*heading.players),
            act=act,
            is_another=heading.is_another,
        )
    except (RubberChangeError, RecordError, PeopleError) as error:
        return _reject(request, club, form, start, error)
    messages.success(request, stored_words(rubber))
    return redirect("web:rubber", public_id=rubber.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the form that starts a rubber whose deals are entered on the next page."""
    club, powers = require_club(request, slug, "enter_rubber")
    act = _command(request)
    if (entered := find_entered(club, act)) is not None:
        return _go_on(request, entered)
    start = _start_values(request, club, powers)
    data = request.POST if request.method == "POST" else None
    form = HeadForm(data, initial=start.initial, club=club, powers=powers, starts_in=start.event)
    if not form.is_valid() or form.heading is None:
        return _render_form(request, club, form, start)
    heading = form.heading
    try:
        rubber = open_with_guests(
            club,
            live_record(heading.tags()),
            event_name=heading.event,
            names=heading.names,
            known=heading.known,
            act=act,
            is_another=heading.is_another,
        )
    except (RubberChangeError, RecordError, PeopleError) as error:
        return _reject(request, club, form, start, error)
    return _go_on(request, rubber)


def _go_on(request: HttpRequest, rubber: Rubber) -> HttpResponse:
    # A script says that it runs; without one, the deals are entered on a form.
    is_on_pad = request.POST.get("pad") == "1"
    return redirect("web:pad" if is_on_pad else "web:enter_deal", public_id=rubber.public_id)


def _command(request: HttpRequest) -> CommandContext:
    """Return the command that a form sends; its key is empty on a page that is only opened.

    The key depends on what was sent, and not on what the form made of it: a round may be found by what is stored.
    """
    return CommandContext(
        by=acting_user(request), key=submission_key(request) if request.method == "POST" else ""
    )


@dataclass(frozen=True, slots=True)
class StartValues:
    """The form's first values, and its unusual rules: ``taken_over`` from the last rubber, ``planned`` by ``event``."""

    initial: dict[str, object]
    event: Event | None
    taken_over: Mapping[str, object]
    planned: Mapping[str, object]


def _start_values(request: HttpRequest, club: Club, powers: Powers) -> StartValues:
    """Start from the event that the URL names, or from the last rubber; a member is A. The date is the club's today.

    The URL may name players, round and table as well; with ``rules=usual`` nothing is taken over.
    """
    event_id = request.GET.get("event", "")
    event = club.events.filter(public_id=event_id).first() if is_public_id(event_id) else None
    planned = _planned_rules(event) if event else {}
    latest = None
    if request.GET.get("rules") != USUAL:
        latest = latest_rubber(club, event.public_id if event else "") or latest_rubber(club, "")
    taken_over = {name: value for name, value in unusual_rules(latest).items() if name not in planned}
    usual = usual_rules()
    own_name = ""
    if not powers.may_enter(0, 0):
        own_name = club.players.filter(pk__in=powers.players).values_list("name", flat=True).first() or ""
    initial = {
        "key": new_key(),
        "a": own_name,
        "event": event.name if event else "",
        "date": timezone.localtime(timezone=ZoneInfo(club.time_zone)).date(),
        **usual,
        **taken_over,
        **planned,
        **_named_fields(request, club),
    }
    unusual = {name: value for name, value in planned.items() if value != usual[name]}
    return StartValues(initial, event, taken_over, unusual)


def _named_fields(request: HttpRequest, club: Club) -> dict[str, object]:
    """Return the fields that the URL fills in, tidied; only players of the club keep the name on their record."""
    values = {name: request.GET[name][:TEXT_LENGTH] for name in NAMED_FIELDS if request.GET.get(name)}
    known = players_typed(club, [values[side] for side in ("a", "b") if side in values])
    named: dict[str, object] = {}
    for field, written in values.items():
        tidy = tidy_name(written)
        player = known.get(tidy) if field in ("a", "b") else None
        named[field] = player.name if player is not None else tidy
    return named


def _planned_rules(event: Event) -> dict[str, object]:
    """Return the rules of the rubber that the plan of ``event`` sets; empty if it has no plan."""
    rules = (event.plan or {}).get("rules") or {}
    return {name: rules[name] for name in RULES if name in rules and name != "code"}


def _reject(
    request: HttpRequest, club: Club, form: HeadForm, start: StartValues, error: Exception
) -> HttpResponse:
    if isinstance(error, SameRubberError):
        form.ask_if_another(str(error))
        return _render_form(request, club, form, start, same=error.rubber, status=409)
    form.add_error(None, str(error))
    return _render_form(request, club, form, start)


def _render_form(
    request: HttpRequest,
    club: Club,
    form: HeadForm,
    start: StartValues,
    *,
    same: Rubber | None = None,
    status: int = 400,
) -> HttpResponse:
    """Render the form. ``same`` is a stored rubber like it, and ``status`` that of a form with errors."""
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
        "heading": _("Enter a result") if is_result else _("Score deal by deal"),
        "is_scored": not is_result,
        "button": _("Save the result") if is_result else _("Go on to the first deal"),
    }
    return render(request, "rubbers/entry/head.html", context, status=status if form.is_bound else 200)


def stored_words(rubber: Rubber) -> str:
    """Return the success message for a rubber that was just entered: its state, and scores that were capped."""
    return f"{_state_words(rubber)} {capped_score_words(rubber.findings)}".rstrip()


def _state_words(rubber: Rubber) -> str:
    if rubber.state == Rubber.State.DRAFT:
        counts = _("The rubber is stored as a draft. It counts once what is found below is corrected.")
        return counting_words(rubber, counts, _("The rubber is stored as a draft."))
    if rubber.state == Rubber.State.REPORTED:
        counts = _("The rubber is stored. It counts when the other side, or the director, confirms it.")
        return counting_words(rubber, counts, _("The rubber is stored, and waits to be confirmed."))
    return counting_words(rubber, _("The rubber is stored, and it counts."), _("The rubber is stored."))

"""Serve the pages that open, rename and set up an event, and that change its plan."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import json_script
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.common.club_clock import club_today
from matches.common.commands import CommandContext
from matches.events.draw import request_draw
from matches.events.errors import EventChangeError
from matches.events.event_state import event_state
from matches.events.plan_event import plan_event
from matches.events.queries import players_of_last_event
from matches.events.record_facts import record_fact
from matches.events.words import format_words
from matches.models import Club, DrawRequest, Event
from matches.pages.common.club_context import acting_user, get_club, powers_on, require
from matches.pages.common.dates import weekday_text
from matches.pages.common.keyed_forms import EventForm
from matches.pages.common.navigation import club_crumb, event_crumb
from matches.pages.events.desk.context import act_of, event_at, refusal_words
from matches.pages.events.setup.forms import (
    PICK,
    PlanChangeForm,
    SetUpForm,
    changed_stages,
    picks_stages,
    sized_by,
    values_to_keep,
    with_chosen_format,
)
from matches.pages.events.setup.plan_form import PlanForm
from matches.pages.events.setup.presets import PRESETS, RARE, chosen_preset, preset_for
from matches.pages.events.setup.sizes import (
    event_size,
    player_words,
    round_words,
    size_table,
    size_words,
    time_words,
)
from matches.rubbers.open_event import (
    EventInUseError,
    EventNameError,
    free_name,
    open_event_by_hand,
    rename_event,
)
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import is_paired_by_round, stage_facts
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState

LOT_SEED_BYTES: Final = 4
OWN_FORMAT: Final = "own"
"""The format of a plan whose stages are no preset's."""
MOST_ROWS: Final = 64
MORE_ROWS: Final = 12
"""The number of players, beyond those offered, that the page can count without a request: guests added by name."""


@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the form of a new event. Its main button also draws the first round, if that is possible at once."""
    club = get_club(request, slug)
    require(request, club, "open_event")
    require(request, club, "run_event")
    today = club_today(club)
    plan = EventPlan(stages=preset_for(request.GET.get("format", "")).stages_from(today))
    last = players_of_last_event(club)
    if request.method != "POST":
        form = SetUpForm(club=club, plan=plan, today=today, last=last, initial={"starts_on": today})
        ticked = form.entering.last or [pk for pk, _name in form.entering.choices]
        form.initial.update(
            name=free_name(club, weekday_text(today)),
            ticked=ticked,
            lot_seed=secrets.token_hex(LOT_SEED_BYTES),
        )
        return _page(request, _set_up_context(club, len(ticked)), form)
    data = with_chosen_format(request.POST, today)
    form = SetUpForm(data, club=club, plan=plan, today=today, last=last)
    if picks_stages(data):
        form.is_valid()
        changed = changed_stages(data, plan)
        initial = values_to_keep(form, data)
        players = form.players
        if (picked := form.entering.picked(data.get(PICK, ""))) is not None:
            initial["ticked"] = picked
            players = len(picked) + len(form.entering.new_names)
        new_form = SetUpForm(club=club, plan=changed, today=today, last=last, initial=initial)
        return _page(request, _set_up_context(club, players), new_form, sized=sized_by(form, new_form))
    if form.is_valid() and form.plan is not None and (event := _plan_event(request, club, form, form.plan)):
        if request.POST.get("then") == "draw" and (drawn := _draw(request, event, form)):
            messages.success(
                request, _("Everything is set up and drawn. Players see the draw once you release it.")
            )
            if drawn.finished_at is None:
                return redirect("web:event_drawing", club.slug, event.public_id, drawn.public_id)
            return redirect("web:event_draw", club.slug, event.public_id, drawn.stage)
        messages.success(request, _("The event is set up."))
        return redirect("web:event_run", club.slug, event.public_id)
    return _page(request, _set_up_context(club, form.players), form)


def _plan_event(request: HttpRequest, club: Club, form: SetUpForm, plan: EventPlan) -> Event | None:
    """Store the event, or return None with an error in the form."""
    try:
        act = CommandContext(by=acting_user(request), key=form.cleaned_data["key"])
        name, people, guests = form.cleaned_data["name"], form.entering.people, form.entering.new_names
        return plan_event(club, name, plan, people, guests=guests, act=act)
    except EventNameError as error:
        form.add_error("name", str(error))
    except PeopleError as error:
        form.add_error("names", str(error))
    except (EventChangeError, EventActError) as error:
        form.add_error(None, refusal_words(error, {}))
    return None


def _draw(request: HttpRequest, event: Event, form: SetUpForm) -> DrawRequest | None:
    """Draw the first stage, or return None if it can't be drawn yet, for example before anyone is checked in."""
    # The plan's entry in the log has the form's own key.
    act = CommandContext(by=acting_user(request), key=f"{form.cleaned_data['key']} draw")
    try:
        return request_draw(event, 1, act=act)
    except (EventChangeError, EventActError):
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def change_plan(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Serve the form that changes the plan of an event, or adds one to an open event."""
    event, _powers = event_at(request, slug, public_id, "run_event")
    state = event_state(event)
    today = club_today(event.club)
    preset = preset_for(request.GET.get("format", ""))
    plan = state.facts.plan or EventPlan(stages=preset.stages_from(today), starts_on=today.isoformat())
    drawn = sum(1 for stage in state.stages if stage.phase != "planned")
    options: dict[str, Any] = {
        "today": today,
        "drawn": drawn,
        "is_by_round": bool(drawn)
        and is_paired_by_round(plan.stages[drawn - 1], stage_facts(state.facts, drawn)),
        "has_results": _has_results(state),
    }
    context = {
        "club": event.club,
        "event": event,
        "crumbs": [club_crumb(event.club), event_crumb(event.club, event)],
        "players": len(state.entries),
    }
    if request.method != "POST":
        fresh = {
            "version": event.version,
            "lot_seed": plan.lot_seed or ("" if drawn else secrets.token_hex(LOT_SEED_BYTES)),
        }
        return _page(request, context, PlanChangeForm(plan=plan, **options, initial=fresh))
    data = request.POST if drawn else with_chosen_format(request.POST, today)
    form = PlanChangeForm(data, plan=plan, **options)
    if picks_stages(data):
        changed = changed_stages(data, plan, drawn=drawn)
        new_form = PlanChangeForm(plan=changed, **options, initial={**values_to_keep(form, data)})
        return _page(request, context, new_form, sized=sized_by(form, new_form))
    if form.is_valid() and form.plan is not None:
        try:
            record_fact(event, "planned", {"plan": plan_json(form.plan)}, act=act_of(request, form))
        except (EventChangeError, EventActError) as error:
            form.add_error(None, refusal_words(error, {}))
        else:
            messages.success(request, _("The plan is changed."))
            return redirect("web:event_run", slug, public_id)
    return _page(request, context, form)


def _has_results(state: EventState) -> bool:
    return any(
        pairing.outcome is not None and pairing.outcome.decided_by == "rubber"
        for stage in state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
    )


def _set_up_context(club: Club, players: int) -> dict[str, Any]:
    return {"club": club, "crumbs": [club_crumb(club)], "players": players}


class CompactEncoder(DjangoJSONEncoder):
    """Encode without spaces after separators, and letters as themselves: the table has thousands of both."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":"), "ensure_ascii": False})


def _page(
    request: HttpRequest, context: dict[str, Any], form: PlanForm, *, sized: EventPlan | None = None
) -> HttpResponse:
    """Show the form. ``sized`` is the plan to estimate, by default that of the form."""
    plan, players = sized or form.plan_so_far(), context["players"]
    chosen = chosen_preset(form.kinds) or OWN_FORMAT
    today = club_today(context["club"])
    plans = {preset.key: replace(plan, stages=preset.stages_from(today)) for preset in PRESETS} | {
        chosen: plan
    }
    sizes = {key: event_size(each, players) for key, each in plans.items()}
    best_of = plan.rules.best_of
    most = (
        min(MOST_ROWS, max(players, len(form.entering.choices)) + MORE_ROWS)
        if isinstance(form, SetUpForm)
        else -1
    )
    context |= {
        "form": form,
        "formats": []
        if form.drawn
        else [
            {
                "key": key,
                "title": capfirst(format_words(plan)) if key == OWN_FORMAT else preset_for(key).title,
                "summary": "" if key == OWN_FORMAT else preset_for(key).summary,
                "rounds": round_words(size.rounds),
                "time": time_words(size.turns, best_of),
                "is_rare": key in RARE,
            }
            for key, size in sizes.items()
        ],
        "chosen": chosen,
        "is_rare": chosen in RARE,
        "size": sizes[chosen],
        "size_line": size_words(sizes[chosen], best_of),
        "player_words": player_words(players),
        "sizes": json_script(size_table(plans, most), "sizes", encoder=CompactEncoder) if most >= 0 else "",
        "is_picked": bool(request.POST.get(PICK)),
        "may_shorten": len(form.stages) > max(1, form.drawn),
    }
    return render(request, "events/setup/plan.html", context, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    require(request, club, "open_event")
    if request.method == "POST":
        form = EventForm(request.POST, club=club)
    else:
        form = EventForm(initial={"name": free_name(club, weekday_text(club_today(club)))}, club=club)
    if form.is_valid():
        act = CommandContext(by=acting_user(request), key=form.cleaned_data["key"])
        try:
            event = open_event_by_hand(club, form.cleaned_data["name"], act=act)
        except EventNameError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The evening is open: enter its first result."))
            return redirect("web:event", slug=club.slug, public_id=event.public_id)
    may_set_up = powers_on(request, club).can("run_event")
    context = {"club": club, "crumbs": [club_crumb(club)], "form": form, "may_set_up": may_set_up}
    return render(request, "events/setup/event_form.html", context, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = get_club(request, slug)
    require(request, club, "open_event")
    event = get_object_or_404(club.events.select_related("club"), public_id=public_id)
    data = request.POST if request.method == "POST" else None
    form = EventForm(data, initial={"name": event.name}, club=club, renamed=event)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        act = CommandContext(by=acting_user(request), key=form.cleaned_data["key"])
        try:
            rename_event(event, form.cleaned_data["name"], act=act)
        except EventInUseError as error:
            form.add_error(None, str(error))
            status = 409
        except EventNameError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The event has its new name."))
            return redirect("web:event", slug=club.slug, public_id=event.public_id)
    crumbs = [club_crumb(club), event_crumb(club, event)]
    context = {"club": club, "event": event, "crumbs": crumbs, "form": form}
    return render(request, "events/setup/event_form.html", context, status=status)

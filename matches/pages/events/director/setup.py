"""Setting an event up in one sitting, and changing its plan afterwards on the same form."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.common.command_context import Act
from matches.common.idempotency import new_key
from matches.events.current_state import event_state
from matches.events.errors import EventChangeError
from matches.events.record_facts import record_fact
from matches.events.set_up import plan_event
from matches.models import Club, Event
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb
from matches.pages.common.powers import require
from matches.pages.events.director.context import act_of, event_at, refusal_words
from matches.pages.events.director.plan_change_form import PlanChangeForm
from matches.pages.events.director.plan_form import PlanForm
from matches.pages.events.director.plan_form_rebuild import (
    filled_in,
    reshaped,
    sized_by,
    wants_another_shape,
)
from matches.pages.events.director.presets import (
    PRESETS,
    USUAL_PLAYERS,
    chosen_preset,
    preset_called,
    size_words,
)
from matches.pages.events.director.setup_form import SetUpForm
from matches.rubbers.open_event import EventNameError
from matches.rules.events.draw_state import is_paired_by_round, stage_facts
from matches.rules.events.errors import EventActError
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState

LOT_SEED_BYTES: Final = 4


@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "open_event")
    require(request, club, "run_event")
    plan = EventPlan(stages=preset_called(request.GET.get("format", "")).stages)
    if request.method != "POST":
        return _set_up_page(request, club, SetUpForm(club=club, plan=plan, initial=_fresh()))
    form = SetUpForm(request.POST, club=club, plan=plan)
    if wants_another_shape(request.POST):
        again = reshaped(request.POST, plan)
        shown = SetUpForm(club=club, plan=again, initial={**filled_in(form, request.POST)})
        sized = sized_by(form, shown)
        return _set_up_page(request, club, shown, players=_counted(form), sized=sized)
    if not form.is_valid() or form.plan is None:
        return _set_up_page(request, club, form, players=_counted(form), status=400)
    try:
        event = plan_event(
            club,
            form.cleaned_data["name"],
            form.plan,
            form.entering.people,
            guests=form.entering.new_names,
            act=Act(by=acting_user(request), key=form.cleaned_data["key"]),
        )
    except EventNameError as error:
        form.add_error("name", str(error))
    except PeopleError as error:
        form.add_error("names", str(error))
    except (EventChangeError, EventActError) as error:
        form.add_error(None, refusal_words(error, {}))
    else:
        messages.success(request, _("The event is set up."))
        return redirect("web:event_run", club.slug, event.public_id)
    return _set_up_page(request, club, form, players=_counted(form), status=400)


@require_http_methods(["GET", "HEAD", "POST"])
def change_plan(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The plan of an event, or of an open one that is to get one."""
    event, _powers = event_at(request, slug, public_id, "run_event")
    state = event_state(event)
    before = state.facts.plan or EventPlan(stages=preset_called(request.GET.get("format", "")).stages)
    drawn = sum(1 for stage in state.stages if stage.phase != "planned")
    shown_as: dict[str, Any] = {
        "drawn": drawn,
        "is_by_round": bool(drawn)
        and is_paired_by_round(before.stages[drawn - 1], stage_facts(state.facts, drawn)),
        "has_results": _has_results(state),
    }
    if request.method != "POST":
        started = {
            "key": new_key(),
            "version": event.version,
            "lot_seed": before.lot_seed or ("" if drawn else _lot_seed()),
        }
        form = PlanChangeForm(plan=before, **shown_as, initial=started)
        return _plan_page(request, event, state, form)
    form = PlanChangeForm(request.POST, plan=before, **shown_as)
    if wants_another_shape(request.POST):
        again = reshaped(request.POST, before, drawn=drawn)
        shown = PlanChangeForm(plan=again, **shown_as, initial={**filled_in(form, request.POST)})
        return _plan_page(request, event, state, shown, sized=sized_by(form, shown))
    if form.is_valid() and form.plan is not None:
        try:
            record_fact(event, "planned", {"plan": plan_json(form.plan)}, act=act_of(request, form))
        except (EventChangeError, EventActError) as error:
            form.add_error(None, refusal_words(error, {}))
        else:
            messages.success(request, _("The plan is changed."))
            return redirect("web:event_run", slug, public_id)
    return _plan_page(request, event, state, form, status=400)


def _fresh() -> dict[str, object]:
    return {"key": new_key(), "lot_seed": _lot_seed()}


def _lot_seed() -> str:
    return secrets.token_hex(LOT_SEED_BYTES)


def _has_results(state: EventState) -> bool:
    return any(
        pairing.outcome is not None and pairing.outcome.decided_by == "rubber"
        for stage in state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
    )


def _counted(form: SetUpForm) -> int:
    """How many people the form enters, to reckon with; it may have other faults."""
    form.is_valid()
    return form.players or USUAL_PLAYERS


def _set_up_page(
    request: HttpRequest,
    club: Club,
    form: SetUpForm,
    *,
    players: int = USUAL_PLAYERS,
    status: int = 200,
    sized: EventPlan | None = None,
) -> HttpResponse:
    crumbs = [club_crumb(club)]
    return _shown(request, club, None, crumbs, form, players, status, sized)


def _plan_page(
    request: HttpRequest,
    event: Event,
    state: EventState,
    form: PlanForm,
    *,
    status: int = 200,
    sized: EventPlan | None = None,
) -> HttpResponse:
    crumbs = [club_crumb(event.club), event_crumb(event.club, event)]
    players = len(state.entries) or USUAL_PLAYERS
    return _shown(request, event.club, event, crumbs, form, players, status, sized)


def _shown(
    request: HttpRequest,
    club: Club,
    event: Event | None,
    crumbs: list[Crumb],
    form: PlanForm,
    players: int,
    status: int,
    sized: EventPlan | None,
) -> HttpResponse:
    context = {
        "club": club,
        "event": event,
        "crumbs": crumbs,
        "form": form,
        "presets": () if form.drawn else PRESETS,
        "chosen": chosen_preset(form.kinds),
        "sizes": size_words(sized or form.said_so_far(), players),
        "may_shorten": len(form.stages) > max(1, form.drawn),
    }
    return render(request, "events/director/plan.html", context, status=status)

"""The draw of a stage: asked for, looked at as a draft, changed by hand, released, discarded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.events.draw import request_draw
from matches.events.draw_requests import problem_of
from matches.events.errors import DrawUnderWayError
from matches.events.record_facts import record_fact
from matches.events.words.errors import error_words
from matches.events.words.labels import round_words
from matches.events.words.sentences import stage_warnings, warning_words
from matches.models import DrawRequest
from matches.pages.common.pagination import listing
from matches.pages.events.director.act_forms import RoundForm, fresh_act
from matches.pages.events.director.context import Desk, directed
from matches.pages.events.director.draw_forms import SeatsForm
from matches.pages.events.director.forbidden_pairs import TwoPlayersForm
from matches.pages.events.director.pairing_lines import pairing_lines
from matches.pages.events.director.run_command import done
from matches.rules.events.checks.draws import check_may_draw
from matches.rules.events.draw_changes import change_warnings, swap
from matches.rules.events.draw_state import is_paired_by_round, stage_entrants, stage_facts
from matches.rules.events.errors import EventActError
from matches.rules.events.state import RoundState, StageState

PAIRINGS_A_PAGE: Final = 50
ROUNDS_SHOWN: Final = 60
WARNINGS_SHOWN: Final = 12


@directed()
def draw(request: HttpRequest, desk: Desk, stage: int) -> HttpResponse:
    found = desk.stage(stage)
    if request.method == "POST":
        doing = DOINGS.get(request.POST.get("do", ""))
        if doing is None:
            raise Http404
        return doing(request, desk, found)
    return _shown(request, desk, found)


def _draw(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    form = RoundForm(request.POST)
    asked: list[DrawRequest] = []
    if form.is_valid():
        act = desk.act(request, form)
        done(request, desk, lambda: asked.append(_asked(desk, stage.number, act)))
    if asked and asked[0].finished_at is None:
        return redirect(desk.url("event_drawing", asked[0].public_id))
    return redirect(desk.url("event_draw", stage.number))


def _asked(desk: Desk, stage: int, act: Any) -> DrawRequest:
    try:
        return request_draw(desk.event, stage, act=act)
    except DrawUnderWayError as error:
        return error.request


def _release(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    form = RoundForm(request.POST)
    if not form.is_valid():
        raise Http404
    payload: dict[str, Any] = {"stage": stage.number, "round": form.cleaned_data["round"] or 1}
    if form.cleaned_data["until"]:
        payload["until"] = form.cleaned_data["until"]
    act = desk.act(request, form)
    if done(request, desk, lambda: record_fact(desk.event, "released", payload, act=act)):
        messages.success(request, _("Released: it may be played."))
        return redirect(desk.url("event_run"))
    return redirect(desk.url("event_draw", stage.number))


def _discard(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    form = RoundForm(request.POST, auto_id="discard_%s")
    if form.is_valid():
        payload = {"stage": stage.number, "round": form.cleaned_data["round"] or 1}
        act = desk.act(request, form)
        if done(
            request, desk, lambda: record_fact(desk.event, "draw_discarded", payload, act=act), form=form
        ):
            messages.success(request, _("The draw is discarded."))
            return redirect(desk.url("event_draw", stage.number))
    return _shown(request, desk, stage, discard=form, status=400)


def _change_seats(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    round_ = _round_asked(request, stage)
    listed = listing(request, round_.pairings, key="page", size=PAIRINGS_A_PAGE)
    form = SeatsForm(request.POST, pairings=listed.rows, auto_id="seats_%s")
    if form.is_valid():
        try:
            payload = form.changed(desk.state, stage.number, round_)
        except EventActError as error:
            form.add_error(None, error_words(error.code, error.params, desk.names))
        else:
            if _changed(request, desk, form, payload):
                return redirect(_address(desk, stage, round_, listed.page.number))
    return _shown(request, desk, stage, seats=form, status=400)


def _swap(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    round_ = _round_asked(request, stage)
    form = TwoPlayersForm(request.POST, names=_names_in(desk, round_), auto_id="id_%s")
    if form.is_valid() and form.players is not None:
        first, second = form.players
        try:
            payload = swap(desk.state, stage.number, round_.number, first, second)
        except EventActError as error:
            form.add_error(None, error_words(error.code, error.params, desk.names))
        else:
            if _changed(request, desk, form, payload):
                return redirect(_address(desk, stage, round_, 1))
    return _shown(request, desk, stage, swapping=form, status=400)


def _changed(
    request: HttpRequest, desk: Desk, form: RoundForm | TwoPlayersForm, payload: Mapping[str, Any]
) -> bool:
    act = desk.act(request, form)
    if not done(request, desk, lambda: record_fact(desk.event, "draw_changed", payload, act=act), form=form):
        return False
    messages.success(request, _("The draw is changed."))
    for warning in change_warnings(desk.state, payload):
        messages.warning(request, warning_words(warning, desk.names))
    return True


DOINGS: Final[dict[str, Callable[[HttpRequest, Desk, StageState], HttpResponse]]] = {
    "drawn": _draw,
    "released": _release,
    "draw_discarded": _discard,
    "seats": _change_seats,
    "swap": _swap,
}


def _address(desk: Desk, stage: StageState, round_: RoundState, page: int) -> str:
    return f"{desk.url('event_draw', stage.number)}?round={round_.number}&page={page}"


def _round_asked(request: HttpRequest, stage: StageState) -> RoundState:
    """The round of the address, or the first that is not released; else of a Swiss the last, of another stage the one
    that is being played. Raises ``Http404`` without any.
    """
    if not stage.rounds:
        raise Http404
    asked = request.GET.get("round", "")
    for round_ in stage.rounds:
        if asked == str(round_.number):
            return round_
    drafts = (round_ for round_ in stage.rounds if not round_.is_released)
    open_rounds = (round_ for round_ in stage.rounds if stage.plan.kind != "swiss" and not round_.is_complete)
    return next(drafts, None) or next(open_rounds, stage.rounds[-1])


def _names_in(desk: Desk, round_: RoundState) -> dict[str, str]:
    people = [
        player for pairing in round_.pairings for player in (pairing.a, pairing.b) if player is not None
    ]
    return {player: desk.names.get(player, player) for player in people}


def _shown(
    request: HttpRequest,
    desk: Desk,
    stage: StageState,
    *,
    seats: SeatsForm | None = None,
    swapping: TwoPlayersForm | None = None,
    discard: RoundForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "stage": stage,
        "stage_name": desk.stage_name(stage),
        "form": RoundForm(initial=fresh_act(desk)),
        "may_not": _why_not(desk, stage),
        "entrants": len(stage_entrants(desk.state, stage.number)) if not stage.rounds else 0,
        "next_number": len(stage.rounds) + 1,
        "warnings": stage_warnings(stage, desk.names)[-WARNINGS_SHOWN:],
        "bound": next((form for form in (seats, swapping, discard) if form is not None), None),
    }
    if stage.rounds:
        context |= _round_context(request, desk, stage, seats, swapping, discard)
    return render(request, "events/director/draw.html", context, status=status)


def _why_not(desk: Desk, stage: StageState) -> str:
    """Why nothing more of the stage may be drawn now; empty where it may."""
    try:
        check_may_draw(desk.state, stage.number)
    except EventActError as error:
        return error_words(error.code, error.params, desk.names)
    return error_words("event_complete", ()) if desk.state.facts.is_complete else ""


def _round_context(
    request: HttpRequest,
    desk: Desk,
    stage: StageState,
    seats: SeatsForm | None,
    swapping: TwoPlayersForm | None,
    discard: RoundForm | None,
) -> dict[str, Any]:
    round_ = _round_asked(request, stage)
    listed = listing(request, round_.pairings, key="page", size=PAIRINGS_A_PAGE)
    lines = pairing_lines(desk, stage.number, listed.rows)
    by_round = is_paired_by_round(stage.plan, stage_facts(desk.state.facts, stage.number))
    hidden = {**fresh_act(desk), "round": round_.number}
    seats = seats or SeatsForm(initial={**hidden, "do": "seats"}, pairings=listed.rows, auto_id="seats_%s")
    drafts = [each.number for each in stage.rounds if not each.is_released]
    has_seats = not stage.plan.is_bracket
    return {
        "round": round_,
        "round_name": round_words(round_.label),
        "rounds": [
            {
                "url": f"{reverse('web:event_draw', args=[*desk.address, stage.number])}?round={each.number}",
                "text": round_words(each.label),
                "is_here": each.number == round_.number,
            }
            for each in stage.rounds[:ROUNDS_SHOWN]
        ],
        "listing": listed,
        "lines": [(line, _seat_fields(seats, line.number) if has_seats else {}) for line in lines],
        "has_seats": has_seats,
        "seats": seats,
        "swapping": swapping
        or TwoPlayersForm(initial={**fresh_act(desk), "do": "swap"}, names=_names_in(desk, round_)),
        "may_swap": not stage.plan.is_bracket or round_.number == 1,
        "discard": discard
        or RoundForm(
            initial={**hidden, "do": "draw_discarded", "round": round_.number if by_round else 1},
            auto_id="discard_%s",
        ),
        "may_discard": not by_round or round_.number == stage.rounds[-1].number,
        "is_draft": bool(drafts) and (stage.plan.is_bracket or round_.number == drafts[0]),
        "last_draft": drafts[-1] if len(drafts) > 1 and not stage.plan.is_bracket else 0,
    }


def _seat_fields(form: SeatsForm, number: int) -> dict[str, Any]:
    if f"table_{number}" not in form.fields:
        return {}
    return {"table": form[f"table_{number}"], "turn": form[f"turn_{number}"]}


@directed(methods=("GET", "HEAD"))
def drawing(request: HttpRequest, desk: Desk, request_id: str) -> HttpResponse:
    """How far a draw is that a worker makes; leads to the draw once it is made."""
    asked = get_object_or_404(DrawRequest, event=desk.event, public_id=request_id)
    problem = problem_of(asked)
    if asked.finished_at is not None and not problem:
        return redirect(desk.url("event_draw", asked.stage))
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "asked": asked,
        "problem": error_words(problem[0], problem[1:], desk.names) if problem else "",
        "draw_url": desk.url("event_draw", asked.stage),
    }
    return render(request, "events/director/drawing.html", context)

"""Serve the page of a draw, and that of the pairs to keep apart, which the draw avoids if it can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from matches.common.commands import CommandContext
from matches.common.round_names import round_words
from matches.events.draw import problem_of, request_draw
from matches.events.error_words import error_words
from matches.events.errors import DrawUnderWayError
from matches.events.sentences import stage_warnings, warning_words
from matches.events.words import Names, player_words
from matches.models import DrawRequest
from matches.pages.common.listing import listing
from matches.pages.events.desk.context import Desk, act_of, directed, names_of, show_errors
from matches.pages.events.desk.desk_pairings import desk_pairings
from matches.pages.events.desk.forms import ActForm, RoundForm, SeatsForm, SwapForm, TwoPlayersForm, fresh_act
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_changes import change_warnings, swap
from matches.rules.events.draw_queries import is_paired_by_round, stage_entrants, stage_facts
from matches.rules.events.draw_rules import check_may_draw
from matches.rules.events.facts import DrawChanged, PlayerId
from matches.rules.events.state import RoundState, StageState

PAIRINGS_A_PAGE: Final = 50
MOST_ROUNDS: Final = 60
MOST_WARNINGS: Final = 12


@directed()
def draw(request: HttpRequest, desk: Desk, stage: int) -> HttpResponse:
    stage_state = desk.stage(stage)
    if request.method != "POST":
        return _page(request, desk, stage_state)
    command = COMMANDS.get(request.POST.get("do", ""))
    if command is None:
        raise Http404
    return command(request, desk, stage_state)


def _draw(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    form = RoundForm(request.POST)
    requests: list[DrawRequest] = []
    if form.is_valid():
        act = act_of(request, form)
        if not desk.run(form, lambda: requests.append(_request_draw(desk, stage.number, act))):
            show_errors(request, form)
    if requests and requests[0].finished_at is None:
        return redirect(desk.url("event_drawing", requests[0].public_id))
    return redirect(desk.url("event_draw", stage.number))


def _request_draw(desk: Desk, stage: int, act: CommandContext) -> DrawRequest:
    """Request a draw, or return the request of the draw that is under way."""
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
    if desk.record(request, form, "released", payload):
        messages.success(request, _released_words(stage, payload))
        return redirect(desk.url("event_run"))
    show_errors(request, form)
    return redirect(desk.url("event_draw", stage.number))


def _released_words(stage: StageState, payload: dict[str, Any]) -> str:
    if stage.plan.is_bracket:
        return _("The bracket is released.")
    if payload.get("until"):
        return _("All rounds are released.")
    label = next((each.label for each in stage.rounds if each.number == payload["round"]), "")
    return _("%(round)s is on.") % {"round": round_words(label)}


def _discard(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    form = RoundForm(request.POST, auto_id="discard_%s")
    if form.is_valid():
        payload = {"stage": stage.number, "round": form.cleaned_data["round"] or 1}
        if desk.record(request, form, "draw_discarded", payload):
            messages.success(request, _("The draw is discarded."))
            return redirect(desk.url("event_draw", stage.number))
    return _page(request, desk, stage, bound=form, discard=form)


def _change_seats(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    round_ = _requested_round(request, stage)
    listed = listing(request, round_.pairings, key="page", size=PAIRINGS_A_PAGE)
    form = SeatsForm(request.POST, pairings=listed.rows, auto_id="seats_%s")
    if form.is_valid() and _change_draw(
        request, desk, form, lambda: form.changed(desk.state, stage.number, round_)
    ):
        return redirect(_draw_url(desk, stage, round_, listed.page.number))
    return _page(request, desk, stage, bound=form, seats=form)


def _swap(request: HttpRequest, desk: Desk, stage: StageState) -> HttpResponse:
    round_ = _requested_round(request, stage)
    form = SwapForm(request.POST, names=_names_in(desk, round_), auto_id="swap_%s")
    if form.is_valid() and form.players is not None:
        first, second = form.players
        if _change_draw(
            request, desk, form, lambda: swap(desk.state, stage.number, round_.number, first, second)
        ):
            return redirect(_draw_url(desk, stage, round_, 1))
    return _page(request, desk, stage, bound=form, swapping=form)


def _change_draw(
    request: HttpRequest, desk: Desk, form: ActForm, make_change: Callable[[], DrawChanged]
) -> bool:
    """Store a change of the draw, or add the error to the form."""
    try:
        payload = make_change()
    except EventActError as error:
        form.add_error(None, error_words(error.code, error.params, desk.names))
        return False
    if not desk.record(request, form, "draw_changed", payload):
        return False
    messages.success(request, _("The draw is changed."))
    for warning in change_warnings(desk.state, payload):
        messages.warning(request, warning_words(warning, desk.names))
    return True


COMMANDS: Final[dict[str, Callable[[HttpRequest, Desk, StageState], HttpResponse]]] = {
    "drawn": _draw,
    "released": _release,
    "draw_discarded": _discard,
    "seats": _change_seats,
    "swap": _swap,
}


def _draw_url(desk: Desk, stage: StageState, round_: RoundState, page: int) -> str:
    return f"{desk.url('event_draw', stage.number)}?round={round_.number}&page={page}"


def _requested_round(request: HttpRequest, stage: StageState) -> RoundState:
    """Return the round in the query, else the first draft, else the round in play, of a Swiss the last.

    Raises ``Http404`` if the stage has no rounds.
    """
    if not stage.rounds:
        raise Http404
    number = request.GET.get("round", "")
    for round_ in stage.rounds:
        if number == str(round_.number):
            return round_
    drafts = (round_ for round_ in stage.rounds if not round_.is_released)
    open_rounds = (round_ for round_ in stage.rounds if stage.plan.kind != "swiss" and not round_.is_complete)
    return next(drafts, None) or next(open_rounds, stage.rounds[-1])


def _names_in(desk: Desk, round_: RoundState) -> dict[str, str]:
    people = (player for pairing in round_.pairings for player in (pairing.a, pairing.b))
    return {player: desk.names.get(player, player) for player in people if player is not None}


def _page(
    request: HttpRequest, desk: Desk, stage: StageState, bound: ActForm | None = None, **forms: ActForm
) -> HttpResponse:
    """Show the draw. ``forms`` are those to show in place of fresh ones; ``bound`` is one whose errors to show."""
    context = desk.context(
        stage=stage,
        form=RoundForm(initial=fresh_act(desk)),
        may_not=_why_not(desk, stage),
        entrants=len(stage_entrants(desk.state, stage.number)) if not stage.rounds else 0,
        next_number=len(stage.rounds) + 1,
        warnings=stage_warnings(stage, desk.names)[-MOST_WARNINGS:],
        bound=bound,
    )
    if stage.rounds:
        context |= _round_context(request, desk, stage) | forms
        context["lines"] = [
            (line, context["seats"].seat_fields(line.pairing.number) if context["has_seats"] else {})
            for line in desk_pairings(desk, stage.number, context["listing"].rows)
        ]
    return render(request, "events/desk/draw.html", context, status=200 if bound is None else 400)


def _why_not(desk: Desk, stage: StageState) -> str:
    """Return why the stage cannot be drawn further now; empty if it can."""
    try:
        check_may_draw(desk.state, stage.number)
    except EventActError as error:
        return error_words(error.code, error.params, desk.names)
    return error_words("event_complete", ()) if desk.state.facts.is_complete else ""


def _round_context(request: HttpRequest, desk: Desk, stage: StageState) -> dict[str, Any]:
    round_ = _requested_round(request, stage)
    listed = listing(request, round_.pairings, key="page", size=PAIRINGS_A_PAGE)
    by_round = is_paired_by_round(stage.plan, stage_facts(desk.state.facts, stage.number))
    is_bracket = stage.plan.is_bracket
    drafts = [each.number for each in stage.rounds if not each.is_released]
    discarded_from = round_.number if by_round else 1
    return {
        "round": round_,
        "rounds": stage.rounds[:MOST_ROUNDS],
        "listing": listed,
        "has_seats": not is_bracket,
        "seats": SeatsForm(
            initial={**fresh_act(desk), "round": round_.number, "do": "seats"},
            pairings=listed.rows,
            auto_id="seats_%s",
        ),
        "swapping": SwapForm(
            initial={**fresh_act(desk), "do": "swap"}, names=_names_in(desk, round_), auto_id="swap_%s"
        ),
        "may_swap": not is_bracket or round_.number == 1,
        "discard": RoundForm(
            initial={**fresh_act(desk), "do": "draw_discarded", "round": discarded_from}, auto_id="discard_%s"
        ),
        "may_discard": not by_round or round_.number == stage.rounds[-1].number,
        "is_draft": bool(drafts) and (is_bracket or round_.number == drafts[0]),
        "last_draft": drafts[-1] if len(drafts) > 1 and not is_bracket else 0,
    }


@directed(methods=("GET", "HEAD"))
def drawing(request: HttpRequest, desk: Desk, request_id: str) -> HttpResponse:
    """Show the progress of a draw by a background worker; redirect to the draft when the draw is finished."""
    draw_request = get_object_or_404(DrawRequest, event=desk.event, public_id=request_id)
    problem = problem_of(draw_request)
    if draw_request.finished_at is not None and not problem:
        return redirect(desk.url("event_draw", draw_request.stage))
    text = error_words(problem[0], problem[1:], desk.names) if problem else ""
    context = desk.context(draw_request=draw_request, problem=text)
    return render(request, "events/desk/drawing.html", context)


MOST_PAIRS = 200


@directed()
def forbidden(request: HttpRequest, desk: Desk) -> HttpResponse:
    # Players in a pair who are no longer entered have a name, too.
    gone = frozenset[PlayerId]().union(*desk.state.facts.forbidden) - desk.names.keys()
    names = {**desk.names, **names_of(gone)} if gone else desk.names
    pairs = _pairs(desk, names)
    if request.POST.get("do") == "remove":
        return _remove(request, desk, pairs)
    data = request.POST if request.method == "POST" else None
    form = TwoPlayersForm(data, names=desk.names, initial={**fresh_act(desk), "do": "add"})
    if form.is_valid() and form.players is not None and _record(request, desk, form, [*pairs, form.players]):
        return redirect(desk.url("event_forbidden"))
    del form.fields["reason"]
    listed = pairs[:MOST_PAIRS]
    rows = [(f"{a} {b}", player_words(a, names), player_words(b, names)) for a, b in listed]
    context = desk.context(pairs=rows, form=form)
    return render(request, "events/desk/forbidden.html", context, status=400 if form.is_bound else 200)


def _pairs(desk: Desk, names: Names) -> list[tuple[PlayerId, PlayerId]]:
    """Return the pairs sorted by name, so that their order on the page is stable."""
    pairs = []
    for pair in desk.state.facts.forbidden:
        first, second = sorted(pair, key=lambda player: (player_words(player, names).casefold(), player))
        pairs.append((first, second))
    return sorted(pairs, key=lambda pair: [player_words(player, names).casefold() for player in pair])


def _remove(request: HttpRequest, desk: Desk, pairs: list[tuple[PlayerId, PlayerId]]) -> HttpResponse:
    form = ActForm(request.POST)
    removed = tuple(request.POST.get("pair", "").split())
    if form.is_valid() and not _record(request, desk, form, [pair for pair in pairs if pair != removed]):
        show_errors(request, form)
    return redirect(desk.url("event_forbidden"))


def _record(request: HttpRequest, desk: Desk, form: ActForm, pairs: list[tuple[PlayerId, PlayerId]]) -> bool:
    if not desk.record(request, form, "forbidden", {"pairs": [list(pair) for pair in pairs]}):
        return False
    messages.success(request, _("The pairs to keep apart are saved."))
    return True

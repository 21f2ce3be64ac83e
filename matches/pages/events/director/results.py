"""The results of a round, entered quickly: every line that is filled in is stored on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.idempotency import new_key
from matches.events.enter_result_lines import Line, WrittenAward, enter_lines
from matches.events.errors import EventChangeError
from matches.events.record_facts import record_fact
from matches.events.words.labels import round_words
from matches.models import Rubber
from matches.pages.common.pagination import Listing, listing
from matches.pages.events.director.act_forms import ActForm, fresh_act
from matches.pages.events.director.context import Desk, desk_of, directed, refusal_words
from matches.pages.events.director.pairing_lines import PairingLine, pairing_lines
from matches.pages.events.director.results_form import ResultsForm
from matches.pages.events.director.run_command import done
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import FactKind, PairingPlace
from matches.rules.events.state import PairingState, RoundState, StageState

PAIRINGS_A_PAGE: Final = 32
MAY_DO: Final[dict[str, FactKind]] = {"award_undone": "award_undone", "keep_undone": "keep_undone"}


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A pairing with its fields, where it waits for a result; else with what may be done about the one it has.

    ``undo`` is the kind of fact that takes an award or a keeping back; ``correct_url`` leads to the correction,
    ``pad_url`` to the pad of a rubber that is being played.
    """

    line: PairingLine
    how: BoundField | None = None
    points: BoundField | None = None
    rubber_url: str = ""
    correct_url: str = ""
    pad_url: str = ""
    deals_url: str = ""
    full_url: str = ""
    undo: str = ""


@directed()
def results(request: HttpRequest, desk: Desk, stage: int, number: int) -> HttpResponse:
    found, round_ = _round(desk, stage, number)
    if request.method == "POST" and request.POST.get("do") in MAY_DO:
        return _undo(request, desk, found, round_)
    listed = listing(request, round_.pairings, key="page", size=PAIRINGS_A_PAGE)
    form = _form(desk, listed.rows)
    if request.method != "POST":
        return _shown(request, desk, found, round_, listed, form)
    form = _form(desk, listed.rows, request.POST)
    form.is_valid()
    saved = _save(request, desk, found, round_, form)
    if saved:
        text = ngettext("%(number)s result stored.", "%(number)s results stored.", saved)
        messages.success(request, text % {"number": saved})
    if not form.errors:
        return redirect(f"{_address(desk, found, round_)}?page={listed.page.number}")
    return _again(request, desk, found, round_, form)


def _round(desk: Desk, stage: int, number: int) -> tuple[StageState, RoundState]:
    """Raises ``Http404`` for a round that is not drawn."""
    found = desk.stage(stage)
    for round_ in found.rounds:
        if round_.number == number:
            return found, round_
    raise Http404


def _form(desk: Desk, pairings: Sequence[PairingState], data: Any = None, **options: Any) -> ResultsForm:
    """A pairing whose rubber was opened, and has no deal yet, is to be entered as one that has none."""
    unplayed = _unplayed(pairings)
    return ResultsForm(
        data,
        pairings=[
            replace(pairing, rubber="", rubber_state="") if pairing.rubber in unplayed else pairing
            for pairing in pairings
        ],
        rules=desk.plan.rules,
        names=desk.names,
        initial={"key": new_key()},
        **options,
    )


def _unplayed(pairings: Sequence[PairingState]) -> set[str]:
    """Which of the pairings' rubbers are being played and have no deal yet, by public id."""
    live = [pairing.rubber for pairing in pairings if pairing.rubber_state == Rubber.State.LIVE]
    if not live:
        return set()
    rubbers = Rubber.objects.filter(public_id__in=live, state=Rubber.State.LIVE)
    return set(rubbers.exclude(games__deals__isnull=False).values_list("public_id", flat=True))


def _save(request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState, form: ResultsForm) -> int:
    """How many lines were stored; what was wrong with others is told beside them."""
    if "key" not in form.cleaned_data:
        return 0
    act = replace(desk.act(request, form), version=None)
    lines: dict[PairingPlace, Line] = {}
    for line in form.said:
        said = line.result if line.award is None else WrittenAward(line.award, line.winner)
        if said is not None:
            lines[stage.number, round_.number, line.number] = said
    entered = enter_lines(desk.event, lines, act=act)
    for (_stage, _round, number), came in entered.items():
        if isinstance(came, ValueError):
            form.add_error(f"how_{number}", _refusal(came, desk))
    return sum(not isinstance(came, ValueError) for came in entered.values())


def _refusal(error: ValueError, desk: Desk) -> str:
    if isinstance(error, EventActError | EventChangeError):
        return refusal_words(error, desk.names)
    return str(error)


def _undo(request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState) -> HttpResponse:
    form = ActForm(request.POST)
    number = request.POST.get("number", "")
    if form.is_valid() and number.isdecimal() and len(number) < 5:
        kind = MAY_DO[form.cleaned_data["do"]]
        payload = {"stage": stage.number, "round": round_.number, "number": int(number)}
        act = desk.act(request, form)
        if done(request, desk, lambda: record_fact(desk.event, kind, payload, act=act)):
            messages.success(request, _("Taken back."))
    return redirect(_address(desk, stage, round_))


def _again(
    request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState, form: ResultsForm
) -> HttpResponse:
    """The page as it is now, with what was wrong beside its line and all that was typed there."""
    now = desk_of(desk.event, desk.powers) or desk
    found, fresh_round = _round(now, stage.number, round_.number)
    listed = listing(request, fresh_round.pairings, key="page", size=PAIRINGS_A_PAGE)
    again = _form(now, listed.rows, form.data)
    again.is_valid()
    again.errors.clear()
    for name, errors in form.errors.items():
        again.errors[name if name in again.fields else "__all__"] = errors
    return _shown(request, now, found, fresh_round, listed, again, status=400)


def _shown(
    request: HttpRequest,
    desk: Desk,
    stage: StageState,
    round_: RoundState,
    listed: Listing[PairingState],
    form: ResultsForm,
    *,
    status: int = 200,
) -> HttpResponse:
    lines = pairing_lines(desk, stage.number, listed.rows)
    is_open = round_.is_released and not desk.state.facts.is_complete
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "stage_name": desk.stage_name(stage),
        "round": round_,
        "round_name": round_words(round_.label),
        "listing": listed,
        "lines": [
            _line(desk, stage, round_, pairing, line, form if is_open else None)
            for pairing, line in zip(listed.rows, lines, strict=True)
        ],
        "desk_url": desk.url("event_run"),
        "may_save": is_open and bool(form.pairings),
        "form": form,
        "act_form": ActForm(initial=fresh_act(desk)),
        "before_url": _neighbour(desk, stage, round_.number - 1),
        "after_url": _neighbour(desk, stage, round_.number + 1),
    }
    return render(request, "events/director/results.html", context, status=status)


def _line(
    desk: Desk,
    stage: StageState,
    round_: RoundState,
    pairing: PairingState,
    line: PairingLine,
    form: ResultsForm | None,
) -> ResultLine:
    place = (stage.number, round_.number, pairing.number)
    is_live = pairing.rubber_state == Rubber.State.LIVE
    pad_url = reverse("web:pad", args=[pairing.rubber]) if is_live else ""
    if form is not None and pairing.number in form.pairings:
        how, points = form[f"how_{pairing.number}"], form[f"points_{pairing.number}"]
        if is_live:
            return ResultLine(line, how=how, points=points, pad_url=pad_url)
        more = _filled(desk, round_, pairing)
        return ResultLine(
            line,
            how=how,
            points=points,
            deals_url=f"{reverse('web:enter_deals', args=[desk.club.slug])}?{more}",
            full_url=f"{reverse('web:enter_result', args=[desk.club.slug])}?{more}",
        )
    undo = "award_undone" if place in desk.state.facts.awards else ""
    undo = undo or ("keep_undone" if place in desk.state.facts.kept else "")
    if not pairing.rubber:
        change_url = _url_if_there(desk, "event_correct_award", *place) if undo == "award_undone" else ""
        return ResultLine(line, correct_url=change_url, undo=undo)
    rubber_url = reverse("web:rubber", args=[pairing.rubber])
    if is_live:
        return ResultLine(line, rubber_url=rubber_url, pad_url=pad_url, undo=undo)
    return ResultLine(
        line,
        rubber_url=rubber_url,
        correct_url=_url_if_there(desk, "event_correct", pairing.rubber)
        or reverse("web:correct_rubber", args=[pairing.rubber]),
        undo=undo,
    )


def _filled(desk: Desk, round_: RoundState, pairing: PairingState) -> str:
    """What a page of entry starts from, as the query of its address."""
    return urlencode(
        {
            "event": desk.event.public_id,
            "a": desk.names.get(cast(str, pairing.a), ""),
            "b": desk.names.get(cast(str, pairing.b), ""),
            "round": round_.label,
            "table": pairing.table,
        }
    )


def _url_if_there(desk: Desk, name: str, *arguments: object) -> str:
    """The address of a page of the event; empty where the site has no such page."""
    try:
        return desk.url(name, *arguments)
    except NoReverseMatch:
        return ""


def _address(desk: Desk, stage: StageState, round_: RoundState) -> str:
    return desk.url("event_results", stage.number, round_.number)


def _neighbour(desk: Desk, stage: StageState, number: int) -> str:
    numbers = {round_.number for round_ in stage.rounds if round_.is_released}
    return desk.url("event_results", stage.number, number) if number in numbers else ""

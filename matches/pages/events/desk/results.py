"""Serve the page where results of a round are entered, one touch a table or as lines of text, each stored by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.commands import new_key
from matches.events.pairings import enter_lines
from matches.models import Rubber
from matches.pages.common.capped_scores import capped_score_words
from matches.pages.common.listing import Listing, listing
from matches.pages.events.desk.context import Desk, act_of, desk_of, directed, refusal_words, show_errors
from matches.pages.events.desk.desk_pairings import DeskPairing, desk_pairings
from matches.pages.events.desk.forms import ActForm, fresh_act
from matches.pages.events.desk.results_form import ResultsForm
from matches.pages.events.desk.tiles import TILES_A_PAGE, round_url, table_rows, tiles_of
from matches.rules.events.facts import FactKind
from matches.rules.events.state import PairingState, RoundState, StageState

PAIRINGS_A_PAGE: Final = TILES_A_PAGE
AS_TEXT: Final = "text"
"""The query parameter that asks for the form with lines of text in place of buttons."""
UNDOABLE: Final[dict[str, FactKind]] = {"award_undone": "award_undone", "keep_undone": "keep_undone"}


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A pairing as a row of the page; ``form`` is None if its result can't be entered here."""

    desk: Desk
    round: RoundState
    row: DeskPairing
    form: ResultsForm | None
    capped: str = ""
    """A sentence on the points above five that count as five; "" if there are none."""

    @property
    def pairing(self) -> PairingState:
        return self.row.pairing

    @property
    def is_live(self) -> bool:
        return self.pairing.rubber_state == Rubber.State.LIVE

    @property
    def how(self) -> BoundField | str:
        return "" if self.form is None else self.form[f"how_{self.pairing.number}"]

    @property
    def points(self) -> BoundField | str:
        return "" if self.form is None else self.form[f"points_{self.pairing.number}"]

    @property
    def entry_query(self) -> str:
        """The query string that fills in players, round and table on the page that enters a whole rubber."""
        parameters = {
            "event": self.desk.event.public_id,
            "a": self.desk.names.get(cast(str, self.pairing.a), ""),
            "b": self.desk.names.get(cast(str, self.pairing.b), ""),
            "round": self.round.label,
            "table": self.pairing.table,
        }
        return urlencode(parameters)

    @property
    def undo(self) -> str:
        """The kind of fact that undoes an award or a decision to keep the result; "" without either."""
        place = (self.row.stage, self.round.number, self.pairing.number)
        facts = self.desk.state.facts
        return "award_undone" if place in facts.awards else "keep_undone" if place in facts.kept else ""


@directed()
def results(request: HttpRequest, desk: Desk, stage: int, number: int) -> HttpResponse:
    stage_state, round_ = _round(desk, stage, number)
    if request.method == "POST" and request.POST.get("do") in UNDOABLE:
        return _undo(request, desk, stage_state, round_)
    listed = listing(request, round_.pairings, key="page", size=PAIRINGS_A_PAGE)
    if request.method != "POST" and AS_TEXT not in request.GET:
        return _tables(request, desk, stage_state, round_, listed)
    form = _form(desk, listed.rows, request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _page(request, desk, stage_state, round_, listed, form)
    form.is_valid()
    saved = _save(request, desk, stage_state, round_, form)
    if saved:
        messages.success(request, _stored_words(request, saved))
    if not form.errors:
        return redirect(_url_after(request, desk, stage_state, round_, listed.page.number))
    return _again(request, desk, stage_state, round_, form)


def _tables(
    request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState, listed: Listing[PairingState]
) -> HttpResponse:
    """Show the tables of a round, each with its possible results as buttons."""
    tiles = tiles_of(desk, stage, round_, listed.rows, table_rows(listed.rows))
    played = [pairing for pairing in round_.pairings if pairing.is_ready]
    context = desk.context(
        stage=stage,
        round=round_,
        listing=listed,
        tiles=tiles,
        key=new_key(),
        to="",
        saved=sum(pairing.outcome is not None for pairing in played),
        total=len(played),
        playing=sum(tile.look == "playing" for tile in tiles),
        to_enter=sum(tile.may_enter for tile in tiles),
        desk_url=round_url(desk, stage, round_.number),
        **_neighbours(stage, round_),
    )
    return render(request, "events/desk/tables.html", context)


def _url_after(request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState, page: int) -> str:
    """Return the page to open after results were stored: the one from which they were sent."""
    if request.POST.get("to") == "desk":
        return f"{round_url(desk, stage, round_.number)}&page={page}"
    text = f"&{AS_TEXT}=1" if AS_TEXT in request.GET else ""
    return f"{_url(desk, stage, round_)}?page={page}{text}"


def _round(desk: Desk, stage: int, number: int) -> tuple[StageState, RoundState]:
    """Return a stage and its round. Raises ``Http404`` for a round that is not drawn."""
    stage_state = desk.stage(stage)
    for round_ in stage_state.rounds:
        if round_.number == number:
            return stage_state, round_
    raise Http404


def _form(desk: Desk, pairings: Sequence[PairingState], data: Any = None, **options: Any) -> ResultsForm:
    """Return the form. A pairing whose live rubber has no deal yet is treated as one without a rubber."""
    unplayed = _unplayed(pairings)
    return ResultsForm(
        data,
        pairings=[
            replace(pairing, rubber="", rubber_state="") if pairing.rubber in unplayed else pairing
            for pairing in pairings
        ],
        rules=desk.plan.rules,
        names=desk.names,
        **options,
    )


def _unplayed(pairings: Sequence[PairingState]) -> set[str]:
    """Return the public ids of the pairings' live rubbers that have no deal yet."""
    live = [pairing.rubber for pairing in pairings if pairing.rubber_state == Rubber.State.LIVE]
    if not live:
        return set()
    rubbers = Rubber.objects.filter(public_id__in=live, state=Rubber.State.LIVE)
    return set(rubbers.exclude(games__deals__isnull=False).values_list("public_id", flat=True))


def _stored_words(request: HttpRequest, saved: Sequence[str]) -> str:
    """Return which results were stored, and how to change them. ``saved`` are the results in words."""
    if len(saved) == 1:
        text = _("%(result)s stored.") % {"result": saved[0]}
    else:
        text = ngettext("%(number)s result stored.", "%(number)s results stored.", len(saved)) % {
            "number": len(saved)
        }
    if AS_TEXT in request.GET:
        return f"{text} {_('To change a result, open “correct” beside it.')}"
    return f"{text} {_('To change a result, open its table and choose another.')}"


def _save(
    request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState, form: ResultsForm
) -> list[str]:
    """Store the lines and return those that were stored in words. Errors are added to the fields of their lines."""
    if "key" not in form.cleaned_data:
        return []
    act = replace(act_of(request, form), version=None)
    lines = {(stage.number, round_.number, number): line for number, line in form.filled_lines().items()}
    entered = enter_lines(desk.event, lines, act=act)
    for (_stage, _round, number), outcome in entered.items():
        if isinstance(outcome, ValueError):
            form.add_error(f"how_{number}", refusal_words(outcome, desk.names))
    return [
        form.result_words(number, lines[place])
        for place, outcome in entered.items()
        if not isinstance(outcome, ValueError)
        for number in place[2:]
    ]


def _undo(request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState) -> HttpResponse:
    form = ActForm(request.POST)
    number = request.POST.get("number", "")
    if form.is_valid() and number.isdecimal() and len(number) < 5:
        kind = UNDOABLE[form.cleaned_data["do"]]
        payload = {"stage": stage.number, "round": round_.number, "number": int(number)}
        if desk.record(request, form, kind, payload):
            messages.success(request, _("Undone."))
        else:
            show_errors(request, form)
    return redirect(_url(desk, stage, round_))


def _again(
    request: HttpRequest, desk: Desk, stage: StageState, round_: RoundState, form: ResultsForm
) -> HttpResponse:
    """Show the page with the current pairings, keeping the errors and the input beside their lines."""
    now = desk_of(desk.event, desk.powers) or desk
    fresh_stage, fresh_round = _round(now, stage.number, round_.number)
    listed = listing(request, fresh_round.pairings, key="page", size=PAIRINGS_A_PAGE)
    again = _form(now, listed.rows, form.data)
    again.is_valid()
    again.errors.clear()
    for name, errors in form.errors.items():
        again.errors[name if name in again.fields else "__all__"] = errors
    return _page(request, now, fresh_stage, fresh_round, listed, again)


def _page(
    request: HttpRequest,
    desk: Desk,
    stage: StageState,
    round_: RoundState,
    listed: Listing[PairingState],
    form: ResultsForm,
) -> HttpResponse:
    is_open = round_.is_released and not desk.state.facts.is_complete
    capped = _capped(listed.rows)
    context = desk.context(
        stage=stage,
        round=round_,
        listing=listed,
        lines=[
            ResultLine(
                desk,
                round_,
                row,
                form if is_open and row.pairing.number in form.pairings else None,
                capped.get(row.pairing.rubber, ""),
            )
            for row in desk_pairings(desk, stage.number, listed.rows)
        ],
        may_save=is_open and bool(form.pairings),
        form=form,
        act_form=ActForm(initial=fresh_act(desk)),
        **_neighbours(stage, round_),
    )
    return render(request, "events/desk/results.html", context, status=400 if form.is_bound else 200)


def _neighbours(stage: StageState, round_: RoundState) -> dict[str, int]:
    """Return the numbers of the released rounds before and after; 0 if there is none."""
    released = {each.number for each in stage.rounds if each.is_released}
    before, after = round_.number - 1, round_.number + 1
    return {
        "previous": before if before in released else 0,
        "following": after if after in released else 0,
    }


def _capped(pairings: Sequence[PairingState]) -> dict[str, str]:
    """Return a sentence for each rubber (public id) of the page in which points above five count as five."""
    rubbers = Rubber.objects.filter(public_id__in=[pairing.rubber for pairing in pairings if pairing.rubber])
    rows = rubbers.exclude(findings=[]).values_list("public_id", "findings")
    return {rubber: capped_score_words(findings) for rubber, findings in rows}


def _url(desk: Desk, stage: StageState, round_: RoundState) -> str:
    return desk.url("event_results", stage.number, round_.number)

"""Serve the page that awards a pairing or undoes an award: a preview first, then the director's decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.commands import CommandContext, done_before, log_key
from matches.common.round_names import round_words
from matches.common.stored_facts import event_stream
from matches.events.corrections import correct_by_fact, fact_preview
from matches.events.errors import EventChangeError, StaleEventError
from matches.events.words import player_words
from matches.pages.common.club_context import acting_user
from matches.pages.common.entry_fields import set_choices
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.common.rubber_context import submission_key
from matches.pages.events.corrections.preview import Correction, report_correction, show_preview
from matches.pages.events.desk.context import Desk, act_of, desk_of, directed, refusal_words
from matches.pages.events.desk.desk_pairings import how_words
from matches.rules.events.act_errors import EventActError
from matches.rules.events.facts import AwardKind, FactKind, PairingPlace, Side
from matches.rules.events.state import PairingState

AWARDS: Final[Mapping[str, tuple[AwardKind, Side | None, str | Promise]]] = {
    "wa": ("walkover", "A", gettext_lazy("%(a)s wins: %(b)s did not come")),
    "wb": ("walkover", "B", gettext_lazy("%(b)s wins: %(a)s did not come")),
    "n": ("double_walkover", None, gettext_lazy("Nobody wins: nobody came")),
    "da": ("decision", "A", gettext_lazy("%(a)s wins by decision")),
    "db": ("decision", "B", gettext_lazy("%(b)s wins by decision")),
}
"""The kind, the side of the winner, and the words of each award on the form."""


class AwardForm(KeyedForm):
    """The form of an award: ``said`` is its kind with the winner, or ``undone`` to undo the stored award."""

    said = forms.ChoiceField(label=gettext_lazy("What is right"), widget=forms.RadioSelect)


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that the award form can record, and its ``text`` on the form and in the preview."""

    kind: FactKind
    payload: dict[str, Any]
    text: str


@directed()
def award(request: HttpRequest, desk: Desk, stage: int, round_number: int, number: int) -> HttpResponse:
    place = (stage, round_number, number)
    pairing = _pairing(desk, place)
    if "seen" in request.POST:
        sent = CommandContext(by=acting_user(request), key=submission_key(request))
        if done_before(log_key(sent, event_stream(desk.event))) is not None:
            return redirect(desk.url("event_corrected"))
    choices = _choices(desk, place, pairing)
    form = AwardForm(request.POST or None)
    set_choices(form, "said", [(choice, change.text) for choice, change in choices.items()])
    if not form.is_bound or "back" in request.POST:
        return _page(request, desk, place, form)
    if not form.is_valid():
        return _page(request, desk, place, form, status=400)
    change = choices[form.cleaned_data["said"]]
    try:
        correction = _correction(desk, place, change)
    except EventActError as error:
        form.add_error(None, refusal_words(error, desk.names))
        return _page(request, desk, place, form, status=400)
    return _decide(request, desk, place, change, correction)


def _pairing(desk: Desk, place: PairingPlace) -> PairingState:
    """Return the pairing at ``place``. Raises ``Http404`` if it does not exist or has unknown players."""
    try:
        pairing = desk.state.pairing_at(place)
    except LookupError:
        raise Http404 from None
    if not pairing.is_ready:
        raise Http404
    return pairing


def _choices(desk: Desk, place: PairingPlace, pairing: PairingState) -> dict[str, Change]:
    stage, round_number, number = place
    where = {"stage": stage, "round": round_number, "number": number}
    choices: dict[str, Change] = {}
    names = {"a": _name(desk, pairing.a), "b": _name(desk, pairing.b)}
    current = desk.state.facts.awards.get(place)
    for choice, (kind, side, template) in AWARDS.items():
        winner = None if side is None else pairing.a if side == "A" else pairing.b
        if current is None or (kind, winner) != (current.kind, current.winner):
            payload = {**where, "kind": kind, "winner": winner}
            choices[choice] = Change("awarded", payload, str(template) % names)
    if current is not None:
        text = _("undo the award: what was played counts, or is still to be played")
        choices["undone"] = Change("award_undone", where, text)
    return choices


def _name(desk: Desk, player: str | None) -> str:
    return "" if player is None else player_words(player, desk.names)


def _correction(desk: Desk, place: PairingPlace, change: Change) -> Correction:
    """Return the correction and its preview. Raises ``EventActError`` if it is not allowed."""
    pairing = desk.state.pairing_at(place)
    two = _("%(a)s – %(b)s") % {"a": _name(desk, pairing.a), "b": _name(desk, pairing.b)}
    words = {"round": _round_name(desk, place), "two": two, "said": change.text}
    return Correction(
        event=desk.event,
        summary=(_("%(round)s, %(two)s: %(said)s.") % words,),
        preview=fact_preview(desk.event, change.kind, change.payload),
        names=desk.names,
        cancel_url=desk.url("event_results", *place[:2]),
    )


def _round_name(desk: Desk, place: PairingPlace) -> str:
    stage, number, _pairing = place
    rounds = desk.state.stages[stage - 1].rounds
    return round_words(next(each.label for each in rounds if each.number == number))


def _decide(
    request: HttpRequest, desk: Desk, place: PairingPlace, change: Change, correction: Correction
) -> HttpResponse:
    decision = correction.decision(request.POST)
    has_changed = False
    if decision.is_decided:
        try:
            after = correct_by_fact(
                desk.event,
                change.kind,
                change.payload,
                keep=decision.keep,
                redo=decision.redo,
                act=replace(act_of(request, decision), version=decision.cleaned_data["event_version"]),
            )
        except StaleEventError:
            desk.event.refresh_from_db()
            correction = _correction(desk_of(desk.event, desk.powers) or desk, place, change)
            has_changed = True
        except (EventActError, EventChangeError) as error:
            decision.add_error(None, refusal_words(error, desk.names))
        else:
            report_correction(request, _("The change is stored."), correction, after)
            return redirect(desk.url("event_corrected"))
    return show_preview(request, correction, decision, has_changed=has_changed)


def _page(
    request: HttpRequest, desk: Desk, place: PairingPlace, form: AwardForm, *, status: int = 200
) -> HttpResponse:
    pairing = desk.state.pairing_at(place)
    context = desk.context(
        a=_name(desk, pairing.a),
        b=_name(desk, pairing.b),
        round_name=_round_name(desk, place),
        how=how_words(pairing),
        cancel_url=desk.url("event_results", *place[:2]),
        form=form,
    )
    return render(request, "events/corrections/award.html", context, status=status)

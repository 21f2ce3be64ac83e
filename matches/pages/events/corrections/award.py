"""A pairing awarded to one side or to nobody, or no longer: first what that moves, then what the director decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.command_context import Act, done_before, log_key
from matches.events.corrections import correct_by_fact, fact_preview
from matches.events.current_state import event_stream
from matches.events.errors import EventChangeError, StaleEventError
from matches.events.words.labels import player_words, round_words
from matches.pages.common.club_context import acting_user
from matches.pages.common.fields import offer
from matches.pages.common.forms import KeyedForm
from matches.pages.events.corrections.decision_form import DecisionForm
from matches.pages.events.corrections.preview import Asked, is_decided, show_preview, tell_done
from matches.pages.events.director.context import Desk, desk_of, directed, refusal_words
from matches.pages.events.director.pairing_lines import how_words
from matches.pages.rubbers.entry.context import sent_key
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import FactKind, PairingPlace
from matches.rules.events.state import EventState, PairingState


class AwardForm(KeyedForm):
    """``said``: an award's kind and whose it is, or that there is none any more."""

    said = forms.ChoiceField(label=gettext_lazy("What is right"), widget=forms.RadioSelect)


@dataclass(frozen=True, slots=True)
class Change:
    """A fact to be recorded, and the same in words."""

    kind: FactKind
    payload: dict[str, Any]
    what: str


@directed()
def award(request: HttpRequest, desk: Desk, stage: int, round_number: int, number: int) -> HttpResponse:
    place = (stage, round_number, number)
    pairing = _pairing(desk, place)
    if "seen" in request.POST and _is_sent_again(request, desk):
        return redirect(desk.url("event_corrected"))
    choices = _choices(desk, place, pairing)
    form = AwardForm(request.POST or None)
    offer(form, "said", [(said, text) for said, (text, _change) in choices.items()])
    if not form.is_bound or "back" in request.POST:
        return _shown(request, desk, place, pairing, form)
    if not form.is_valid():
        return _shown(request, desk, place, pairing, form, status=400)
    change = choices[form.cleaned_data["said"]][1]
    try:
        asked = _asked(desk, place, change)
    except EventActError as error:
        form.add_error(None, refusal_words(error, desk.names))
        return _shown(request, desk, place, pairing, form, status=400)
    return _decide(request, desk, place, change, asked)


def _pairing(desk: Desk, place: PairingPlace) -> PairingState:
    """Raises ``Http404`` where there is none that two people stand in."""
    try:
        pairing = desk.state.pairing_at(place)
    except LookupError:
        raise Http404 from None
    if not pairing.is_ready:
        raise Http404
    return pairing


def _is_sent_again(request: HttpRequest, desk: Desk) -> bool:
    act = Act(by=acting_user(request), key=sent_key(request))
    return done_before(log_key(act, event_stream(desk.event))) is not None


def _choices(desk: Desk, place: PairingPlace, pairing: PairingState) -> dict[str, tuple[str, Change]]:
    """What may be said, each with the fact that it makes; what is so already is left out."""
    stage, round_number, number = place
    where = {"stage": stage, "round": round_number, "number": number}
    found: dict[str, tuple[str, Change]] = {}
    names = {"a": _name(desk, pairing.a), "b": _name(desk, pairing.b)}
    for said, kind, winner, template in (
        ("wa", "walkover", pairing.a, _("%(a)s wins: %(b)s did not come")),
        ("wb", "walkover", pairing.b, _("%(b)s wins: %(a)s did not come")),
        ("n", "double_walkover", None, _("nobody wins: nobody came")),
        ("da", "decision", pairing.a, _("%(a)s wins by decision")),
        ("db", "decision", pairing.b, _("%(b)s wins by decision")),
    ):
        text = template % names
        payload = {**where, "kind": kind, "winner": winner}
        found[said] = (text, Change("awarded", payload, text))
    if (now := desk.state.facts.awards.get(place)) is not None:
        found = {
            said: (text, change)
            for said, (text, change) in found.items()
            if (change.payload["kind"], change.payload["winner"]) != (now.kind, now.winner)
        }
        text = _("the award is taken back: what was played counts, or is still to be played")
        found["undone"] = (text, Change("award_undone", where, text))
    return found


def _name(desk: Desk, player: str | None) -> str:
    return "" if player is None else player_words(player, desk.names)


def _asked(desk: Desk, place: PairingPlace, change: Change) -> Asked:
    """Raises ``EventActError`` where it may not be done."""
    pairing = desk.state.pairing_at(place)
    two = _("%(a)s – %(b)s") % {"a": _name(desk, pairing.a), "b": _name(desk, pairing.b)}
    return Asked(
        event=desk.event,
        what=(
            _("%(round)s, %(two)s: %(said)s.")
            % {"round": _round_name(desk, place), "two": two, "said": change.what},
        ),
        preview=fact_preview(desk.event, change.kind, change.payload),
        names=desk.names,
        cancel_url=desk.url("event_results", *place[:2]),
    )


def _round_name(desk: Desk, place: PairingPlace) -> str:
    stage, number, _pairing = place
    return round_words(
        next(each.label for each in desk.state.stages[stage - 1].rounds if each.number == number)
    )


def _decide(
    request: HttpRequest, desk: Desk, place: PairingPlace, change: Change, asked: Asked
) -> HttpResponse:
    decision = asked.decision(request)
    has_changed = False
    if is_decided(decision):
        try:
            after = _carry_out(request, desk, change, decision)
        except StaleEventError:
            desk.event.refresh_from_db()
            asked, has_changed = _asked(desk_of(desk.event, desk.powers) or desk, place, change), True
        except (EventActError, EventChangeError) as error:
            decision.add_error(None, refusal_words(error, desk.names))
        else:
            tell_done(request, _("It is stored."), asked, after)
            return redirect(desk.url("event_corrected"))
    return show_preview(request, asked, decision, has_changed=has_changed)


def _carry_out(request: HttpRequest, desk: Desk, change: Change, decision: DecisionForm) -> EventState:
    told = decision.cleaned_data
    act = Act(
        by=acting_user(request),
        key=sent_key(request),
        version=told["event_version"],
        reason=told["reason"].strip(),
    )
    return correct_by_fact(
        desk.event, change.kind, change.payload, keep=decision.keep, redo=decision.redo, act=act
    )


def _shown(
    request: HttpRequest,
    desk: Desk,
    place: PairingPlace,
    pairing: PairingState,
    form: AwardForm,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "a": _name(desk, pairing.a),
        "b": _name(desk, pairing.b),
        "round_name": _round_name(desk, place),
        "how": how_words(pairing),
        "cancel_url": desk.url("event_results", *place[:2]),
        "form": form,
    }
    return render(request, "events/corrections/award.html", context, status=status)

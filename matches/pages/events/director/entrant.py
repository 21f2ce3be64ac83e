"""One entrant: withdrawing and returning, a bye that was asked for, and taking the entry out again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, Literal, cast, get_args

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.record_facts import record_fact
from matches.events.words.labels import player_words, round_words
from matches.pages.events.director.act_forms import ActForm, fresh_act
from matches.pages.events.director.context import Desk, directed
from matches.pages.events.director.entry_lines import drawn_players, entry_tags
from matches.pages.events.director.log_phrases import deed_words
from matches.pages.events.director.run_command import done
from matches.rules.events.checks.lifecycle import check_fact
from matches.rules.events.draw_state import round_count, stage_facts
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import FactKind, Place

Doing = Literal["withdrawn", "returned", "bye_requested", "bye_request_undone", "entry_removed"]
PLACES_OFFERED: Final = 40
MOST_ROUNDS: Final = 511
HEADINGS: Final[dict[Doing, tuple[str | Promise, str | Promise, str]]] = {
    "withdrawn": (gettext_lazy("Withdraw"), gettext_lazy("Not there any more from this round on"), "danger"),
    "returned": (gettext_lazy("Let him return"), gettext_lazy("There again from this round on"), ""),
    "bye_requested": (gettext_lazy("Give a bye"), gettext_lazy("Asks for a bye in this round"), ""),
    "bye_request_undone": (gettext_lazy("No bye after all"), gettext_lazy("No bye in this round"), ""),
    "entry_removed": (gettext_lazy("Remove the entry"), "", "danger"),
}


class EntrantForm(ActForm):
    """What is done with an entrant, from which place of the event on: stage and round, ``1.3``."""

    def __init__(self, *args: Any, doing: Doing, places: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.title, label, self.look = HEADINGS[doing]
        if doing != "entry_removed":
            self.fields["at"] = forms.ChoiceField(label=str(label), choices=places)
        else:
            del self.fields["reason"]
        self.order_fields(["at", "reason"])

    def payload(self, player: str) -> dict[str, Any]:
        stage, _dot, number = str(self.cleaned_data.get("at", "")).partition(".")
        place = {"stage": int(stage), "round": int(number)} if stage else {}
        return {"player": player, **place}


@directed()
def entrant(request: HttpRequest, desk: Desk, player: str) -> HttpResponse:
    entry = next((entry for entry in desk.state.entries if entry.player == player), None)
    if entry is None:
        raise Http404
    offered = {doing: list(islice(_places(desk, player, doing), PLACES_OFFERED)) for doing in get_args(Doing)}
    status = 200
    bound: EntrantForm | None = None
    if request.method == "POST":
        doing = cast(Doing, request.POST.get("do", ""))
        if doing not in HEADINGS:
            raise Http404
        bound = EntrantForm(request.POST, doing=doing, places=offered[doing], auto_id=f"{doing}_%s")
        if bound.is_valid():
            payload, act = bound.payload(player), desk.act(request, bound)
            kind = cast(FactKind, doing)
            if done(request, desk, lambda: record_fact(desk.event, kind, payload, act=act), form=bound):
                messages.success(request, _told(kind, payload, desk))
                return redirect(desk.url("event_entries"))
        status = 400
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "name": player_words(player, desk.names),
        "entry": entry,
        "tags": entry_tags(desk, entry, drawn_players(desk.state)),
        "forms": [
            bound if bound is not None and bound.data.get("do") == doing else _form(desk, doing, places)
            for doing, places in offered.items()
            if places
        ],
        "bound": bound,
    }
    return render(request, "events/director/entrant.html", context, status=status)


def _form(desk: Desk, doing: Doing, places: list[tuple[str, str]]) -> EntrantForm:
    return EntrantForm(
        initial={**fresh_act(desk), "do": doing}, doing=doing, places=places, auto_id=f"{doing}_%s"
    )


def _told(kind: FactKind, payload: dict[str, Any], desk: Desk) -> str:
    return _("Done: %(deed)s.") % {"deed": deed_words(kind, payload, desk.names)}


def _places(desk: Desk, player: str, doing: Doing) -> Iterator[tuple[str, str]]:
    """Where ``doing`` may be done now, by the rules of the event's life themselves."""
    if doing == "entry_removed":
        if _may(desk, doing, {"player": player}):
            yield "", ""
        return
    for stage, number in _rounds(desk):
        if _may(desk, doing, {"player": player, "stage": stage, "round": number}):
            yield f"{stage}.{number}", _round_name(desk, (stage, number))


def _may(desk: Desk, doing: Doing, payload: dict[str, Any]) -> bool:
    try:
        check_fact(desk.state, cast(FactKind, doing), payload)
    except EventActError:
        return False
    return True


def _rounds(desk: Desk) -> Iterator[Place]:
    """The places of the event, round by round, as far as they are known."""
    for stage in desk.state.stages:
        count = round_count(desk.state, stage.number) or stage.planned_rounds or 1
        for number in range(1, min(count, MOST_ROUNDS) + 1):
            yield stage.number, number


def _round_name(desk: Desk, place: Place) -> str:
    stage_number, number = place
    stage = desk.state.stages[stage_number - 1]
    drawn = stage_facts(desk.state.facts, stage_number)
    labels = {round_.number: round_.label for round_ in stage.rounds}
    label = labels.get(number) or (drawn.labels[number - 1] if number <= len(drawn.labels) else "")
    if label:
        return round_words(label)
    name = round_words(str(number))
    if len(desk.state.stages) == 1:
        return name
    return _("%(stage)s: %(round)s") % {"stage": desk.stage_name(stage), "round": name}

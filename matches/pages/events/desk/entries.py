"""Serve the pages of an event's entries: the list by seed, the form that enters players, and one entrant's page."""

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
from django.utils.translation import gettext_lazy, ngettext

from matches.common.round_names import round_words
from matches.events.errors import NobodyRatedError
from matches.events.plan_event import SEED_ORDERS, enter_players, moved, seeding
from matches.events.words import player_words
from matches.pages.common.decision_forms import HIGHEST_VERSION
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.common.listing import listing
from matches.pages.events.desk.context import Desk, act_of, directed
from matches.pages.events.desk.forms import ActForm, PeopleFields, fresh_act
from matches.pages.events.words import deed_words
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import in_order, is_drawn, last_drawn_stage, round_count, stage_facts
from matches.rules.events.entry_rules import free_places
from matches.rules.events.facts import EntryFacts, FactKind, Place, PlayerId, Seeded
from matches.rules.events.lifecycle import check_fact
from matches.rules.events.plan import MOST_ENTRANTS
from matches.rules.events.state import EventState


def drawn_players(state: EventState) -> frozenset[PlayerId]:
    """Return the players with a pairing or a bye, who count as present even if not checked in."""
    return frozenset(
        player
        for stage in state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
        for player in (pairing.a, pairing.b)
        if player is not None
    )


def entry_tags(desk: Desk, entry: EntryFacts, drawn: frozenset[PlayerId]) -> list[tuple[str, str]]:
    """Return the tags beside an entrant's name as (text, CSS class). ``drawn`` is from ``drawn_players``."""
    tags: list[tuple[str, str]] = []
    if entry.seed_rating:
        rating, deviation = entry.seed_rating
        tags.append((_("rated %(rating)s ± %(deviation)s") % {"rating": rating, "deviation": deviation}, ""))
    if entry.withdrawn_at:
        start = max((start for start, end in entry.absences if end is None), default=(0, 0))
        tags.append((_("withdrawn from round %(number)s") % {"number": start[1]}, "warn"))
    elif entry.checked_in_at or (desk.plan.check_in and entry.player in drawn):
        tags.append((_("here"), "good"))
    elif desk.plan.check_in and not last_drawn_stage(desk.state.facts):
        tags.append((_("not here yet"), ""))
    for _stage, number in sorted(entry.requested_byes):
        tags.append((_("bye in round %(number)s") % {"number": number}, ""))
    return tags


ENTRIES_A_PAGE: Final = 50


class SeedForm(KeyedForm):
    """The form with the seed of each listed player, in a field named ``rank_`` and the player's id."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)

    def __init__(self, *args: Any, players: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        for player in players:
            rank = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS, required=False)
            self.fields[f"rank_{player}"] = rank


class EnterForm(KeyedForm):
    """The form that enters players; a late entrant takes the free position ``late_place``."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)

    def __init__(self, *args: Any, desk: Desk, **options: Any) -> None:
        super().__init__(*args, **options)
        already = [entry.player for entry in desk.state.entries]
        self.entering = PeopleFields(self, desk.club, already)
        drawn = stage_facts(desk.state.facts, 1)
        places = free_places(drawn) if drawn.groups else ()
        if places:
            text = _("group %(group)s, place %(number)s")
            self.fields["place"] = forms.ChoiceField(
                label=gettext_lazy("Empty place"),
                choices=[(f"{at[0]}.{at[1]}", text % {"group": at[0], "number": at[1]}) for at in places],
                help_text=gettext_lazy("The player who had a bye there plays the late entry instead."),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.entering.read(data)
        if not self.errors and not self.entering.people and not self.entering.new_names:
            self.add_error("names", _("Tick or name at least one player."))
        return data

    @property
    def late_place(self) -> tuple[int, int] | None:
        place = str(self.cleaned_data.get("place") or "")
        if not place:
            return None
        group, _dot, number = place.partition(".")
        return int(group), int(number)


@directed()
def entries(request: HttpRequest, desk: Desk) -> HttpResponse:
    order = in_order(desk.state)
    listed = listing(request, order, key="page", size=ENTRIES_A_PAGE)
    drawn = drawn_players(desk.state)
    data = request.POST if request.method == "POST" else None
    form = SeedForm(data, initial=fresh_act(desk), players=[entry.player for entry in listed.rows])
    if form.is_valid() and _seed(request, desk, form, [entry.player for entry in order]):
        return redirect(f"{desk.url('event_entries')}?page={listed.page.number}")
    ranked = enumerate(listed.rows, start=listed.page.start_index() if listed.rows else 1)
    first = desk.plan.stages[0]
    context = desk.context(
        is_by_lot=first.kind not in ("round_robin", "league") and first.seeding == "lot",
        total=len(order),
        rows=[(rank, entry, entry_tags(desk, entry, drawn)) for rank, entry in ranked],
        listing=listed,
        may_seed=not last_drawn_stage(desk.state.facts),
        form=form,
    )
    return render(request, "events/desk/entries.html", context, status=400 if form.is_bound else 200)


def _seed(request: HttpRequest, desk: Desk, form: SeedForm, order: list[str]) -> bool:
    """Store the requested order of seeds: one of ``SEED_ORDERS``, or ``order`` with the form's ranks."""
    by = request.POST.get("by", "")
    text = _("Seeded by rating.") if by == "rating" else _("The order of seeds is saved.")
    seed_order = next((each for each in SEED_ORDERS if each == by), None)
    try:
        payload = (
            _ranked(form, order)
            if seed_order is None
            else seeding(desk.club, desk.state, seed_order, lambda player: player_words(player, desk.names))
        )
    except NobodyRatedError as error:
        form.add_error(None, str(error))
        return False
    if not desk.record(request, form, "seeded", payload):
        return False
    messages.success(request, text)
    return True


def _ranked(form: SeedForm, order: list[str]) -> Seeded:
    ranks = {name.removeprefix("rank_"): value for name, value in form.cleaned_data.items() if value}
    places = enumerate(order, start=1)
    changed = {player: ranks[player] for rank, player in places if ranks.get(player, rank) != rank}
    return {"order": moved(order, changed)}


@directed()
def enter(request: HttpRequest, desk: Desk) -> HttpResponse:
    picked = request.POST.get("pick", "")
    form = EnterForm(request.POST if request.method == "POST" else None, desk=desk, initial=fresh_act(desk))
    if picked:
        ticked, names = form.entering.picked(picked), request.POST.get("names", "")
        form = EnterForm(desk=desk, initial={**fresh_act(desk), "ticked": ticked, "names": names})
    elif form.is_valid() and desk.run(form, lambda: _enter(request, desk, form)):
        number = len(form.entering.people) + len(form.entering.new_names)
        text = ngettext("%(number)s player entered.", "%(number)s players entered.", number)
        messages.success(request, text % {"number": number})
        return redirect(desk.url("event_entries"))
    context = desk.context(form=form, is_late=is_drawn(desk.state.facts, 1))
    return render(request, "events/desk/enter.html", context, status=400 if form.is_bound else 200)


def _enter(request: HttpRequest, desk: Desk, form: EnterForm) -> None:
    people, guests, act = form.entering.people, form.entering.new_names, act_of(request, form)
    enter_players(desk.event, people, guests=guests, place=form.late_place, act=act)


EntrantCommand = Literal["withdrawn", "returned", "bye_requested", "bye_request_undone", "entry_removed"]
PLACES_OFFERED: Final = 40
MOST_ROUNDS: Final = 511
HEADINGS: Final[dict[EntrantCommand, tuple[str | Promise, str | Promise, str]]] = {
    "withdrawn": (gettext_lazy("Withdraw"), gettext_lazy("Gone from this round on"), "danger"),
    "returned": (gettext_lazy("Let them return"), gettext_lazy("Back from this round on"), ""),
    "bye_requested": (gettext_lazy("Give a bye"), gettext_lazy("Bye in this round"), ""),
    "bye_request_undone": (gettext_lazy("Cancel a bye"), gettext_lazy("No bye in this round"), ""),
    "entry_removed": (gettext_lazy("Remove the entry"), "", "danger"),
}


class EntrantForm(ActForm):
    """The form of a command on an entrant, such as a withdrawal, from stage and round ``at`` on (``1.3``)."""

    def __init__(
        self, *args: Any, command: EntrantCommand, places: list[tuple[str, str]], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.title, label, self.look = HEADINGS[command]
        if command != "entry_removed":
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
    offered = {
        command: list(islice(_places(desk, player, command), PLACES_OFFERED))
        for command in get_args(EntrantCommand)
    }
    bound: EntrantForm | None = None
    if request.method == "POST":
        command = cast(EntrantCommand, request.POST.get("do", ""))
        if command not in HEADINGS:
            raise Http404
        bound = EntrantForm(request.POST, command=command, places=offered[command], auto_id=f"{command}_%s")
        if bound.is_valid():
            payload, kind = bound.payload(player), cast(FactKind, command)
            if desk.record(request, bound, kind, payload):
                words = deed_words(kind, payload, desk.names)
                messages.success(request, _("Done: %(deed)s.") % {"deed": words})
                return redirect(desk.url("event_entries"))
    context = desk.context(
        name=player_words(player, desk.names),
        entry=entry,
        tags=entry_tags(desk, entry, drawn_players(desk.state)),
        forms=[
            bound
            if bound is not None and bound.data.get("do") == command
            else EntrantForm(
                initial={**fresh_act(desk), "do": command},
                command=command,
                places=places,
                auto_id=f"{command}_%s",
            )
            for command, places in offered.items()
            if places
        ],
        bound=bound,
    )
    return render(request, "events/desk/entrant.html", context, status=200 if bound is None else 400)


def _places(desk: Desk, player: str, command: EntrantCommand) -> Iterator[tuple[str, str]]:
    """Yield where ``command`` is allowed now: stage and round, and their name; both "" to remove an entry."""
    if command == "entry_removed":
        if _may(desk, command, {"player": player}):
            yield "", ""
        return
    for stage, number in _rounds(desk):
        if _may(desk, command, {"player": player, "stage": stage, "round": number}):
            yield f"{stage}.{number}", _round_name(desk, (stage, number))


def _may(desk: Desk, command: EntrantCommand, payload: dict[str, Any]) -> bool:
    try:
        check_fact(desk.state, cast(FactKind, command), payload)
    except EventActError:
        return False
    return True


def _rounds(desk: Desk) -> Iterator[Place]:
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

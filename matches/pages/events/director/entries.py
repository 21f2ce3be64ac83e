"""Entries of an event: the list in the order of seeds, and entering people, late ones as well."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.events.errors import NobodyRatedError
from matches.events.queries.seeding import SEED_ORDERS, SeedOrder, in_order, moved, seeding
from matches.events.record_facts import record_fact
from matches.events.set_up import enter_players
from matches.events.words.labels import player_words
from matches.pages.common.button_forms import HIGHEST_VERSION
from matches.pages.common.forms import KeyedForm
from matches.pages.common.pagination import listing
from matches.pages.events.director.act_forms import fresh_act
from matches.pages.events.director.context import Desk, directed
from matches.pages.events.director.entry_lines import entry_lines
from matches.pages.events.director.people_form import PeopleFields
from matches.pages.events.director.run_command import done
from matches.rules.events.checks.entries import free_places
from matches.rules.events.draw_state import is_drawn, last_drawn_stage, stage_facts
from matches.rules.events.facts import Seeded
from matches.rules.events.plan import MOST_ENTRANTS

ENTRIES_A_PAGE: Final = 50


class SeedForm(KeyedForm):
    """The places in the order of seeds of those who are listed: ``rank_`` and the player's id."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)

    def __init__(self, *args: Any, players: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        for player in players:
            self.fields[f"rank_{player}"] = forms.IntegerField(
                min_value=1, max_value=MOST_ENTRANTS, required=False
            )


class EnterForm(KeyedForm):
    """Afterwards ``entering.people`` and ``entering.new_names`` hold who is to be entered, ``late_place`` where."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)

    def __init__(self, *args: Any, desk: Desk, **options: Any) -> None:
        super().__init__(*args, **options)
        already = [entry.player for entry in desk.state.entries]
        self.entering = PeopleFields(self, desk.club, already)
        drawn = stage_facts(desk.state.facts, 1)
        places = free_places(drawn) if drawn.groups else ()
        if places:
            self.fields["place"] = forms.ChoiceField(
                label=gettext_lazy("Empty place"),
                choices=[(f"{group}.{number}", _place_words(group, number)) for group, number in places],
                help_text=gettext_lazy("Who was to have a bye against it meets the late entry instead."),
            )

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        self.entering.read(told)
        if not self.errors and not self.entering.people and not self.entering.new_names:
            self.add_error("names", _("Choose somebody to enter."))
        return told

    @property
    def late_place(self) -> tuple[int, int] | None:
        said = str(self.cleaned_data.get("place") or "")
        if not said:
            return None
        group, _dot, number = said.partition(".")
        return int(group), int(number)


def _place_words(group: int, number: int) -> str:
    return _("group %(group)s, place %(number)s") % {"group": group, "number": number}


@directed()
def entries(request: HttpRequest, desk: Desk) -> HttpResponse:
    order = in_order(desk.state)
    listed = listing(request, order, key="page", size=ENTRIES_A_PAGE)
    lines = entry_lines(desk, listed.rows, first=listed.page.start_index() if listed.rows else 1)
    may_seed = not last_drawn_stage(desk.state.facts)
    players = [line.player for line in lines]
    form = SeedForm(initial=fresh_act(desk), players=players)
    status = 200
    if request.method == "POST":
        form = SeedForm(request.POST, players=players)
        if form.is_valid() and _seeded(request, desk, form, [entry.player for entry in order]):
            return redirect(f"{desk.url('event_entries')}?page={listed.page.number}")
        status = 400
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "lines": lines,
        "listing": listed,
        "may_seed": may_seed,
        "form": form,
        "count": len(order),
    }
    return render(request, "events/director/entries.html", context, status=status)


def _seeded(request: HttpRequest, desk: Desk, form: SeedForm, order: list[str]) -> bool:
    how = request.POST.get("by", "")
    for known in SEED_ORDERS:
        if how == known:
            return _seeded_by(request, desk, form, known)
    said = {name.removeprefix("rank_"): value for name, value in form.cleaned_data.items() if value}
    wanted = {
        player: said[player]
        for rank, player in enumerate(order, start=1)
        if player in said and said[player] != rank
    }
    return _saved(request, desk, form, {"order": moved(order, wanted)}, _("The order of seeds is saved."))


def _seeded_by(request: HttpRequest, desk: Desk, form: SeedForm, how: SeedOrder) -> bool:
    try:
        payload = seeding(desk.club, desk.state, how, lambda player: player_words(player, desk.names))
    except NobodyRatedError as error:
        form.add_error(None, str(error))
        return False
    told = _("Seeded by rating.") if how == "rating" else _("The order of seeds is saved.")
    return _saved(request, desk, form, payload, told)


def _saved(request: HttpRequest, desk: Desk, form: SeedForm, payload: Seeded, told: str) -> bool:
    act = desk.act(request, form)
    if not done(request, desk, lambda: record_fact(desk.event, "seeded", payload, act=act), form=form):
        return False
    messages.success(request, told)
    return True


@directed()
def enter(request: HttpRequest, desk: Desk) -> HttpResponse:
    form = EnterForm(desk=desk, initial=fresh_act(desk))
    status = 200
    if request.method == "POST":
        form = EnterForm(request.POST, desk=desk)
        if form.is_valid() and done(request, desk, lambda: _entered(request, desk, form), form=form):
            number = len(form.entering.people) + len(form.entering.new_names)
            told = ngettext("%(number)s player entered.", "%(number)s players entered.", number)
            messages.success(request, told % {"number": number})
            return redirect(desk.url("event_entries"))
        status = 400
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "form": form,
        "is_late": is_drawn(desk.state.facts, 1),
    }
    return render(request, "events/director/enter.html", context, status=status)


def _entered(request: HttpRequest, desk: Desk, form: EnterForm) -> None:
    enter_players(
        desk.event,
        form.entering.people,
        guests=form.entering.new_names,
        place=form.late_place,
        act=desk.act(request, form),
    )

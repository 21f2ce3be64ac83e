"""Serve the check-in page of an event, which several helpers may use at once: no tick removes another's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.events.plan_event import check_in_players
from matches.events.words import player_words
from matches.models import Player
from matches.pages.common.entry_fields import set_choices
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.events.desk.context import Desk, act_of, directed, show_errors
from matches.pages.events.desk.entries import drawn_players
from matches.pages.events.setup.widgets import Chips
from matches.rules.events.draw_queries import last_drawn_stage


class TicksForm(KeyedForm):
    """The form that checks players in, or undoes that, by their primary keys."""

    here = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Players"), required=False, coerce=int, widget=Chips
    )

    def __init__(self, *args: Any, people: Iterable[tuple[int, str]], label: str, **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self, "here", list(people))
        self.fields["here"].label = label


@directed("check_in")
def check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Serve the check-in. The form has no event version: two helpers who tick the same player do no harm."""
    entrants = Player.objects.filter(public_id__in=[entry.player for entry in desk.state.entries])
    pks = dict(entrants.values_list("public_id", "pk"))
    named = sorted(
        ((pks[entry.player], player_words(entry.player, desk.names), entry) for entry in desk.state.entries),
        key=lambda each: each[1].casefold(),
    )
    drawn = drawn_players(desk.state)
    missing = [
        (pk, name)
        for pk, name, entry in named
        if not entry.checked_in_at and not entry.withdrawn_at and entry.player not in drawn
    ]
    here = [(pk, name) for pk, name, entry in named if entry.checked_in_at]
    if request.method == "POST":
        is_back = request.POST.get("do") == "check_in_undone"
        form = KeyedForm(request.POST)
        # A player whom another helper ticked in the meantime is no longer a choice; that is no error.
        wanted = set(request.POST.getlist("here"))
        by_pk = {pk: player for player, pk in pks.items()}
        people = [by_pk[pk] for pk, _name in (here if is_back else missing) if str(pk) in wanted]
        if form.is_valid() and people:
            act = act_of(request, form)
            if desk.run(form, lambda: check_in_players(desk.event, people, is_here=not is_back, act=act)):
                messages.success(request, _checked_in_words(len(people), is_back=is_back))
            else:
                show_errors(request, form)
        return redirect(desk.url("event_check_in"))
    context = desk.context(
        missing=TicksForm(people=missing, label=_("Not here yet")),
        here=TicksForm(people=here, label=_("Here")),
        missing_count=len(missing),
        here_count=len(here),
        is_over=bool(last_drawn_stage(desk.state.facts)),
    )
    if not desk.powers.can("run_event"):
        context["crumbs"] = desk.outer_crumbs
    return render(request, "events/desk/check_in.html", context)


def _checked_in_words(number: int, *, is_back: bool) -> str:
    if is_back:
        text = ngettext("%(number)s check-in undone.", "%(number)s check-ins undone.", number)
    else:
        text = ngettext("%(number)s player checked in.", "%(number)s players checked in.", number)
    return text % {"number": number}

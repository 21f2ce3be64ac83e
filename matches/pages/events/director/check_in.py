"""Checking in, many at once, by several helpers at the same time: ticks only ever add."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.common.idempotency import new_key
from matches.events.check_in import check_in_players
from matches.events.words.labels import player_words
from matches.models import Player
from matches.pages.common.fields import offer
from matches.pages.common.forms import KeyedForm
from matches.pages.events.director.context import Desk, directed
from matches.pages.events.director.entry_lines import drawn_players
from matches.pages.events.director.people_form import TicksInColumns
from matches.pages.events.director.run_command import done
from matches.rules.events.draw_state import last_drawn_stage


class TicksForm(KeyedForm):
    """``here`` is whom the form is about, by primary key."""

    here = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Players"), required=False, coerce=int, widget=TicksInColumns
    )

    def __init__(self, *args: Any, people: Iterable[tuple[int, str]], label: str, **options: Any) -> None:
        super().__init__(*args, **options)
        offer(self, "here", list(people))
        self.fields["here"].label = label


@directed("check_in")
def check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who ticks somebody whom another has ticked meanwhile has done no harm: no version is asked for."""
    pks = dict(
        Player.objects.filter(public_id__in=[entry.player for entry in desk.state.entries]).values_list(
            "public_id", "pk"
        )
    )
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
        form = TicksForm(request.POST, people=here if is_back else missing, label="")
        # Whom somebody else ticked meanwhile is not offered any more: that is no mistake.
        wanted = set(request.POST.getlist("here"))
        by_pk = {pk: player for player, pk in pks.items()}
        people = [by_pk[pk] for pk, _name in (here if is_back else missing) if str(pk) in wanted]
        form.fields["here"].required = False
        del form.fields["here"]
        if form.is_valid() and people:
            act = desk.act(request, form)
            if done(
                request, desk, lambda: check_in_players(desk.event, people, is_here=not is_back, act=act)
            ):
                _tell(request, len(people), is_back=is_back)
        return redirect(desk.url("event_check_in"))
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs() if desk.powers.can("run_event") else desk.crumbs(is_desk=True),
        "missing": TicksForm(initial={"key": new_key()}, people=missing, label=_("Not here yet")),
        "here": TicksForm(initial={"key": new_key()}, people=here, label=_("Here")),
        "missing_count": len(missing),
        "here_count": len(here),
        "is_over": bool(last_drawn_stage(desk.state.facts)),
    }
    return render(request, "events/director/check_in.html", context)


def _tell(request: HttpRequest, number: int, *, is_back: bool) -> None:
    if is_back:
        told = ngettext("%(number)s check-in taken back.", "%(number)s check-ins taken back.", number)
    else:
        told = ngettext("%(number)s player checked in.", "%(number)s players checked in.", number)
    messages.success(request, told % {"number": number})

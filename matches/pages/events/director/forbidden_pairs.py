"""Pairs that are not to meet, as far as that can be avoided: a list, one more, one fewer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.clean_names import tidy_name
from matches.events.record_facts import record_fact
from matches.events.words.labels import Names, player_words
from matches.pages.common.fields import NameField, suggested
from matches.pages.events.director.act_forms import ActForm, fresh_act
from matches.pages.events.director.context import Desk, directed, names_of
from matches.pages.events.director.run_command import done
from matches.rules.events.facts import PlayerId

PAIRS_SHOWN = 200


class TwoPlayersForm(ActForm):
    """Two entrants by name. Afterwards ``players`` holds their public ids."""

    first = NameField(label=gettext_lazy("Player"), widget=suggested())
    second = NameField(
        label=gettext_lazy("And player"),
        widget=forms.TextInput({"autocomplete": "off", "list": "id_first_list"}),
    )
    field_order = ("first", "second", "reason")

    def __init__(self, *args: Any, names: Names, **options: Any) -> None:
        super().__init__(*args, **options)
        self.by_name: dict[str, list[PlayerId]] = {}
        for player, name in names.items():
            self.by_name.setdefault(tidy_name(name).casefold(), []).append(player)
        self.players: tuple[PlayerId, PlayerId] | None = None
        setattr(self.fields["first"].widget, "suggestions", sorted(names.values(), key=str.casefold))  # noqa: B010

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        found = [self._player(field) for field in ("first", "second") if field in told]
        if not self.errors:
            first, second = found
            if first == second:
                self.add_error("second", _("Name two people."))
            elif first is not None and second is not None:
                self.players = first, second
        return told

    def _player(self, field: str) -> PlayerId | None:
        found = self.by_name.get(str(self.cleaned_data[field]).casefold(), [])
        if len(found) == 1:
            return found[0]
        if found:
            self.add_error(field, _("Two players bear this name."))
        else:
            self.add_error(field, _("Nobody of this name is here to choose."))
        return None


@directed()
def forbidden(request: HttpRequest, desk: Desk) -> HttpResponse:
    names = _names(desk)
    pairs = _pairs(desk, names)
    form = TwoPlayersForm(names=desk.names, initial={**fresh_act(desk), "do": "add"})
    status = 200
    if request.method == "POST":
        if request.POST.get("do") == "remove":
            return _removed(request, desk, pairs)
        form = TwoPlayersForm(request.POST, names=desk.names)
        may_record = form.is_valid() and form.players is not None
        if may_record and _recorded(request, desk, form, [*pairs, *([form.players] if form.players else [])]):
            return redirect(desk.url("event_forbidden"))
        status = 400
    del form.fields["reason"]
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(),
        "pairs": [
            (f"{first} {second}", player_words(first, names), player_words(second, names))
            for first, second in pairs[:PAIRS_SHOWN]
        ],
        "form": form,
    }
    return render(request, "events/director/forbidden.html", context, status=status)


def _names(desk: Desk) -> Names:
    """What everybody is called who is entered, or is in a pair and has left."""
    gone = frozenset[PlayerId]().union(*desk.state.facts.forbidden) - desk.names.keys()
    return {**desk.names, **names_of(gone)} if gone else desk.names


def _pairs(desk: Desk, names: Names) -> list[tuple[PlayerId, PlayerId]]:
    """By name, so that the list stands still."""
    pairs = []
    for pair in desk.state.facts.forbidden:
        first, second = sorted(pair, key=lambda player: (player_words(player, names).casefold(), player))
        pairs.append((first, second))
    return sorted(pairs, key=lambda pair: [player_words(player, names).casefold() for player in pair])


def _removed(request: HttpRequest, desk: Desk, pairs: list[tuple[PlayerId, PlayerId]]) -> HttpResponse:
    form = ActForm(request.POST)
    gone = tuple(request.POST.get("pair", "").split())
    if form.is_valid():
        _recorded(request, desk, form, [pair for pair in pairs if pair != gone])
    return redirect(desk.url("event_forbidden"))


def _recorded(
    request: HttpRequest, desk: Desk, form: ActForm, pairs: list[tuple[PlayerId, PlayerId]]
) -> bool:
    payload = {"pairs": [list(pair) for pair in pairs]}
    act = desk.act(request, form)
    shown = form if isinstance(form, TwoPlayersForm) else None
    if not done(request, desk, lambda: record_fact(desk.event, "forbidden", payload, act=act), form=shown):
        return False
    messages.success(request, _("The pairs that are not to meet are saved."))
    return True

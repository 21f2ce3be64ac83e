"""Prepare the rubbers that belong to no pairing for the director's desk, and put one into its pairing with one tap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.common.round_names import round_words
from matches.events.place_rubber import PLACEABLE, free_places, place_rubber
from matches.events.sentences import outside_words
from matches.models import Rubber
from matches.pages.common.results import rubber_title
from matches.pages.events.desk.context import Desk, act_of, show_errors
from matches.pages.events.desk.forms import ActForm
from matches.pages.events.desk.tiles import round_url
from matches.rubbers.errors import RubberChangeError
from matches.rules.events.facts import PairingPlace

MOST_OUTSIDE: Final = 10
MOST_CHOICES: Final = 4
_CHOICE: Final = re.compile(r"([0-9a-z]{1,20}) ([0-9]{1,4})\.([0-9]{1,4})\.([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class OutsideRubber:
    """A rubber outside the draw, and why it is; ``choices`` are the pairings that it may decide: value and text."""

    rubber: Rubber
    why: str
    choices: list[tuple[str, str]]


def outside_ids(desk: Desk) -> set[str]:
    """Return the public ids of the rubbers outside the draw that the desk lists."""
    return {rubber for rubber, _why in desk.state.outside[:MOST_OUTSIDE]}


def outside_rubbers(desk: Desk, rubbers: Mapping[str, Rubber]) -> list[OutsideRubber]:
    """Return the rubbers outside the draw that the desk lists. ``rubbers`` has them by public id."""
    return [
        OutsideRubber(rubber, outside_words(why, desk.names), _choices(desk, rubber))
        for public_id, why in desk.state.outside[:MOST_OUTSIDE]
        if (rubber := rubbers.get(public_id)) is not None
    ]


def _choices(desk: Desk, rubber: Rubber) -> list[tuple[str, str]]:
    if rubber.state not in PLACEABLE:
        return []
    places = free_places(desk.state, frozenset((rubber.player_a.public_id, rubber.player_b.public_id)))
    return [(_value(rubber, place), _place_words(desk, place)) for place in places[:MOST_CHOICES]]


def _value(rubber: Rubber, place: PairingPlace) -> str:
    return f"{rubber.public_id} {place[0]}.{place[1]}.{place[2]}"


def _place_words(desk: Desk, place: PairingPlace) -> str:
    stage, number, _pairing = place
    label = next(each.label for each in desk.state.stages[stage - 1].rounds if each.number == number)
    table = desk.state.pairing_at(place).table
    if not table:
        return round_words(label)
    return _("%(round)s, table %(table)s") % {"round": round_words(label), "table": table}


def place(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Put a rubber into the pairing that a button of the desk names, and return to the desk at its round."""
    form = ActForm({**request.POST.dict(), "do": "placed"})
    chosen = _CHOICE.fullmatch(request.POST.get("place", ""))
    rubber = chosen and desk.event.rubbers.filter(public_id=chosen[1]).first()
    if not form.is_valid() or not chosen or rubber is None:
        messages.error(request, _("Nothing was stored. Try again."))
        return redirect(desk.url("event_run"))
    where = int(chosen[2]), int(chosen[3]), int(chosen[4])
    act = act_of(request, form)
    try:
        is_placed = desk.run(form, lambda: place_rubber(desk.event, rubber, where, act=act))
    except RubberChangeError as error:
        is_placed = False
        form.add_error(None, str(error))
    if not is_placed:
        show_errors(request, form)
        return redirect(desk.url("event_run"))
    values = {"match": rubber_title(rubber), "place": _place_words(desk, where)}
    messages.success(request, _("%(match)s: %(place)s.") % values)
    return redirect(round_url(desk, desk.stage(where[0]), where[1]))

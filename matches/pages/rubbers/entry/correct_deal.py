"""Correct one deal of a rubber on the board of 32 cards, or as text: the form, and what the board starts from."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Rubber
from matches.pages.common.decision_forms import ReasonForm
from matches.pages.common.entry_fields import Group, group
from matches.pages.common.findings import notes_of
from matches.pages.pads.assets import board_script_url
from matches.pages.pads.page_words import board_words
from matches.pages.rubbers.deal_lines import Place, deal_summary, marks_in_short
from matches.pages.rubbers.rubber_page import deal_title
from matches.rubbers.correct_deal import corrected_record, deal_at
from matches.rubbers.deal_from_input import LINE_CHARACTERS, deal_to_input
from matches.rubbers.errors import InvalidDealError, LaterDealError, NoSuchDealError
from scoring.checked import CheckedRubber
from scoring.record import Rubber as Record
from scoring.variants import VARIATIONS

PLACE: Final = re.compile(r"([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})", re.ASCII)
MOST_DEALS: Final = 200
"""The largest number of deals that the page of a correction lists; those after them are corrected in the text."""


class CorrectDealForm(ReasonForm):
    """The form that replaces one deal; if valid, ``record`` is the whole rubber with the new deal."""

    line = forms.CharField(
        label=gettext_lazy("The deal in EGN, without number and dealer"),
        max_length=LINE_CHARACTERS,
        widget=forms.Textarea(
            {"rows": 4, "class": "egn", "autocapitalize": "off", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, base: Record, place: Place, names: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base
        self.place = place
        self.names = names
        self.record: Record | None = None

    def groups(self) -> list[Group]:
        return [group(self, _("The correction"), ("reason",))]

    def clean_line(self) -> str:
        line = " ".join(str(self.cleaned_data["line"]).split())
        try:
            self.record = corrected_record(self.base, *self.place, line)
        except InvalidDealError as error:
            notes = (note.sentences for note in notes_of(error.faults, self.names))
            raise forms.ValidationError([str(error), *notes]) from None
        except LaterDealError as error:
            raise forms.ValidationError(str(error)) from None
        return line


def place_in(request: HttpRequest, record: Record) -> Place | None:
    """Return the place of the deal that ``?deal=2.1`` names, or None without one. Raises ``Http404`` for no deal."""
    if "deal" not in request.GET:
        return None
    match = PLACE.fullmatch(request.GET["deal"])
    if match is None:
        raise Http404
    place = int(match[1]), int(match[2])
    try:
        deal_at(record, *place)
    except NoSuchDealError:
        raise Http404 from None
    return place


def board_context(rubber: Rubber, form: CorrectDealForm) -> dict[str, Any]:
    """Return what the page of one deal shows, and what its script starts from."""
    game, number = form.place
    deal = deal_at(form.base, game, number)
    rules = form.base.rules
    context = {
        "heading": deal_title(game, number),
        "dealer": form.names[0] if deal.dealer == "A" else form.names[1],
    }
    if deal_to_input(deal, rules.variant) is not None:
        # Without a card there is nothing to show on the board.
        return context
    return context | {
        "script_url": board_script_url(),
        "board": {
            "address": reverse("web:pad_board", args=[rubber.public_id]),
            "dealer": deal.dealer,
            "place": {"game": game, "deal": number},
            "names": list(form.names),
            "rules": {"variant": rules.variant, "has_king": VARIATIONS[rules.variant].has_king},
            "words": board_words(rules.variant),
        },
    }


def deals_to_choose(checked: CheckedRubber, names: tuple[str, str]) -> list[dict[str, object]]:
    """Return the deals of a rubber in groups by game, each with the address that corrects it."""
    room = MOST_DEALS
    games: list[dict[str, object]] = []
    for game in checked.games:
        rows = [
            {
                "url": f"?deal={game.number}.{deal.number}",
                "number": deal.number,
                "what": deal_summary(deal, names),
                "marks": marks_in_short(deal, names),
            }
            for deal in game.deals[:room]
        ]
        room -= len(rows)
        if rows:
            games.append({"number": game.number, "deals": rows})
    return games

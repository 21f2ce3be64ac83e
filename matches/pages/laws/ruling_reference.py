"""The director's rulings by itself: what happened, the law, who chooses, and what each choice does to a given score."""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.pages.common.crumbs import Crumb
from matches.pages.common.fields import Group, PairField, call_sides, group
from matches.pages.laws.incident_form import FactsForm
from matches.pages.laws.links import laws_url
from matches.pages.laws.ruling_page import ruling_shown
from matches.pages.laws.search_page import law_asked, search_page
from scoring.book import Place, ruling
from scoring.cards import PLAYERS, Player
from scoring.incidents import NO_OFFENCE
from scoring.marks import GAME_POINTS
from scoring.record import (
    FIRST_ITEM_TOKEN,
    CardPlayed,
    Deal,
    Game,
    Item,
    Outcome,
    Pair,
    Rubber,
    Score,
)

DEALER: Final[Player] = "A"
LOVE_ALL: Final = (0, 0)
CODED: Final[frozenset[int]] = frozenset().union(*NO_OFFENCE.values())
"""Laws that say one thing under the English code and another under the French."""


class ReferenceForm(FactsForm):
    """The facts, and what no record is there to say: the score, whether the offender has played, the code."""

    score = PairField(
        label=gettext_lazy("Score before the deal"),
        most=GAME_POINTS - 1,
        help_text=gettext_lazy("Left empty, it is love all."),
    )
    played = forms.ChoiceField(
        label=gettext_lazy("Has the player who announced the king played a card?"),
        widget=forms.RadioSelect,
        choices=[("y", gettext_lazy("yes")), ("n", gettext_lazy("no"))],
    )
    code = forms.ChoiceField(
        label=gettext_lazy("Under which code is it played?"),
        widget=forms.RadioSelect,
        choices=[("English", gettext_lazy("the English code")), ("French", gettext_lazy("the French code"))],
    )

    def __init__(self, *args: Any, law: int, names: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, law=law, names=names, dealer=DEALER, **kwargs)
        call_sides(self, "score", names)
        if law != 25:
            del self.fields["played"]
        if law not in CODED:
            del self.fields["code"]

    def groups(self) -> list[Group]:
        asked = [[name] for name in self.fields if name != "score"]
        happened = group(self, _("What happened"), *(tuple(row) for row in asked))
        found = [happened] if happened.rows else []
        return [*found, group(self, _("The score"), ("score",))]

    def record(self) -> Rubber:
        """A game at the score that was told, with a deal in it that is about to go on."""
        told = self.cleaned_data
        score: Pair = told["score"] or LOVE_ALL
        code = cast(Literal["English", "French"], told.get("code") or "English")
        before = Deal(1, "B", (Outcome("A"), Score(score)))
        # A deal that shows no card at all leaves open whether one was played; with two, both players have.
        played: tuple[Item, ...] = (CardPlayed(None),) * len(PLAYERS) if told.get("played") else ()
        here = Deal(2, DEALER, played)
        tags = (("EGN", "1"), ("A", "A"), ("B", "B"), ("Code", code))
        return Rubber(tags, (Game(1, deals=(before, here)),))

    def place(self) -> Place:
        """The place before those cards, or behind them."""
        has_played = self.cleaned_data.get("played") == "y"
        return Place(0, 1, FIRST_ITEM_TOKEN + (len(PLAYERS) if has_played else 0))


@require_safe
def book(request: HttpRequest) -> HttpResponse:
    names = (_("the dealer"), _("the elder hand"))
    crumbs = [Crumb(laws_url(), _("The laws"))]
    law = law_asked(request)
    if law is None:
        context = {"crumbs": crumbs, "search": search_page(request, {})}
        return render(request, "laws/book.html", context)
    is_told = "told" in request.GET
    form = ReferenceForm(request.GET if is_told else None, law=law, names=names)
    shown = None
    if is_told and form.is_valid():
        shown = ruling_shown(ruling(form.record(), form.place(), form.incident()), names, dealer=DEALER)
    context = {
        "crumbs": crumbs,
        "search": search_page(request, {}, law=law),
        "form": form,
        "law": law,
        "ruling": shown,
        "can_write": False,
    }
    return render(request, "laws/book.html", context)

"""Serve rulings without a record: facts, law, who chooses, and the effect of each choice at a given score."""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.models.ids import is_public_id
from matches.pages.common.entry_fields import Group, PairField, call_sides, group
from matches.pages.common.links import laws_url
from matches.pages.common.navigation import Crumb
from matches.pages.laws.forms import FactsForm, played_field
from matches.pages.laws.rulings import ruling_words
from matches.pages.laws.search import read_law, search_page
from scoring.book import Place, ruling
from scoring.cards import PLAYERS, Player
from scoring.incidents import NO_OFFENCE
from scoring.marks import GAME_POINTS
from scoring.record import FIRST_ITEM_TOKEN, CardPlayed, Deal, Game, Item, Outcome, Pair, Rubber, Score

DEALER: Final[Player] = "A"
LOVE_ALL: Final = (0, 0)
CODED: Final[frozenset[int]] = frozenset().union(*NO_OFFENCE.values())
"""The numbers of the laws that differ between the English and the French code."""

FREE_PAD: Final = "free"
"""The value of ``?pad=`` for the pad without an account, whose rubber has no public id."""


class ReferenceForm(FactsForm):
    """The form with the facts of an irregularity, which also asks for what a record would supply.

    That is the score, and for laws that depend on it whether the player who announced the king has played a
    card, or the code of laws.
    """

    score = PairField(
        label=gettext_lazy("Score before the deal"),
        most=GAME_POINTS - 1,
        help_text=gettext_lazy("Leave it empty for love all."),
    )
    played = played_field()
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
        names = [(name,) for name in self.fields if name != "score"]
        happened = group(self, _("What happened"), *names)
        first = [happened] if happened.rows else []
        return [*first, group(self, _("The score"), ("score",))]

    def record(self) -> Rubber:
        """Return an invented record at the form's score, whose last deal is unfinished."""
        values = self.cleaned_data
        score: Pair = values["score"] or LOVE_ALL
        code = cast(Literal["English", "French"], values.get("code") or "English")
        before = Deal(1, "B", (Outcome("A"), Score(score)))
        # A deal without cards leaves it open whether one was played; after two cards, both players have.
        played: tuple[Item, ...] = (CardPlayed(None),) * len(PLAYERS) if values.get("played") else ()
        here = Deal(2, DEALER, played)
        tags = (("EGN", "1"), ("A", "A"), ("B", "B"), ("Code", code))
        return Rubber(tags, (Game(1, deals=(before, here)),))

    def place(self) -> Place:
        """Return the place in the invented record before the first card played, or after both players' first."""
        has_played = self.cleaned_data.get("played") == "y"
        return Place(0, 1, FIRST_ITEM_TOKEN + (len(PLAYERS) if has_played else 0))


@require_safe
def book(request: HttpRequest) -> HttpResponse:
    names = (_("the dealer"), _("the elder hand"))
    law = read_law(request)
    pad = request.GET.get("pad", "")
    pad_url = reverse("web:score") if pad == FREE_PAD else ""
    if is_public_id(pad):
        pad_url = reverse("web:pad", args=[pad])
    parameters = {"pad": pad} if pad_url else {}
    crumb = Crumb(pad_url, _("Back to the score pad")) if pad_url else Crumb(laws_url(), _("The laws"))
    context: dict[str, Any] = {
        "crumbs": [crumb],
        "back": crumb if parameters else None,
        "parameters": tuple(parameters.items()),
        "search": search_page(request, parameters, law=law),
        "law": law,
    }
    if law is not None:
        form = ReferenceForm(request.GET if "told" in request.GET else None, law=law, names=names)
        context["form"] = form
        if form.is_valid():
            law_ruling = ruling(form.record(), form.place(), form.incident())
            context["ruling"] = ruling_words(law_ruling, names, dealer=DEALER)
    return render(request, "laws/book.html", context)

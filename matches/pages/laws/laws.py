"""Serve the pages of the laws, open to anybody: the 55 laws, and the abridged code of 25 that encyclopaedias print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.pages.common.links import laws_url
from matches.pages.common.navigation import Crumb
from matches.pages.laws.law_page import law_context, plain_words, sections
from matches.pages.laws.search import MAX_LAWS_FOUND, FinderForm
from scoring.book.search import find
from scoring.laws.index import LAWS
from scoring.laws.index import law as law_of

NUMBERS: Final = range(1, 56)
RULINGS: Final = frozenset({"web:book", "web:rubber_book", "web:pad_book"})
"""The pages of rulings, to which a law that was opened there leads back."""


@require_safe
def laws(request: HttpRequest) -> HttpResponse:
    form = FinderForm(request.GET if "q" in request.GET else None)
    query = form.query
    results = [law_of(number) for number in find(query, plain_words())[:MAX_LAWS_FOUND]] if query else None
    context = {"form": form, "query": query, "results": results, "sections": () if query else sections()}
    return render(request, "laws/laws.html", context)


@require_safe
def law(request: HttpRequest, number: int) -> HttpResponse:
    if number not in NUMBERS:
        raise Http404
    ruling_url = _ruling_url(request)
    crumb = (
        Crumb(ruling_url, gettext("Back to the ruling"))
        if ruling_url
        else Crumb(laws_url(), gettext("The laws"))
    )
    context = {**law_context(law_of(number)), "crumbs": [crumb]}
    return render(request, "laws/law.html", context)


def _ruling_url(request: HttpRequest) -> str:
    """Return the address in ``?ruling=`` of the ruling that led to a law, or "" if it is none of this site."""
    url = request.GET.get("ruling", "")
    try:
        match = resolve(url.partition("?")[0])
    except Resolver404:
        return ""
    return url if match.view_name in RULINGS else ""


@dataclass(frozen=True, slots=True)
class AbridgedLaw:
    """A law of the abridged code, with the numbers of the ``laws`` of the full code that it shortens.

    ``difference`` is a sentence on what it changes, or "" if it only uses fewer words.
    """

    number: int
    subject: str | Promise
    laws: tuple[int, ...]
    difference: str | Promise = ""


ABRIDGED: Final[tuple[AbridgedLaw, ...]] = (
    AbridgedLaw(
        1,
        _("Cutting to the dealer"),
        (3, 7),
        _("The full code also wants two cards left in the lower packet."),
    ),
    AbridgedLaw(
        2,
        _("The order of dealing, and a wrong number found before the turn-up"),
        (8, 9),
        _("The full code also lets the elder hand have the error put right."),
    ),
    AbridgedLaw(3, _("More than one card turned up"), (11,)),
    AbridgedLaw(4, _("A card face up in the pack"), (12,)),
    AbridgedLaw(5, _("A card shown while dealing"), (13,)),
    AbridgedLaw(6, _("A deal out of turn"), (14,), _("The full code adds the opponent’s pack.")),
    AbridgedLaw(
        7,
        _("A misdeal found after the turn-up, and the king turned up"),
        (15, 16, 17, 18, 19),
        _(
            "By the full code cards drawn from the dealer’s hand may be looked at only where the dealer had taken it"
            " up."
        ),
    ),
    AbridgedLaw(
        8,
        _("Playing with a wrong number of cards"),
        (20, 21),
        _(
            "By the full code there must be a fresh deal where the elder hand did so; only against the dealer is it"
            " a choice."
        ),
    ),
    AbridgedLaw(9, _("When the king is marked"), (22, 23, 24)),
    AbridgedLaw(
        10,
        _("A king announced that is not in the hand"),
        (25,),
        _("By the full code there is no penalty if the opponent holds the king."),
    ),
    AbridgedLaw(11, _("What was proposed or answered holds"), (26, 27)),
    AbridgedLaw(12, _("Looking at discards"), (28,)),
    AbridgedLaw(13, _("Too many cards taken, or too few asked for"), (29, 30, 33, 34)),
    AbridgedLaw(14, _("More or fewer cards given than asked for"), (31, 32)),
    AbridgedLaw(15, _("A card face up in the stock"), (35,)),
    AbridgedLaw(16, _("A card shown while giving"), (36,)),
    AbridgedLaw(17, _("A card turned up after giving"), (37,)),
    AbridgedLaw(
        18,
        _("Too few cards in the stock"),
        (38,),
        _("The full code also lets the dealer accept on condition that there are enough."),
    ),
    AbridgedLaw(19, _("Taking up a card played, or led out of turn"), (39, 40)),
    AbridgedLaw(20, _("One suit named, another led"), (41,)),
    AbridgedLaw(
        21,
        _("Giving up the hand"),
        (42,),
        _(
            "By the full code the opponent marks the vole or the point, by the tricks made; cards thrown"
            " down to claim are not given up."
        ),
    ),
    AbridgedLaw(22, _("Revoking, and not winning the trick"), (43,)),
    AbridgedLaw(23, _("Incorrect packs"), (45,)),
    AbridgedLaw(
        24,
        _("Bystanders at English écarté"),
        (52, 53),
        _(
            "The full code also lets a bystander decide a question, where the players agree. In a pool the player who"
            " is out may correct errors in the score."
        ),
    ),
    AbridgedLaw(25, _("Bystanders at French écarté"), (54,)),
)


def left_out() -> tuple[int, ...]:
    """Return the numbers of the laws of the full code that the abridged code omits."""
    covered = {number for row in ABRIDGED for number in row.laws}
    return tuple(law.number for law in LAWS if law.number not in covered)


@require_safe
def abridged(request: HttpRequest) -> HttpResponse:
    context = {"rows": ABRIDGED, "left_out": left_out(), "crumbs": [Crumb(laws_url(), gettext("The laws"))]}
    return render(request, "laws/abridged.html", context)

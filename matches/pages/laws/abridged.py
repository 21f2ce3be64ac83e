"""The abridged code of 25 laws, as encyclopaedias print it: from its numbers to those of the full code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.pages.common.crumbs import Crumb
from matches.pages.laws.links import laws_url
from scoring.laws.index import LAWS


@dataclass(frozen=True, slots=True)
class AbridgedLaw:
    """A law of the abridged code.

    ``laws``: the laws of the full code that it shortens. ``difference``: where it says something else, empty where it
    says the same in fewer words.
    """

    number: int
    subject: str | Promise
    laws: tuple[int, ...]
    difference: str | Promise = ""


ABRIDGED: Final[tuple[AbridgedLaw, ...]] = (
    AbridgedLaw(
        1,
        gettext_lazy("Cutting to the dealer"),
        (3, 7),
        gettext_lazy("The full code also wants two cards left in the lower packet."),
    ),
    AbridgedLaw(
        2,
        gettext_lazy("The order of dealing, and a wrong number found before the turn-up"),
        (8, 9),
        gettext_lazy("The full code also lets the elder hand have the error put right."),
    ),
    AbridgedLaw(3, gettext_lazy("More than one card turned up"), (11,)),
    AbridgedLaw(4, gettext_lazy("A card face up in the pack"), (12,)),
    AbridgedLaw(5, gettext_lazy("A card shown while dealing"), (13,)),
    AbridgedLaw(
        6,
        gettext_lazy("A deal out of turn"),
        (14,),
        gettext_lazy("The full code adds the adversary's pack."),
    ),
    AbridgedLaw(
        7,
        gettext_lazy("A misdeal found after the turn-up, and the king turned up"),
        (15, 16, 17, 18, 19),
        gettext_lazy(
            "By the full code cards drawn from the dealer's hand may be looked at only where the dealer had taken it"
            " up."
        ),
    ),
    AbridgedLaw(
        8,
        gettext_lazy("Playing with a wrong number of cards"),
        (20, 21),
        gettext_lazy(
            "By the full code there must be a fresh deal where the elder hand did so; only against the dealer is it"
            " a choice."
        ),
    ),
    AbridgedLaw(9, gettext_lazy("When the king is marked"), (22, 23, 24)),
    AbridgedLaw(
        10,
        gettext_lazy("A king announced that is not in the hand"),
        (25,),
        gettext_lazy("By the full code there is no penalty where the adversary holds the king."),
    ),
    AbridgedLaw(11, gettext_lazy("What was proposed or answered holds"), (26, 27)),
    AbridgedLaw(12, gettext_lazy("Looking at discards"), (28,)),
    AbridgedLaw(13, gettext_lazy("Too many cards taken, or too few asked for"), (29, 30, 33, 34)),
    AbridgedLaw(14, gettext_lazy("More or fewer cards given than asked for"), (31, 32)),
    AbridgedLaw(15, gettext_lazy("A card face up in the stock"), (35,)),
    AbridgedLaw(16, gettext_lazy("A card shown while giving"), (36,)),
    AbridgedLaw(17, gettext_lazy("A card turned up after giving"), (37,)),
    AbridgedLaw(
        18,
        gettext_lazy("Too few cards in the stock"),
        (38,),
        gettext_lazy("The full code also lets the dealer accept on condition that there are enough."),
    ),
    AbridgedLaw(19, gettext_lazy("Taking up a card played, or led out of turn"), (39, 40)),
    AbridgedLaw(20, gettext_lazy("One suit named, another led"), (41,)),
    AbridgedLaw(
        21,
        gettext_lazy("Giving up the hand"),
        (42,),
        gettext_lazy(
            "By the full code the adversary marks the vole or the point, by the tricks made; cards thrown down to claim"
            " are not given up."
        ),
    ),
    AbridgedLaw(22, gettext_lazy("Revoking, and not winning the trick"), (43,)),
    AbridgedLaw(23, gettext_lazy("Incorrect packs"), (45,)),
    AbridgedLaw(
        24,
        gettext_lazy("Bystanders at English écarté"),
        (52, 53),
        gettext_lazy(
            "The full code also lets a bystander decide a question, where the players agree. In a pool the player who"
            " is out may correct errors in the score."
        ),
    ),
    AbridgedLaw(25, gettext_lazy("Bystanders at French écarté"), (54,)),
)


def left_out() -> tuple[int, ...]:
    """Return the laws of the full code that the abridged one leaves out."""
    kept = {number for row in ABRIDGED for number in row.laws}
    return tuple(law.number for law in LAWS if law.number not in kept)


@require_safe
def abridged(request: HttpRequest) -> HttpResponse:
    context = {"rows": ABRIDGED, "left_out": left_out(), "crumbs": [Crumb(laws_url(), _("The laws"))]}
    return render(request, "laws/abridged.html", context)

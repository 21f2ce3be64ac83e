"""Serve the pages that compare the old treatise with exact counts, open to anybody: odds, chances, and its hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from matches.common.number_format import decimal, grouped, percent, signed
from matches.pages.common.card_faces import RANK_INDICES, RANK_NAMES, suit_name
from matches.pages.common.navigation import Crumb
from matches.pages.reviews.choice_words import rule_text, rule_title
from matches.pages.reviews.treatise_claims import Share, claims, price_rows
from scoring.cards import CardMask, cards_of, parse_cards, rank_of, suit_of
from worker.review.chances import chances
from worker.review.treatise_page import (
    HANDS,
    REFUSING,
    STANDING,
    Compared,
    Known,
    agreeing,
    prices,
    rule_of,
    treatise_page,
)

LETTERS: Final = "shdc"
"""The CSS class of each suit, for cards drawn small."""
BAR_OF_A_POINT: Final = 80.0
"""The length of a bar for a difference of one point, in a box whose half is 50 wide."""
SHADES: Final = {0.8: "shade-4", 0.6: "shade-3", 0.4: "shade-2", 0.2: "shade-1"}
"""The style of a cell of the table, by the least chance that has it, the darkest first."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The words for the two choices that a table of hands compares: ending the exchange, or going on."""

    prefix: str
    end: str | Promise
    go_on: str | Promise

    def advised(self, *, ends: bool) -> str:
        return str(self.end if ends else self.go_on)


STAND_OR_PROPOSE: Final = Choices(
    STANDING,
    end=pgettext_lazy("advice", "stand"),
    go_on=pgettext_lazy("advice", "propose"),
)
REFUSE_OR_GIVE: Final = Choices(
    REFUSING,
    end=pgettext_lazy("advice", "refuse"),
    go_on=pgettext_lazy("advice", "give"),
)


def hand_groups(rows: Iterable[Compared], choices: Choices) -> list[dict[str, Any]]:
    """Return the compared hands, which illustrate or miss it, grouped by the treatise's rule."""
    return [
        {
            "title": rule_title(rule := rule_of(name, choices.prefix)),
            "text": rule_text(rule),
            "rows": [_row(row, choices) for row in of_rule],
        }
        for name, of_rule in groupby(rows, key=lambda row: row.name)
    ]


def _row(row: Compared, choices: Choices) -> dict[str, Any]:
    """Return a row: a hand with its chance to win the point, the treatise's advice, and the count's.

    ``left`` and ``width`` place the bar from the middle of a box of 100: to the right as far as the treatise's
    choice is better, to the left as far as the other one is.
    """
    gap = row.ends - row.goes_on
    length = min(50.0, BAR_OF_A_POINT * abs(gap))
    better = choices.advised(ends=row.should_hold)
    return {
        "hand": hand_of_mask(row.mask, marked=parse_cards(row.lead) if row.holds and row.lead else 0),
        "share": percent(row.share),
        "counted": _("%(makes)s of %(hands)s") % {"makes": grouped(row.makes), "hands": grouped(row.hands)},
        "book": choices.advised(ends=row.holds),
        "count": pgettext("advice", "either") if row.is_close else f"{better} +{decimal(abs(gap), 2)}",
        "values": f"{signed(row.ends)} · {signed(row.goes_on)}",
        "left": round(50.0 if gap >= 0 else 50.0 - length, 1),
        "width": max(1.0, round(length, 1)),
        "look": "close" if row.is_close else "agree" if row.agrees else "differ",
    }


def hand_of_mask(mask: CardMask, *, marked: CardMask = 0) -> dict[str, Any]:
    """Return a hand, drawn small: its name for screen readers, and its cards.

    A card is its suit's CSS class, its text, and whether it is underlined, as are the cards in ``marked``.
    """
    cards = cards_of(mask)
    suits = []
    for suit, of_suit in groupby(cards, key=suit_of):
        ranks = " ".join(str(RANK_NAMES[rank_of(card)]) for card in of_suit)
        # Translators: cards of one suit, read aloud: "spades nine eight seven"
        suits.append(_("%(suit)s %(ranks)s") % {"suit": suit_name(suit), "ranks": ranks})
    return {
        "name": ", ".join(suits),
        "cards": [
            (LETTERS[suit_of(card)], str(RANK_INDICES[rank_of(card)]), bool(marked >> card & 1))
            for card in cards
        ],
    }


def known_rows(rows: Iterable[Known]) -> list[tuple[dict[str, Any], dict[str, Any], str, str]]:
    """Return (hand, turn-up, published number, computed number) for each of ``rows``."""
    return [
        (
            hand_of_mask(parse_cards(row.hand)),
            hand_of_mask(parse_cards(row.turn_up)),
            grouped(row.known),
            grouped(row.makes),
        )
        for row in rows
    ]


def shaded_rows(rows: Iterable[Sequence[float]]) -> list[list[tuple[str, str]]]:
    """Return chances as cells: the text, and the class of its shade, which is empty for the lightest."""
    return [
        [
            (percent(chance), next((style for least, style in SHADES.items() if chance >= least), ""))
            for chance in row
        ]
        for row in rows
    ]


@require_safe
def old_book(request: HttpRequest) -> HttpResponse:
    page, table, every_price = treatise_page(), chances(), prices()
    stands, refuses = page.assumptions["shares"]
    return render(
        request,
        "reviews/treatise.html",
        {
            "claims": claims(page, every_price),
            "prices": price_rows(every_price),
            "chances": shaded_rows(table.chance),
            "stakes": [[signed(value) for value in row] for row in table.stake],
            "assumptions": page.assumptions,
            "hands": grouped(HANDS),
            "worlds": grouped(page.assumptions["worlds"]),
            "stands": [percent(share) for share in (stands[0][0], stands[2][0])],
            "refuses": [percent(share) for share in (refuses[0][0], refuses[2][0])],
            "known_rows": known_rows(page.known),
            "deals": grouped(table.assumptions["deals"]),
            "error": percent(table.error, 2),
        },
    )


@require_safe
def old_book_standing(request: HttpRequest) -> HttpResponse:
    context = _hands_context(treatise_page().standing, STAND_OR_PROPOSE)
    return render(request, "reviews/treatise_standing.html", context)


@require_safe
def old_book_refusing(request: HttpRequest) -> HttpResponse:
    context = _hands_context(treatise_page().refusing, REFUSE_OR_GIVE)
    return render(request, "reviews/treatise_refusing.html", context)


def _hands_context(rows: Sequence[Compared], choices: Choices) -> dict[str, Any]:
    return {
        "groups": hand_groups(rows, choices),
        "choices": choices,
        "share": Share(*agreeing(rows)),
        "crumbs": [treatise_crumb()],
    }


def treatise_crumb() -> Crumb:
    return Crumb(reverse("web:old_book"), _("The old treatise"))

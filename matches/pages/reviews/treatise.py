"""The old treatise beside the count, open to anybody: odds and chances, and the treatise's hands on their own pages."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.common.localized_numbers import decimal, grouped
from matches.pages.common.crumbs import Crumb
from matches.pages.reviews.treatise_page import (
    REFUSE_OR_GIVE,
    STAND_OR_PROPOSE,
    agreement,
    chance_rows,
    hand_groups,
    known_rows,
    largest_error,
    move_rows,
    price_rows,
    reaching,
    stake_rows,
)
from worker.review.chances import chances
from worker.review.treatise_page import BOOK_KINGS, HANDS, prices, treatise_page

COMMAND: Final = "python -m worker.review.tables --book"


@require_safe
def old_book(request: HttpRequest) -> HttpResponse:
    page, table = treatise_page(), chances()
    stands, refuses = page.assumptions["shares"]
    dealt = BOOK_KINGS[0] / BOOK_KINGS[1]
    return render(
        request,
        "reviews/treatise.html",
        {
            "command": COMMAND,
            "assumptions": page.assumptions,
            "hands": grouped(HANDS),
            "worlds": grouped(page.assumptions["worlds"]),
            "stands": [decimal(100 * share, 0) for share in (stands[0][0], stands[2][0])],
            "refuses": [decimal(100 * share, 0) for share in (refuses[0][0], refuses[2][0])],
            "standing": agreement(page.standing),
            "refusing": agreement(page.refusing),
            "known": known_rows(page.known),
            "prices": price_rows(prices()),
            "kings": {
                "dealt": BOOK_KINGS,
                "book": decimal(dealt, 2),
                "counted": decimal(page.kings.dealer_to_elder, 2),
                "deals": grouped(page.kings.deals),
            },
            "chances": chance_rows(),
            "stakes": stake_rows(),
            "deals": grouped(table.assumptions["deals"]),
            "error": decimal(100 * table.error, 2),
            "steps": [
                f"{'+' if row.by > 0 else '−'}{decimal(abs(100 * row.by), 0)}" for row in page.moves[:4]
            ],
            "moves": move_rows(page.moves),
            "move_deals": grouped(page.assumptions["move deals"]),
        },
    )


@require_safe
def old_book_standing(request: HttpRequest) -> HttpResponse:
    rows = treatise_page().standing
    context = {
        "groups": hand_groups(rows, STAND_OR_PROPOSE),
        "choices": STAND_OR_PROPOSE,
        "agreement": agreement(rows),
        "reaching": reaching(rows),
        "error": largest_error(rows),
        "crumbs": _way_back(),
    }
    return render(request, "reviews/treatise_standing.html", context)


@require_safe
def old_book_refusing(request: HttpRequest) -> HttpResponse:
    rows = treatise_page().refusing
    context = {
        "groups": hand_groups(rows, REFUSE_OR_GIVE),
        "choices": REFUSE_OR_GIVE,
        "agreement": agreement(rows),
        "error": largest_error(rows),
        "crumbs": _way_back(),
    }
    return render(request, "reviews/treatise_refusing.html", context)


def _way_back() -> list[Crumb]:
    return [Crumb(reverse("web:old_book"), _("The old treatise"))]

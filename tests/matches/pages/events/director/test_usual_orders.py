"""The order of tie-breaks that a form begins with follows from what a game counts; a club's own order stays."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club
from matches.rules.events.plan import DEFAULT_TIE_BREAKS
from tests.matches.pages.events.director.pages import sheet_with
from tests.matches.pages.reading import page

PLACES = range(1, 8)
USUAL = list(DEFAULT_TIE_BREAKS["swiss"])
WITHOUT_POINTS = [name for name in USUAL if name != "points_difference"]
OWN = ["wins", "lot"]


def order(html: str) -> list[str]:
    values = sheet_with(html, "s1_tie_break_1").values
    return [name for place in PLACES if (name := values[f"s1_tie_break_{place}"][0])]


@pytest.mark.parametrize(
    ("begun", "changed", "wanted"),
    [
        (None, {}, WITHOUT_POINTS),
        (None, {"reckoning": "treble"}, USUAL),
        (None, {"rubber_bonus": "2"}, USUAL),
        (USUAL, {}, WITHOUT_POINTS),
        (OWN, {"reckoning": "treble"}, OWN),
    ],
)
def test_order_follows_the_reckoning(
    director: Client, club: Club, begun: list[str] | None, changed: dict[str, str], wanted: list[str]
) -> None:
    address = reverse("web:event_setup", args=[club.slug])
    sheet = sheet_with(page(director, address), "s1_tie_break_1")
    assert order(page(director, address)) == WITHOUT_POINTS
    if begun is not None:
        names = [*begun, *[""] * 7]
        changed = {**changed, **{f"s1_tie_break_{place}": names[place - 1] for place in PLACES}}
    answer = director.post(address, {**sheet.values, **changed, "pick": "look"})
    assert order(answer.content.decode()) == wanted

"""The form that opens a table: its custom, and the names of those who sit down."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Sitting
from tests.matches.pages.records import make_member
from tests.matches.pages.sittings.table_page import text_of
from tests.matches.rubbers.hands import make_hands

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("choice", "terms"),
    [
        ("loser", {"stake": 100, "custom": "loser"}),
        ("engaged", {"stake": 100, "custom": "entrant", "first_stakes": "engaged"}),
        ("entrant", {"stake": 100, "custom": "entrant"}),
        ("", {"stake": 100, "custom": "loser"}),
    ],
)
def test_pool_has_its_custom(client: Client, choice: str, terms: dict[str, Any]) -> None:
    hands = make_hands()
    client.force_login(make_member(hands.club, "scorer@example.org", role="scorer"))
    url = reverse("web:new_sitting", args=[hands.club.slug])
    names = {"names": "Ann\nBea\nCat", "are_new": "on"}
    form = {"key": "k", "kind": "pool", "name": "Corner", "stake": "1", "custom": choice, **names}
    assert client.post(url, form).status_code == 302
    assert Sitting.objects.get().state["terms"] == terms


def test_opening_form_explains_each_custom(client: Client) -> None:
    hands = make_hands()
    client.force_login(make_member(hands.club, "scorer@example.org", role="scorer"))
    page = text_of(client.get(reverse("web:new_sitting", args=[hands.club.slug])))
    assert "€3.00 after the cut, €4.00 after game 1 and €5.00 after game 2" in page
    assert (
        "Only the two who play stake, and the player who is out adds a stake each time they come in. With a stake of"
        " €1.00 the pool is €2.00 after the cut, €3.00 when the third player enters game 2 and €4.00 when the first"
        " one returns."
    ) in page

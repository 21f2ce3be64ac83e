"""Everyone who may settle something that waits in a club sees it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club
from tests.factories.staffed import club, made_once, staffed
from tests.matches.pages.exchange.club import user
from tests.matches.roles_table import ROLES

__all__ = ["club", "made_once", "staffed"]


@pytest.mark.parametrize(
    ("role", "status"),
    [*((role, 200) for role in (*ROLES, "garrick") if role != "stranger"), ("stranger", 403)],
)
def test_settle_page_opens_to_those_who_settle(client: Client, club: Club, role: str, status: int) -> None:
    """Everyone with a player may confirm their own rubbers. A user without one may not settle anything."""
    client.force_login(user(role))
    assert client.get(reverse("web:settle", args=[club.slug])).status_code == status

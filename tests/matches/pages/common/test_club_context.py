"""A club's desk shows nothing of another club, and what waits to whoever may settle any of it."""

from __future__ import annotations

from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Conflict, HeldText, ImportReport
from tests.factories.staffed import club, made_once, staffed
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.pages.exchange.club import user
from tests.matches.roles_table import ROLES

__all__ = ["club", "made_once", "staffed"]
UNREADABLE: Final = rubber_text("Clay", "Dering").replace("=B5", "=X9")


def fill(club: Club) -> Club:
    """Add a rubber, a conflict with it and an unreadable text, all from one file."""
    good = rubber_text()
    import_text(good, club=club)
    import_text(other_result(good), UNREADABLE, club=club)
    ImportReport.objects.filter(conflict_rows__isnull=True).delete()
    ImportReport.objects.update(club=club)
    return club


@pytest.mark.parametrize("name", ["rename_event", "import", "conflict", "held"])
def test_what_is_another_clubs_is_not_found(client: Client, club: Club, name: str) -> None:
    """The Garrick's owner requests it in their own club."""
    fill(club)
    public_id = {
        "rename_event": club.events.earliest("pk").public_id,
        "import": ImportReport.objects.get().public_id,
        "conflict": Conflict.objects.get().public_id,
        "held": HeldText.objects.get().public_id,
    }[name]
    client.force_login(user("garrick"))
    assert client.get(reverse(f"web:{name}", args=["garrick", public_id])).status_code == 404


@pytest.mark.parametrize(
    ("role", "status"),
    [*((role, 200) for role in (*ROLES, "garrick") if role != "stranger"), ("stranger", 403)],
)
def test_what_waits_is_shown_to_whoever_may_settle_any_of_it(
    client: Client, club: Club, role: str, status: int
) -> None:
    """Everyone with a player may confirm their own rubbers. A user without one may not settle anything."""
    client.force_login(user(role))
    assert client.get(reverse("web:settle", args=[club.slug])).status_code == status

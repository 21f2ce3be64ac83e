"""Who may open each page of the desk: by the table of roles, and nobody who may not see the club."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from matches.models import Club, Conflict, HeldText, ImportReport
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.pages.exchange.club import user
from tests.matches.roles_table import ROLES, expected_grants

GRANTS: Final = expected_grants()
Address = Callable[[Club], str]
UNREADABLE: Final = rubber_text("Clay", "Dering").replace("=B5", "=X9")


def with_id(name: str, of: Callable[[Club], str]) -> Address:
    return lambda club: reverse(name, args=[club.slug, of(club)])


def plain(name: str) -> Address:
    return lambda club: reverse(name, args=[club.slug])


PAGES: Final[dict[str, tuple[str, Address]]] = {
    "settings": ("change_club", plain("web:club_settings")),
    "new event": ("open_event", plain("web:new_event")),
    "rename event": (
        "open_event",
        with_id("web:rename_event", lambda club: club.events.earliest("pk").public_id),
    ),
    "imports": ("import_records", plain("web:imports")),
    "import": ("import_records", with_id("web:import", lambda club: ImportReport.objects.get().public_id)),
    "conflict": ("settle", with_id("web:conflict", lambda club: Conflict.objects.get().public_id)),
    "held": ("settle", with_id("web:held", lambda club: HeldText.objects.get().public_id)),
    "log": ("see_log", plain("web:club_log")),
    "exports": ("export_records", plain("web:club_exports")),
    "file": ("export_records", plain("web:club_egn")),
}


def fill(club: Club) -> Club:
    """A rubber, a conflict with it, a text that can't be read, all from one file."""
    good = rubber_text()
    import_text(good, club=club)
    import_text(other_result(good), UNREADABLE, club=club)
    ImportReport.objects.filter(conflict_rows__isnull=True).delete()
    ImportReport.objects.update(club=club)
    return club


@pytest.mark.parametrize("name", PAGES)
def test_page_opens_to_those_who_may(client: Client, club: Club, name: str) -> None:
    action, address = PAGES[name]
    asked = address(fill(club))
    found = {}
    for role in (*ROLES, "garrick"):
        client.force_login(user(role))
        answer = client.get(asked)
        found[role] = answer.status_code
        # A file is on its way until it is read.
        b"".join(answer)
    grants = {role: GRANTS[action, "stranger" if role == "garrick" else role] for role in found}
    assert found == {role: 403 if grant == "-" else 200 for role, grant in grants.items()}


@pytest.mark.parametrize("name", PAGES)
def test_who_is_not_signed_in_is_asked_to_sign_in(client: Client, club: Club, name: str) -> None:
    address = PAGES[name][1](fill(club))
    assertRedirects(
        client.get(address), f"{reverse('account_login')}?{urlencode({'next': address}, safe='/')}"
    )


@pytest.mark.parametrize("role", ["stranger", "garrick"])
def test_closed_club_shows_nothing_to_others(client: Client, club: Club, role: str) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    fill(club)
    client.force_login(user(role))
    found = {name: client.get(address(club)).status_code for name, (_action, address) in PAGES.items()}
    assert found == dict.fromkeys(PAGES, 404)


@pytest.mark.parametrize("name", ["rename event", "import", "conflict", "held"])
def test_what_is_another_clubs_is_not_found(client: Client, club: Club, name: str) -> None:
    """The Garrick's owner asks for it in his own club."""
    address = PAGES[name][1](fill(club)).replace(club.slug, "garrick")
    client.force_login(user("garrick"))
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("role", "status"),
    [
        ("owner", 200),
        ("director", 200),
        ("scorer", 200),
        ("helper", 200),
        ("member", 200),
        ("stranger", 403),
        ("garrick", 200),
    ],
)
def test_what_waits_is_shown_to_whoever_may_settle_any_of_it(
    client: Client, club: Club, role: str, status: int
) -> None:
    """Whoever has a player may confirm a rubber of his own; who has none may nothing."""
    client.force_login(user(role))
    assert client.get(reverse("web:settle", args=[club.slug])).status_code == status

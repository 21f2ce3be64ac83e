"""A club's own navigation: each viewer is shown the pages that open to him."""

from __future__ import annotations

from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from matches.clubs.permissions import GRANTS, ROLES, Grant, Powers, Role
from matches.models import Club, Membership
from matches.pages.common import club_nav
from matches.pages.common.club_nav import PAGES
from tests.matches.pages.markup import tag, tags
from tests.matches.pages.reading import page
from tests.matches.pages.records import make_member

OPEN: Final = ["overview", "figures", "records", "ratings"]
"""To whoever sees the club."""
PLAYING: Final = ["enter", "sittings"]
KEYS: Final[dict[Role, list[str]]] = {
    "owner": [*OPEN, *PLAYING, "members", "settle", "imports", "log", "exports", "settings", "status"],
    "director": [*OPEN, *PLAYING, "members", "settle", "imports", "log", "exports"],
    "scorer": [*OPEN, *PLAYING, "members", "imports", "log", "exports"],
    "helper": [*OPEN, *PLAYING, "members", "exports"],
    "member": [*OPEN, *PLAYING, "members", "exports"],
    "stranger": OPEN,
}


@pytest.mark.parametrize("role", ROLES)
def test_role_is_shown_the_pages_it_may_open(role: Role, club: Club) -> None:
    powers = Powers(role=role, players=frozenset({1}))
    assert [page.key for page in PAGES if club_nav.url_of(page.key, club, powers)] == KEYS[role]


def test_page_wants_no_more_than_the_table_of_roles_gives() -> None:
    for shown in PAGES:
        if shown.action is not None:
            assert GRANTS[shown.action]["stranger"] is Grant.NO


def test_stranger_is_shown_what_opens_to_anybody_and_no_way_to_enter(client: Client, club: Club) -> None:
    html = page(client, reverse("web:club", args=[club.slug]))
    assert [page.key for page in PAGES if page.action is None] == KEYS["stranger"]
    assert tag(html, "nav", class_="tabs")["aria-label"] == club.name
    assert tags(html, "a", class_="main") == []


def test_owner_finds_every_page_and_the_way_to_enter_a_rubber(client: Client, club: Club) -> None:
    client.force_login(make_member(club, role=Membership.Role.OWNER))
    html = page(client, reverse("web:club", args=[club.slug]))
    assert tag(html, "nav", class_="tabs")["aria-label"] == club.name
    assert tag(html, aria_current="page").text == "Overview"
    assert tag(html, "a", class_="main")["href"] == reverse("web:enter", args=[club.slug])

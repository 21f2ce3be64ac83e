from __future__ import annotations

from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from matches.clubs.roles import GRANTS, ROLES, Grant, Powers, Role
from matches.models import Club, Membership, Rubber, User
from matches.pages.common import navigation
from matches.pages.common.navigation import PAGES
from tests.matches.pages.reading import page, tag, tags
from tests.matches.pages.records import make_member

OPEN: Final = {"play", "results", "players", "figures", "ratings", "records"}
"""The pages for everyone who sees the club."""
PLAYING: Final = OPEN | {"enter", "sittings", "members", "exports"}
KEYS: Final[dict[Role, set[str]]] = {
    "owner": PLAYING | {"settle", "imports", "log", "settings", "status", "webhooks"},
    "director": PLAYING | {"settle", "imports", "log"},
    "scorer": PLAYING | {"imports", "log"},
    "helper": PLAYING,
    "member": PLAYING,
    "stranger": OPEN,
}


@pytest.mark.parametrize("role", ROLES)
def test_role_is_shown_the_pages_it_may_open(role: Role, club: Club) -> None:
    powers = Powers(role=role, players=frozenset({1}))
    assert {page.key for page in PAGES if navigation.url_of(page.key, club, powers)} == KEYS[role]
    shown = navigation.tabs(club, powers, here="members", count=3)
    names = ["Play", "Results", "Players", "Stats", "Manage"]
    assert [str(tab.text) for tab in shown] == (names[:4] if role == "stranger" else names)
    assert [(tab.is_here, tab.count) for tab in shown[:4]] == [(False, 0)] * 4
    assert [(tab.is_here, tab.count) for tab in shown[4:]] == [(True, 3)][: len(shown) - 4]


def test_pages_under_stats_lead_to_each_other(club: Club) -> None:
    views = navigation.views_beside(club, here="ratings")
    assert [(str(view.text), view.is_here) for view in views] == [
        ("Statistics", False),
        ("Ratings", True),
        ("Records", False),
    ]
    assert navigation.views_beside(club, here="play") == ()


def test_page_wants_no_more_than_the_table_of_roles_gives() -> None:
    for club_page in PAGES:
        if club_page.action is not None:
            assert GRANTS[club_page.action]["stranger"] is Grant.NO


def test_stranger_finds_four_tabs(client: Client, club: Club) -> None:
    html = page(client, reverse("web:club", args=[club.slug]))
    assert tag(html, "nav", class_="tabs").text == "Play Results Players Stats"
    assert tags(html, "a", class_="main") == []
    client.force_login(User.objects.create_user("stranger@example.org"))
    page(client, reverse("web:club_manage", args=[club.slug]), status=403)


def test_manage_leads_an_owner_to_every_page_below_it(client: Client, club: Club) -> None:
    client.force_login(make_member(club, role=Membership.Role.OWNER))
    html = page(client, reverse("web:club_manage", args=[club.slug]))
    links = {link["href"] for link in tags(html, "a")}
    powers = Powers(role="owner", players=frozenset({1}))
    assert set(navigation.pages_of("manage", club, powers).values()) <= links


@pytest.mark.parametrize("name", ["club", "club_results", "club_people", "members", "club_manage", "settle"])
def test_manage_counts_what_waits(client: Client, rubber: Rubber, name: str) -> None:
    Rubber.objects.update(state=Rubber.State.DISPUTED)
    url = reverse(f"web:{name}", args=[rubber.club.slug])
    counts = {}
    for role in ("director", "scorer"):
        client.force_login(make_member(rubber.club, f"{role}@example.org", role=role))
        if name != "settle" or role == "director":
            counts[role] = tag(page(client, url), "nav", class_="tabs").text
    assert counts.pop("director") == "Play Results Players Stats Manage 1"
    assert set(counts.values()) <= {"Play Results Players Stats Manage"}


def test_visitor_has_five_entries_and_sees_where_they_are(client: Client, club: Club) -> None:
    html = page(client, reverse("web:home"))
    assert tag(html, "nav", class_="bar").text == "Home Club Score Practice Me"
    assert tag(html, "a", aria_current="true").text == "Home"

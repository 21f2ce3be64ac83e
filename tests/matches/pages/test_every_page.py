"""Every page of the site keeps its limits of size and queries, however much it has to show."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Club, Membership, Player, User
from tests.matches.pages.every_page import addresses, make_scene

pytestmark = pytest.mark.sweep

COMPRESSED = {"Accept-Encoding": "gzip"}
MOST_QUERIES = 10
MOST_BYTES = 20_000
"""The most bytes of the page itself, as sent.

Fonts and styles have the rest of the 100 KB of a first visit.
"""
MOST_BYTES_PLAIN = 100_000


# Of 120 every list has more than a page; what grows without a page's end is too large at 500. A query for each row
# shows at 8.
@pytest.mark.parametrize(
    "rows", [8, pytest.param(120, marks=pytest.mark.soak), pytest.param(500, marks=pytest.mark.soak)]
)
def test_pages_are_small_and_ask_little_however_much_there_is(client: Client, db: None, rows: int) -> None:
    scene = make_scene(rows)
    client.force_login(scene.owner)
    too_much = {}
    for name, address in addresses(scene).items():
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address, headers=COMPRESSED)
        size = len(response.content)
        if response.status_code >= 400 or len(queries) > MOST_QUERIES or size > MOST_BYTES:
            too_much[name] = (address, response.status_code, len(queries), size)
    assert too_much == {}, "\n".join(f"{name}: {counts}" for name, counts in too_much.items())


@pytest.mark.parametrize("name", ["event_setup", "members"])
def test_page_of_a_large_club_is_light_where_nothing_is_compressed(
    client: Client, club: Club, owner: User, name: str
) -> None:
    users = User.objects.bulk_create(User(email=f"{number}@example.org") for number in range(500))
    players = [Player(club=club, user=user, name=f"Member Surname {user.pk}") for user in users]
    Membership.objects.bulk_create(
        Membership(club=club, player=player) for player in Player.objects.bulk_create(players)
    )
    Player.objects.bulk_create(Player(club=club, name=f"Guest Surname {number}") for number in range(500))
    client.force_login(owner)
    response = client.get(reverse(f"web:{name}", args=[club.slug]))
    assert (response.status_code, len(response.content) < MOST_BYTES_PLAIN) == (200, True), len(
        response.content
    )

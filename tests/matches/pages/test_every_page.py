"""Every page of the site keeps its limits of size and queries, however much it has to show."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Club, Membership, Player, User
from matches.pads.table_links import make_link
from matches.rubbers.change_rubbers import CommandContext, correct_rubber, record_deal
from scoring.notation import read_one
from tests.matches.pages.every_page import Scene, addresses, make_scene

pytestmark = pytest.mark.sweep

COMPRESSED = {"Accept-Encoding": "gzip"}
MOST_QUERIES = 10
MOST_BYTES = 20_000
"""The most bytes of the page itself, as sent.

Fonts and styles have the rest of the 100 KB of a first visit.
"""
MOST_BYTES_PLAIN = 100_000


def lengthen(scene: Scene, rows: int) -> None:
    """Give the live rubber as many deals and table links, and the draft as many corrections, up to 30."""
    act = CommandContext(by=scene.owner, key="")
    for number in range(min(rows, 30)):
        record_deal(scene.live, "A P G S =A (0-0)", act=act)
        make_link(scene.live, by=scene.owner)
        corrected = scene.draft.egn.replace('[Table "0"]', f'[Table "{number}"]')
        correct_rubber(scene.draft, read_one(corrected), act=act)


# Of 120 every list has more than a page; what grows without a page's end is too large at 500. A query for each row
# shows at 8.
@pytest.mark.parametrize(
    "rows", [8, pytest.param(120, marks=pytest.mark.soak), pytest.param(500, marks=pytest.mark.soak)]
)
def test_pages_are_small_and_ask_little(client: Client, db: None, rows: int) -> None:
    scene = make_scene(rows)
    lengthen(scene, rows)
    client.force_login(scene.owner)
    more = {
        "own page": reverse("web:player", args=[scene.own.public_id]),
        "long history": reverse("web:rubber_history", args=[scene.draft.public_id]),
        "first version": reverse("web:rubber_then", args=[scene.draft.public_id, 1]),
    }
    too_much = {}
    for name, address in (addresses(scene) | more).items():
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address, headers=COMPRESSED)
        size = len(response.content)
        if response.status_code >= 400 or len(queries) > MOST_QUERIES or size > MOST_BYTES:
            too_much[name] = (address, response.status_code, len(queries), size)
    assert too_much == {}, "\n".join(f"{name}: {counts}" for name, counts in too_much.items())


@pytest.mark.parametrize("name", ["event_setup", "members"])
def test_page_of_a_large_club_is_light(client: Client, club: Club, owner: User, name: str) -> None:
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

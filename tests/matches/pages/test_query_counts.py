"""Each page runs a constant number of queries, however much it shows."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.events.write_standings import write_standings
from matches.models import Club, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.factories.once import undone
from tests.matches.pages.records import import_text, make_member, review, text

PAGES: list[tuple[str, int, str]] = [
    ("home", 9, ""),
    ("club", 8, "club"),
    ("event", 8, "event"),
    ("rubber", 7, "rubber"),
    ("deal", 7, "deal"),
    ("player", 9, "player"),
    ("player_rubbers", 6, "player"),
    ("player_figures", 9, "player"),
    ("pair_figures", 9, "pair"),
    ("player_players", 8, "player"),
    ("player_behind", 7, "figure"),
    ("club_figures", 9, "club"),
    ("club_players", 8, "club"),
    ("club_people", 6, "club"),
    ("club_results", 6, "club"),
    ("event_figures", 8, "event"),
    ("player_review", 9, "player"),
]
"""The name of each page, its number of queries, and what its arguments are those of."""


def address(rubber: Rubber, name: str, of: str) -> str:
    player = rubber.player_b.public_id
    arguments: dict[str, list[str | int]] = {
        "": [],
        "club": [rubber.club.slug],
        "event": [rubber.club.slug, rubber.event.public_id],
        "rubber": [rubber.public_id],
        "deal": [rubber.public_id, 1, 1],
        "player": [player],
        "pair": [player, rubber.player_a.public_id],
        "figure": [player, "kings_marked", "counted"],
    }
    # Lists of players leave out those with few rubbers.
    return reverse(f"web:{name}", args=arguments[of]) + "?least=0" * name.endswith("_players")


def evening(club: Club, rubbers: int) -> Rubber:
    """Store so many of Walker's rubbers, all but the first in a round and an event of its own."""
    texts = []
    for number in range(rubbers):
        for tags in (
            f'[Event "Autumn Cup"]\n[Round "{number}"]\n',
            f'[Event "Cup {number}"]\n[Date "2026.11.{number + 1:02}"]\n',
        ):
            texts.append(text(f"Guest {number}", "Walker", tags=tags))
    stored = import_text(club, *texts)
    for rubber in stored:
        review(rubber, [{"trick": trick} for trick in range(1, rubbers + 1)])
    write_standings(stored[0].event_id)
    return stored[0]


@pytest.mark.django_db
@pytest.mark.parametrize("rubbers", [1, 3])
def test_page_asks_the_same_with_one_rubber_and_with_three(
    django_assert_num_queries: DjangoAssertNumQueries, rubbers: int
) -> None:
    club = make_club(reviews_open=True)
    rubber = evening(club, rubbers)
    member = make_member(club)
    for name, queries, of in PAGES:
        url = address(rubber, name, of)
        with undone():
            client = Client()
            client.force_login(member)
            with django_assert_num_queries(queries, info=name):
                assert client.get(url).status_code == 200, name
        assert queries <= 10, name


@pytest.mark.django_db
def test_page_of_a_player_whose_reviews_are_hidden_asks_little(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    player = evening(club, 3).player_b
    client.force_login(make_member(club))
    with django_assert_num_queries(8):
        assert client.get(reverse("web:player", args=[player.public_id])).status_code == 200


@pytest.mark.django_db
def test_own_page_of_a_player_asks_ten_times(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    player = evening(club, 3).player_b
    user = User.objects.create_user("walker@example.org")
    Player.objects.filter(pk=player.pk).update(user=user)
    client.force_login(user)
    with django_assert_num_queries(10):
        assert client.get(reverse("web:player", args=[player.public_id])).status_code == 200

"""Pages ask the database the same few questions, whatever there is to show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.events.write_standings import write_standings
from matches.models import Club, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, review, text

Address = Callable[[Rubber], str]

PAGES: list[tuple[str, int, Address]] = [
    ("home", 6, lambda rubber: reverse("web:home")),
    ("club", 9, lambda rubber: reverse("web:club", args=[rubber.club.slug])),
    ("event", 8, lambda rubber: reverse("web:event", args=[rubber.club.slug, rubber.event.public_id])),
    ("rubber", 6, lambda rubber: reverse("web:rubber", args=[rubber.public_id])),
    ("deal", 6, lambda rubber: reverse("web:deal", args=[rubber.public_id, 1, 1])),
    ("steps", 5, lambda rubber: reverse("web:deal_steps", args=[rubber.public_id, 1, 1])),
    ("player", 9, lambda rubber: reverse("web:player", args=[rubber.player_b.public_id])),
    ("player figures", 9, lambda rubber: reverse("web:player_figures", args=[rubber.player_b.public_id])),
    (
        "pair",
        9,
        lambda rubber: reverse(
            "web:pair_figures", args=[rubber.player_b.public_id, rubber.player_a.public_id]
        ),
    ),
    (
        "adversaries",
        8,
        lambda rubber: reverse("web:player_players", args=[rubber.player_b.public_id]) + "?least=0",
    ),
    (
        "behind",
        7,
        lambda rubber: reverse(
            "web:player_behind", args=[rubber.player_b.public_id, "kings_marked", "counted"]
        ),
    ),
    ("club figures", 8, lambda rubber: reverse("web:club_figures", args=[rubber.club.slug])),
    ("club players", 8, lambda rubber: reverse("web:club_players", args=[rubber.club.slug]) + "?least=0"),
    (
        "event figures",
        7,
        lambda rubber: reverse("web:event_figures", args=[rubber.club.slug, rubber.event.public_id]),
    ),
    ("review", 9, lambda rubber: reverse("web:player_review", args=[rubber.player_b.public_id])),
]


def evening(club: Club, rubbers: int) -> Rubber:
    """As many rubbers of Walker's as asked for, each in a round and an event of its own besides the first's."""
    texts = []
    for number in range(rubbers):
        lines = text(f"Guest {number}", "Walker").split("\n", 1)
        texts.append(f'{lines[0]}\n[Event "Autumn Cup"]\n[Round "{number}"]\n{lines[1]}')
        texts.append(f'{lines[0]}\n[Event "Cup {number}"]\n[Date "2026.11.{number + 1:02}"]\n{lines[1]}')
    stored = import_text(club, *texts)
    for rubber in stored:
        review(rubber, [{"trick": trick} for trick in range(1, rubbers + 1)])
    write_standings(stored[0].event_id)
    return stored[0]


@pytest.fixture
def club(db: None) -> Club:
    return make_club(reviews_open=True)


@pytest.mark.parametrize("rubbers", [1, 3])
@pytest.mark.parametrize(("name", "queries", "address"), PAGES, ids=[page[0] for page in PAGES])
def test_page_asks_the_same_with_one_rubber_and_with_three(
    client: Client,
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
    queries: int,
    address: Address,
    rubbers: int,
) -> None:
    shown = address(evening(club, rubbers))
    client.force_login(make_member(club))
    with django_assert_num_queries(queries):
        assert client.get(shown).status_code == 200
    assert queries <= 10


@pytest.mark.django_db
def test_page_of_a_player_whose_reviews_are_his_own_asks_little(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    player = evening(club, 3).player_b
    client.force_login(make_member(club))
    with django_assert_num_queries(10):
        assert client.get(reverse("web:player", args=[player.public_id])).status_code == 200

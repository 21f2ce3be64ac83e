"""The lists of all results and of all players of a club."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.common.club_clock import club_today
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Club, Event, Player, Rating
from matches.rules.figures.seasons import season_at
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, tag, tags, words
from tests.matches.pages.records import import_text, make_member, text
from worker.ratings.glicko2 import MIDDLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    import_text(club, text(), text("Clay", "Vives", tags='[Event "Autumn Cup"]\n'))
    return club


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"Boiteau", "Clay"}),
        ("?of=friendly", {"Boiteau"}),
        ("?of=events", {"Clay"}),
        ("?of=x", {"Boiteau", "Clay"}),
    ],
)
def test_results_are_filtered_by_kind(client: Client, club: Club, query: str, shown: set[str]) -> None:
    result_text = words(page(client, f"/clubs/portland/results/{query}"))
    assert {name for name in ("Boiteau", "Clay") if name in result_text} == shown


def test_player_is_found_by_a_part_of_the_name(client: Client, club: Club) -> None:
    found = words(page(client, "/clubs/portland/players/?q=boit"))
    assert "Boiteau 1 rubber" in found
    assert "Clay" not in found
    assert "Nobody called Ashdown." in words(page(client, "/clubs/portland/players/?q=Ashdown"))


def test_friendly_games_stand_apart_from_the_list_of_events(client: Client, club: Club) -> None:
    html = page(client, "/clubs/portland/")
    friendly, cup = (Event.objects.get(club=club, name=name) for name in ("", "Autumn Cup"))
    assert f"/events/{cup.public_id}/" in html
    assert f"/events/{friendly.public_id}/" not in html
    assert "Boiteau 0–1 Walker Friendly" in words(html)


def test_club_page_asks_little_of_its_owner_during_an_evening(
    client: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Event.objects.filter(name="Autumn Cup").update(phase=Event.Phase.PLAYING, plan={})
    club.rubbers.update(date="2020.11.14")
    import_text(club, text("Vives", "Orford", tags=f'[Date "{club_today(club):%Y.%m.%d}"]\n'))
    write_honours(club.pk)
    rate_club(club.pk)
    Player.objects.bulk_create(Player(club=club, name=f"Player {number:03}") for number in range(30))
    client.force_login(make_member(club, role="owner"))
    with django_assert_max_num_queries(10):
        html = page(client, "/clubs/portland/")
    assert "Autumn Cup being played" in words(html)
    month = tag(html, "section", aria_labelledby="month")
    climb = round(Rating.objects.latest("rating").rating - MIDDLE)
    season = season_at(club_today(club), club.season_month).year
    assert (
        month.text
        == f"Lately Orford Most voles in a rubber 1 vole Orford Biggest climb of the rating in 4 weeks +{climb}"
    )
    assert tags(html, "a", href=f"/clubs/portland/seasons/{season}/#voles_in_rubber")


def test_club_page_has_no_month_without_a_rubber_in_it(client: Client, club: Club) -> None:
    assert "Lately" not in words(page(client, "/clubs/portland/"))

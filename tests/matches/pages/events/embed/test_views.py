"""Standings are embedded in other sites: access, caching and content."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.events.write_standings import write_standings
from matches.models import Club, Event, Player, User
from tests.matches.api.calling import guests
from tests.matches.api.tables import drawn_cup
from tests.matches.pages.conftest import club, owner
from tests.matches.pages.records import import_text, make_member, text

__all__ = ["club", "owner"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    """Return an event whose name and one player's name would inject markup into an unescaped page."""
    tags = '[Event "Autumn & Co"]\n[Date "2026.11.14"]\n'
    import_text(club, text("Zoë 𝔄 <b>", "Walker", tags=tags))
    cup = Event.objects.get(name="Autumn & Co")
    write_standings(cup.pk)
    return cup


def page(event: Event) -> str:
    return f"/embed/events/{event.public_id}/standings/"


def data(event: Event) -> str:
    return f"/embed/events/{event.public_id}/standings.json"


def test_page_shows_the_table_and_leads_to_the_event(client: Client, event: Event) -> None:
    response = client.get(page(event))
    html = response.content.decode()
    assert "Zoë 𝔄 &lt;b&gt;" in html
    assert html.index("Walker") < html.index("Zoë")
    assert "Autumn &amp; Co" in html
    assert f'/clubs/portland/events/{event.public_id}/" target="_blank" rel="noopener"' in html
    assert "<script" not in html
    assert len(response.content) < 10_000


def test_scripts_of_any_site_read_the_same(client: Client, event: Event) -> None:
    response = client.get(data(event), headers={"Origin": "https://club.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response.headers
    body = response.json()
    assert body["event"]["name"] == "Autumn & Co"
    assert (body["left_out"], body["is_complete"]) == (0, False)
    (table,) = body["tables"]
    assert [line["player"] for line in table["lines"]] == ["Walker", "Zoë 𝔄 <b>"]
    assert table["lines"][0]["rubbers"] == [1, 0]
    assert "Access-Control-Allow-Origin" not in client.get(page(event)).headers


@pytest.mark.parametrize("address", [page, data])
def test_is_cached_for_a_minute(client: Client, event: Event, address: Callable[[Event], str]) -> None:
    path = address(event)
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=60"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    for name in ("Content-Security-Policy", "Access-Control-Allow-Origin", "X-Frame-Options"):
        assert again.headers.get(name) == first.headers.get(name), name
    Player.objects.filter(name="Walker").update(name="Walker the younger")
    changed = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


def test_is_alike_to_everybody(client: Client, event: Event, owner: User) -> None:
    User.objects.update(language="fr")
    stranger = client.get(page(event))
    client.force_login(owner)
    client.cookies["django_language"] = "fr"
    response = client.get(page(event))
    assert response.content == stranger.content
    for each in (response, stranger):
        assert "Cookie" not in each.headers["Vary"]
        assert not each.cookies


def test_club_of_members_shows_nothing(client: Client, event: Event, owner: User) -> None:
    Club.objects.update(is_public=False)
    client.force_login(owner)
    for address in (page(event), data(event), "/embed/events/7gk2mzq9xwt4bn/standings/"):
        assert client.get(address).status_code == 404


def test_language_rows_and_theme(client: Client, event: Event) -> None:
    french = client.get(f"{page(event)}?lang=fr")
    assert '<html lang="fr" class="light">' in french.content.decode()
    assert french.headers["Content-Language"] == "fr"
    assert 'class="dark"' in client.get(f"{page(event)}?theme=dark").content.decode()
    short = client.get(f"{page(event)}?rows=1").content.decode()
    assert "Walker" in short
    assert "Zoë" not in short
    assert "1 more" in short
    assert client.get(f"{data(event)}?rows=1").json()["left_out"] == 1
    for wrong in ("lang=xx", "rows=0", "rows=101", "rows=x", "rows=²", "theme=red"):
        assert client.get(f"{page(event)}?{wrong}").status_code == 404, wrong


def test_planned_event_shows_the_last_stage_that_is_drawn(client: Client, club: Club, owner: User) -> None:
    event = drawn_cup(club, owner)
    body = client.get(data(event)).json()
    assert [line["score"] for line in body["tables"][0]["lines"]] == [0.0] * 6
    assert "Ida" in client.get(page(event)).content.decode()


def test_event_without_a_result_says_so(client: Client, club: Club, owner: User) -> None:
    event = drawn_cup(club, owner, is_released=False)
    assert "There are no standings yet." in client.get(page(event)).content.decode()
    assert client.get(data(event)).json()["tables"] == []


@pytest.mark.parametrize("players", [2, 6])
def test_asks_the_same_however_many_play(
    client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    names = [player.name for player in guests(club, *(f"P{number}" for number in range(players)))]
    for a, b in zip(names[::2], names[1::2], strict=True):
        import_text(club, text(a, b, tags='[Event "Cup"]\n'))
    event = Event.objects.get(name="Cup")
    write_standings(event.pk)
    with django_assert_num_queries(2):
        client.get(page(event))


def test_snippet_is_for_who_runs_events(client: Client, event: Event, owner: User, club: Club) -> None:
    def page_of(event: Event) -> str:
        return client.get(f"/clubs/portland/events/{event.public_id}/").content.decode()

    assert "Put these standings" not in page_of(event)
    client.force_login(make_member(club, "member@example.org"))
    assert "Put these standings" not in page_of(event)
    client.force_login(owner)
    html = page_of(event)
    assert "&lt;iframe src=&quot;http" in html
    assert f"/embed/events/{event.public_id}/standings/?lang=en&quot;" in html
    assert "Standings: Autumn &amp;amp; Co" in html
    assert "&lt;iframe" in page_of(drawn_cup(club, owner))
    Club.objects.update(is_public=False)
    assert "Put these standings" not in page_of(event)

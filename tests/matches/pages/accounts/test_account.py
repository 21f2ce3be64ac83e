"""A person's own page, personal data and departure, and the creation of a club."""

from __future__ import annotations

import re

import orjson
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.exchange.exports.send import MOST_A_PERSON
from matches.models import Club, Player, User
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, make_user, roles, user_of
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db
PASSWORD = "a very long secret"


@pytest.fixture
def clay() -> Player:
    return make_member(make_club(), "Clay")


def signed_in(player: Player) -> Client:
    """Return a browser in which ``player`` signed in just now."""
    client = Client()
    client.post("/accounts/login/", {"login": user_of(player).email, "password": PASSWORD})
    return client


@pytest.mark.parametrize("path", ["/accounts/", "/accounts/tokens/", "/accounts/tokens/new/", "/clubs/new/"])
def test_own_pages_are_for_who_is_signed_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


def test_shows_who_he_is_and_changes_name_and_language(clay: Player) -> None:
    client = signed_in(clay)
    text = words(page(client, "/accounts/"))
    for word in ("clay@example.org", "Portland", "figures private"):
        assert word in text
    client.post("/accounts/", {"name": " Henry  Clay ", "language": "fr"})
    user = User.objects.get()
    assert (user.name, user.language) == ("Henry Clay", "fr")
    assert 'lang="fr"' in page(client, "/accounts/")
    client.post("/accounts/", {"name": "Henry Clay", "language": "xx"})
    assert User.objects.get().language == "fr"


@pytest.mark.parametrize("clubs", [1, 3])
def test_page_asks_the_same_whatever_the_number_of_clubs(
    clay: Player, django_assert_num_queries: DjangoAssertNumQueries, clubs: int
) -> None:
    for number in range(clubs):
        club = make_club(f"club-{number}")
        Player.objects.create(club=club, user=clay.user, name="Clay").memberships.create(club=club)
    client = signed_in(clay)
    with django_assert_num_queries(5):
        page(client, "/accounts/")


def test_review_figures_are_shared_by_their_player_alone(clay: Player) -> None:
    client = signed_in(clay)
    other = make_member(make_club("garrick"), "Pole")
    for shares in ("yes", "no"):
        client.post(f"/accounts/sharing/{clay.public_id}/", {"shares": shares})
        clay.refresh_from_db()
        assert clay.shares_reviews is (shares == "yes")
    assert client.post(f"/accounts/sharing/{other.public_id}/", {"shares": "yes"}).status_code == 404


def test_everything_about_him_is_downloaded(clay: Player) -> None:
    answer = signed_in(clay).get("/accounts/export/")
    document = orjson.loads(b"".join(answer))
    assert document["account"]["email"] == "clay@example.org"
    assert [player["name"] for player in document["players"]] == ["Clay"]
    assert ".json" in answer["Content-Disposition"]


@pytest.mark.parametrize("of", ["account", "guest"])
def test_file_of_a_person_counts_among_those_on_their_way(of: str) -> None:
    club = make_club()
    browser = signed_in(make_member(club, "Boss", Role.OWNER))
    guest = Player.objects.create(club=club, name="Guest")
    path = f"/clubs/portland/members/{guest.public_id}/export/" if of == "guest" else "/accounts/export/"
    on_their_way = [browser.get(path) for _ in range(MOST_A_PERSON)]
    refused = browser.get(path)
    assert (refused.status_code, int(refused.headers["Retry-After"]) > 0) == (429, True)
    # A HEAD request takes no slot, and a file that has been read gives its slot back.
    assert browser.head(path).status_code == 200
    assert b"".join(on_their_way[0])
    assert browser.get(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["/accounts/export/", "/accounts/erase/", "/accounts/email/", "/accounts/tokens/new/"]
)
def test_an_open_browser_is_not_enough(clay: Player, path: str) -> None:
    client = client_of(user_of(clay))
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code in (302, 405)
    assert User.objects.get().is_active


def test_he_has_himself_forgotten(clay: Player) -> None:
    client = signed_in(clay)
    text = words(page(client, "/accounts/erase/"))
    assert "without the name" in text
    assert "in their own words" in text
    answer = client.post("/accounts/erase/", follow=True)
    assert "Your account is deleted" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    clay.refresh_from_db()
    assert (clay.name, clay.user) == ("", None)
    again = Client().post("/accounts/login/", {"login": "clay@example.org", "password": PASSWORD})
    assert "not correct" in again.content.decode()


def test_only_owner_is_told_what_to_do_first(clay: Player) -> None:
    clay.memberships.update(role=Role.OWNER)
    client = signed_in(clay)
    for html in (page(client, "/accounts/erase/"), client.post("/accounts/erase/").content.decode()):
        assert "Make another person an owner there first" in html
    assert User.objects.get().is_active


class TestNewClub:
    def form(self, client: Client) -> dict[str, str]:
        match = re.search(r'name="key" value="([^"]+)"', page(client, "/clubs/new/"))
        assert match
        return {
            "name": "The Portland",
            "time_zone": "Europe/Paris",
            "currency": "eur",
            "is_public": "no",
            "analyses": "players",
            "key": match[1],
        }

    def client(self) -> Client:
        return client_of(make_user("Clay"))

    def test_form_sent_twice_makes_one_club(self) -> None:
        client = self.client()
        sent = self.form(client)
        places = {client.post("/clubs/new/", sent)["Location"] for _ in range(2)}
        assert places == {"/clubs/the-portland/"}
        club = Club.objects.get()
        assert (club.time_zone, club.currency, club.is_public) == ("Europe/Paris", "EUR", False)
        assert club.analyses == "players"
        assert roles(club) == {("Clay", "owner")}
        html = client.post("/clubs/new/", {**sent, "name": "Another"}).content.decode()
        assert "has created a club already" in html

    @pytest.mark.parametrize(
        "wrong",
        [
            {"name": ""},
            {"time_zone": "Mars"},
            {"currency": "e1"},
            {"is_public": "perhaps"},
            {"name": "Taken"},
        ],
    )
    def test_what_is_wrong_is_told(self, wrong: dict[str, str]) -> None:
        Club.objects.create(name="Taken", slug="taken")
        client = self.client()
        answer = client.post("/clubs/new/", {**self.form(client), **wrong})
        assert answer.status_code == 200
        assert 'role="alert"' in answer.content.decode()
        assert Club.objects.count() == 1

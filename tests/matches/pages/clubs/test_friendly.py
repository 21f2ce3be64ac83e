"""A friendly game is entered by two names: its pad opens, or its result is stored by one touch."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Club, Player, Rubber
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.pages.clubs.test_settings import hidden
from tests.matches.pages.reading import page, tags, words
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db
URL = "/clubs/portland/friendly/"


@pytest.fixture
def club() -> Club:
    return make_club()


def signed_in(club: Club, role: str) -> Client:
    return client_of(make_member(club, "orford@example.org", role=role))


def test_touch_stores_a_result_of_two_new_names(club: Club) -> None:
    owner = signed_in(club, "owner")
    form = {**hidden(page(owner, "/clubs/portland/")), "a": "Adams", "b": "Bell", "result": "2-1"}
    for _twice in range(2):
        response = owner.post(URL, form)
    rubber = Rubber.objects.get()
    assert response["Location"] == f"/rubbers/{rubber.public_id}/"
    assert (rubber.state, rubber.games_won_a, rubber.games_won_b) == (Rubber.State.CONFIRMED, 2, 1)
    assert (rubber.event.name, str(rubber.player_a), str(rubber.player_b)) == ("", "Adams", "Bell")
    assert rubber.date
    assert "New on the club’s list: Adams, Bell." in words(page(owner, response["Location"]))


def test_without_a_result_the_pad_opens(club: Club) -> None:
    owner = signed_in(club, "owner")
    response = owner.post(URL, {**hidden(page(owner, URL)), "a": "Adams", "b": "Bell"})
    rubber = Rubber.objects.get()
    assert rubber.state == Rubber.State.LIVE
    assert response["Location"] == f"/pad/{rubber.public_id}/"


def test_nearly_listed_name_is_asked_about(club: Club) -> None:
    Player.objects.create(club=club, name="Walker")
    owner = signed_in(club, "owner")
    form = {**hidden(page(owner, URL)), "a": "Adams", "b": "Walkers", "result": "2-0"}
    response = owner.post(URL, form)
    assert response.status_code == 400
    assert "New player: Walkers. Did you mean Walker?" in words(response.content.decode())
    assert not Rubber.objects.exists()
    owner.post(URL, {**form, "new_players": "Walkers"})
    assert str(Rubber.objects.get().player_b) == "Walkers"


def test_no_guest_is_called_by_a_telephone_number(club: Club) -> None:
    owner = signed_in(club, "owner")
    answer = owner.post(URL, {"key": "k", "a": "Adams", "b": "Pole 020 7946 0958", "result": "2-0"})
    assert answer.status_code == 400
    assert "must not become public" in words(answer.content.decode())
    assert not Player.objects.filter(name__startswith="Pole").exists()


def test_member_enters_only_own_games(club: Club) -> None:
    Player.objects.create(club=club, name="Bell")
    member = signed_in(club, "member")
    html = page(member, URL)
    assert 'value="orford"' in html
    strange = member.post(URL, {**hidden(html), "a": "orford", "b": "Adams", "result": "2-0"})
    assert "The club has no player called Adams." in words(strange.content.decode())
    near = member.post(URL, {**hidden(html), "a": "orford", "b": "Bel", "result": "2-0"})
    assert "The club has no player called Bel. Did you mean Bell?" in words(near.content.decode())
    member.post(URL, {**hidden(html), "a": "orford", "b": "Bell", "result": "0-2"})
    assert Rubber.objects.get().state == Rubber.State.REPORTED


def test_rubber_in_play_is_found_again(club: Club) -> None:
    owner = signed_in(club, "owner")
    owner.post(URL, {**hidden(page(owner, URL)), "a": "Adams", "b": "Bell"})
    pad = f"/pad/{Rubber.objects.get().public_id}/"
    for address in ("/", URL, "/clubs/portland/enter/"):
        assert pad in [tag.attributes.get("href") for tag in tags(page(owner, address), "a")], address
    assert "Being played now Adams 0–0 Bell Portland" in words(page(owner, URL))
    text = words(page(owner, "/"))
    assert "Your game now" not in text
    assert "Being played now Adams 0–0 Bell Portland" in text
    owner.post(URL, {**hidden(page(owner, URL)), "a": "orford", "b": "Bell"})
    assert "Your game now" in words(page(owner, "/"))
    other = client_of(make_member(club, "guest@example.org"))
    assert pad not in page(other, "/")

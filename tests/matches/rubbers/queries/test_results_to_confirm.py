"""What waits for a player's word."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from matches.models import Club
from matches.rubbers.commands import Act, confirm_rubber
from matches.rubbers.queries.results_to_confirm import rubbers_waiting
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People, make_people, stored


@pytest.fixture
def people(db: None) -> People:
    return make_people(make_club())


def test_report_waits_for_the_other_side(people: People) -> None:
    rubber = stored(people, by="Orford")
    waits = {who: list(rubbers_waiting(people.users[who])) for who in ("Orford", "Baldwin", "Owner")}
    assert waits == {"Orford": [], "Baldwin": [rubber], "Owner": []}


def test_helpers_report_waits_for_both(people: People) -> None:
    rubber = stored(people, by="Helper")
    assert [list(rubbers_waiting(people.users[who])) for who in ("Orford", "Baldwin")] == [[rubber], [rubber]]


def test_what_is_confirmed_waits_for_nobody(people: People) -> None:
    rubber = stored(people, by="Orford")
    confirm_rubber(rubber, act=Act(by=people.users["Baldwin"], key=""))
    assert list(rubbers_waiting(people.users["Baldwin"])) == []
    assert list(rubbers_waiting(AnonymousUser())) == []


def test_club_that_he_does_not_see_any_more_shows_nothing(people: People) -> None:
    stored(people, by="Orford")
    people.players["Baldwin"].memberships.all().delete()
    assert rubbers_waiting(people.users["Baldwin"]).count() == 1
    Club.objects.update(is_public=False)
    assert rubbers_waiting(people.users["Baldwin"]).count() == 0


def test_home_page_lists_it(people: People) -> None:
    stored(people, by="Orford")
    client = Client()
    client.force_login(people.users["Baldwin"])
    assert "Waiting for you" in words(page(client, reverse("web:home")))
    client.force_login(people.users["Orford"])
    assert "Waiting for you" not in words(page(client, reverse("web:home")))

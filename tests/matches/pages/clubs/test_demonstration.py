"""The site's owner removes the demonstration club on a page of its own, reached from Manage."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.clubs.players import add_players
from matches.models import Club, LogEntry, User
from tests.factories.browsers import client_of
from tests.matches.pages.reading import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def demonstration(club: Club) -> Club:
    add_players(club, ["Clay", "Orford"], by=None)
    club.is_demonstration = True
    club.demonstration_position = LogEntry.objects.latest("pk").pk
    club.save()
    return club


@pytest.fixture
def host() -> Client:
    return client_of(User.objects.create_superuser("host@example.org", "a pass phrase"))


def address(club: Club) -> str:
    return reverse("web:remove_demonstration", args=[club.slug])


def test_manage_leads_the_sites_owner_to_it(demonstration: Club, host: Client, owner: Client) -> None:
    manage = reverse("web:club_manage", args=[demonstration.slug])
    assert address(demonstration) in page(host, manage)
    assert address(demonstration) not in page(owner, manage)


def test_removes_the_club_after_asking(demonstration: Club, host: Client) -> None:
    assert "Remove it for good" in page(host, address(demonstration))
    response = host.post(address(demonstration), {"what": "remove"}, follow=True)
    assert "The demonstration is removed." in response.content.decode()
    assert not Club.objects.filter(pk=demonstration.pk).exists()


def test_hides_it_where_somebody_entered_something(demonstration: Club, host: Client) -> None:
    add_players(demonstration, ["Newcomer"], by=None)
    assert "Hide it" in page(host, address(demonstration))
    assert "Remove it for good" not in page(host, address(demonstration))
    assert host.post(address(demonstration), {"what": "remove"}).status_code == 409
    host.post(address(demonstration), {"what": "hide"})
    assert "It is hidden already." in page(host, address(demonstration))
    assert Client().get(reverse("web:club", args=[demonstration.slug])).status_code == 404


def test_removal_is_for_the_host_alone(demonstration: Club, host: Client, owner: Client) -> None:
    assert owner.post(address(demonstration), {"what": "remove"}).status_code == 403
    assert Client().post(address(demonstration), {"what": "remove"}).status_code in (302, 403)
    Club.objects.filter(pk=demonstration.pk).update(is_demonstration=False)
    assert host.post(address(demonstration), {"what": "remove"}).status_code == 404
    assert Club.objects.filter(pk=demonstration.pk).exists()

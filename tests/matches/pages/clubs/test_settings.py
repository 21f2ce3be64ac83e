"""The form of a club's settings changes them."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from matches.models import Club, LogEntry
from matches.pages.clubs.time_zones import PLACES, place_name, time_zone_choices, time_zones
from tests.matches.pages.reading import page, words

USUAL = {
    "name": "Portland",
    "time_zone": "Europe/London",
    "currency": "GBP",
    "is_public": "yes",
    "analyses": "undecided",
    "season_month": "9",
}


def address(club: Club) -> str:
    return reverse("web:club_settings", args=[club.slug])


def hidden(html: str) -> dict[str, str]:
    hidden_fields = {}
    for field in re.findall(r'<input type="hidden"[^>]*>', html):
        name = re.search(r'name="(\w+)"', field)
        value = re.search(r'value="([^"]*)"', field)
        if name and value:
            hidden_fields[name[1]] = value[1]
    return hidden_fields


def test_settings_are_saved_and_said_so(owner: Client, club: Club) -> None:
    form = {
        **hidden(page(owner, address(club))),
        **USUAL,
        "currency": " gbp ",
        "reviews_open": "on",
        "season_month": "1",
    }
    response = owner.post(address(club), form, follow=True)
    assert "The club’s settings are saved." in response.content.decode()
    club.refresh_from_db()
    expected = ("Europe/London", "GBP", True, True)
    assert (club.time_zone, club.currency, club.is_public, club.reviews_open) == expected
    assert club.season_month == 1


def test_form_sent_twice_is_carried_out_once(owner: Client, club: Club) -> None:
    form = {**hidden(page(owner, address(club))), **USUAL}
    for _time in range(2):
        assert owner.post(address(club), form).status_code == 302
    assert LogEntry.objects.count() == 1


def test_owner_who_comes_second_sees_what_the_first_made_of_it(owner: Client, club: Club) -> None:
    first = {**hidden(page(owner, address(club))), **USUAL}
    second = {**hidden(page(owner, address(club))), **USUAL, "name": "Portland and Ravensbourne"}
    owner.post(address(club), first)
    response = owner.post(address(club), second)
    assert response.status_code == 409
    assert "Someone else has changed these settings in the meantime." in words(response.content.decode())
    assert 'value="GBP"' in response.content.decode()
    club.refresh_from_db()
    assert club.name == "Portland"
    # The next change is based on the form shown now.
    again = {**hidden(response.content.decode()), **USUAL, "name": "Portland and Ravensbourne"}
    assert owner.post(address(club), again).status_code == 302


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("name", "Garrick", "Club with this Name already exists."),
        ("name", "", "This field is required."),
        ("time_zone", "Europe/Nowhere", "is not a time zone"),
        ("currency", "£", "Give three letters, for example EUR or GBP."),
        ("currency", "12A", "Give three letters, for example EUR or GBP."),
        ("season_month", "13", "Select a valid choice."),
    ],
)
def test_wrong_value_is_refused(owner: Client, club: Club, field: str, value: str, expected: str) -> None:
    form = {**hidden(page(owner, address(club))), **USUAL, field: value}
    response = owner.post(address(club), form)
    assert response.status_code == 400
    assert expected in words(response.content.decode())
    assert LogEntry.objects.count() == 0


def test_time_zones_begin_with_common_ones() -> None:
    zones = [
        "Europe/Paris",
        "Europe/Oslo",
        "America/Argentina/Buenos_Aires",
        "America/New_York",
        "EST",
        "Etc/GMT+4",
        "UTC",
    ]
    assert time_zone_choices(zones, "EST") == [
        ("Common", [("Europe/Paris", "Paris"), ("America/New_York", "New York")]),
        ("UTC", "UTC"),
        ("EST", "EST"),
        ("America", [("America/Argentina/Buenos_Aires", "Buenos Aires (Argentina)")]),
        ("Europe", [("Europe/Oslo", "Oslo")]),
    ]


def test_zone_without_a_region_keeps_its_name() -> None:
    assert [place_name(zone) for zone in ("UTC", "EST", "Europe/Oslo")] == ["UTC", "EST", "Oslo"]


def test_time_zones_go_by_their_present_names_alone() -> None:
    assert {"Europe/London", "Europe/Oslo", "America/Argentina/Buenos_Aires"} <= time_zones()
    assert time_zones() <= available_timezones()
    assert not {"Europe/Belfast", "US/Eastern", "Asia/Calcutta", "GMT+0", "EST"} & time_zones()


def test_places_of_time_zones_have_the_names_that_readers_know() -> None:
    zones = ["Antarctica/DumontDUrville", "Europe/London", "Indian/Christmas"]
    with override("en"):
        assert time_zone_choices(zones, "UTC")[2:] == [
            ("Antarctica", [("Antarctica/DumontDUrville", "Dumont d’Urville")]),
            ("Indian Ocean", [("Indian/Christmas", "Christmas Island")]),
        ]
    with override("fr"):
        assert time_zone_choices(zones, "UTC")[0][1] == [("Europe/London", "Londres")]
    assert set(PLACES) <= time_zones()

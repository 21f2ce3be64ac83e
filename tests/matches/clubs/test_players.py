from __future__ import annotations

import pytest

from matches.clubs.errors import PeopleError
from matches.clubs.players import NAME_LENGTH, NAMES_AT_A_TIME, add_players, rename_player
from matches.models import Club, Player
from matches.rules.names import tidy_name
from tests.matches.clubs.people import facts

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def names(club: Club) -> list[str]:
    return list(Player.objects.filter(club=club).order_by("name").values_list("name", flat=True))


def test_names_are_put_on_the_list_once_each(club: Club) -> None:
    Player.objects.create(club=club, name="Pole")
    added = add_players(club, ["  Clay ", "", "Henry   Jones", "Clay", "Pole"], by=None)
    assert [player.name for player in added.players] == ["Clay", "Henry Jones"]
    assert added.known == ("Pole",)
    assert names(club) == ["Clay", "Henry Jones", "Pole"]
    assert facts(club) == ["club.players_added"]


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        ("Cl\u200bay", "Clay"),
        ("\u202eyalC\u202c", "yalC"),
        ("\ufeffClay\u00ad", "Clay"),
        ("Cl\x00ay\x07", "Clay"),
        ("Henry\t\r\nClay", "Henry Clay"),
        ("Henry\u2028Clay\x85", "Henry Clay"),
        ("Cl\ud800ay", "Clay"),
        ("\u200b\u202e \x7f", ""),
        ("Éloïse d’Été 李", "Éloïse d’Été 李"),
    ],
)
def test_name_holds_nothing_that_can_not_be_seen(name: str, tidy: str) -> None:
    assert tidy_name(name) == tidy


def test_nobody_new_is_no_fact(club: Club) -> None:
    add_players(club, ["", " "], by=None)
    assert facts(club) == []


@pytest.mark.parametrize(
    "wanted", [["x" * (NAME_LENGTH + 1)], [f"Player {number}" for number in range(NAMES_AT_A_TIME + 1)]]
)
def test_names_too_long_or_too_many_are_refused(club: Club, wanted: list[str]) -> None:
    with pytest.raises(PeopleError):
        add_players(club, ["Clay", *wanted], by=None)
    assert names(club) == []


@pytest.mark.parametrize("name", ["Bob 020 7946 0958", "bob@example.org"])
def test_no_address_and_no_telephone_number_becomes_a_name(club: Club, name: str) -> None:
    player = Player.objects.create(club=club, name="Clay")
    with pytest.raises(PeopleError, match="must not become public"):
        add_players(club, ["Pole", name], by=None)
    with pytest.raises(PeopleError, match="must not become public"):
        rename_player(player, name, by=None)
    assert names(club) == ["Clay"]


def test_name_that_is_listed_already_is_known_whatever_it_holds(club: Club) -> None:
    Player.objects.create(club=club, name="Bob 020 7946 0958")
    assert add_players(club, ["Bob 020 7946 0958"], by=None).known == ("Bob 020 7946 0958",)


def test_player_is_renamed(club: Club) -> None:
    player = Player.objects.create(club=club, name="Clai")
    rename_player(player, " Clay ", by=None)
    rename_player(player, "Clay", by=None)
    assert names(club) == ["Clay"]
    assert facts(club) == ["club.player_renamed"]


@pytest.mark.parametrize("name", ["Pole", "Po\u200ble", "", "\u200b", "x" * (NAME_LENGTH + 1)])
def test_name_that_is_taken_or_none_is_refused(club: Club, name: str) -> None:
    Player.objects.create(club=club, name="Pole")
    player = Player.objects.create(club=club, name="Clay")
    with pytest.raises(PeopleError):
        rename_player(player, name, by=None)
    assert names(club) == ["Clay", "Pole"]


def test_who_was_forgotten_gets_no_name_again(club: Club) -> None:
    player = Player.objects.create(club=club, name="")
    with pytest.raises(PeopleError, match="was deleted"):
        rename_player(player, "Clay", by=None)

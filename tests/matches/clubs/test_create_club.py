from __future__ import annotations

import pytest

from matches.clubs.errors import PeopleError
from matches.clubs.manage_club import CLUBS_A_PERSON, change_club, make_club
from matches.models import Club, User
from tests.matches.clubs.people import facts, make_user, roles

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def made(by: User, name: str = "Portland") -> Club:
    return make_club(by, name=name, time_zone="Europe/London", currency="GBP", is_public=False)


def test_maker_owns_his_club_and_plays_in_it() -> None:
    clay = make_user("Clay")
    club = made(clay, " The  Portland ")
    assert (club.name, club.slug) == ("The Portland", "the-portland")
    assert (club.time_zone, club.currency) == ("Europe/London", "GBP")
    assert not club.is_public
    assert roles(club) == {("Clay", "owner")}
    assert facts(club) == ["club.made", "club.changed"]
    assert club.analyses == Club.Analyses.EVERYONE


def test_maker_without_a_name_is_called_by_his_mailbox() -> None:
    club = made(User.objects.create_user("clay@example.org"))
    assert roles(club) == {("clay", "owner")}


def test_maker_whose_mailbox_is_a_telephone_number_is_a_member() -> None:
    club = made(User.objects.create_user("0612345678@example.org"))
    assert roles(club) == {("Member", "owner")}


def test_name_of_another_club_is_refused() -> None:
    clay = make_user("Clay")
    made(clay)
    with pytest.raises(PeopleError, match="already"):
        made(clay)
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "slug"), [("Port-land!", "port-land-2"), ("New", "new-2"), ("日本", "club")]
)
def test_address_is_free_and_no_pages_own(name: str, slug: str) -> None:
    Club.objects.create(slug="port-land", name="Port land")
    assert made(make_user("Clay"), name).slug == slug


def test_one_person_owns_ten_clubs_at_most_and_the_host_as_many_as_he_likes() -> None:
    clay = make_user("Clay")
    for number in range(CLUBS_A_PERSON):
        made(clay, f"Club {number}")
    with pytest.raises(PeopleError, match="10"):
        made(clay, "One more")
    User.objects.filter(pk=clay.pk).update(is_superuser=True)
    made(clay, "One more")
    assert Club.objects.count() == 11


def test_club_is_called_something_that_can_be_seen() -> None:
    by = make_user("Clay")
    with pytest.raises(PeopleError, match="Give a name"):
        made(by, "\u200b\u202e")
    club = made(by, "Port\u200bland")
    assert club.name == "Portland"
    change_club(club, {"name": "Gar\u202erick"}, by=by, key="1")
    with pytest.raises(PeopleError, match="Give a name"):
        change_club(club, {"name": "\u200b"}, by=by, key="2")
    club.refresh_from_db()
    assert club.name == "Garrick"

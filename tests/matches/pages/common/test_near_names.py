"""Wherever a name is typed, one that looks like it is named, and the form asks whether another is meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

import pytest
from django.http import HttpResponse
from django.test import Client

from matches.clubs.invitations import invite
from matches.models import Club, Membership, Player, User
from matches.rubbers.open_event import open_event_by_hand
from matches.rules.names import fold_name, tidy_name
from tests.factories.staffed import club, made_once, owner, staffed
from tests.matches.pages.events.desk.pages import acting
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words
from tests.support.html_forms import form_with

__all__ = ["club", "made_once", "owner", "staffed"]
pytestmark = pytest.mark.django_db
MEMBERS = "/clubs/portland/members/"
FOLDED = (" \u200eＡnn\u00a0 BELL", "ANN BELL", " \u200eann  BELL", "Ａnn Bell", "Ann\u00a0BELL")
NEAR = ("Ann Bel", "Anne Bell", "Ann-Bell", "Ànn Bell")


def people(club: Club) -> set[str]:
    return set(club.players.values_list("name", flat=True))


def events(club: Club) -> set[str]:
    return set(club.events.values_list("name", flat=True))


def clubs(club: Club) -> set[str]:
    return set(Club.objects.values_list("name", flat=True))


@dataclass(frozen=True)
class Place:
    """A form at the URL ``at`` in which a name is typed into ``name``, and the names that are then stored.

    ``leads``: another spelling leads to the person, so that only near names are asked about.
    """

    at: Callable[[Club], str]
    name: str
    stored: Callable[[Club], set[str]]
    sure: str = "sure"
    more: dict[str, str] = field(default_factory=dict)
    leads: bool = False

    def send(self, client: Client, club: Club, typed: str, *, url: str, **more: object) -> HttpResponse:
        """Send the form as the page at ``url`` shows it, with a name and other fields."""
        form = form_with(page(client, url), self.name)
        sent = {**form.values, **self.more, self.name: typed, **more}
        return cast(HttpResponse, client.post(form.action or url, sent))


def person_renamed(club: Club) -> str:
    return f"{MEMBERS}{Player.objects.create(club=club, name='Zoe').public_id}/"


def event_renamed(club: Club) -> str:
    event = open_event_by_hand(club, "Winter Cup", act=acting())
    return f"/clubs/portland/events/{event.public_id}/rename/"


EVENT = "/clubs/portland/events/set-up/"
CLUB = {"time_zone": "UTC", "currency": "EUR", "is_public": "yes", "analyses": "everyone"}
PLACES = {
    "players added to the list": Place(lambda club: f"{MEMBERS}add/", "names", people),
    "player renamed": Place(person_renamed, "rename-name", people, "rename-sure"),
    "evening opened": Place(lambda club: "/clubs/portland/events/new/", "name", events),
    "event renamed": Place(event_renamed, "name", events),
    "event set up": Place(lambda club: EVENT, "name", events),
    "players entered": Place(
        lambda club: EVENT, "names", people, "new_players", {"name": "Winter Cup"}, leads=True
    ),
    "club made": Place(lambda club: "/clubs/new/", "name", clubs, more=CLUB),
    "club renamed": Place(lambda club: "/clubs/portland/settings/", "name", clubs, more=CLUB),
    "table opened": Place(
        lambda club: "/clubs/portland/tables/new/",
        *("names", people, "are_new", {"name": "Table 1", "stake": "1"}),
        leads=True,
    ),
}


# All places find names by the same rule: the first name that is folded and the first that is near show that each
# asks it, and the others show in one place what it finds.
TYPED = [(name, typed) for name in PLACES for typed in (FOLDED[0], NEAR[0])]
TYPED += [("players added to the list", typed) for typed in (*FOLDED[1:], *NEAR[1:])]


@pytest.mark.parametrize(
    ("place", "typed"),
    [pytest.param(PLACES[name], typed, id=f"{name}-{ascii(typed)[1:-1]}") for name, typed in TYPED],
)
def test_near_name_is_asked_about(owner: Client, club: Club, place: Place, typed: str) -> None:
    listed = people_and_things_called(club, "Ann Bell")
    url = place.at(club)
    before = place.stored(club)
    answer = place.send(owner, club, typed, url=url)
    if place.leads and typed in FOLDED:
        assert answer.status_code == 302, words(answer.content.decode())
        assert place.stored(club) == before
        return
    assert answer.status_code in (200, 400)
    text = words(answer.content.decode())
    assert any(each.format(listed) in text for each in QUESTIONS), text
    assert place.stored(club) == before
    tick = "on" if place.sure == "are_new" else tidy_name(typed)
    answer = place.send(owner, club, typed, url=url, **{place.sure: tick})
    assert answer.status_code == 302, words(answer.content.decode())
    assert tidy_name(typed) in place.stored(club)


QUESTIONS = ("looks like {}, who is on the list.", "has an event called {}.", "There is a club called {}.")


def people_and_things_called(club: Club, name: str) -> str:
    """Give a guest, an event and another club the name, and return it."""
    Player.objects.create(club=club, name=name)
    open_event_by_hand(club, name, act=acting())
    Club.objects.filter(slug="garrick").update(name=name, folded=fold_name(name))
    return name


@pytest.mark.parametrize(
    "place", ["evening opened", "event renamed", "club made", "club renamed", "player renamed"]
)
def test_other_name_and_the_own_one_are_not_asked_about(owner: Client, club: Club, place: str) -> None:
    people_and_things_called(club, "Ann Bell")
    url = PLACES[place].at(club)
    assert PLACES[place].send(owner, club, "Zebras", url=url).status_code == 302
    assert "Zebras" in PLACES[place].stored(club)


def test_number_or_a_day_more_is_no_misspelling(owner: Client, club: Club) -> None:
    open_event_by_hand(club, "Cup 2025", act=acting())
    place = PLACES["evening opened"]
    assert place.send(owner, club, "Cup 2026", url=place.at(club)).status_code == 302


@pytest.mark.parametrize("place", ["club made", "club renamed"])
def test_members_only_club_of_others_is_not_named(owner: Client, club: Club, place: str) -> None:
    people_and_things_called(club, "Ann Bell")
    Club.objects.filter(slug="garrick").update(is_public=False)
    url = PLACES[place].at(club)
    assert PLACES[place].send(owner, club, "Ann Bel", url=url).status_code == 302


@pytest.mark.parametrize("typed", ["Ann Bell", "Ann Bel", "ANN BELL"])
def test_guest_who_signs_up_is_asked_about_the_list(client: Client, club: Club, typed: str) -> None:
    Player.objects.create(club=club, name="Ann Bell")
    token = invite(club, by=user("owner"), role=Membership.Role.MEMBER).token
    client.get(f"/invitations/{token}/")
    sent = {"name": typed, "email": "ann@example.org", "password1": "a very long secret"}
    text = words(client.post("/accounts/signup/", sent).content.decode())
    assert "Ann Bell is on the club’s list. If that is you, ask for an invitation in that name" in text
    assert not User.objects.filter(email="ann@example.org").exists()
    assert client.post("/accounts/signup/", {**sent, "sure": typed}).status_code == 302
    assert User.objects.get(email="ann@example.org").players.count() == 1


def test_invitation_names_the_guest_who_looks_like_its_reader(client: Client, club: Club) -> None:
    Player.objects.create(club=club, name="Ann Bell")
    client.force_login(User.objects.create_user("ann@example.org", name="Ann Bel"))
    client.get(f"/invitations/{invite(club, by=user('owner'), role=Membership.Role.MEMBER).token}/")
    assert "Ann Bell is on the club’s list." in words(page(client, "/invitations/"))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        *[("Zoe", "302"), ("ZOE ", "302"), ("Zoé", "Did you mean Zoe?")],
        *[(name, "Nobody else on the club’s list has this name.") for name in ("Quentin", "Ann Bell")],
    ],
)
def test_merge_finds_any_spelling(owner: Client, club: Club, typed: str, expected: str) -> None:
    Player.objects.create(club=club, name="Zoe")
    ann = Player.objects.create(club=club, name="Ann Bell")
    answer = owner.post(f"{MEMBERS}{ann.public_id}/merge/", {"other": typed, "stays": "this"})
    assert expected in f"{answer.status_code} {words(answer.content.decode())}"

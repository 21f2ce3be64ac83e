"""Who may see what, apart from any page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.clubs.access import may_see_player, open_seats, visible_clubs
from matches.models import Club, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, text


@pytest.fixture
def rubber(db: None) -> Rubber:
    return import_text(make_club(is_public=False), text())[0]


def names(clubs: list[Club]) -> list[str]:
    return [club.slug for club in clubs]


def test_two_memberships_show_a_club_once(rubber: Rubber) -> None:
    member = make_member(rubber.club)
    rubber.club.memberships.create(player=member.players.get(), role="director")
    assert names(list(visible_clubs(member))) == ["portland"]


def test_playing_as_a_guest_opens_no_club(rubber: Rubber) -> None:
    guest = User.objects.create_user("walker@example.org")
    Player.objects.filter(name="Walker").update(user=guest)
    assert names(list(visible_clubs(guest))) == []


def test_superuser_sees_every_club(rubber: Rubber) -> None:
    assert names(list(visible_clubs(User.objects.create_superuser("o@example.org")))) == ["portland"]


def test_figures_are_opened_seat_by_seat(rubber: Rubber) -> None:
    nobody = AnonymousUser()
    assert open_seats(nobody, rubber) == []
    rubber.player_b.shares_reviews = True
    assert open_seats(nobody, rubber) == ["B"]
    rubber.club.reviews_open = True
    assert open_seats(nobody, rubber) == ["A", "B"]
    rubber.state = Rubber.State.LIVE
    assert open_seats(nobody, rubber) == []


def test_directors_and_owners_read_no_figures_but_their_own(rubber: Rubber) -> None:
    assert open_seats(make_member(rubber.club, role="owner"), rubber) == []


def test_guest_of_a_closed_club_elsewhere_has_no_page_to_link_to(rubber: Rubber) -> None:
    elsewhere = make_club("garrick", is_public=False)
    guest = Player.objects.create(club=elsewhere, name="Clay")
    assert not may_see_player(AnonymousUser(), guest, rubber.club)
    assert may_see_player(AnonymousUser(), rubber.player_a, rubber.club)
    elsewhere.is_public = True
    guest.club = elsewhere
    assert may_see_player(AnonymousUser(), guest, rubber.club)

"""Every cell of the roles table, checked through ``can`` for people with the role."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.clubs.roles import ACTIONS, GRANTS, Powers, action_words, can, powers_of
from matches.models import Club, Membership, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, text
from tests.matches.roles_table import ROLES, expected_grants

pytestmark = [pytest.mark.django_db, pytest.mark.core]

EXPECTED = expected_grants()
ABOUT_PEOPLE = ("export_person", "erase_person")
REPORTED = {"state": Rubber.State.REPORTED, "reported_by": "A"}


def person(club: Club, role: str, email: str = "he@example.org") -> User:
    if role == "stranger":
        user = User.objects.create_user(email)
        Player.objects.create(club=make_club("garrick"), user=user, name="He")
        return user
    return make_member(club, email, role=role)


def rubber_of(club: Club, **columns: str) -> Rubber:
    """Return a rubber of two guests at a table of its own, with these columns."""
    (rubber,) = import_text(club, text(tags=f'[Table "{Rubber.objects.count()}"]\n'))
    for column, value in columns.items():
        setattr(rubber, column, value)
    rubber.save()
    return rubber


def seat(user: User, rubber: Rubber, side: str) -> None:
    column = "player_a" if side == "A" else "player_b"
    setattr(rubber, column, Player.objects.get(user=user))
    rubber.save()


def test_table_has_each_action_and_role_of_the_code_and_no_other() -> None:
    assert {(action, role) for action in ACTIONS for role in GRANTS[action]} == set(EXPECTED)
    assert all(action_words(action) for action in ACTIONS)


@pytest.mark.parametrize("role", ROLES)
def test_cells_for_rubbers_and_clubs(club: Club, role: str) -> None:
    user = person(club, role)
    foreign = rubber_of(club, **REPORTED)
    settled = rubber_of(club, state=Rubber.State.CONFIRMED)
    own = rubber_of(club, **REPORTED)
    seat(user, own, "B")
    reported_himself = rubber_of(club, **REPORTED)
    seat(user, reported_himself, "A")
    reported_by_helper = rubber_of(club, state=Rubber.State.REPORTED, reported_by="")
    rubbers = [foreign, settled, own, reported_himself, reported_by_helper]
    meant = {
        "yes": [True, True, True, True, True],
        "own": [False, False, True, True, False],
        "side": [False, False, True, False, False],
        "mine": [False, False, False, True, False],
        "help": [False, False, False, True, True],
        "open": [True, False, True, True, True],
        "-": [False, False, False, False, False],
    }
    actions = [action for action in ACTIONS if action not in ABOUT_PEOPLE]
    permissions = {action: [can(user, action, rubber) for rubber in rubbers] for action in actions}
    assert permissions == {action: meant[EXPECTED[action, role]] for action in actions}


@pytest.mark.parametrize(("action", "role"), [key for key in EXPECTED if key[0] in ABOUT_PEOPLE])
def test_cell_for_people(club: Club, action: str, role: str) -> None:
    user = person(club, role)
    himself = Player.objects.get(user=user)
    guest = Player.objects.create(club=club, name="Guest")
    other = Player.objects.get(user=make_member(club, "other@example.org"))
    expected = {"guest": [True, True, False], "own": [True, False, False]}[EXPECTED[action, role]]
    assert [can(user, action, player) for player in (himself, guest, other)] == expected  # type: ignore[arg-type]


def test_nobody_who_is_not_signed_in_may_do_anything(club: Club) -> None:
    rubber = rubber_of(club, **REPORTED)
    assert [action for action in ACTIONS if can(AnonymousUser(), action, rubber)] == []


def test_owner_of_another_club_is_a_stranger_here(club: Club) -> None:
    owner = make_member(make_club("garrick"), "owner@example.org", role="owner")
    rubber = rubber_of(club, **REPORTED)
    assert [action for action in ACTIONS if can(owner, action, rubber)] == []


def test_host_may_do_everything(club: Club) -> None:
    host = User.objects.create_superuser("host@example.org")
    assert all(can(host, action, club) for action in ACTIONS)


def test_role_holds_from_its_first_day_to_its_last(club: Club) -> None:
    today = timezone.localdate()
    user = make_member(club, role="member", since=today - timedelta(days=9))
    player = Player.objects.get(user=user)
    Membership.objects.create(club=club, player=player, role="owner", since=today + timedelta(days=1))
    Membership.objects.create(
        club=club,
        player=player,
        role="director",
        since=today - timedelta(days=9),
        until=today - timedelta(days=1),
    )
    assert powers_of(user, club).role == "member"
    Membership.objects.create(club=club, player=player, role="scorer", since=today, until=today)
    assert powers_of(user, club).role == "scorer"


def test_powers_take_one_query(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    user = make_member(club, role="owner")
    for number in range(3):
        other = make_club(f"club-{number}")
        Player.objects.create(club=other, user=user, name="He")
    with django_assert_num_queries(1):
        powers = powers_of(user, club)
    assert (powers.role, len(powers.players)) == ("owner", 4)


@pytest.mark.parametrize(
    ("role", "plays_as", "authority"),
    [
        ("owner", "A", "final"),
        ("director", "", "final"),
        ("scorer", "", "final"),
        ("scorer", "A", "A"),
        ("helper", "", "helper"),
        ("helper", "B", "B"),
        ("member", "A", "A"),
        ("member", "B", "B"),
    ],
)
def test_authority_on_a_rubber(role: str, plays_as: str, authority: str) -> None:
    powers = Powers(role=role, players=frozenset({7}))  # type: ignore[arg-type]
    seats = {"A": (7, 8), "B": (8, 7), "": (8, 9)}[plays_as]
    assert powers.authority_on(*seats) == authority
    assert powers.may_enter(*seats)


def test_member_enters_no_rubber_of_others() -> None:
    assert not Powers(role="member", players=frozenset({7})).may_enter(8, 9)


def test_what_a_director_disputes_waits_for_a_director(club: Club) -> None:
    user = person(club, "member")
    rubber = rubber_of(club, state=Rubber.State.DISPUTED, reported_by="")
    seat(user, rubber, "B")
    assert not can(user, "confirm_rubber", rubber)
    rubber.reported_by = "A"
    assert can(user, "confirm_rubber", rubber)


def test_without_a_rubber_the_question_is_whether_there_may_be_one(club: Club) -> None:
    member = powers_of(make_member(club), club)
    nobody = powers_of(User.objects.create_user("nobody@example.org"), club)
    assert (member.can("enter_rubber"), nobody.can("enter_rubber")) == (True, False)
    assert (member.can("dispute_rubber"), nobody.can("dispute_rubber")) == (True, False)

from __future__ import annotations

import time

import pytest
from allauth.account.forms import default_token_generator
from django.contrib.auth.signals import user_logged_in
from django.core import signing

from matches.clubs.accounts import GOOD_FOR, SALT, make_password_link, may_reset_password, user_of_link
from matches.clubs.errors import PeopleError
from matches.clubs.memberships import end_membership
from matches.models import Membership, Player, User
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, facts, make_member, make_user, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.mark.parametrize(
    ("case", "may"),
    [
        ("a member", True),
        ("another owner", True),
        ("himself", False),
        ("a member of another club too", False),
        ("who was a member of another club", False),
        ("on another club's list without a membership", False),
        ("nobody's member", False),
        ("a superuser", False),
        ("one of the staff", False),
        ("a closed account", False),
    ],
)
def test_owner_may_reset_those_who_are_his_members_alone(case: str, may: bool) -> None:
    club, other = make_club(), make_club("garrick")
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    make_member(other, "Pole", Role.OWNER)
    clay = make_member(club, "Clay", Role.OWNER if case == "another owner" else Role.MEMBER)
    if "another club" in case and case != "another owner":
        abroad = Player.objects.create(club=other, user=clay.user, name="Clay")
        if "list" not in case:
            abroad.memberships.create(club=other)
        if case.startswith("who was"):
            end_membership(other, abroad, by=None)
    changes: dict[str, dict[str, bool]] = {
        "a superuser": {"is_superuser": True},
        "one of the staff": {"is_staff": True},
        "a closed account": {"is_active": False},
    }
    if case in changes:
        User.objects.filter(players=clay).update(**changes[case])
    if case == "nobody's member":
        end_membership(club, clay, by=None)
    user = owner if case == "himself" else User.objects.get(players=clay)
    assert may_reset_password(owner, user) is may


def test_member_may_not() -> None:
    club = make_club()
    director = user_of(make_member(club, "Orford", Role.DIRECTOR))
    clay = make_member(club, "Clay")
    assert not may_reset_password(director, user_of(clay))
    with pytest.raises(PeopleError):
        make_password_link(clay, club=club, by=director)
    assert facts(club) == []


def test_host_may_reset_anybody() -> None:
    host = make_user("Host", is_superuser=True)
    assert may_reset_password(host, make_user("Other", is_superuser=True))


def test_link_is_logged() -> None:
    club = make_club()
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    clay = make_member(club, "Clay")
    assert user_of_link(make_password_link(clay, club=club, by=owner)) == clay.user
    assert facts(club) == ["club.password_link_made"]


@pytest.mark.parametrize(
    ("case", "is_good"),
    [
        ("nothing happened", True),
        ("a day went by", False),
        ("the password was set", False),
        ("he signed in", False),
        ("he joined a club of somebody else's", False),
        ("the maker is no owner any more", False),
        ("the maker's account is closed", False),
        ("a letter is wrong", False),
    ],
)
def test_link_is_good_as_long_as_its_maker_might_make_it(
    case: str, is_good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    clay = make_member(club, "Clay")
    user = user_of(clay)
    link = make_password_link(clay, club=club, by=owner)
    if case == "a day went by":
        later = time.time() + GOOD_FOR.total_seconds() + 1
        monkeypatch.setattr(time, "time", lambda: later)
    elif case == "the password was set":
        user.set_password("another long secret")
        user.save()
    elif case == "he signed in":
        user_logged_in.send(User, user=user, request=None)
    elif case == "he joined a club of somebody else's":
        Player.objects.create(club=make_club("garrick"), user=user, name="Clay")
    elif case == "the maker is no owner any more":
        Membership.objects.filter(player__user=owner).update(role=Role.DIRECTOR)
    elif case == "the maker's account is closed":
        User.objects.filter(pk=owner.pk).update(is_active=False)
    elif case == "a letter is wrong":
        link = link[:-1] + ("a" if link[-1] != "a" else "b")
    assert user_of_link(link) == (user if is_good else None)


def test_link_tells_no_key_that_opens_another_door() -> None:
    """The signed text can be read, but only this service's own page accepts it."""
    club = make_club()
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    clay = make_member(club, "Clay")
    link = make_password_link(clay, club=club, by=owner)
    _maker, _user, mark = signing.loads(link, salt=SALT)
    assert default_token_generator.check_token(user_of(clay), mark) is False

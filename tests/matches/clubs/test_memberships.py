from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from matches.clubs.errors import PeopleError
from matches.clubs.memberships import change_role, end_membership, is_last_owner
from matches.models import Club, Membership, Player, User
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, facts, make_member, roles

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_changed_role_takes_the_place_of_the_old_one(club: Club) -> None:
    clay = make_member(club, "Clay")
    change_role(club, clay, Role.DIRECTOR, by=None)
    assert roles(club) == {("Clay", "director")}
    assert facts(club) == ["club.role_changed"]


def test_role_that_he_has_changes_nothing(club: Club) -> None:
    clay = make_member(club, "Clay")
    change_role(club, clay, Role.MEMBER, by=None)
    assert facts(club) == []


def test_history_of_roles_is_kept(club: Club) -> None:
    clay = make_member(club, "Clay")
    since = timezone.localdate() - timedelta(days=30)
    Membership.objects.update(since=since)
    change_role(club, clay, Role.SCORER, by=None)
    today = timezone.localdate()
    history = clay.memberships.order_by("since").values_list("role", "since", "until")
    assert list(history) == [("member", since, today - timedelta(days=1)), ("scorer", today, None)]


def test_ended_membership_gives_nothing_from_then_on(club: Club) -> None:
    make_member(club, "Orford", Role.OWNER)
    clay = make_member(club, "Clay")
    end_membership(club, clay, by=None)
    end_membership(club, clay, by=None)
    assert roles(club) == {("Orford", "owner")}
    assert facts(club) == ["club.membership_ended"]
    assert Player.objects.filter(pk=clay.pk).exists()


@pytest.mark.parametrize(
    "other", ["nobody", "a director", "an owner who can't sign in", "an owner without account"]
)
def test_last_owner_stays(club: Club, other: str) -> None:
    orford = make_member(club, "Orford", Role.OWNER)
    if other == "a director":
        make_member(club, "Clay", Role.DIRECTOR)
    elif other != "nobody":
        clay = make_member(club, "Clay", Role.OWNER)
        User.objects.filter(players=clay).update(is_active=False)
        if other == "an owner without account":
            Player.objects.filter(pk=clay.pk).update(user=None)
    before = roles(club)
    assert is_last_owner(orford, club)
    with pytest.raises(PeopleError, match="only owner"):
        change_role(club, orford, Role.MEMBER, by=None)
    with pytest.raises(PeopleError, match="only owner"):
        end_membership(club, orford, by=None)
    assert roles(club) == before


def test_owner_may_go_where_there_is_another(club: Club) -> None:
    orford = make_member(club, "Orford", Role.OWNER)
    make_member(club, "Clay", Role.OWNER)
    end_membership(club, orford, by=None)
    assert roles(club) == {("Clay", "owner")}


def test_who_is_no_member_gets_no_role(club: Club) -> None:
    guest = Player.objects.create(club=club, name="Pole")
    with pytest.raises(PeopleError, match="not a member"):
        change_role(club, guest, Role.OWNER, by=None)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_go_at_once_one_stays() -> None:
    club = make_club()
    owners = [make_member(club, name, Role.OWNER) for name in ("Orford", "Clay")]

    def leave(player: Player) -> bool:
        try:
            end_membership(club, player, by=None)
        except PeopleError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(leave, owners)) == [False, True]
    assert len(roles(club)) == 1

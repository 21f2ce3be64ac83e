from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from matches.clubs.errors import InvitationError, PeopleError
from matches.clubs.invitations import invite, open_invitation, revoke_invitation
from matches.clubs.memberships import change_role, end_membership
from matches.models import Club, Invitation, LogEntry, Membership, Player, User
from matches.privacy.accept_invitation import accept_invitation
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, facts, make_member, make_user, roles, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def owner(club: Club) -> User:
    return user_of(make_member(club, "Orford", Role.OWNER))


def test_who_accepts_becomes_a_member_under_his_own_name(club: Club, owner: User) -> None:
    new = invite(club, by=owner, role=Role.SCORER)
    clay = make_user("Clay")
    player = accept_invitation(new.token, clay)
    assert (player.name, player.user, player.club) == ("Clay", clay, club)
    assert roles(club) == {("Orford", "owner"), ("Clay", "scorer")}
    assert facts(club) == ["club.invited", "club.joined"]


def test_token_is_kept_nowhere(club: Club, owner: User) -> None:
    new = invite(club, by=owner, role=Role.MEMBER)
    stored = Invitation.objects.filter(pk=new.invitation.pk).values().get()
    assert new.token not in str(stored)
    assert len(stored["token_hash"]) == 64


def test_link_works_once(club: Club, owner: User) -> None:
    new = invite(club, by=owner, role=Role.MEMBER)
    accept_invitation(new.token, make_user("Clay"))
    with pytest.raises(InvitationError):
        accept_invitation(new.token, make_user("Pole"))
    assert roles(club) == {("Orford", "owner"), ("Clay", "member")}


def test_link_that_was_taken_back_or_ran_out_works_no_more(club: Club, owner: User) -> None:
    revoked, old = (invite(club, by=owner, role=Role.MEMBER) for _ in range(2))
    assert revoke_invitation(revoked.invitation, by=owner)
    assert not revoke_invitation(revoked.invitation, by=owner)
    long_ago = timezone.now() - timedelta(days=15)
    Invitation.objects.filter(pk=old.invitation.pk).update(
        created_at=long_ago, expires_at=long_ago + timedelta(days=14)
    )
    clay = make_user("Clay")
    for token in (revoked.token, old.token, "nonsense"):
        assert open_invitation(token) is None
        with pytest.raises(InvitationError):
            accept_invitation(token, clay)
    assert roles(club) == {("Orford", "owner")}


def test_name_that_the_list_has_gets_a_number(club: Club, owner: User) -> None:
    Player.objects.create(club=club, name="Clay")
    new = invite(club, by=owner, role=Role.MEMBER)
    assert accept_invitation(new.token, make_user("Clay")).name == "Clay (2)"


def test_record_without_account_is_taken_over(club: Club, owner: User) -> None:
    guest = Player.objects.create(club=club, name="H. Clay")
    first, second = (invite(club, by=owner, role=Role.MEMBER, player=guest) for _ in range(2))
    clay = make_user("Clay")
    assert accept_invitation(first.token, clay) == guest
    guest.refresh_from_db()
    assert (guest.name, guest.user) == ("H. Clay", clay)
    assert roles(club) == {("Orford", "owner"), ("H. Clay", "member")}
    with pytest.raises(InvitationError):
        accept_invitation(second.token, make_user("Pole"))


def test_record_is_merged_with_the_one_that_a_member_has(club: Club, owner: User) -> None:
    clay = make_member(club, "Clay")
    guest = Player.objects.create(club=club, name="H. Clay")
    new = invite(club, by=owner, role=Role.DIRECTOR, player=guest)
    assert accept_invitation(new.token, user_of(clay)) == clay
    guest.refresh_from_db()
    assert guest.merged_into == clay
    assert roles(club) == {("Orford", "owner"), ("Clay", "director")}


def test_claim_of_a_record_that_was_merged_meanwhile_goes_to_the_one_that_stayed(
    club: Club, owner: User
) -> None:
    from matches.privacy.merge import merge_players

    stays, goes = (Player.objects.create(club=club, name=name) for name in ("Clay", "H. Clay"))
    new = invite(club, by=owner, role=Role.MEMBER, player=goes)
    merge_players(stays, goes, by=owner)
    assert accept_invitation(new.token, make_user("Henry")) == stays


def test_accepting_never_makes_a_role_less(club: Club, owner: User) -> None:
    new = invite(club, by=owner, role=Role.MEMBER)
    accept_invitation(new.token, owner)
    assert roles(club) == {("Orford", "owner")}


@pytest.mark.parametrize("of_another_club", [False, True])
def test_only_a_guest_of_the_club_can_be_handed_over(club: Club, owner: User, of_another_club: bool) -> None:
    other = make_club("garrick")
    record = make_member(other if of_another_club else club, "Clay")
    if of_another_club:
        Player.objects.filter(pk=record.pk).update(user=None)
    with pytest.raises(PeopleError):
        invite(club, by=owner, role=Role.MEMBER, player=record)
    assert not Invitation.objects.exists()


def test_log_holds_neither_name_nor_address(club: Club, owner: User) -> None:
    guest = Player.objects.create(club=club, name="Henry Clay")
    new = invite(club, by=owner, role=Role.MEMBER, email="clay@example.org", player=guest)
    accept_invitation(new.token, make_user("Clay"))
    log_text = str(list(LogEntry.objects.values_list("payload", "reason", "key")))
    assert new.invitation.public_id in log_text
    for secret in ("Clay", "example.org", new.token):
        assert secret not in log_text


@pytest.mark.parametrize(
    ("case", "is_good"),
    [
        ("still an owner", True),
        ("a director now", False),
        ("no member any more", False),
        ("a membership that has run out", False),
        ("a closed account", False),
        ("a superuser", True),
        ("nobody", False),
    ],
)
def test_link_is_as_good_as_the_power_of_who_made_it(
    club: Club, owner: User, case: str, is_good: bool
) -> None:
    own = Player.objects.get(user=owner)
    make_member(club, "Pole", Role.OWNER)
    new = invite(club, by=owner, role=Role.OWNER)
    if case == "a director now":
        change_role(club, own, Role.DIRECTOR, by=None)
        assert Invitation.objects.get().revoked_at is not None
    elif case == "no member any more":
        end_membership(club, own, by=None)
        assert Invitation.objects.get().revoked_at is not None
    elif case in ("a membership that has run out", "a superuser"):
        long_ago = timezone.localdate() - timedelta(days=9)
        own.memberships.update(since=long_ago, until=long_ago)
        User.objects.filter(pk=owner.pk).update(is_superuser=case == "a superuser")
    elif case == "a closed account":
        User.objects.filter(pk=owner.pk).update(is_active=False)
    elif case == "nobody":
        Invitation.objects.update(created_by=None)
    assert (open_invitation(new.token) is not None) is is_good
    clay = make_user("Clay")
    if is_good:
        accept_invitation(new.token, clay)
    else:
        with pytest.raises(InvitationError):
            accept_invitation(new.token, clay)
    assert (("Clay", "owner") in roles(club)) is is_good


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_at_once_one_joins() -> None:
    club = make_club()
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    new = invite(club, by=owner, role=Role.MEMBER)
    people = [make_user(f"Guest{number}") for number in range(6)]

    def accept(user: User) -> bool:
        try:
            accept_invitation(new.token, user)
        except InvitationError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(people)) as pool:
        accepted = list(pool.map(accept, people))
    assert sorted(accepted) == [False] * 5 + [True]
    assert Membership.objects.filter(club=club).count() == 2
    assert Player.objects.filter(club=club).count() == 2

"""A person is forgotten: results stay, under no name, and nothing leads from them to whoever it was.

What people wrote in their own words (comments in a record, the reason given for a correction) can't be searched for a
person; the page says so before. The log is never changed: it knew no name.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.errors import PeopleError
from matches.clubs.invitations import open_invitations
from matches.clubs.locks import locked_club
from matches.clubs.memberships import end_running, running_memberships
from matches.exchange.exports.erase_prepared import forget_in_files
from matches.models import (
    ApiToken,
    Club,
    Exercise,
    Export,
    ImportReport,
    Invitation,
    Membership,
    Player,
    Rubber,
    SentRequest,
    TableLink,
    User,
)
from matches.privacy.personal_data import (
    blank_admin_log,
    blank_import_lines,
    blank_replies,
    blank_texts,
    end_sessions,
)

PERSON_FORGOTTEN: Final = "club.person_forgotten"


@transaction.atomic
def erase_person(person: User | Player, *, by: User | None) -> None:
    """Forget a user with all his players, or a player without account. A second time changes nothing.

    Raises ``PeopleError`` where a club would be left without owner, or the site without host, and for a player who has
    an account: only he himself may ask for that.
    """
    if isinstance(person, Player):
        _forget_guest(person, by=by)
    else:
        _forget_user(person, by=by)


def why_not_erase(user: User) -> str:
    """What keeps ``user`` from being forgotten now, and what to do about it; empty where nothing does."""
    if user.is_superuser and not _other_hosts(user).exists():
        return _("You are the only one who runs this site. Make somebody else an administrator first.")
    if problem := why_wait(list(user.players.all())):
        return problem
    # By account and not by player: of his own records in one club none is left to own it.
    owners = running_memberships().filter(role=Membership.Role.OWNER)
    others = owners.filter(player__user__is_active=True).exclude(player__user=user)
    owned = Club.objects.filter(pk__in=owners.filter(player__user=user).values("club"))
    alone = owned.exclude(pk__in=others.values("club")).order_by("name").values_list("name", flat=True)
    if not alone:
        return ""
    return _("You are the only owner of %(clubs)s. Make somebody else an owner there first.") % {
        "clubs": ", ".join(alone)
    }


def why_wait(players: list[Player]) -> str:
    """A file that is not read to its end may bring his name anew: in words; empty where there is none."""
    people = [*players, *Player.objects.filter(merged_into__in=players)]
    waiting = ImportReport.objects.filter(club__in=_clubs_that_know(people), content__isnull=False)
    if waiting.exists():
        return _("A file is still being read that may have this name in it. Try again in a few minutes.")
    return ""


def _other_hosts(user: User) -> QuerySet[User]:
    return User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)


def _forget_guest(player: Player, *, by: User | None) -> None:
    club = locked_club(player.club_id)
    player.refresh_from_db()
    if player.user_id is not None:
        raise PeopleError(
            _("%(name)s has an account: only its owner can have himself forgotten.") % {"name": player}
        )
    if problem := why_wait([player]):
        raise PeopleError(problem)
    if player.name:
        _forget_player(player)
        append_club_fact(club, PERSON_FORGOTTEN, {"player": player.public_id}, by=by)


def _forget_user(user: User, *, by: User | None) -> None:
    players = list(user.players.order_by("pk"))
    clubs = Club.objects.filter(Q(players__in=players) | Q(memberships__player__in=players))
    for club_id in sorted(set(clubs.values_list("pk", flat=True))):
        locked_club(club_id)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.erased_at is not None:
        return
    if problem := why_not_erase(user):
        raise PeopleError(problem)
    for player in players:
        _forget_player(player)
        append_club_fact(player.club, PERSON_FORGOTTEN, {"player": player.public_id}, by=by)
    _forget_account(user)


def _forget_player(player: Player) -> None:
    people = [player, *player.aliases.all()]
    names = [each.name for each in people if each.name]
    clubs = _clubs_that_know(people)
    memberships = list(Membership.objects.filter(player__in=people))
    for club in Club.objects.filter(memberships__player=player).distinct():
        end_running(club, player)
    Invitation.objects.filter(player__in=people, accepted_at__isnull=True).delete()
    Exercise.objects.filter(player__in=people).delete()
    for name in names:
        blank_texts(name, clubs)
        blank_import_lines(name, clubs)
    blank_replies(names)
    Player.objects.filter(pk__in=[each.pk for each in people]).update(
        name="", user=None, shares_reviews=False
    )
    blank_admin_log([*people, *memberships], names)
    forget = partial(forget_in_files, clubs, [each.public_id for each in people])
    forget()
    # Until the end of this transaction a file may have been written with the name in it.
    transaction.on_commit(forget)


def _clubs_that_know(people: list[Player]) -> set[int]:
    played = Rubber.objects.filter(Q(player_a__in=people) | Q(player_b__in=people))
    member = Membership.objects.filter(player__in=people)
    return {
        *(each.club_id for each in people),
        *played.values_list("club_id", flat=True),
        *member.values_list("club_id", flat=True),
    }


def _forget_account(user: User) -> None:
    rows: list[Model] = [
        user,
        *EmailAddress.objects.filter(user=user),
        *Authenticator.objects.filter(user=user),
        *ApiToken.objects.filter(user=user),
    ]
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    names = {user.name} - {""}
    # Whatever mailbox he was invited by is his as well.
    invited = Invitation.objects.filter(accepted_by=user).exclude(email="")
    blank_replies(names | addresses | set(invited.values_list("email", flat=True)))
    blank_admin_log(rows, names | addresses)
    end_sessions(user)
    for address in addresses:
        open_invitations().filter(email__iexact=address).delete()
        Invitation.objects.filter(email__iexact=address).update(email="")
    invited.update(email="")
    for row in rows[1:]:
        row.delete()
    SentRequest.objects.filter(user=user).delete()
    Export.objects.filter(by=user).delete()
    TableLink.objects.filter(created_by=user, revoked_at__isnull=True).update(revoked_at=timezone.now())
    user.groups.clear()
    user.user_permissions.clear()
    user.email = f"erased-{user.public_id}@erased.invalid"
    user.name = ""
    user.language = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.erased_at = timezone.now()
    # With it go all sessions: each is good for the password that it was opened with.
    user.set_unusable_password()
    user.save()

"""Erase a person: their results remain without a name, and nothing connects them with the person.

Texts that people wrote (comments in a game file, reasons for corrections) are not searched for the person;
the page says so beforehand. The log never changes: it contains no names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from functools import lru_cache, partial
from itertools import groupby
from typing import Final, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.invitations import open_invitations
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.memberships import current_ownerships, end_running
from matches.exchange.exports.requests import forget_in_files
from matches.mail.queue import delete_mail_to
from matches.models import (
    ApiToken,
    Club,
    Exercise,
    Export,
    FormerName,
    HeldText,
    ImportLine,
    ImportReport,
    Invitation,
    Membership,
    Player,
    Rubber,
    SentRequest,
    TableLink,
    User,
)
from matches.rubbers.text import REDACTED_NAME
from matches.rules.names import fold_name

Json = TypeVar("Json")
QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\{[^}]*\}')


def blank_texts(name: str, clubs: set[int]) -> None:
    # A text of no club may be theirs or a namesake's: erasing takes precedence over keeping.
    theirs = Q(club__in=clubs) | Q(club__isnull=True)
    for held_text in HeldText.objects.filter(theirs, _mentions("text", ways_to_write(name))).iterator():
        held_text.text = without_name(name, held_text.text)
        held_text.finding = without_name_in(name, held_text.finding)
        # The checksum stays that of the file's text, so that reading the file again does not bring the name
        # back.
        held_text.save(update_fields=["text", "finding"])


def blank_import_lines(name: str, clubs: set[int]) -> None:
    named = Q(name_a=name) | Q(name_b=name) | ~Q(reasons=[])
    theirs = Q(report__club__in=clubs) | Q(report__club__isnull=True)
    for line in ImportLine.objects.filter(named, theirs).iterator():
        names = [REDACTED_NAME if each == name else each for each in (line.name_a, line.name_b)]
        texts = [without_name_in(name, line.reasons), without_name_in(name, line.new_guests)]
        if [*names, *texts] != [line.name_a, line.name_b, line.reasons, line.new_guests]:
            line.name_a, line.name_b = names
            line.reasons, line.new_guests = texts
            line.save(update_fields=["name_a", "name_b", "reasons", "new_guests"])


def blank_replies(names: Collection[str]) -> None:
    """Remove the names from the stored results (``SentRequest``) of the requests of all users."""
    ways = {way for name in names for written in ways_to_write(name) for way in _in_json(written)}
    if not ways:
        return
    replies = SentRequest.objects.annotate(result_text=Cast("result", TextField()))
    for reply in replies.filter(_mentions("result_text", ways)).iterator():
        for name in names:
            reply.result = without_name_in(name, reply.result)
        reply.save(update_fields=["result"])


def blank_admin_log(rows: Iterable[Model], traces: Collection[str]) -> None:
    """Blank the admin's log about ``rows``, or, for rows deleted before, with names or addresses in ``traces``."""
    named = _mentions("object_repr", traces)
    by_kind = sorted(rows, key=lambda row: row._meta.label)
    for model, alike in groupby(by_kind, key=type):
        kind = ContentType.objects.get_for_model(model)
        named |= Q(content_type=kind, object_id__in=[str(row.pk) for row in alike])
    AdminLogEntry.objects.filter(named).update(object_repr="-", change_message="")


def end_sessions(user: User) -> None:
    running = Session.objects.filter(expire_date__gt=timezone.now())
    for session in running.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def _mentions(column: str, texts: Collection[str]) -> Q:
    condition = Q(pk__in=[])
    for text in texts:
        condition |= Q(**{f"{column}__contains": text})
    return condition


def _in_json(text: str) -> set[str]:
    """Return the forms of the text in JSON as PostgreSQL and SQLite store it."""
    return {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}


def without_name(name: str, text: str) -> str:
    """Return an EGN text with ``?`` in place of ``name`` in its tags and comments, but not in the play."""
    return QUOTED_OR_COMMENT.sub(lambda match: _replace_name(name, match[0]), text)


def without_name_in(name: str, value: Json) -> Json:
    """Return a JSON value with ``?`` in place of ``name`` in all its strings."""
    blank: object = value
    if isinstance(value, str):
        blank = _replace_name(name, value)
    elif isinstance(value, list):
        blank = [without_name_in(name, each) for each in value]
    elif isinstance(value, dict):
        blank = {key: without_name_in(name, each) for key, each in value.items()}
    return blank  # type: ignore[return-value]


def ways_to_write(name: str) -> tuple[str, ...]:
    """Return the spellings of ``name`` in an EGN text: escaped as in a tag, and unescaped if different."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return tuple(dict.fromkeys((escaped, name)))


def _replace_name(name: str, text: str) -> str:
    return _pattern(name).sub(REDACTED_NAME, text)


@lru_cache(maxsize=16)
def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern for the name as whole words, also as a tag writes it."""
    either = "|".join(re.escape(way) for way in ways_to_write(name))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")


PERSON_FORGOTTEN: Final = "club.person_forgotten"


@transaction.atomic
def erase_person(person: User | Player, *, by: User | None) -> None:
    """Erase a user with all their players, or a player without an account, unless done before.

    Raises ``PeopleError`` if a club would be left without an owner, or the site without a superuser, if an
    upload that may contain the person's name is still being read, or for a player with an account: erase its
    user instead.
    """
    if isinstance(person, Player):
        _forget_guest(person, by=by)
    else:
        _forget_user(person, by=by)


def why_not_erase(user: User) -> str:
    """Return a sentence that says why ``user`` cannot be erased now and what to do, or an empty string."""
    if user.is_superuser and not _other_hosts(user).exists():
        return _("You are this site’s only administrator. Make another person an administrator first.")
    if problem := why_wait(list(user.players.all())):
        return problem
    # By account and not by player: none of the user's own records in the club remains to own it.
    owners = current_ownerships()
    others = owners.filter(player__user__is_active=True).exclude(player__user=user)
    owned = Club.objects.filter(pk__in=owners.filter(player__user=user).values("club"))
    alone = owned.exclude(pk__in=others.values("club")).order_by("name").values_list("name", flat=True)
    if not alone:
        return ""
    return _("You are the only owner of %(clubs)s. Make another person an owner there first.") % {
        "clubs": ", ".join(alone)
    }


def why_wait(players: list[Player]) -> str:
    """Return a sentence if an upload that is still being read may bring the players' names back, else ""."""
    people = [*players, *Player.objects.filter(merged_into__in=players)]
    waiting = ImportReport.objects.filter(club__in=_clubs_that_know(people), content__isnull=False)
    if waiting.exists():
        return _("A file that may contain this name is still being read. Try again in a few minutes.")
    return ""


def _other_hosts(user: User) -> QuerySet[User]:
    return User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)


def _forget_guest(player: Player, *, by: User | None) -> None:
    club = locked_club(player.club_id)
    player.refresh_from_db()
    if player.user_id is not None:
        raise PeopleError(
            _("%(name)s has an account. Only they can delete their personal data.") % {"name": player}
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
    """Delete a player's name, and every text that may name them, in the clubs that know them.

    Results stay, without a name.
    """
    people = [player, *player.aliases.all()]
    former = FormerName.objects.filter(player__in=people)
    names = [each.name for each in people if each.name]
    names += [name for name in former.values_list("name", flat=True) if name not in names]
    clubs = _clubs_that_know(people)
    names += _other_spellings(names, clubs)
    memberships = list(Membership.objects.filter(player__in=people))
    for club in Club.objects.filter(memberships__player=player).distinct():
        end_running(club, player)
    Invitation.objects.filter(player__in=people, accepted_at__isnull=True).delete()
    Exercise.objects.filter(player__in=people).delete()
    for name in names:
        blank_texts(name, clubs)
        blank_import_lines(name, clubs)
    blank_replies(names)
    former.delete()
    Player.objects.filter(pk__in=[each.pk for each in people]).update(
        name="", folded="", user=None, shares_reviews=False
    )
    blank_admin_log([*people, *memberships], names)
    forget = partial(forget_in_files, clubs, [each.public_id for each in people])
    forget()
    # Until the end of this transaction, a file may have been written with the name in it.
    transaction.on_commit(forget)


def _other_spellings(names: Collection[str], clubs: set[int]) -> list[str]:
    """Return how files spelled these names: an import finds people by the folded form."""
    folded = {fold_name(name) for name in names}
    lines = ImportLine.objects.filter(Q(report__club__in=clubs) | Q(report__club__isnull=True))
    spelled = {*lines.values_list("name_a", flat=True), *lines.values_list("name_b", flat=True)}
    return sorted(name for name in spelled - set(names) if name and fold_name(name) in folded)


def _clubs_that_know(people: list[Player]) -> set[int]:
    played = Rubber.objects.filter(Q(player_a__in=people) | Q(player_b__in=people))
    member = Membership.objects.filter(player__in=people)
    return {
        *(each.club_id for each in people),
        *played.values_list("club_id", flat=True),
        *member.values_list("club_id", flat=True),
    }


def _forget_account(user: User) -> None:
    """Delete a user's personal data, tokens, mail and exports, and close the account. The row stays for the log."""
    rows: list[Model] = [
        user,
        *EmailAddress.objects.filter(user=user),
        *Authenticator.objects.filter(user=user),
        *ApiToken.objects.filter(user=user),
    ]
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    names = {user.name} - {""}
    # Any mailbox to which the user was invited is theirs as well.
    invited = Invitation.objects.filter(accepted_by=user).exclude(email="")
    blank_admin_log(rows, names | addresses)
    end_sessions(user)
    invited_at = set(invited.values_list("email", flat=True))
    blank_replies(names | addresses | invited_at)
    for address in addresses | invited_at:
        delete_mail_to(address)
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
    # This ends all sessions: each is valid only for the password that it was opened with.
    user.set_unusable_password()
    user.save()

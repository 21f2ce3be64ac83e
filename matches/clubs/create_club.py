"""A club that somebody makes for himself and his friends."""

from __future__ import annotations

from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.errors import PeopleError
from matches.clubs.find_or_create import free_slugs
from matches.clubs.players import checked_name
from matches.common.clean_names import tidy_name
from matches.models import Club, Membership, Player, User

CLUB_MADE: Final = "club.made"
CLUBS_A_PERSON: Final = 10


@transaction.atomic
def make_club(by: User, *, name: str, time_zone: str, currency: str, is_public: bool) -> Club:
    """A club that ``by`` owns, with a player of his own on its list.

    Raises ``PeopleError`` where the name is taken or none at all, and for an eleventh club of one person.
    """
    tidy = checked_name(name)
    owner = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    owned = Membership.objects.filter(player__user=owner, role=Membership.Role.OWNER, until__isnull=True)
    if not owner.is_superuser and owned.count() >= CLUBS_A_PERSON:
        raise PeopleError(
            _("One person can own %(number)s clubs at most. Ask whoever runs this site for more.")
            % {"number": CLUBS_A_PERSON}
        )
    club = _inserted(tidy, time_zone=time_zone, currency=currency, is_public=is_public)
    player = Player.objects.create(club=club, user=owner, name=own_name(owner))
    Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    append_club_fact(club, CLUB_MADE, {"player": player.public_id, "is_public": is_public}, by=owner)
    return club


def own_name(user: User) -> str:
    """What a player who is ``user`` is called; never his whole address, which is nobody else's business."""
    return tidy_name(user.name) or user.email.partition("@")[0]


def _inserted(name: str, *, time_zone: str, currency: str, is_public: bool) -> Club:
    for slug in free_slugs(name):
        if Club.objects.filter(name=name).exists():
            break
        try:
            with transaction.atomic():
                return Club.objects.create(
                    name=name, slug=slug, time_zone=time_zone, currency=currency, is_public=is_public
                )
        except IntegrityError:
            continue
    raise PeopleError(_("There is a club of this name already. Choose another."))

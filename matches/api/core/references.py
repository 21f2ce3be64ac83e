"""Who is meant by ids and names in a request, and which event: people and places that the club has already."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.api.core.errors import wrong_member
from matches.clubs.permissions import Powers
from matches.clubs.queries.known_names import event_called, players_called
from matches.models import Club, Player
from scoring.record import Rubber

Players = tuple[Player, Player]
SHOWN = 60
"""So many characters of a name that may be of any length are quoted."""


def players_by_id(club: Club, ids: Sequence[str]) -> Players:
    """A and B: as ``people_by_id``."""
    a, b = people_by_id(club, ids)
    return a, b


def people_by_id(club: Club, ids: Sequence[str], *, pointer: str = "/players/{place}") -> list[Player]:
    """Players of the club's own list, or members from another club, in their order. Raises ``ApiError`` for anybody
    else, at the ``pointer`` to his place.
    """
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    rows = Player.objects.filter(here, public_id__in=ids).select_related("merged_into").distinct()
    found = {player.public_id: player.merged_into or player for player in rows}
    for place, public_id in enumerate(ids):
        if public_id not in found:
            told = _("The club knows no player of the id %(id)s.") % {"id": public_id}
            raise wrong_member(pointer.format(place=place), told, code="unknown_player")
    return [found[public_id] for public_id in ids]


def players_in_text(club: Club, record: Rubber) -> Players:
    """A and B as the tags of ``record`` name them, by id before name."""
    ids = record.tag("AId"), record.tag("BId")
    if ids[0] and ids[1]:
        return players_by_id(club, (ids[0], ids[1]))
    names = [name or "" for name in record.players]
    found = players_called(club, names)
    for name in names:
        if name not in found:
            told = _("The club knows nobody called %(name)s.") % {"name": name[:SHOWN]}
            raise wrong_member("/egn", told, code="unknown_player")
    return found[names[0]], found[names[1]]


def event_by_id(club: Club, event_id: str | None) -> str:
    """The name of an event of the club; empty for none. Raises ``ApiError`` where it has no such event."""
    if event_id is None:
        return ""
    name = club.events.filter(public_id=event_id).values_list("name", flat=True).first()
    if name is None:
        told = _("The club has no event of the id %(id)s.") % {"id": event_id}
        raise wrong_member("/event", told, code="unknown_event")
    return name


def event_in_text(club: Club, record: Rubber, powers: Powers) -> str:
    """The event that the tags of ``record`` name; one that is new is for those who may open events."""
    name = record.tag("Event") or ""
    if not name.strip():
        return ""
    known = event_called(club, name)
    if known is not None:
        return known.name
    if not powers.can("open_event"):
        told = _("The club has no event called %(name)s, and you may not open one.") % {"name": name[:SHOWN]}
        raise wrong_member("/egn", told, code="unknown_event")
    return name

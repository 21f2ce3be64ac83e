"""Resolve the players and the event that a request refers to by id or name."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.api.core.errors import invalid_field
from matches.clubs.find_by_name import event_called, players_called
from matches.clubs.roles import Powers
from matches.models import Club, Player
from scoring.record import Rubber

Players = tuple[Player, Player]
SHOWN = 60
"""The number of characters quoted from a name, which may be of any length."""


def players_by_id(club: Club, ids: Sequence[str]) -> Players:
    """Return players A and B. ``ids`` are their public ids. ``people_by_id`` describes the errors."""
    a, b = people_by_id(club, ids)
    return a, b


def people_by_id(club: Club, ids: Sequence[str], *, pointer: str = "/players/{place}") -> list[Player]:
    """Return the players with these public ids, in the order of ``ids``.

    A player must be on the club's own list or be a current member from another club. A merged player is
    replaced by the surviving one. Raises ``ApiError`` for any other id; ``pointer`` is the JSON pointer to
    it, with ``{place}`` for its index.
    """
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    rows = Player.objects.filter(here, public_id__in=ids).select_related("merged_into").distinct()
    players = {player.public_id: player.merged_into or player for player in rows}
    for place, public_id in enumerate(ids):
        if public_id not in players:
            detail = _("The club has no player with the id %(id)s.") % {"id": public_id}
            raise invalid_field(pointer.format(place=place), detail, code="unknown_player")
    return [players[public_id] for public_id in ids]


def players_in_text(club: Club, record: Rubber) -> Players:
    """Return players A and B by the ids in the record's tags, or by the names if an id is missing."""
    ids = record.tag("AId"), record.tag("BId")
    if ids[0] and ids[1]:
        return players_by_id(club, (ids[0], ids[1]))
    names = [name or "" for name in record.players]
    players = players_called(club, names)
    for name in names:
        if name not in players:
            detail = _("The club has no player called %(name)s.") % {"name": name[:SHOWN]}
            raise invalid_field("/egn", detail, code="unknown_player")
    return players[names[0]], players[names[1]]


def event_by_id(club: Club, event_id: str | None) -> str:
    """Return the name of the club's event with this id, or "" if ``event_id`` is None."""
    if event_id is None:
        return ""
    name = club.events.filter(public_id=event_id).values_list("name", flat=True).first()
    if name is None:
        detail = _("The club has no event with the id %(id)s.") % {"id": event_id}
        raise invalid_field("/event", detail, code="unknown_event")
    return name


def event_in_text(club: Club, record: Rubber, powers: Powers) -> str:
    """Return the event name in the tags of ``record``, or "".

    Raises ``ApiError`` for a new event if the caller may not open events.
    """
    name = record.tag("Event") or ""
    if not name.strip():
        return ""
    event = event_called(club, name)
    if event is not None:
        return event.name
    if not powers.can("open_event"):
        detail = _("The club has no event called %(name)s, and you may not open one.") % {
            "name": name[:SHOWN]
        }
        raise invalid_field("/egn", detail, code="unknown_event")
    return name

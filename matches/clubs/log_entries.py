"""Append entries about a club's people and settings to the club's own stream of the log."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.common.commands import done_before
from matches.common.log import Entry, append_entries
from matches.models import Club, LogEntry, TableLink, User
from matches.models.ids import new_public_id
from scoring.findings import JsonValue


@transaction.atomic
def append_club_fact(
    club: Club,
    kind: str,
    payload: Mapping[str, JsonValue],
    *,
    by: User | None,
    reason: str = "",
    key: str | None = None,
    link: TableLink | None = None,
) -> None:
    """Append an entry to the club's stream of the log, unless an entry with the same ``key`` exists.

    ``kind`` starts with ``club.``; otherwise ``ValueError`` is raised. The payload names people by public id,
    never by name or address; for changed settings it has the new values. With ``link``, the table link
    through which the change was made, ``by`` is the user who made the link.
    """
    if not kind.startswith("club."):
        raise ValueError(f"{kind!r} is no fact about a club")
    locked_club(club.pk)
    if key is not None and done_before(key):
        return
    stream = LogEntry.objects.filter(stream=f"club:{club.public_id}")
    version = (stream.aggregate(last=Max("version"))["last"] or 0) + 1
    key = key or f"club:{new_public_id()}"
    now = timezone.now()
    by_id = by.pk if by else None
    link_id = link.pk if link else None
    entry = Entry(
        club.pk, kind, club.public_id, version, dict(payload), now, key, by_id, reason, link_id=link_id
    )
    append_entries([entry])

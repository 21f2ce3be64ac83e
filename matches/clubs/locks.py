"""Lock a club before its people, events or rubbers change."""

from __future__ import annotations

from matches.models import Club


def locked_club(club_id: int) -> Club:
    """Return the club's current row, locked until the caller's transaction ends.

    Imports take the same lock, so that no rubber is stored for a player who is being merged.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)

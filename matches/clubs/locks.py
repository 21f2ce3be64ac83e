"""The lock under which a club's people, events and rubbers are changed."""

from __future__ import annotations

from matches.models import Club


def locked_club(club_id: int) -> Club:
    """The club as it now is; whoever else wants it waits until the caller's transaction ends.

    Imports want it too, so that nobody takes in a rubber of somebody who is about to be merged.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)

"""Keep the former names of clubs, events and players, so that files written before a correction still find them."""

from __future__ import annotations

from matches.models import Club, Event, FormerName, Player
from matches.rules.names import fold_name


def note_former_name(
    club: Club, former: str, name: str, *, player: Player | None = None, event: Event | None = None
) -> str:
    """Keep the name that a player, an event or, if both are None, the club has given up for ``name``.

    Returns the public id of the row, for the log, which names nobody. A former name that the owner takes again is no
    former name any more, and a change of case alone gives none up: then the result is an empty string.
    """
    own = FormerName.objects.filter(club=club, player=player, event=event)
    own.filter(folded=fold_name(name)).delete()
    if not former or fold_name(former) == fold_name(name):
        return ""
    row = own.filter(name=former).first()
    if row is None:
        row = FormerName.objects.create(club=club, player=player, event=event, name=former)
    return row.public_id

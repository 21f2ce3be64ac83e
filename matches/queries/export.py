"""Stored rubbers as canonical EGN, in the order in which they came."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import QuerySet

from matches.models import Club, Rubber
from matches.services.rubber_text import PublicIds, named_text

ROWS_AT_A_TIME: Final = 500
COLUMNS: Final = (
    "egn",
    "player_a__name",
    "player_b__name",
    "player_a__public_id",
    "player_b__public_id",
    "public_id",
)


def rubbers_to_export(*, club: Club | None = None, event: str | None = None) -> QuerySet[Rubber]:
    """All rubbers, or those of one club, of events of one name, or of both.

    Text held for repair is none; a rubber that is being played is none yet, since its cards wait for the end.
    """
    rubbers = Rubber.objects.exclude(state=Rubber.State.LIVE).order_by("pk")
    if club is not None:
        rubbers = rubbers.filter(club=club)
    if event is not None:
        rubbers = rubbers.filter(event__name=event)
    return rubbers


def exported_rubbers(rubbers: QuerySet[Rubber], *, with_ids: bool = False) -> Iterator[str]:
    """Pieces of a file: joined, canonical EGN with a blank line between rubbers."""
    rows = rubbers.values_list(*COLUMNS).iterator(chunk_size=ROWS_AT_A_TIME)
    for number, (egn, name_a, name_b, *ids) in enumerate(rows):
        text = named_text(egn, (name_a, name_b), PublicIds(*ids) if with_ids else None)
        yield "\n" + text if number else text

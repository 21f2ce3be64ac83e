"""Store the tallies (figures for statistics) of rubbers that count, together with the rubbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from matches.common.bulk import insert_rows
from matches.models import Rubber, Tally
from matches.rubbers.projection import TALLY_FACTS, Facts, RubberProjection

PLACE: Final = ("rubber_id", "club_id", "event_id", "player_id", "opponent_id")
COLUMNS: Final = (*PLACE, *TALLY_FACTS)
SEAT: Final = TALLY_FACTS.index("seat")


class RubberKeys(NamedTuple):
    """The primary keys of a rubber, its club, its event and its players."""

    rubber: int
    club: int
    event: int
    player_a: int
    player_b: int


def rubber_keys(rubber: Rubber) -> RubberKeys:
    return RubberKeys(rubber.pk, rubber.club_id, rubber.event_id, rubber.player_a_id, rubber.player_b_id)


def insert_tallies(rubbers: Iterable[tuple[RubberKeys, RubberProjection]]) -> None:
    rows = [row for place, projection in rubbers for row in _rows(place, projection)]
    if rows:
        insert_rows(Tally, COLUMNS, rows)


def overwrite_tallies(place: RubberKeys, projection: RubberProjection) -> None:
    """Update the stored tallies of a rubber to match the projection, with a single query if they do already."""
    stored = Tally.objects.filter(rubber=place.rubber)
    wanted = sorted(_rows(place, projection))
    if sorted(stored.values_list(*COLUMNS)) == wanted:
        return
    stored.delete()
    if wanted:
        insert_rows(Tally, COLUMNS, wanted)


def stored_tallies(public_ids: Collection[str]) -> dict[int, tuple[Facts, ...]]:
    """Return the stored tallies of rubbers, by primary key, in the form of a projection.

    A tally of another club, event or player than its rubber gets a remark in its seat, so that a comparison
    shows it.
    """
    by_rubber: dict[int, list[Facts]] = defaultdict(list)
    rows = Tally.objects.filter(rubber__public_id__in=public_ids).select_related("rubber")
    for row in rows.order_by("rubber", "seat", "depth"):
        facts = [getattr(row, name) for name in TALLY_FACTS]
        if not _is_in_place(row):
            facts[SEAT] = f"{row.seat}, of another club, event or player"
        by_rubber[row.rubber_id].append(tuple(facts))
    return {rubber: tuple(rows) for rubber, rows in by_rubber.items()}


def move_tallies(player: int, to: int) -> None:
    """Transfer all tallies of a player, as player and as opponent, to another, by primary key."""
    Tally.objects.filter(player=player).update(player=to)
    Tally.objects.filter(opponent=player).update(opponent=to)


def _rows(place: RubberKeys, projection: RubberProjection) -> Iterator[Facts]:
    for facts in projection.tallies:
        players = place.player_a, place.player_b
        yield (
            place.rubber,
            place.club,
            place.event,
            *(players if facts[SEAT] == "A" else players[::-1]),
            *facts,
        )


def _is_in_place(row: Tally) -> bool:
    rubber = row.rubber
    players = (rubber.player_a_id, rubber.player_b_id)
    return (row.club_id, row.event_id) == (rubber.club_id, rubber.event_id) and (
        row.player_id,
        row.opponent_id,
    ) == (players if row.seat == "A" else players[::-1])

"""What follows from a club's rubbers as a whole is worked out later; what gives cause to it is noted here at once.

Ratings and honours of a club hang on all of its rubbers that count. Whatever makes one count, changes it or makes it
count no more says so here, once before and once after.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from matches.figures.pending_honours import owe_honours
from matches.figures.pending_ratings import owe_ratings
from matches.models import Player, Rubber
from matches.rubbers.states import SETTLED
from worker.ratings.weeks import Week, week_of_record


class CountingRubber(NamedTuple):
    """A rubber that counts, or did: its club (primary key), and its date as the record has it, which may have gaps."""

    club: int
    date: str


def counting(rubber: Rubber) -> tuple[CountingRubber, ...]:
    """The rubber as it is loaded, where it counts; else nothing."""
    return (CountingRubber(rubber.club_id, rubber.date),) if rubber.state in SETTLED else ()


def counting_rubbers_of(player: Player) -> set[CountingRubber]:
    """One for each club and day."""
    rubbers = Rubber.objects.filter(Q(player_a=player) | Q(player_b=player), state__in=SETTLED)
    return {CountingRubber(*row) for row in rubbers.order_by().values_list("club_id", "date").distinct()}


def note_counting_rubbers(rubbers: Iterable[CountingRubber]) -> None:
    """Note what became owed by rubbers that came, changed or went: as they were, and as they are.

    One statement for each sort of thing that is owed, however many rubbers. Call it once events are locked: the rows
    that it locks come last.
    """
    rubbers = set(rubbers)
    if not rubbers:
        return
    owe_ratings(_first_weeks(rubbers))
    owe_honours({rubber.club for rubber in rubbers})


def _first_weeks(rubbers: Iterable[CountingRubber]) -> dict[int, Week]:
    """The first week of each club; a rubber whose day is unknown is not rated."""
    first: dict[int, Week] = {}
    for club, date in rubbers:
        week = week_of_record(date)
        if week is not None:
            first[club] = min(week, first.get(club, week))
    return first

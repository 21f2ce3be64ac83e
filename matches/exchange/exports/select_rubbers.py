"""Select stored rubbers for an export, and read them in small batches in the order in which they were stored.

Each batch is a query of its own that continues after the last row of the batch before. A cursor would have to
stay open for as long as the slowest reader takes: within a transaction it keeps the database from vacuuming
dead rows, and WITH HOLD makes the server copy the whole result first. Between two batches nothing is open,
and rubbers stored meanwhile come at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from itertools import accumulate
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Length

from matches.common.club_clock import was_played
from matches.models import Club, Rubber
from matches.rubbers.text import PublicIds, named_text

ROWS_AT_A_TIME: Final = 50
CHARACTERS_AT_A_TIME: Final = 1 << 18
"""The maximum length of all EGN texts in a batch, unless it has a single rubber.

A text can be a megabyte, and takes many times as much memory when its deals are loaded as rows.
"""
COLUMNS: Final = (
    "egn",
    "player_a__name",
    "player_b__name",
    "player_a__public_id",
    "player_b__public_id",
    "public_id",
)


@dataclass(frozen=True, slots=True)
class RubberFilter:
    """Filters of rubbers: first and last day, public ids, depth, variant and state. Empty, it selects all.

    The page's form, the API's filters and ``filter_rubbers`` must have every field:
    tests/matches/exchange/exports/test_filter_lists.py reports a missing one.
    """

    date_from: date | None = None
    date_to: date | None = None
    player: str = ""
    opponent: str = ""
    event: str = ""
    depth: str = ""
    variant: str = ""
    state: str = ""

    def as_json(self) -> dict[str, str]:
        return {name: str(value) for name, value in asdict(self).items() if value}

    @classmethod
    def of_json(cls, data: Mapping[str, str]) -> RubberFilter:
        days = {name: date.fromisoformat(data[name]) for name in ("date_from", "date_to") if name in data}
        return cls(**{**data, **days})  # type: ignore[arg-type]


def rubbers_to_export(*, club: Club | None = None, event: str | None = None) -> QuerySet[Rubber]:
    """Return the rubbers of ``club`` in events named ``event`` (None: all), but for live ones with hidden cards."""
    rubbers = Rubber.objects.exclude(state=Rubber.State.LIVE).order_by("pk")
    if club is not None:
        rubbers = rubbers.filter(club=club)
    if event is not None:
        rubbers = rubbers.filter(event__name=event)
    return rubbers


def filter_rubbers(rubbers: QuerySet[Rubber], kept: RubberFilter) -> QuerySet[Rubber]:
    """Return the rubbers that pass the filters, for lists of the API and for files.

    With a first or last day, those of unknown days do not pass; with a depth, nor does a live rubber, whose depth
    may still change.
    """
    for public_id in filter(None, (kept.player, kept.opponent)):
        rubbers = rubbers.filter(Q(player_a__public_id=public_id) | Q(player_b__public_id=public_id))
    equal = {
        "event__public_id": kept.event,
        "depth": kept.depth,
        "variant": kept.variant,
        "state": kept.state,
    }
    rubbers = rubbers.filter(**{column: value for column, value in equal.items() if value})
    if kept.depth:
        rubbers = rubbers.exclude(state=Rubber.State.LIVE)
    for lookup, day in (("gte", kept.date_from), ("lte", kept.date_to)):
        if day is not None:
            rubbers = rubbers.filter(was_played(lookup, day))
    return rubbers


def in_batches(rubbers: QuerySet[Rubber], *, after: int = 0) -> Iterator[list[Rubber]]:
    """Yield the rubbers with primary keys above ``after`` in small lists, sorted by key, with a query for each."""
    ordered = rubbers.order_by("pk")
    for first, last in _batch_bounds(rubbers, after):
        if batch := list(ordered.filter(pk__gt=first, pk__lte=last)):
            yield batch


def exported_rubbers(rubbers: QuerySet[Rubber], *, with_ids: bool = False) -> Iterator[str]:
    """Yield the pieces of an EGN file with these rubbers, separated by empty lines."""
    for number, text in enumerate(exported_texts(rubbers, with_ids=with_ids)):
        yield "\n" + text if number else text


def exported_texts(rubbers: QuerySet[Rubber], *, with_ids: bool = False, after: int = 0) -> Iterator[str]:
    """Yield the EGN text of each rubber with a primary key above ``after``."""
    for batch in text_batches(rubbers, with_ids=with_ids, after=after):
        yield from batch


def text_batches(rubbers: QuerySet[Rubber], *, with_ids: bool, after: int = 0) -> Iterator[list[str]]:
    """Yield the EGN texts of the rubbers with primary keys above ``after``, in one list for each query."""
    rows = rubbers.order_by("pk").values_list(*COLUMNS)
    for first, last in _batch_bounds(rubbers, after):
        if batch := [_text(row, with_ids=with_ids) for row in rows.filter(pk__gt=first, pk__lte=last)]:
            yield batch


def _batch_bounds(rubbers: QuerySet[Rubber], after: int) -> Iterator[tuple[int, int]]:
    """Yield, queried when needed, the keys after which each batch begins and with which it ends."""
    bare = rubbers.select_related(None).prefetch_related(None).order_by("pk")
    lengths = bare.values_list("pk", Length("egn"))
    while rows := list(lengths.filter(pk__gt=after)[:ROWS_AT_A_TIME]):
        sums = accumulate(length for _key, length in rows)
        fitting = [
            key for (key, _length), size in zip(rows, sums, strict=True) if size <= CHARACTERS_AT_A_TIME
        ]
        last = fitting[-1] if fitting else rows[0][0]
        yield after, last
        after = last


def _text(row: tuple[Any, ...], *, with_ids: bool) -> str:
    egn, name_a, name_b, *ids = row
    return named_text(egn, (name_a, name_b), PublicIds(*ids) if with_ids else None)

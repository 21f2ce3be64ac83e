"""Stored rubbers to be taken out: which ones, and in short batches, in the order in which they came.

A batch is a query of its own, from behind the last row of the one before. A cursor that stays open would stay for as
long as the slowest reader takes: within a transaction it keeps the database from clearing dead rows away, WITH HOLD it
has the server copy the whole result first. Between two batches nothing is held, and what comes in meanwhile stands at
the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, TypeVar

from django.db.models import Model, Q, QuerySet

from matches.models import Club, Rubber
from matches.services.rubber_text import PublicIds, named_text

ROWS_AT_A_TIME: Final = 50
"""A record may be a megabyte long: so many are in memory at once."""
COLUMNS: Final = (
    "egn",
    "player_a__name",
    "player_b__name",
    "player_a__public_id",
    "player_b__public_id",
    "public_id",
)
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file is kept to: days of play, people and events by public ids, depth, variant, state; "" for all."""

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
    def of_json(cls, told: Mapping[str, str]) -> Kept:
        days = {name: date.fromisoformat(told[name]) for name in ("date_from", "date_to") if name in told}
        return cls(**{**told, **days})  # type: ignore[arg-type]


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


def kept_rubbers(rubbers: QuerySet[Rubber], kept: Kept) -> QuerySet[Rubber]:
    """Those of ``rubbers`` that ``kept`` leaves; a day of which a part is not known lies on no side of any day."""
    for public_id in filter(None, (kept.player, kept.opponent)):
        rubbers = rubbers.filter(Q(player_a__public_id=public_id) | Q(player_b__public_id=public_id))
    equal = {
        "event__public_id": kept.event,
        "depth": kept.depth,
        "variant": kept.variant,
        "state": kept.state,
    }
    rubbers = rubbers.filter(**{column: value for column, value in equal.items() if value})
    for bound, day in (("date__gte", kept.date_from), ("date__lte", kept.date_to)):
        if day is not None:
            rubbers = rubbers.filter(**{bound: day.isoformat().replace("-", ".")})
            rubbers = rubbers.exclude(date="").exclude(date__contains="?")
    return rubbers


def in_batches(rows: QuerySet[Row], *, after: int = 0) -> Iterator[list[Row]]:
    """The rows in short lists by their primary keys, from behind ``after`` on; each list is a query of its own."""
    ordered = rows.order_by("pk")
    while batch := list(ordered.filter(pk__gt=after)[:ROWS_AT_A_TIME]):
        yield batch
        after = batch[-1].pk


def exported_rubbers(rubbers: QuerySet[Rubber], *, with_ids: bool = False) -> Iterator[str]:
    """Pieces of a file: joined, canonical EGN with a blank line between rubbers."""
    for number, text in enumerate(exported_texts(rubbers, with_ids=with_ids)):
        yield "\n" + text if number else text


def exported_texts(rubbers: QuerySet[Rubber], *, with_ids: bool = False, after: int = 0) -> Iterator[str]:
    """The canonical text of each rubber, with ids where they are wanted, from behind the one of this key on."""
    for batch in text_batches(rubbers, with_ids=with_ids, after=after):
        yield from batch


def text_batches(rubbers: QuerySet[Rubber], *, with_ids: bool, after: int = 0) -> Iterator[list[str]]:
    """The canonical texts of the rubbers, as many at a time as one query brings."""
    rows = rubbers.order_by("pk").values_list("pk", *COLUMNS)
    while batch := list(rows.filter(pk__gt=after)[:ROWS_AT_A_TIME]):
        yield [_text(row, with_ids=with_ids) for row in batch]
        after = batch[-1][0]


def _text(row: tuple[Any, ...], *, with_ids: bool) -> str:
    _key, egn, name_a, name_b, *ids = row
    return named_text(egn, (name_a, name_b), PublicIds(*ids) if with_ids else None)

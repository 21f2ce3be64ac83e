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
from itertools import accumulate
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Length

from matches.models import Club, Rubber
from matches.rubbers.canonical_text import PublicIds, named_text

ROWS_AT_A_TIME: Final = 50
CHARACTERS_AT_A_TIME: Final = 1 << 18
"""No batch has more rubbers than the one and, of two or more, no more text than the other: a record may be a megabyte
long, and takes many times as much memory when its deals are shown one by one.
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


def in_batches(rubbers: QuerySet[Rubber], *, after: int = 0) -> Iterator[list[Rubber]]:
    """The rubbers in short lists by their primary keys, from behind ``after`` on; each list is a query of its own."""
    ordered = rubbers.order_by("pk")
    for first, last in _stretches(rubbers, after):
        if batch := list(ordered.filter(pk__gt=first, pk__lte=last)):
            yield batch


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
    rows = rubbers.order_by("pk").values_list(*COLUMNS)
    for first, last in _stretches(rubbers, after):
        if batch := [_text(row, with_ids=with_ids) for row in rows.filter(pk__gt=first, pk__lte=last)]:
            yield batch


def _stretches(rubbers: QuerySet[Rubber], after: int) -> Iterator[tuple[int, int]]:
    """Keys behind which a batch begins and with which it ends, looked for as it is come to."""
    bare = rubbers.select_related(None).prefetch_related(None).order_by("pk")
    lengths = bare.values_list("pk", Length("egn"))
    while found := list(lengths.filter(pk__gt=after)[:ROWS_AT_A_TIME]):
        sums = accumulate(length for _key, length in found)
        fitting = [
            key for (key, _length), size in zip(found, sums, strict=True) if size <= CHARACTERS_AT_A_TIME
        ]
        last = fitting[-1] if fitting else found[0][0]
        yield after, last
        after = last


def _text(row: tuple[Any, ...], *, with_ids: bool) -> str:
    egn, name_a, name_b, *ids = row
    return named_text(egn, (name_a, name_b), PublicIds(*ids) if with_ids else None)

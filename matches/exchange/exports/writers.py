"""Rubbers as the bytes of a file, a few at a time: one writer for each form that is written from the front.

A spreadsheet is none of them (``workbook``): its parts are put together at the end.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import orjson
from django.db.models import QuerySet

from matches.clubs.access import Viewer, open_seats
from matches.common.csv_cells import BYTE_ORDER_MARK, csv_lines, safe
from matches.exchange.exports import formats as forms
from matches.exchange.exports.selection import Asked
from matches.exchange.exports.tables import FETCHED, HEADS, RELATED, Cells, rows_of_all
from matches.exchange.queries.exports import in_batches, text_batches
from matches.models import Decision, Rubber
from matches.reviews.annotate_text import annotated_text
from matches.reviews.queries.reviews import LABELLED, latest_reviews
from matches.rubbers.canonical_text import PublicIds, named_text
from scoring.errors import RecordError

RubberJson: TypeAlias = Callable[[Rubber], Mapping[str, Any]]
"""A rubber with its games and deals as the API shows it."""
OF_JSON: Final = ("club", *RELATED)
PARTS_OF_JSON: Final = ("games__deals",)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes of a file, and how many rubbers came whole with them."""

    content: bytes
    rubbers: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """What is written: ``rubbers`` from behind the key ``after`` on, as ``viewer`` may see them.

    Where ``after`` is given, what comes is the end of a file: it has no head, and goes on behind what is there.
    """

    rubbers: QuerySet[Rubber]
    asked: Asked
    viewer: Viewer
    rubber_json: RubberJson
    after: int = 0


class Writer(Protocol):
    def __call__(self, source: Source) -> Iterator[Chunk]: ...


def _egn(source: Source) -> Iterator[Chunk]:
    batches = text_batches(source.rubbers, with_ids=source.asked.with_ids, after=source.after)
    yield from _texts(batches, source)


def _annotated_egn(source: Source) -> Iterator[Chunk]:
    rubbers = source.rubbers.select_related("club", "player_a", "player_b")
    batches = (_annotated(batch, source) for batch in in_batches(rubbers, after=source.after))
    yield from _texts(batches, source)


def _texts(batches: Iterable[Sequence[str]], source: Source) -> Iterator[Chunk]:
    """Records with an empty line between two."""
    between = "\n" if source.after else ""
    for batch in batches:
        yield Chunk((between + "\n".join(batch)).encode(), len(batch))
        between = "\n"


def _annotated(batch: Sequence[Rubber], source: Source) -> list[str]:
    """The records with the verdicts on those sides whose figures the viewer may read."""
    seats = {rubber.pk: open_seats(source.viewer, rubber) for rubber in batch}
    keys = [key for key, open_ones in seats.items() if open_ones]
    reviews = latest_reviews().filter(rubber__in=keys)
    decisions: defaultdict[int, list[Decision]] = defaultdict(list)
    rows = Decision.objects.filter(LABELLED, review__in=reviews).select_related("review")
    for row in rows.order_by("review", "number"):
        key = row.review.rubber_id
        if row.player in seats[key]:
            decisions[key].append(row)
    return [_annotated_text(rubber, decisions[rubber.pk], source.asked) for rubber in batch]


def _annotated_text(rubber: Rubber, decisions: Sequence[Decision], asked: Asked) -> str:
    ids = None
    if asked.with_ids:
        ids = PublicIds(rubber.player_a.public_id, rubber.player_b.public_id, rubber.public_id)
    if decisions:
        # With comments it may be longer than a record can be: without them it can be read back.
        with contextlib.suppress(RecordError):
            return annotated_text(rubber, decisions, ids)
    return named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name), ids)


def _with_parts(source: Source) -> QuerySet[Rubber]:
    return source.rubbers.select_related(*OF_JSON).prefetch_related(*PARTS_OF_JSON)


def _ndjson(source: Source) -> Iterator[Chunk]:
    for batch in in_batches(_with_parts(source), after=source.after):
        lines = b"".join(_json_of(rubber, source) + b"\n" for rubber in batch)
        yield Chunk(lines, len(batch))


def _json(source: Source) -> Iterator[Chunk]:
    """One document: of a rubber itself, of anything else ``{"rubbers": [...]}``."""
    if source.asked.of == "rubber":
        yield from (Chunk(line.content.rstrip(b"\n"), line.rubbers) for line in _ndjson(source))
        return
    before = b'{"rubbers":[\n'
    for batch in in_batches(_with_parts(source)):
        yield Chunk(before + b",\n".join(_json_of(rubber, source) for rubber in batch), len(batch))
        before = b",\n"
    yield Chunk(b"\n]}\n" if before == b",\n" else before + b"]}\n")


def _json_of(rubber: Rubber, source: Source) -> bytes:
    return orjson.dumps(source.rubber_json(rubber), default=str)


def _csv(source: Source) -> Iterator[Chunk]:
    what = source.asked.what
    if not source.after:
        yield Chunk((BYTE_ORDER_MARK + csv_lines([HEADS[what]])).encode())
    rubbers = source.rubbers.select_related(*RELATED).prefetch_related(*FETCHED[what])
    for batch in in_batches(rubbers, after=source.after):
        lines = csv_lines(_safe_cells(row) for row in rows_of_all(batch, what))
        yield Chunk(lines.encode(), len(batch))


def _safe_cells(row: Cells) -> Cells:
    return tuple(safe(value) if isinstance(value, str) else value for value in row)


WRITERS: Final[Mapping[str, Writer]] = {
    forms.EGN: _egn,
    forms.ANNOTATED_EGN: _annotated_egn,
    forms.JSON: _json,
    forms.NDJSON: _ndjson,
    forms.CSV: _csv,
}

"""Write rubbers as the bytes of a file, with one writer for each format.

All formats except spreadsheets are streamed, a few rubbers at a time. The parts of a spreadsheet are
assembled at the end, so it is written row by row to a file on disk. Memory does not grow with the file in
either case.

CSV and spreadsheets have the same rows. The first column is the rubber's public id. Unknown values are empty,
and a person who was erased has an empty name.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final, Protocol, TypeAlias, assert_never

import orjson
import xlsxwriter
from django.db.models import QuerySet

from matches.clubs.access import Viewer, open_seats, owned_clubs
from matches.common.csv_cells import BYTE_ORDER_MARK, csv_lines, safe
from matches.exchange.annotated_text import annotated_text
from matches.exchange.exports import requests
from matches.exchange.exports.requests import ROW_KINDS, ExportRequest, RowKind
from matches.exchange.exports.select_rubbers import in_batches, text_batches
from matches.models import Deal, Decision, Game, Rubber
from matches.reviews.queries import LABELLED, latest_reviews
from matches.rubbers.text import PublicIds, named_text
from scoring.errors import RecordError

Value: TypeAlias = str | int | None
Cells: TypeAlias = tuple[Value, ...]
OF_RUBBER: Final = (
    "rubber", "event", "event_name", "date", "round", "table", "variant", "best_of", "reckoning", "rubber_bonus",
    "cut", "code", "termination", "depth", "state", "reported_by", "version", "player_a", "player_b", "name_a",
    "name_b", "winner", "games_won_a", "games_won_b", "points_a", "points_b", "entered_at", "changed_at",
)  # fmt: skip
OF_GAME: Final = (
    "rubber", "game", "date", "event_name", "name_a", "name_b", "points_a", "points_b", "winner", "value",
)  # fmt: skip
OF_DEAL: Final = (
    "rubber", "game", "deal", "date", "event_name", "name_a", "name_b", "dealer", "depth", "is_void", "vulnerable",
    "tricks_a", "tricks_b", "marks_a", "marks_b", "score_a", "score_b", "king_by", "king_turned_up", "calls", "egn",
)  # fmt: skip
HEADS: Final[Mapping[RowKind, tuple[str, ...]]] = {"rubbers": OF_RUBBER, "games": OF_GAME, "deals": OF_DEAL}
RELATED: Final = ("event", "player_a", "player_b")
FETCHED: Final[Mapping[RowKind, tuple[str, ...]]] = {
    "rubbers": (),
    "games": ("games",),
    "deals": ("games__deals",),
}
"""The relations to prefetch for each kind of row, besides ``RELATED``."""
OF_JSON: Final = ("club", *RELATED)
PARTS_OF_JSON: Final = ("games__deals",)
MOST_ROWS: Final = 1_048_576
"""The maximum number of rows in a sheet of an XLSX file, including the header."""
MOST_CHARACTERS: Final = 32_767
"""The maximum number of characters in a cell of an XLSX file. Longer texts are cut."""
MOST_DEALS_AT_ONCE: Final = 20_000
"""The maximum number of deals in a spreadsheet that is written during a request: that takes a few seconds."""
PIECE_BYTES: Final = 64 << 10
OPTIONS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
RubberJson: TypeAlias = Callable[[Rubber], Mapping[str, Any]]
"""A function that returns a rubber with its games and deals as the API does."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of a file's bytes, and the number of rubbers whose data ends in this chunk."""

    content: bytes
    rubbers: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """The input of a writer: the rubbers to write, with keys above ``after``, and the viewer for whom.

    With ``after``, the output continues an interrupted download and has no header.
    """

    rubbers: QuerySet[Rubber]
    request: ExportRequest
    viewer: Viewer
    rubber_json: RubberJson
    after: int = 0


class Writer(Protocol):
    def __call__(self, source: Source) -> Iterator[Chunk]: ...


def _egn(source: Source) -> Iterator[Chunk]:
    batches = text_batches(source.rubbers, with_ids=source.request.with_ids, after=source.after)
    yield from _texts(batches, source)


def _annotated_egn(source: Source) -> Iterator[Chunk]:
    rubbers = source.rubbers.select_related("club", "player_a", "player_b")
    batches = (_annotate_batch(batch, source) for batch in in_batches(rubbers, after=source.after))
    yield from _texts(batches, source)


def _texts(batches: Iterable[Sequence[str]], source: Source) -> Iterator[Chunk]:
    """Join records with an empty line between two."""
    between = "\n" if source.after else ""
    for batch in batches:
        yield Chunk((between + "\n".join(batch)).encode(), len(batch))
        between = "\n"


def _annotate_batch(batch: Sequence[Rubber], source: Source) -> list[str]:
    """Return the records with the verdicts on those sides whose decisions the viewer may read."""
    owned = owned_clubs(source.viewer)
    seats = {rubber.pk: open_seats(source.viewer, rubber, owned) for rubber in batch}
    keys = [key for key, open_ones in seats.items() if open_ones]
    reviews = latest_reviews().filter(rubber__in=keys)
    decisions: defaultdict[int, list[Decision]] = defaultdict(list)
    rows = Decision.objects.filter(LABELLED, review__in=reviews).select_related("review")
    for row in rows.order_by("review", "number"):
        key = row.review.rubber_id
        if row.player in seats[key]:
            decisions[key].append(row)
    return [_annotated_text(rubber, decisions[rubber.pk], source.request) for rubber in batch]


def _annotated_text(rubber: Rubber, decisions: Sequence[Decision], request: ExportRequest) -> str:
    ids = None
    if request.with_ids:
        ids = PublicIds(rubber.player_a.public_id, rubber.player_b.public_id, rubber.public_id)
    if decisions:
        # The comments may make it longer than a record can be. Without them it can be read back.
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
    """Write one document: the object of a rubber, or else ``{"rubbers": [...]}``."""
    if source.request.of == "rubber":
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
    what = source.request.what
    if not source.after:
        yield Chunk((BYTE_ORDER_MARK + csv_lines([HEADS[what]])).encode())
    rubbers = source.rubbers.select_related(*RELATED).prefetch_related(*FETCHED[what])
    for batch in in_batches(rubbers, after=source.after):
        rows = (row for rubber in batch for row in rows_of(rubber, what))
        lines = csv_lines([safe(value) if isinstance(value, str) else value for value in row] for row in rows)
        yield Chunk(lines.encode(), len(batch))


def rows_of(rubber: Rubber, what: RowKind) -> Iterator[Cells]:
    if what == "rubbers":
        yield _rubber_row(rubber)
        return
    for game in rubber.games.all():
        if what == "games":
            yield _game_row(rubber, game)
        elif what == "deals":
            yield from (_deal_row(rubber, game, deal) for deal in game.deals.all())
        else:
            assert_never(what)


def _rubber_row(rubber: Rubber) -> Cells:
    a, b = rubber.player_a, rubber.player_b
    return (
        rubber.public_id, rubber.event.public_id, rubber.event.name, rubber.date, rubber.round_label, rubber.table,
        rubber.variant, rubber.best_of, rubber.reckoning, rubber.rubber_bonus, rubber.cut, rubber.code,
        rubber.termination, rubber.depth, rubber.state, rubber.reported_by, rubber.version, a.public_id,
        b.public_id, a.name, b.name, rubber.winner, rubber.games_won_a, rubber.games_won_b, rubber.points_a,
        rubber.points_b, rubber.entered_at.isoformat(), rubber.changed_at.isoformat(),
    )  # fmt: skip


def _game_row(rubber: Rubber, game: Game) -> Cells:
    return (
        rubber.public_id, game.number, *_occasion(rubber), game.points_a, game.points_b, game.winner, game.value,
    )  # fmt: skip


def _deal_row(rubber: Rubber, game: Game, deal: Deal) -> Cells:
    return (
        rubber.public_id, game.number, deal.number, *_occasion(rubber), deal.dealer, deal.depth, int(deal.is_void),
        deal.vulnerable, deal.tricks_a, deal.tricks_b, _marks(deal, "A"), _marks(deal, "B"), deal.score_a,
        deal.score_b, deal.king_by, int(deal.king_turned_up), deal.calls, deal.egn,
    )  # fmt: skip


def _occasion(rubber: Rubber) -> Cells:
    return rubber.date, rubber.event.name, rubber.player_a.name, rubber.player_b.name


def _marks(deal: Deal, player: str) -> int | None:
    """Return the points that a side marked in the deal, or None if its marks are not recorded."""
    if deal.depth == "result":
        return None
    return sum(int(mark["points"]) for mark in deal.marks if mark["player"] == player)


def write_workbook(file: IO[bytes], source: Source) -> Iterator[int]:
    """Write a spreadsheet with the sheets Rubbers, Games and Deals into ``file``.

    Yield the number of rubbers written in each step. The file is complete when the iterator is exhausted.
    """
    with xlsxwriter.Workbook(file, OPTIONS) as book:
        tables = [_Table(book, what) for what in ROW_KINDS]
        rubbers = source.rubbers.select_related(*RELATED).prefetch_related("games__deals")
        for batch in in_batches(rubbers):
            for rubber in batch:
                for table in tables:
                    for row in rows_of(rubber, table.what):
                        table.add(row)
            yield len(batch)


def contents_of_workbook(source: Source) -> Iterator[bytes]:
    """Write a spreadsheet to a temporary file, then yield its bytes."""
    with tempfile.TemporaryFile() as file:
        for _rubbers in write_workbook(file, source):
            pass
        file.seek(0)
        while content := file.read(PIECE_BYTES):
            yield content


def has_more_deals(rubbers: QuerySet[Rubber]) -> bool:
    deals = Deal.objects.filter(game__rubber__in=rubbers.order_by().values("pk")).order_by()
    return deals[: MOST_DEALS_AT_ONCE + 1].count() > MOST_DEALS_AT_ONCE


class _Table:
    """A table of texts and numbers that continues in another sheet when one is full: Deals, Deals 2."""

    def __init__(self, book: Any, what: RowKind) -> None:
        self.what = what
        self._book = book
        self._sheets = 0
        self._begin_sheet()

    def add(self, row: Cells) -> None:
        if self._next_row == MOST_ROWS:
            self._begin_sheet()
        self._write(row)

    def _begin_sheet(self) -> None:
        self._sheets += 1
        name = self.what.capitalize() + (f" {self._sheets}" if self._sheets > 1 else "")
        self._sheet = self._book.add_worksheet(name)
        self._sheet.freeze_panes(1, 0)
        self._next_row = 0
        self._write(HEADS[self.what])

    def _write(self, row: Cells) -> None:
        for column, value in enumerate(row):
            if isinstance(value, int):
                self._sheet.write_number(self._next_row, column, value)
            elif value:
                self._sheet.write_string(self._next_row, column, value[:MOST_CHARACTERS])
        self._next_row += 1


WRITERS: Final[Mapping[str, Writer]] = {
    requests.EGN: _egn,
    requests.ANNOTATED_EGN: _annotated_egn,
    requests.JSON: _json,
    requests.NDJSON: _ndjson,
    requests.CSV: _csv,
}

"""Imports a file of rubbers: read, judged and stored a batch at a time, whole rubbers or nothing.

A batch is one transaction. Whatever stops an import leaves the batches before it, and running it again on the
same file goes on from there: what is stored is recognised and skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import BinaryIO, Final

from django.db import DataError, IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from matches.common.enqueue import enqueue_reviews, enqueue_standings
from matches.exchange.imports.batch import BatchImport, Stored
from matches.exchange.imports.candidates import Candidate, candidates, notation_fault
from matches.exchange.imports.dry_run import Tried
from matches.exchange.imports.outcomes import Outcome
from matches.exchange.imports.placement import Caches
from matches.exchange.imports.report_lines import report_outcomes
from matches.models import Club, ImportReport, User
from matches.rubbers.identity import PlaceCounter
from scoring.errors import NotEgnError
from scoring.notation import ReadRubber, read_file

BATCH_RUBBERS: Final = 200
BATCH_CHARACTERS: Final = 2_000_000
CACHED_NAMES: Final = 50_000


class ClaimLostError(RuntimeError):
    """Somebody else reads the file by now."""


class RubberImport:
    """The import of one file. ``outcomes()`` does the work; ``report`` is its row, counts up to date.

    ``report`` given is that of an uploaded file. What it has lines for was stored when the file was read before, up
    to where that broke off; ``guard`` is called within each batch's transaction, and raises ``ClaimLostError`` where
    the file is no longer to be read here; ``before_reading`` too, before each rubber and outside any
    transaction. ``first_place`` is the place among its equals that the first rubber has.

    ``is_trial``: it says what would become of each rubber, and stores the report and its lines alone. Each batch is
    stored by the same code and rolled back.
    """

    def __init__(
        self,
        stream: BinaryIO,
        *,
        source: str,
        club: Club | None = None,
        by: User | None = None,
        report: ImportReport | None = None,
        guard: Callable[[], None] | None = None,
        before_reading: Callable[[], None] | None = None,
        first_place: int = 1,
        is_trial: bool = False,
    ) -> None:
        self._stream = stream
        self._club = club
        self._by = by
        self._guard = guard
        self._before_reading = before_reading
        self._places = PlaceCounter(first_place)
        self._events: set[int] = set()
        self._done = 0
        self.report = report or ImportReport(source=shown_source(source), club=club, by=by, is_trial=is_trial)
        self._tried = Tried(is_trial=self.report.is_trial)
        self._caches = Caches(tried=self._tried)

    def outcomes(self) -> Iterator[Outcome]:
        """What became of each rubber, in the order of the file, as soon as its batch is committed.

        Raises ``NotEgnError`` for a file that holds no rubber at all, and ``OSError`` where it can't be read
        on; what was yielded before is stored. Rubbers that an earlier reading stored are passed over.
        """
        if self.report._state.adding:
            self.report.save()
        else:
            self._done = self.report.lines.aggregate(last=Max("index"))["last"] or 0
        is_lost = False
        try:
            for batch in _batches(candidates(self._reads())):
                yield from self._store(batch)
                # Not to be kept while the next batch is read.
                batch.clear()
        except (NotEgnError, OSError) as error:
            self.report.problem = str(error)
            raise
        except ClaimLostError:
            is_lost = True
            raise
        finally:
            self._places.close()
            self._tried.close()
            if not is_lost:
                self._finish()

    def _reads(self) -> Iterator[ReadRubber]:
        reads = read_file(self._stream)
        while True:
            if self._before_reading is not None:
                self._before_reading()
            read = next(reads, None)
            if read is None:
                return
            yield read
            del read  # before the next one is read

    def _store(self, batch: Sequence[Candidate]) -> list[Outcome]:
        """Store a batch, and where the database refuses it find out by halves which rubber it refuses."""
        if self._caches.size > CACHED_NAMES:
            self._caches = Caches(tried=self._tried)
        try:
            with self._places.transaction():
                stored = self._tried_batch(batch) if self._tried.is_trial else self._stored_batch(batch)
        except (DataError, IntegrityError) as error:
            self._caches = Caches(tried=self._tried)
            if len(batch) == 1 and batch[0].held is not None:
                raise
            if len(batch) == 1:
                return self._store([_held(batch[0], error)])
            middle = len(batch) // 2
            return self._store(batch[:middle]) + self._store(batch[middle:])
        self._enqueue(stored)
        return stored.outcomes

    def _stored_batch(self, batch: Sequence[Candidate], *, done: int | None = None) -> Stored:
        importing = BatchImport(
            self.report,
            self._caches,
            self._places,
            club=self._club,
            by=self._by,
            guard=self._guard,
            done=self._done if done is None else done,
        )
        return importing.store(batch)

    def _tried_batch(self, batch: Sequence[Candidate]) -> Stored:
        """What storing the batch would leave behind: its outcomes alone.

        What an earlier reading has told is tried again, for what comes behind it to know of, and not told twice.
        """
        with transaction.atomic(), self._tried.transaction():
            stored = self._stored_batch(batch, done=0)
            transaction.set_rollback(True)
        # Its rows are gone, and their keys with them.
        self._caches = Caches(tried=self._tried)
        outcomes = [outcome for outcome in stored.outcomes if outcome.index > self._done]
        if outcomes:
            with transaction.atomic():
                if self._guard is not None:
                    self._guard()
                report_outcomes(self.report, outcomes)
        return Stored(outcomes)

    def _enqueue(self, stored: Stored) -> None:
        self._events |= stored.events
        if stored.to_review:
            transaction.on_commit(lambda: enqueue_reviews(stored.to_review))

    def _finish(self) -> None:
        """Standings are asked for once a file: they are computed for an event as a whole."""
        self.report.refresh_from_db(fields=COUNTS)
        self.report.finished_at = timezone.now()
        self.report.save(update_fields=["finished_at", "problem"])
        if self._events:
            events = sorted(self._events)
            transaction.on_commit(lambda: enqueue_standings(events))


COUNTS: Final = ("confirmed", "drafts", "skipped", "conflicts", "held", "refused", "deals", "repeats")


def shown_source(source: str) -> str:
    """A file's name without the folders it lay in, as it is kept; it may hold bytes that are no text."""
    return PurePath(source).name.encode(errors="backslashreplace").decode()[:500]


def _batches(rubbers: Iterable[Candidate]) -> Iterator[list[Candidate]]:
    batch: list[Candidate] = []
    size = 0
    for rubber in rubbers:
        batch.append(rubber)
        size += rubber.size
        if len(batch) >= BATCH_RUBBERS or size >= BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _held(candidate: Candidate, error: Exception) -> Candidate:
    """The candidate as one whose text is kept: the database takes everything of it but not its content."""
    message = f"it can't be stored: {str(error).partition(chr(10))[0]}"
    fault = notation_fault(candidate.line, message)
    return replace(candidate, text=candidate.whole_text, egn="", held=fault)

"""Import a file of rubbers, a batch at a time. Each rubber is stored as a whole or not at all.

A batch is one transaction. If an import stops, earlier batches remain stored. Importing the same file again
continues: rubbers that are stored already are recognized and skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import BinaryIO, Final

from django.db import DataError, IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from matches.common.enqueue import enqueue_reviews, enqueue_standings
from matches.exchange.imports.batch import BatchImport, Stored
from matches.exchange.imports.caches import Caches, Trial
from matches.exchange.imports.candidates import (
    Candidate,
    Outcome,
    candidates,
    merge_empty,
    notation_fault,
    report_outcomes,
)
from matches.models import Club, ImportReport, User
from matches.rubbers.identity import PlaceCounter
from scoring.errors import NotEgnError
from scoring.notation import ReadRubber, read_file

BATCH_RUBBERS: Final = 200
BATCH_CHARACTERS: Final = 2_000_000
CACHED_NAMES: Final = 50_000


TOO_MANY: Final = (
    "a file has at most {number} rubbers; what begins at line {line} was not read: cut the file there, and send the"
    " rest by itself"
)
COUNTS: Final = ("confirmed", "drafts", "skipped", "conflicts", "held", "refused", "deals", "repeats")


class ClaimLostError(RuntimeError):
    """Another worker has claimed the uploaded file."""


class RubberImport:
    """The import of one file. ``outcomes()`` runs it, and ``report`` has its current counts.

    For an uploaded file, ``report`` exists already, and rubbers with a line in it were stored by an earlier,
    interrupted import. ``guard`` is called in each batch's transaction, and ``before_reading`` outside
    transactions, before each rubber; both raise ``ClaimLostError`` if another worker has claimed the file.
    ``first_place`` is the number of the first rubber among those of the same club, occasion and players. If
    ``is_trial`` is true, each batch is stored by the same code and rolled back, so that only the report and
    its lines remain. Without ``club``, clubs to which no tag leads are made if ``may_make_clubs``, or if it is None
    and there is no club yet; else their rubbers are refused. Reading stops after ``most_rubbers``, and the report's
    problem says where.
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
        may_make_clubs: bool | None = None,
        most_rubbers: int | None = None,
    ) -> None:
        self._stream = stream
        self._club = club
        self._may_make_clubs = may_make_clubs
        self._most_rubbers = most_rubbers
        self._by = by
        self._guard = guard
        self._before_reading = before_reading
        self._places = PlaceCounter(first_place)
        self._events: set[int] = set()
        self._done = 0
        self.report = report or ImportReport(
            source=stored_source_name(source), club=club, by=by, is_trial=is_trial
        )
        self._trial = Trial(is_trial=self.report.is_trial)
        self._caches = Caches(trial=self._trial)

    def outcomes(self) -> Generator[Outcome, None, None]:
        """Yield the outcome of each rubber, in the order of the file, as soon as its batch is committed.

        Raises ``NotEgnError`` for a file without any rubber, and ``OSError`` if reading fails; rubbers
        already yielded remain stored. Rubbers of an earlier import of this report are not yielded.
        """
        if self.report._state.adding:
            self.report.save()
        else:
            self._done = self.report.lines.aggregate(last=Max("index"))["last"] or 0
        if self._may_make_clubs is None:
            self._may_make_clubs = self._club is None and not Club.objects.exists()
        is_lost = False
        try:
            for batch in _batches(merge_empty(candidates(self._reads()))):
                yield from self._store(batch)
                # Free its memory while the next batch is read.
                batch.clear()
        except (NotEgnError, OSError) as error:
            self.report.problem = str(error)
            raise
        except ClaimLostError:
            is_lost = True
            raise
        finally:
            self._places.close()
            self._trial.close()
            if not is_lost:
                self._finish()

    def _reads(self) -> Iterator[ReadRubber]:
        """Yield the rubbers of the file, until one is beyond the most that are allowed; the report then says so."""
        reads = read_file(self._stream)
        while True:
            if self._before_reading is not None:
                self._before_reading()
            read = next(reads, None)
            if read is None:
                return
            if self._most_rubbers is not None and read.index > self._most_rubbers:
                self.report.problem = TOO_MANY.format(number=self._most_rubbers, line=read.line)
                return
            yield read
            del read  # free it before the next one is read

    def _store(self, batch: Sequence[Candidate]) -> list[Outcome]:
        """Store a batch. If the database rejects it, find the rejected rubber by halving the batch."""
        if self._caches.size > CACHED_NAMES:
            self._caches = Caches(trial=self._trial)
        try:
            with self._places.transaction():
                stored = self._try_batch(batch) if self._trial.is_trial else self._store_batch(batch)
        except (DataError, IntegrityError) as error:
            self._caches = Caches(trial=self._trial)
            if len(batch) == 1 and batch[0].fault is not None:
                raise
            if len(batch) == 1:
                return self._store([_with_fault(batch[0], error)])
            middle = len(batch) // 2
            return self._store(batch[:middle]) + self._store(batch[middle:])
        self._enqueue(stored)
        return stored.outcomes

    def _store_batch(self, batch: Sequence[Candidate], *, done: int | None = None) -> Stored:
        importing = BatchImport(
            self.report,
            self._caches,
            self._places,
            club=self._club,
            by=self._by,
            guard=self._guard,
            done=self._done if done is None else done,
            may_make_clubs=bool(self._may_make_clubs),
        )
        return importing.store(batch)

    def _try_batch(self, batch: Sequence[Candidate]) -> Stored:
        """Return the outcomes that storing the batch would have.

        Rubbers reported by an earlier reading are tried again, since later ones depend on them, but not
        reported twice.
        """
        with transaction.atomic(), self._trial.transaction():
            stored = self._store_batch(batch, done=0)
            transaction.set_rollback(True)
        # The rows were rolled back, so their keys are invalid.
        self._caches = Caches(trial=self._trial, near=self._caches.near)
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
        """Complete the report. Standings are enqueued once a file, since they are computed for a whole event."""
        self.report.refresh_from_db(fields=COUNTS)
        self.report.finished_at = timezone.now()
        self.report.save(update_fields=["finished_at", "problem"])
        if self._events:
            events = sorted(self._events)
            transaction.on_commit(lambda: enqueue_standings(events))


def stored_source_name(source: str) -> str:
    """Return a file's name without folders; bytes that are not text are escaped."""
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


def _with_fault(candidate: Candidate, error: Exception) -> Candidate:
    message = f"it can't be stored: {str(error).partition(chr(10))[0]}"
    fault = notation_fault(candidate.line, message)
    return replace(candidate, text=candidate.whole_text, egn="", fault=fault)

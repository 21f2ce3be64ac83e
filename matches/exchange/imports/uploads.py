"""Store uploaded files until they are read, and read each once, under a claim.

A worker claims a file by a conditional UPDATE of ``claimed_until``, which is checked in each batch's
transaction. A worker that has lost its claim writes nothing more, and another continues after the last batch.
The file is given up after three attempts that did not finish the next batch.
"""

from __future__ import annotations

import collections
import contextlib
import io
import logging
import math
import time
from collections.abc import Generator, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.common.claims import PATIENCE_SECONDS, is_unclaimed, release_claim, shared_now
from matches.common.enqueue import enqueue_uploads
from matches.exchange.imports.import_rubbers import ClaimLostError, RubberImport, stored_source_name
from matches.models import Club, ImportReport, User
from scoring.errors import NotEgnError

MIB: Final = 1 << 20
MOST_UPLOAD_BYTES: Final = 32 * MIB
MOST_RUBBERS: Final = 100_000
"""The maximum number of rubbers of an uploaded file. The command ``import_egn`` has none."""
READ_AT_ONCE_BYTES: Final = 128 << 10
"""Files up to this size are read during the upload's request: some hundred rubbers, in less than a second."""
TURN_SECONDS: Final = 1.0
MOST_IN_TURNS: Final = 4
"""The maximum number of files, each of another club, that one worker reads in turns; each is in memory."""
RENEWED_WHEN_LEFT: Final = 0.9
"""The claim is renewed when less than this fraction of its duration is left."""
MOST_ATTEMPTS: Final = 3
GIVEN_UP: Final = gettext_noop(
    "The rest of the file could not be read in three attempts. What is listed here is stored."
    " Send the rest again in smaller parts."
)
BROKEN_OFF: Final = gettext_noop(
    "Reading stopped because of an error of the site. What is listed here is stored. Send the"
    " file again for the rest."
)
TRIAL_GIVEN_UP: Final = gettext_noop(
    "The rest of the file could not be read in three attempts. Nothing is stored. Try again in smaller parts."
)
TRIAL_BROKEN_OFF: Final = gettext_noop(
    "Reading stopped because of an error of the site. Nothing is stored. Try the file again."
)

logger = logging.getLogger(__name__)


class UploadTooLargeError(ValueError):
    """The uploaded file is larger than 32 MiB."""

    def __init__(self) -> None:
        super().__init__(
            _("The file is larger than %(most)d MiB. Send it in parts.") % {"most": MOST_UPLOAD_BYTES // MIB}
        )


def receive_upload(
    club: Club, content: bytes, source: str, *, by: User, is_trial: bool = False
) -> ImportReport:
    """Store an uploaded file to be imported into ``club``, and return its report.

    A small file is read at once, others by a worker; then ``finished_at`` is set. In a trial, the report has
    the outcomes that the rubbers would have, and none is stored. Raises ``UploadTooLargeError``.
    """
    if len(content) > MOST_UPLOAD_BYTES:
        raise UploadTooLargeError
    report = ImportReport.objects.create(
        club=club, by=by, source=stored_source_name(source) or "-", content=content, is_trial=is_trial
    )
    if len(content) <= READ_AT_ONCE_BYTES:
        read_upload(report.pk, is_awaited=True)
        return ImportReport.objects.defer("content").get(pk=report.pk)
    transaction.on_commit(lambda: enqueue_uploads([report.pk]))
    return report


def uploads_to_read() -> QuerySet[ImportReport]:
    """Return the reports of unread, unclaimed files, the oldest first."""
    return ImportReport.objects.filter(is_unclaimed(_claim_length()), content__isnull=False).order_by("pk")


def read_upload(report_id: int, *, is_awaited: bool = False) -> bool:
    """Import an uploaded file to its end, beginning after the last batch that was stored.

    Returns False if the file is finished, or claimed by another worker. If the uploader waits for the
    response (``is_awaited``), an unavailable database is not waited for. Otherwise, the files of other clubs that
    wait are read in turns with it, so that a long file of one club does not hold up the files of the others.
    """
    own = _Reading(report_id, is_awaited=is_awaited)
    if is_awaited:
        while own.is_running:
            own.take_turn(math.inf)
        return own.is_finished
    readings = collections.deque([own])
    try:
        while readings:
            reading = readings.popleft()
            reading.take_turn(TURN_SECONDS)
            if reading.is_running:
                readings.append(reading)
            if own.is_running and len(readings) < MOST_IN_TURNS and (other := _next_beside(readings)):
                readings.appendleft(_Reading(other, is_guest=True))
    finally:
        for reading in readings:
            reading.close()
    return own.is_finished


def _next_beside(readings: Iterable[_Reading]) -> int | None:
    """Return the oldest waiting file of a club of which no file is being read here, or None."""
    busy = {reading.club_id for reading in readings}
    return uploads_to_read().exclude(club__in=busy).values_list("pk", flat=True).first()


class _Reading:
    """The reading of one file under a claim, a few batches at a time.

    ``is_guest`` is whether the file is another task's, which this task reads in turn with its own. A database error is
    then only logged: that task, or the sweep, tries again.
    """

    def __init__(self, report_id: int, *, is_awaited: bool = False, is_guest: bool = False) -> None:
        self._report_id = report_id
        self._is_awaited = is_awaited
        self._is_guest = is_guest
        self._ends_at = 0.0
        self._steps = self._read()
        self.club_id: int | None = None
        self.is_running = True
        self.is_finished = False

    def take_turn(self, seconds: float) -> None:
        """Read until ``seconds`` have passed, or to the end of the file. The batch that is under way is finished."""
        self._ends_at = time.monotonic() + seconds
        try:
            next(self._steps)
        except StopIteration as ended:
            self.is_running, self.is_finished = False, ended.value
        except (OperationalError, InterfaceError):
            self.is_running = False
            if not self._is_guest:
                raise
            logger.exception("the file of import report %s waits for another reader", self._report_id)

    def close(self) -> None:
        """Leave the file to the next reader, if it is not finished."""
        self._steps.close()
        self.is_running = False

    def _read(self) -> Generator[None, None, bool]:
        """Read the file, pause at the end of each turn, and return whether it was read to its end."""
        claim = _Claim(self._report_id)
        if not claim.take():
            return False
        if claim.attempts > MOST_ATTEMPTS:
            return claim.give_up()
        report = ImportReport.objects.select_related("club", "by").get(pk=self._report_id)
        self.club_id = report.club_id
        stream = io.BytesIO(bytes(report.content or b""))
        report.content = None
        importing = RubberImport(
            stream,
            source=report.source,
            club=report.club,
            by=report.by,
            report=report,
            guard=claim.hold,
            before_reading=claim.renew,
            most_rubbers=MOST_RUBBERS,
        )
        try:
            # An import that is left ends before its claim does: it writes into the report.
            with contextlib.closing(importing.outcomes()) as outcomes:
                for _outcome in outcomes:
                    claim.renew()
                    if time.monotonic() >= self._ends_at:
                        yield
        except ClaimLostError:
            return False
        except NotEgnError:
            pass
        except GeneratorExit:
            claim.leave()
            raise
        except (OperationalError, InterfaceError) as error:
            # The database failed, perhaps not the file: the sweep will find it again.
            claim.release(error, patience_seconds=0.0 if self._is_awaited else PATIENCE_SECONDS)
            raise
        except Exception:
            logger.exception("the file of import report %s could not be read", self._report_id)
            return claim.finish(TRIAL_BROKEN_OFF if report.is_trial else BROKEN_OFF)
        return claim.finish()


def _claim_length() -> timedelta:
    return timedelta(seconds=settings.UPLOAD_CLAIM_SECONDS)


def _next_claim() -> tuple[datetime, float]:
    """Return the end of a claim made now, and the time to renew it, by ``time.monotonic()``."""
    length = _claim_length()
    renew_at = time.monotonic() + (1 - RENEWED_WHEN_LEFT) * length.total_seconds()
    return shared_now() + length, renew_at


class _Claim:
    """One worker's claim on one file."""

    def __init__(self, report_id: int) -> None:
        self._report_id = report_id
        self._until = shared_now()
        self._renew_at = 0.0
        self.attempts = 0

    def take(self) -> bool:
        """Claim the file, and return whether that succeeded. ``attempts`` then includes this attempt."""
        self._until, self._renew_at = _next_claim()
        free = uploads_to_read().order_by().filter(pk=self._report_id)
        if not free.update(claimed_until=self._until, finished_at=None, attempts=F("attempts") + 1):
            return False
        self.attempts = self._mine().values_list("attempts", flat=True).get()
        return True

    def hold(self) -> None:
        """Lock the report, or raise ``ClaimLostError``. On commit, attempts are counted from zero."""
        if not self._mine().update(claimed_until=self._until, attempts=1):
            raise ClaimLostError

    def renew(self) -> None:
        """Renew the claim if it is about to expire, outside a batch's transaction, which may be rolled back."""
        if time.monotonic() < self._renew_at:
            return
        until, renew_at = _next_claim()
        if not self._mine().update(claimed_until=until):
            raise ClaimLostError
        # Only now: if the database failed, the earlier claim is still in force and can be released.
        self._until, self._renew_at = until, renew_at

    def give_up(self) -> bool:
        is_trial = self._mine().filter(is_trial=True).exists()
        return self.finish(TRIAL_GIVEN_UP if is_trial else GIVEN_UP)

    def release(self, error: DatabaseError | InterfaceError, *, patience_seconds: float) -> None:
        """Release the claim of an unfinished file, whatever its report says, for another worker."""
        release_claim(self._mine(), error, patience_seconds=patience_seconds, finished_at=None)

    def leave(self) -> None:
        """Release the claim of an unfinished file. If the database is unavailable, the claim ends by itself."""
        with contextlib.suppress(OperationalError, InterfaceError):
            self._mine().update(claimed_until=None, finished_at=None)

    def finish(self, problem: str = "") -> bool:
        """Delete the file's content and release the claim. Every reading of an uploaded file ends here, once.

        ``problem`` says why reading stopped, if the importer did not store it in the report. Return False,
        and change nothing, if the claim has ended.
        """
        columns = {"problem": problem, "finished_at": timezone.now()} if problem else {}
        return self._mine().update(claimed_until=None, content=None, **columns) == 1

    def _mine(self) -> QuerySet[ImportReport]:
        return ImportReport.objects.filter(pk=self._report_id, claimed_until=self._until)

"""Files that somebody sends in: kept until they are read, and read once, by whoever has claimed them.

A claim is the time until which it holds, written by a conditional UPDATE, and looked at again in each batch's own
transaction. Whoever finds his claim gone writes nothing more, and another goes on behind the last batch; where
several have begun there and none has come to the end of the next batch, the file is given up.
"""

from __future__ import annotations

import io
import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.common.claims import PATIENCE_SECONDS, is_unclaimed, let_go, shared_now
from matches.common.enqueue import enqueue_uploads
from matches.exchange.imports.import_rubbers import ClaimLostError, RubberImport, shown_source
from matches.models import Club, ImportReport, User
from scoring.errors import NotEgnError

MIB: Final = 1 << 20
MOST_BYTES: Final = 32 * MIB
READ_AT_ONCE_BYTES: Final = 128 << 10
"""A file up to this size is read while its sender waits: some hundred rubbers, less than a second."""
RENEWED_WHEN_LEFT: Final = 0.9
"""The share of a claim: below that it is made again."""
MOST_ATTEMPTS: Final = 3
GIVEN_UP: Final = gettext_noop(
    "Reading was begun three times at the same place and never came further, so the rest of the file was given"
    " up. What is listed here is stored; send the rest again in smaller parts."
)
BROKEN_OFF: Final = gettext_noop(
    "Reading broke off at a fault of the service. What is listed here is stored; send the file again for the rest."
)
TRIAL_GIVEN_UP: Final = gettext_noop(
    "Reading was begun three times at the same place and never came further, so the rest of the file was given"
    " up. Nothing is stored; try it in smaller parts."
)
TRIAL_BROKEN_OFF: Final = gettext_noop(
    "Reading broke off at a fault of the service. Nothing is stored; try the file again."
)

logger = logging.getLogger(__name__)


class UploadTooLargeError(ValueError):
    """The file is larger than the service takes."""

    def __init__(self) -> None:
        super().__init__(
            _("The file is larger than %(most)d MiB; send it in parts.") % {"most": MOST_BYTES // MIB}
        )


def receive_upload(
    club: Club, content: bytes, source: str, *, by: User, is_trial: bool = False
) -> ImportReport:
    """Keep a file and have it read into ``club``: at once if it is small, else by a worker; its report.

    ``finished_at`` of the report tells which. ``is_trial``: the report says what would become of the file's rubbers,
    and none is stored. Raises ``UploadTooLargeError``.
    """
    if len(content) > MOST_BYTES:
        raise UploadTooLargeError
    report = ImportReport.objects.create(
        club=club, by=by, source=shown_source(source) or "-", content=content, is_trial=is_trial
    )
    if len(content) <= READ_AT_ONCE_BYTES:
        read_upload(report.pk, is_awaited=True)
        return ImportReport.objects.defer("content").get(pk=report.pk)
    transaction.on_commit(lambda: enqueue_uploads([report.pk]))
    return report


def uploads_to_read() -> QuerySet[ImportReport]:
    """Reports on files that nobody reads: not begun, or their reader's claim has run out. The oldest first."""
    return ImportReport.objects.filter(is_unclaimed(_claim_length()), content__isnull=False).order_by("pk")


def read_upload(report_id: int, *, is_awaited: bool = False) -> bool:
    """Read an uploaded file to its end, from where an earlier reader left off; False where there is nothing to do.

    ``is_awaited``: its sender waits meanwhile, and is not to wait for a database that is away.
    """
    claim = _Claim(report_id)
    if not claim.take():
        return False
    if claim.attempts > MOST_ATTEMPTS:
        return claim.give_up()
    report = ImportReport.objects.select_related("club", "by").get(pk=report_id)
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
    )
    try:
        for _outcome in importing.outcomes():
            claim.renew()
    except ClaimLostError:
        return False
    except NotEgnError:
        pass
    except (OperationalError, InterfaceError) as error:
        # The database failed, and perhaps not the file: the sweep finds it again.
        claim.let_go(error, patience_seconds=0.0 if is_awaited else PATIENCE_SECONDS)
        raise
    except Exception:
        logger.exception("the file of import report %s could not be read", report_id)
        problem = TRIAL_BROKEN_OFF if report.is_trial else BROKEN_OFF
        ImportReport.objects.filter(pk=report_id).update(problem=problem)
    return claim.finish()


def _claim_length() -> timedelta:
    return timedelta(seconds=settings.UPLOAD_CLAIM_SECONDS)


def _next_claim() -> tuple[datetime, float]:
    """Until when a claim made now holds, and when it is to be made again, by ``time.monotonic()``."""
    length = _claim_length()
    renew_at = time.monotonic() + (1 - RENEWED_WHEN_LEFT) * length.total_seconds()
    return shared_now() + length, renew_at


class _Claim:
    """One reader's claim on one file."""

    def __init__(self, report_id: int) -> None:
        self._report_id = report_id
        self._until = shared_now()
        self._renew_at = 0.0
        self.attempts = 0

    def take(self) -> bool:
        """Claim the file, where nobody reads it; ``attempts`` counts this one."""
        self._until, self._renew_at = _next_claim()
        free = uploads_to_read().order_by().filter(pk=self._report_id)
        if not free.update(claimed_until=self._until, finished_at=None, attempts=F("attempts") + 1):
            return False
        self.attempts = self._mine().values_list("attempts", flat=True).get()
        return True

    def hold(self) -> None:
        """Keep others from the file until the transaction ends. Raises ``ClaimLostError`` where one has taken it.

        What is stored in the transaction is this reader's: the batch behind it has been tried by nobody else.
        """
        if not self._mine().update(claimed_until=self._until, attempts=1):
            raise ClaimLostError

    def renew(self) -> None:
        """Claim the file for longer, if it is time to; outside any batch's transaction, which may be rolled back."""
        if time.monotonic() < self._renew_at:
            return
        until, renew_at = _next_claim()
        if not self._mine().update(claimed_until=until):
            raise ClaimLostError
        # Only now: where the database failed, the file is still held by the earlier claim, and let go by it.
        self._until, self._renew_at = until, renew_at

    def give_up(self) -> bool:
        """Nobody reads the file further."""
        is_trial = self._mine().filter(is_trial=True).exists()
        return self.finish(finished_at=timezone.now(), problem=TRIAL_GIVEN_UP if is_trial else GIVEN_UP)

    def let_go(self, error: DatabaseError | InterfaceError, *, patience_seconds: float) -> None:
        """Somebody has to begin again; the file is not done, whatever its report says."""
        let_go(self._mine(), error, patience_seconds=patience_seconds, finished_at=None)

    def finish(self, **said: object) -> bool:
        """The file is not wanted any more; ``said`` goes into its report."""
        return self._mine().update(claimed_until=None, content=None, **said) == 1

    def _mine(self) -> QuerySet[ImportReport]:
        return ImportReport.objects.filter(pk=self._report_id, claimed_until=self._until)

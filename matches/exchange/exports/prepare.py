"""Writes a file that somebody asked for, into parts in the database, by whoever has claimed it.

A claim is the time until which it holds, written by a conditional UPDATE, and every part is written in a transaction
that asks for it. Whoever takes a file over begins it anew; where several have begun and none has come to the end, it
is given up.
"""

from __future__ import annotations

import hashlib
import logging
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from matches.common.claims import is_unclaimed, let_go, shared_now
from matches.exchange.exports import formats as forms
from matches.exchange.exports.request import KEPT
from matches.exchange.exports.selection import Asked, NotThereError, find
from matches.exchange.exports.workbook import write_workbook
from matches.exchange.exports.writers import WRITERS, Chunk, RubberJson, Source
from matches.models import Export, ExportPart

PART_BYTES: Final = 1 << 20
CLAIM: Final = timedelta(seconds=300)
"""Longer than any step takes, and than a large spreadsheet takes to be put together at its end."""
PROGRESS_EVERY_SECONDS: Final = 1.0
MOST_ATTEMPTS: Final = 3
GIVEN_UP: Final = gettext_noop(
    "Writing the file was begun three times and never came to an end. Ask for less in one file."
)
BROKEN_OFF: Final = gettext_noop("Writing the file broke off at a fault of the service.")
NOT_YOURS: Final = gettext_noop(
    "When the file was to be written, you could not take these records out any more."
)

logger = logging.getLogger(__name__)


class ClaimLostError(Exception):
    """Another worker has taken the file over, or nobody wants it any more."""


def exports_to_prepare() -> QuerySet[Export]:
    """Files that nobody writes: not begun, or their writer's claim has run out. The oldest first."""
    return Export.objects.filter(is_unclaimed(CLAIM), finished_at__isnull=True).order_by("pk")


def prepare_export(export_id: int, rubber_json: RubberJson) -> bool:
    """Write the file, from its beginning; False where there is nothing to do.

    ``rubber_json`` shows a rubber as JSON.
    """
    claim = _Claim(export_id)
    if not claim.take():
        return False
    if claim.attempts > MOST_ATTEMPTS:
        return claim.give_up(GIVEN_UP)
    export = Export.objects.select_related("by").get(pk=export_id)
    try:
        found = find(export.by, Asked.of_json(export.asked))
        source = Source(found.rubbers, Asked.of_json(export.asked), export.by, rubber_json)
        claim.begin(found.rubbers.order_by().count())
        _write(claim, export.form, source)
    except (NotThereError, PermissionDenied):
        return claim.give_up(NOT_YOURS)
    except ClaimLostError:
        return False
    except (OperationalError, InterfaceError) as error:
        # The database failed, and perhaps not the file: the sweep finds it again.
        claim.let_go(error)
        raise
    except Exception:
        logger.exception("export %s could not be written", export_id)
        return claim.give_up(BROKEN_OFF)
    return True


def _write(claim: _Claim, form: str, source: Source) -> None:
    parts = _Parts(claim)
    for chunk in _chunks(form, source):
        parts.add(chunk.content)
        claim.go_on(chunk.rubbers)
    parts.finish()


def _chunks(form: str, source: Source) -> Iterator[Chunk]:
    if form != forms.XLSX:
        yield from WRITERS[form](source)
        return
    with tempfile.TemporaryFile() as file:
        for rubbers in write_workbook(file, source):
            yield Chunk(b"", rubbers)
        file.seek(0)
        while content := file.read(PART_BYTES):
            yield Chunk(content)


class _Parts:
    """The bytes of a file as they are put into parts."""

    def __init__(self, claim: _Claim) -> None:
        self._claim = claim
        self._waiting = bytearray()
        self._sum = hashlib.sha256()
        self._number = 0
        self._size = 0

    def add(self, content: bytes) -> None:
        self._waiting += content
        self._sum.update(content)
        while len(self._waiting) >= PART_BYTES:
            self._put(bytes(self._waiting[:PART_BYTES]))
            del self._waiting[:PART_BYTES]

    def finish(self) -> None:
        if self._waiting:
            self._put(bytes(self._waiting))
        self._claim.finish(size=self._size, checksum=self._sum.hexdigest())

    def _put(self, content: bytes) -> None:
        with transaction.atomic():
            self._claim.hold()
            ExportPart.objects.create(
                export_id=self._claim.export_id, number=self._number, start=self._size, content=content
            )
        self._number += 1
        self._size += len(content)


class _Claim:
    """One writer's claim on one file."""

    def __init__(self, export_id: int) -> None:
        self.export_id = export_id
        self.attempts = 0
        self._until = shared_now()
        self._done = 0
        self._told_at = time.monotonic()

    def take(self) -> bool:
        """Claim the file, where nobody writes it; ``attempts`` counts this one."""
        self._until = shared_now() + CLAIM
        free = exports_to_prepare().order_by().filter(pk=self.export_id)
        if not free.update(claimed_until=self._until, attempts=F("attempts") + 1):
            return False
        self.attempts = self._mine().values_list("attempts", flat=True).get()
        return True

    def begin(self, total: int) -> None:
        """What an earlier writer left is cleared away."""
        with transaction.atomic():
            self.hold()
            ExportPart.objects.filter(export=self.export_id).delete()
            self._mine().update(done=0, total=total)

    def hold(self) -> None:
        """Keep others from the file until the transaction ends. Raises ``ClaimLostError`` where one has taken it."""
        if not self._mine().update(claimed_until=self._until):
            raise ClaimLostError

    def go_on(self, rubbers: int) -> None:
        """So many rubbers more are in; says so, and claims the file for longer, about once a second."""
        self._done += rubbers
        if time.monotonic() - self._told_at < PROGRESS_EVERY_SECONDS:
            return
        self._told_at = time.monotonic()
        until = shared_now() + CLAIM
        if not self._mine().update(claimed_until=until, done=self._done):
            raise ClaimLostError
        self._until = until

    def finish(self, *, size: int, checksum: str) -> None:
        now = timezone.now()
        told = {"finished_at": now, "expires_at": now + KEPT, "size": size, "checksum": checksum}
        # What came in meanwhile is in it, too.
        if not self._mine().update(claimed_until=None, done=self._done, total=self._done, **told):
            raise ClaimLostError

    def give_up(self, problem: str) -> bool:
        """There will be no file, for this reason."""
        with transaction.atomic():
            is_mine = self._mine().update(claimed_until=None, finished_at=timezone.now(), problem=problem)
            if is_mine:
                ExportPart.objects.filter(export=self.export_id).delete()
        return is_mine == 1

    def let_go(self, error: DatabaseError | InterfaceError) -> None:
        let_go(self._mine(), error)

    def _mine(self) -> QuerySet[Export]:
        return Export.objects.filter(pk=self.export_id, claimed_until=self._until)

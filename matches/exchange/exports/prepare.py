"""Write a requested export into chunks in the database, and read the file from them.

A worker claims an export by a conditional UPDATE of ``claimed_until``, and stores each chunk in a transaction
that checks the claim. A worker that takes over an export begins again. It is given up after three
unsuccessful attempts.
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

from matches.common.claims import is_unclaimed, release_claim, shared_now
from matches.exchange.exports import requests
from matches.exchange.exports.requests import KEPT, ExportRequest, NotThereError, find_rubbers
from matches.exchange.exports.writers import WRITERS, Chunk, RubberJson, Source, write_workbook
from matches.models import Export, ExportPart

PART_BYTES: Final = 1 << 20
CLAIM: Final = timedelta(seconds=300)
"""The duration of a claim: longer than any step takes, including the final assembly of a large spreadsheet."""
PROGRESS_EVERY_SECONDS: Final = 1.0
MOST_ATTEMPTS: Final = 3
GIVEN_UP: Final = gettext_noop("The file could not be written in three attempts. Choose less for one file.")
BROKEN_OFF: Final = gettext_noop("The file could not be written because of an error of the site.")
NOT_YOURS: Final = gettext_noop("You were no longer allowed to export these rubbers when the file was due.")

logger = logging.getLogger(__name__)


class ClaimLostError(Exception):
    """Another worker has taken over the export, or it was deleted."""


def exports_to_prepare() -> QuerySet[Export]:
    return Export.objects.filter(is_unclaimed(CLAIM), finished_at__isnull=True).order_by("pk")


def prepare_export(export_id: int, rubber_json: RubberJson) -> bool:
    """Write the file of an export (primary key) from the beginning, or finish the export without a file.

    Returns False if the export is finished or claimed by another worker before that. ``rubber_json`` returns
    a rubber in the format of the API.
    """
    claim = _Claim(export_id)
    if not claim.take():
        return False
    if claim.attempts > MOST_ATTEMPTS:
        return claim.give_up(GIVEN_UP)
    export = Export.objects.select_related("by").get(pk=export_id)
    try:
        selection = find_rubbers(export.by, ExportRequest.of_json(export.asked))
        source = Source(selection.rubbers, ExportRequest.of_json(export.asked), export.by, rubber_json)
        claim.begin(selection.rubbers.order_by().count())
        _write(claim, export.form, source)
    except (NotThereError, PermissionDenied):
        return claim.give_up(NOT_YOURS)
    except ClaimLostError:
        return False
    except (OperationalError, InterfaceError) as error:
        # The database failed, perhaps not the file: the sweep will find it again.
        claim.release(error)
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
    if form != requests.XLSX:
        yield from WRITERS[form](source)
        return
    with tempfile.TemporaryFile() as file:
        for rubbers in write_workbook(file, source):
            yield Chunk(b"", rubbers)
        file.seek(0)
        while content := file.read(PART_BYTES):
            yield Chunk(content)


class _Parts:
    """Cuts the bytes of a file into parts of one size and stores them."""

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
    """One worker's claim on one file."""

    def __init__(self, export_id: int) -> None:
        self.export_id = export_id
        self.attempts = 0
        self._until = shared_now()
        self._done = 0
        self._stored_at = time.monotonic()

    def take(self) -> bool:
        """Claim the export, and return whether that succeeded. ``attempts`` then includes this attempt."""
        self._until = shared_now() + CLAIM
        free = exports_to_prepare().order_by().filter(pk=self.export_id)
        if not free.update(claimed_until=self._until, attempts=F("attempts") + 1):
            return False
        self.attempts = self._mine().values_list("attempts", flat=True).get()
        return True

    def begin(self, total: int) -> None:
        """Delete the chunks that an earlier worker has written, and store the number of rubbers to write."""
        with transaction.atomic():
            self.hold()
            ExportPart.objects.filter(export=self.export_id).delete()
            self._mine().update(done=0, total=total)

    def hold(self) -> None:
        """Lock the export until the transaction ends. Raises ``ClaimLostError``."""
        if not self._mine().update(claimed_until=self._until):
            raise ClaimLostError

    def go_on(self, rubbers: int) -> None:
        """Add to the number of rubbers written. About once a second, store it and renew the claim."""
        self._done += rubbers
        if time.monotonic() - self._stored_at < PROGRESS_EVERY_SECONDS:
            return
        self._stored_at = time.monotonic()
        until = shared_now() + CLAIM
        if not self._mine().update(claimed_until=until, done=self._done):
            raise ClaimLostError
        self._until = until

    def finish(self, *, size: int, checksum: str) -> None:
        now = timezone.now()
        values = {"finished_at": now, "expires_at": now + KEPT, "size": size, "checksum": checksum}
        # Rubbers added while the file was written are in it, too.
        if not self._mine().update(claimed_until=None, done=self._done, total=self._done, **values):
            raise ClaimLostError

    def give_up(self, problem: str) -> bool:
        with transaction.atomic():
            is_mine = self._mine().update(claimed_until=None, finished_at=timezone.now(), problem=problem)
            if is_mine:
                ExportPart.objects.filter(export=self.export_id).delete()
        return is_mine == 1

    def release(self, error: DatabaseError | InterfaceError) -> None:
        release_claim(self._mine(), error)

    def _mine(self) -> QuerySet[Export]:
        return Export.objects.filter(pk=self.export_id, claimed_until=self._until)


class FileGoneError(Exception):
    """The export's file was deleted while it was being sent."""


def bytes_between(export: Export, start: int, end: int) -> Iterator[bytes]:
    """Yield the bytes of an export's file from ``start`` up to, but not including, ``end``.

    No cursor or transaction is open between two chunks. Raises ``FileGoneError`` if the file is deleted
    meanwhile.
    """
    while start < end:
        parts = ExportPart.objects.filter(export=export, start__lte=start).order_by("-start")
        part = parts.values_list("start", "content").first()
        content = b"" if part is None else bytes(part[1])[start - part[0] : end - part[0]]
        if not content:
            raise FileGoneError
        yield content
        start += len(content)

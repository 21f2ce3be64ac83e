"""Distinguish outages of the database (away, full, busy) from errors of ours: after an outage, a retry may succeed."""

from __future__ import annotations

from typing import Final

from django.db import InterfaceError, OperationalError
from django.db.transaction import TransactionManagementError

RETRY_AFTER_SECONDS: Final = 5


def is_outage(error: BaseException | None) -> bool:
    """Return whether ``error`` means that the database was unreachable, or failed for a reason outside the request."""
    if isinstance(error, TransactionManagementError):
        # Code went on in a transaction that had failed: the cause of that failure decides.
        return is_outage(error.__cause__)
    return isinstance(error, OperationalError | InterfaceError)

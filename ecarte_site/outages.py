"""Tells a database that is away, full or busy from a fault of ours: what fails for it may go well a moment later."""

from __future__ import annotations

from typing import Final

from django.db import InterfaceError, OperationalError
from django.db.transaction import TransactionManagementError

RETRY_AFTER_SECONDS: Final = 5


def is_outage(error: BaseException | None) -> bool:
    """Whether the database could not be asked, or could not carry out what was asked for no fault in that."""
    if isinstance(error, TransactionManagementError):
        # Somebody went on in a transaction that had failed: why it had is what counts.
        return is_outage(error.__cause__)
    return isinstance(error, OperationalError | InterfaceError)

"""The exception for an incident that can't be written into a record."""

from __future__ import annotations

from scoring.book.words import REFUSALS
from scoring.errors import RecordError
from scoring.findings import Finding


class IncidentError(RecordError):
    """Raised if an incident can't be written into a record as requested.

    Either ``key`` and ``params`` select and fill a sentence of ``scoring.book.words.REFUSALS``, or
    ``findings`` are the new findings that the laws would make on the record with the incident.
    """

    def __init__(self, key: str = "", *, findings: tuple[Finding, ...] = (), **params: str | int) -> None:
        self.key = key
        self.params = params
        self.findings = findings
        message = " ".join(f"{finding.message} {finding.settle}".strip() for finding in findings)
        super().__init__(message or REFUSALS[key].format(**params))

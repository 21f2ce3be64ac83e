"""Why an incident can't be written into a record."""

from __future__ import annotations

from scoring.book.words import REFUSALS
from scoring.errors import RecordError
from scoring.findings import Finding


class IncidentError(RecordError):
    """An incident can't be written as it was asked: what is wrong, where, and what to do.

    Either ``key`` and ``params`` pick and fill a sentence of ``scoring.book.words.REFUSALS``, or ``findings`` are what
    the laws would have against the record with the incident in it.
    """

    def __init__(self, key: str = "", *, findings: tuple[Finding, ...] = (), **params: str | int) -> None:
        self.key = key
        self.params = params
        self.findings = findings
        said = " ".join(f"{finding.message} {finding.settle}".strip() for finding in findings)
        super().__init__(said or REFUSALS[key].format(**params))

"""Exceptions for text that is not EGN, and for records that can't be written in EGN."""

from __future__ import annotations

from scoring.findings import Finding


class NotationError(ValueError):
    """Raised if a text does not contain exactly one valid rubber.

    ``finding`` is the finding that says what is wrong with the text.
    """

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(finding.message)


class NotEgnError(ValueError):
    """Raised if no line of a file begins a rubber."""


class RecordError(ValueError):
    """Raised if a record built by a program can't be written (a comment with a brace, a tag without a name)."""

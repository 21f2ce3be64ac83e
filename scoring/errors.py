"""Errors of the game's room: not our notation, or notation used against its own rules."""

from __future__ import annotations

from scoring.findings import Finding


class NotationError(ValueError):
    """A text that is wanted as one good rubber is not; carries the reader's finding."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(finding.message)


class NotEgnError(ValueError):
    """A file has no ``[EGN "`` line at all."""


class RecordError(ValueError):
    """A record put together by a program can't be written down (a comment with a brace, a tag without a name)."""

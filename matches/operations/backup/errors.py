"""Errors of back-ups and restores."""

from __future__ import annotations


class BackupError(Exception):
    """A back-up or restore is impossible, and nothing was changed. The message says why and what to do."""


class ArchiveError(BackupError):
    """The file is not a back-up's archive, or it is damaged."""


class NotEmptyError(BackupError):
    """The database into which to restore has rows."""

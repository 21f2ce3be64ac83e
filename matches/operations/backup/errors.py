"""What can be wrong with a back-up, or with the database that one is put back into."""

from __future__ import annotations


class BackupError(Exception):
    """It can't be done; the text says what is wrong, where, and what to do. Nothing was changed."""


class ArchiveError(BackupError):
    """The file is no archive of ours, or it is not whole."""


class NotEmptyError(BackupError):
    """The database that should take a back-up in has something in it."""

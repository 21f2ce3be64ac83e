"""A file that is there whole, or not at all, whatever happens while it is written."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedRandom
from pathlib import Path
from typing import Final

from matches.operations.backup.errors import BackupError

try:
    import fcntl
except ImportError:  # a system without it has no such lock, and is trusted to write one at a time
    fcntl = None  # type: ignore[assignment]

UNFINISHED: Final = ".part"


@contextmanager
def written_whole(place: Path) -> Iterator[BufferedRandom]:
    """A file to write, which gets its name when the block ends, and is on the disk by then; its owner's alone.

    Raises BackupError where a file of that name is there, or is being written; nothing is overwritten.
    """
    draft = place.with_name(f".{place.name}{UNFINISHED}")
    descriptor = os.open(draft, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "w+b") as stream:
        if not _is_ours(stream):
            raise BackupError(f"{place} is being written by another process.")
        try:
            if place.exists():
                raise BackupError(f"{place} is there already: choose another name, or take that file away.")
            # One that was killed at it left its part behind.
            stream.truncate(0)
            os.fchmod(stream.fileno(), 0o600)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            draft.rename(place)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    _sync_folder(place.parent)


def clear_unfinished(folder: Path, named: re.Pattern[str]) -> None:
    """Take away what killed processes left half written of files ``named`` so; what is being written stays."""
    for draft in folder.glob(f".*{UNFINISHED}"):
        # Other programs call what they have not finished the same.
        if not named.fullmatch(draft.name.removeprefix(".").removesuffix(UNFINISHED)):
            continue
        with contextlib.suppress(FileNotFoundError), draft.open("r+b") as stream:
            if _is_ours(stream):
                draft.unlink()


def _is_ours(stream: BufferedRandom) -> bool:
    """Hold the file until it is closed; False where another process does."""
    if fcntl is not None:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _sync_folder(folder: Path) -> None:
    """A new name is sure only when the folder that it stands in is on the disk."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Ensure that only one site runs on a data folder: each of two would have a queue that the other does not see."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Such a system has no lock of this kind, and is trusted to start once.
    fcntl = None  # type: ignore[assignment]


class FolderInUseError(Exception):
    """Another process runs a site on this data folder; the message names the process."""


def keep_to_owner(database: Path) -> None:
    """Create the SQLite file `database` if it is missing, and make it readable by its owner only.

    SQLite's files beside it (`-wal`, `-shm`) inherit its mode; those left by a site that was killed are
    restricted, too.
    """
    database.touch(0o600)
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError):
            file.chmod(0o600)


@contextlib.contextmanager
def hold_folder(folder: Path) -> Iterator[Path]:
    """Lock the data folder `folder` while this process lives, and yield it.

    Raises FolderInUseError if another process has the lock, OSError if the folder can't be written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "running").open("a+") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                file.seek(0)
                holder = file.read().strip() or "unknown"
                raise FolderInUseError(
                    f"The site already runs on the data in {folder} (process {holder}).\n"
                    "Stop that one first, or start this one with another --data-dir."
                ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield folder

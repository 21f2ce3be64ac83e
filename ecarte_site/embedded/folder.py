"""One running site per data folder: two would each have a queue that the other does not see."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without it has no such lock, and is trusted to start once
    fcntl = None  # type: ignore[assignment]


class FolderInUseError(Exception):
    """Another process runs the site on this data; the text names it."""


def keep_to_owner(database: Path) -> None:
    """Let nobody but its owner read the SQLite file `database`, made here where it is not there yet.

    The files that SQLite lays beside it (`-wal`, `-shm`) take their mode from it; those that a killed site
    left behind are closed as well.
    """
    database.touch(0o600)
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError):
            file.chmod(0o600)


@contextlib.contextmanager
def hold_folder(folder: Path) -> Iterator[Path]:
    """Keep `folder` for this process and yield it; given back by the system however the process ends.

    Raises FolderInUseError where another process holds it, OSError where it can't be written.
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

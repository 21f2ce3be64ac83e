"""Figures of several processes that count together: files in one folder, which whoever is asked adds up.

``PROMETHEUS_MULTIPROC_DIR`` names the folder, one for each kind of process; where it is unset a process counts for
itself. The library looks at it when it is first imported, so that the settings import this before it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FOLDER: Final = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "").strip()
KINDS: Final = ("counter", "histogram")
GONE: Final = "gone"
"""In the place of a process's number: what all those counted that have ended."""

if not FOLDER:
    # Set to nothing it would be taken for a folder without a name.
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
else:
    Path(FOLDER).mkdir(parents=True, exist_ok=True)


@contextmanager
def files_held(*, alone: bool) -> Iterator[Path]:
    """The folder, while nobody moves figures from one file to another; ``alone`` for who does."""
    # Not everywhere to be had; where it is not, one process is the whole service.
    import fcntl

    folder = Path(FOLDER)
    with (folder / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield folder


def clear_files() -> None:
    """Remove what an earlier start has left; before any process of this one counts, but for the caller."""
    if not FOLDER:
        return
    with files_held(alone=True) as folder:
        for file in folder.glob("*.db"):
            if not file.stem.endswith(f"_{os.getpid()}"):
                file.unlink()


def retire_process(number: int) -> None:
    """Move what a process counted that has ended into the one file of all such.

    A process's files are kept for ever otherwise, and those that serve pages end after so many requests. A counter
    goes on where it was: it must not fall.
    """
    if not FOLDER:
        return
    with files_held(alone=True) as folder:
        _retire(number, folder)


def retire_ended_processes() -> None:
    """The same of each process that is no more, as one that was killed and had nobody to say so."""
    if not FOLDER:
        return
    with files_held(alone=True) as folder:
        numbers = {file.stem.rpartition("_")[2] for file in folder.glob("*.db")}
        for number in map(int, filter(str.isdecimal, numbers)):
            if not _is_running(number):
                _retire(number, folder)


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        # Somebody else's, with a number of ours that ended: told apart when that one has ended as well.
        return True
    return True


def _retire(number: int, folder: Path) -> None:
    from prometheus_client.mmap_dict import MmapedDict
    from prometheus_client.multiprocess import mark_process_dead

    for kind in KINDS:
        file = folder / f"{kind}_{number}.db"
        if not file.exists():
            continue
        gone = MmapedDict(str(folder / f"{kind}_{GONE}.db"))  # type: ignore[no-untyped-call]
        counted = MmapedDict.read_all_values_from_file(str(file))  # type: ignore[no-untyped-call]
        for key, value, at, _place in counted:
            before, _then = gone.read_value(key)  # type: ignore[no-untyped-call]
            gone.write_value(key, before + value, at)  # type: ignore[no-untyped-call]
        gone.close()  # type: ignore[no-untyped-call]
        file.unlink()
    mark_process_dead(number, str(folder))  # type: ignore[no-untyped-call]

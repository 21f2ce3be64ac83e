"""Keep the metrics of several processes in files of one folder. The process that is asked for metrics adds them up.

``PROMETHEUS_MULTIPROC_DIR`` names the folder. Web processes and workers each have a folder of their own; if the
variable is unset, a process counts only for itself. The library reads it when it is first imported, so the settings
import this module before it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FOLDER: Final = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "").strip()
METRIC_KINDS: Final = ("counter", "histogram")
"""The kinds of metrics that are still counted after their process has exited."""
GONE: Final = "gone"
"""Used instead of a process id for the totals of exited processes."""

if not FOLDER:
    # An empty value would be taken for a folder without a name.
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
else:
    Path(FOLDER).mkdir(parents=True, exist_ok=True)


@contextmanager
def lock_files(*, alone: bool) -> Iterator[Path]:
    """Lock the folder of metrics and yield its path. ``alone`` excludes all others, to move numbers between files."""
    # Not every system has fcntl; on one that lacks it, one process is the whole service.
    import fcntl

    folder = Path(FOLDER)
    with (folder / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield folder


def clear_files() -> None:
    """Remove the metrics of an earlier start's processes. Call it before any process but the caller counts."""
    if not FOLDER:
        return
    with lock_files(alone=True) as folder:
        for file in folder.glob("*.db"):
            if not file.stem.endswith(f"_{os.getpid()}"):
                file.unlink()


def retire_process(number: int) -> None:
    """Move the counts of an exited process (``number``, its id) into the file that all exited processes
    share.

    Web processes exit after a number of requests, and their files would be kept for ever. Counters must not
    fall.
    """
    if not FOLDER:
        return
    with lock_files(alone=True) as folder:
        _retire(number, folder)


def retire_ended_processes() -> None:
    """Move the counts of all processes that no longer exist, such as one that was killed (see ``retire_process``)."""
    if not FOLDER:
        return
    with lock_files(alone=True) as folder:
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
        # A process of another user has the id of one of ours that ended. The counts are moved once the other
        # user's process has ended.
        return True
    return True


def _retire(number: int, folder: Path) -> None:
    """Add the counters of a process that has ended to those of processes that ended before, and delete its files."""
    from prometheus_client.mmap_dict import MmapedDict
    from prometheus_client.multiprocess import mark_process_dead

    for kind in METRIC_KINDS:
        file = folder / f"{kind}_{number}.db"
        if not file.exists():
            continue
        gone = MmapedDict(str(folder / f"{kind}_{GONE}.db"))  # type: ignore[no-untyped-call]
        counted = MmapedDict.read_all_values_from_file(str(file))  # type: ignore[no-untyped-call]
        for key, value, timestamp, _position in counted:
            before, _timestamp = gone.read_value(key)  # type: ignore[no-untyped-call]
            gone.write_value(key, before + value, timestamp)  # type: ignore[no-untyped-call]
        gone.close()  # type: ignore[no-untyped-call]
        file.unlink()
    mark_process_dead(number, str(folder))  # type: ignore[no-untyped-call]

"""Memory that large work needed, given back to the system when the work is done.

Python and the C library keep what was freed for what comes next. In a process that runs for months and once read a file
of 32 MiB, that would be for good.
"""

from __future__ import annotations

import ctypes
import gc
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

GROWN_BYTES: Final = 16 << 20
"""Less than this is not worth the search, which takes some 50 milliseconds."""
KEPT_BYTES: Final = 1 << 20
"""What the C library may keep of memory that was freed, and the size from which it asks the system each time."""
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
"""Numbers of malloc.h."""
_STATUS: Final = Path("/proc/self/statm")
_at_work = threading.Lock()
_level = 0
"""Bytes that the process had when it last gave memory back, or fewer since."""


def keep_little() -> None:
    """Have GNU's C library keep little of what is freed. To be called before the first thread starts.

    Left alone, it has an arena for each thread, and once a buffer of 32 MiB was freed it lets the free end of each grow
    to 64 MiB. Other libraries give memory back by themselves.
    """
    if set_option := _c_function("mallopt"):
        set_option(M_ARENA_MAX, 1)
        set_option(M_MMAP_THRESHOLD, KEPT_BYTES)
        set_option(M_TRIM_THRESHOLD, KEPT_BYTES)


def give_back(**_signal: Any) -> None:
    """Give free memory back, if the process has grown by `GROWN_BYTES` since it last did.

    To be called after work that may have been large, in any thread. Does nothing where the system does not say how
    large the process is. Takes what a Celery signal brings along, and needs none of it.
    """
    global _level
    if not _at_work.acquire(blocking=False):
        return
    try:
        now = resident_bytes()
        if now > _level + GROWN_BYTES:
            # Exceptions and their frames refer to each other in circles, and hold all that was read.
            gc.collect()
            if trim := _c_function("malloc_trim"):
                trim(0)
            _level = resident_bytes()
        else:
            _level = min(_level, now)
    finally:
        _at_work.release()


def resident_bytes() -> int:
    """Return the bytes of main memory that this process takes; 0 where the system does not say."""
    try:
        pages = int(_STATUS.read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _c_function(name: str) -> Callable[..., int] | None:
    """Return a function of the C library, or None if it has none of that name."""
    return getattr(ctypes.CDLL(None), name, None) if os.name == "posix" else None

"""Return memory to the system after work that needed much of it.

Python and the C library keep freed memory for later use. In a process that runs for months and once read a
file of 32 MiB, that would be for good.
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
"""The growth in bytes from which memory is given back; doing so takes some 50 milliseconds."""
KEPT_BYTES: Final = 1 << 20
"""The bytes of freed memory that the C library may keep, and the size from which it maps each block separately."""
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
"""The numbers of options in the C library's ``malloc.h``."""
_STATUS: Final = Path("/proc/self/statm")
_at_work = threading.Lock()
_level = 0
"""The resident bytes of the process when it last gave memory back, or fewer if it has shrunk since."""


def keep_little() -> None:
    """Make GNU's C library keep little of the memory that is freed. Call it before the first thread starts.

    By default, the library has a separate arena for each thread. After a buffer of 32 MiB was freed, it lets
    the free end of each arena grow to 64 MiB. Other C libraries give memory back by themselves.
    """
    if set_option := _find_c_function("mallopt"):
        set_option(M_ARENA_MAX, 1)
        set_option(M_MMAP_THRESHOLD, KEPT_BYTES)
        set_option(M_TRIM_THRESHOLD, KEPT_BYTES)


def give_back(**_signal: Any) -> None:
    """Give free memory back to the system, if the process has grown by `GROWN_BYTES` since the last time.

    Call it after work that may have been large, in any thread; it also accepts the arguments of a Celery
    signal.
    """
    global _level
    if not _at_work.acquire(blocking=False):
        return
    try:
        now = resident_bytes()
        if now > _level + GROWN_BYTES:
            # Exceptions and their frames form reference cycles that keep all that was read.
            gc.collect()
            if trim := _find_c_function("malloc_trim"):
                trim(0)
            _level = resident_bytes()
        else:
            _level = min(_level, now)
    finally:
        _at_work.release()


def resident_bytes() -> int:
    """Return the bytes of main memory that this process uses, or 0 if the system does not report them."""
    try:
        pages = int(_STATUS.read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _find_c_function(name: str) -> Callable[..., int] | None:
    return getattr(ctypes.CDLL(None), name, None) if os.name == "posix" else None

"""Compile functions to machine code with Numba, and cache the machine code between runs.

Importing this module loads Numba, so only modules that solve positions import it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numba.core.config

import scoring.cards
import scoring.marks

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

config: Any = numba.core.config

_SOLVER: Final = Path(__file__).parent
_REVIEW: Final = Path(__file__).parent.parent / "review"
_MARK: Final = b"@compiled"
# Nothing calls a kernel from C. Without the C wrapper, compiling takes a sixth less time.
_OPTIONS: Final[Any] = {"nogil": True, "no_cfunc_wrapper": True}


def compiled(function: Kernel) -> Kernel:
    """Decorator: compile the function on its first call for each signature, or load it from the cache if possible.

    Every int in a compiled function is an ``int64``: a mask has 32 bits, and Numba converts a mix of signed
    and unsigned 64-bit ints to floats.
    """
    folder = cache_folder()
    if folder is None:
        return cast(Kernel, numba.njit(**_OPTIONS)(function))
    with _use_numba_cache(folder):
        return cast(Kernel, numba.njit(cache=True, **_OPTIONS)(function))


@cache
def cache_folder() -> Path | None:
    """Return the folder in which compiled functions are cached, or None if no folder is writable.

    ``NUMBA_CACHE_DIR`` comes first, then the user's own cache. A folder shared with other users is never
    used, because its files are loaded as code. If the result is None, each process compiles the functions
    itself.
    """
    for base in (config.CACHE_DIR, _find_user_cache()):
        if base:
            folder = Path(base) / f"ecarte-{_compute_source_fingerprint()}"
            if _is_writable(folder):
                return folder
    return None


def _find_user_cache() -> str:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(home, "ecarte", "kernels") if os.path.isabs(home) else ""


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _compute_source_fingerprint() -> str:
    """Return a hash of all sources from which functions are compiled.

    Numba checks only a function's own file, so that a rule changed in ``scoring.cards`` would leave functions
    with the old rule compiled in. In the review only modules with compiled functions count, so that its other
    modules can change without a new compilation.
    """
    rules = [Path(scoring.cards.__file__).read_bytes(), Path(scoring.marks.__file__).read_bytes()]
    solver = [path.read_bytes() for path in sorted(_SOLVER.glob("*.py"))]
    review = [path.read_bytes() for path in sorted(_REVIEW.rglob("*.py"))]
    digest = hashlib.sha256()
    for source in [*rules, *solver, *(text for text in review if _MARK in text)]:
        digest.update(source)
    return digest.hexdigest()[:16]


@contextmanager
def _use_numba_cache(folder: Path) -> Iterator[None]:
    """Make Numba use ``folder`` as its cache, and restore the setting afterwards.

    Numba reads the setting when a function is decorated; other users of Numba in the process keep their own.
    """
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before

"""Compiling kernels to machine code, and where that code is kept between runs.

Importing this module loads Numba, so only modules that solve import it.
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
# Nothing calls a kernel from C: without the way in for that a sixth of the compiling is saved.
_OPTIONS: Final[Any] = {"nogil": True, "no_cfunc_wrapper": True}


def compiled(function: Kernel) -> Kernel:
    """``function`` compiled on its first call for each signature, from the cache where that is possible.

    Every int in a kernel is an ``int64``: a mask has 32 bits, and Numba turns a mix of signed and unsigned
    64-bit ints into floats.
    """
    folder = cache_folder()
    if folder is None:
        return cast(Kernel, numba.njit(**_OPTIONS)(function))
    with _numba_cache_in(folder):
        return cast(Kernel, numba.njit(cache=True, **_OPTIONS)(function))


@cache
def cache_folder() -> Path | None:
    """The folder for compiled kernels, or None where no place can be written to.

    ``NUMBA_CACHE_DIR`` comes first, then the user's own cache; never a folder shared with other users, since
    what lies there is loaded as code. With None, kernels are compiled each time.
    """
    for base in (config.CACHE_DIR, _user_cache()):
        if base:
            folder = Path(base) / f"ecarte-{_source_fingerprint()}"
            if _is_writable(folder):
                return folder
    return None


def _user_cache() -> str:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(home, "ecarte", "kernels") if os.path.isabs(home) else ""


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _source_fingerprint() -> str:
    """Changes with any source a kernel is compiled from.

    Numba looks at a kernel's own file alone: without this, a rule changed in ``scoring.cards`` would leave
    kernels that have the old rule compiled in. Of the review only modules with kernels count, so that its other
    modules can change without all being compiled again.
    """
    rules = [Path(scoring.cards.__file__).read_bytes(), Path(scoring.marks.__file__).read_bytes()]
    solver = [path.read_bytes() for path in sorted(_SOLVER.glob("*.py"))]
    review = [path.read_bytes() for path in sorted(_REVIEW.glob("*.py"))]
    digest = hashlib.sha256()
    for source in [*rules, *solver, *(text for text in review if _MARK in text)]:
        digest.update(source)
    return digest.hexdigest()[:16]


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Numba reads the folder when a function is decorated; other users of Numba keep their own setting."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before

"""A pause of Python's collector while very many values are made that all go at once, none of them in a circle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collect_later() -> Iterator[None]:
    """Within, nothing is searched for circles: of tens of thousands of new values the search would take as long as
    making them. Who is within another's pause leaves its end to him.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

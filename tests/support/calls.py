"""Count the calls of a function, whoever calls it and by whatever name it was imported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, FunctionType
from typing import Any, cast


class Calls:
    """A count of calls that goes on while its block runs."""

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def calls_of(function: Callable[..., object]) -> Iterator[Calls]:
    """Count the calls of a Python function in this thread while the block runs."""
    calls = Calls()
    code = cast(FunctionType, function).__code__

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code is code:
            calls.count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)

"""Count the calls of a function, whoever calls it and by whatever name it was imported, and name the files entered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, cast


class Calls:
    """A count of calls that goes on while its block runs."""

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def calls_of(function: Callable[..., object] | None = None) -> Iterator[Calls]:
    """Count the calls of a Python function, or of all, in this thread while the block runs."""
    calls = Calls()
    code = None if function is None else cast(FunctionType, function).__code__

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and (code is None or frame.f_code is code):
            calls.count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@contextmanager
def files_entered(folder: Path, function: Callable[..., object]) -> Iterator[list[str]]:
    """Collect the files below ``folder`` whose code runs in calls of ``function``, in order, while the block runs."""
    code = cast(FunctionType, function).__code__
    prefix = f"{folder}/"
    files: list[str] = []
    running: list[FrameType] = []

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code is code:
            running.append(frame)
        if event == "call" and running:
            name = frame.f_code.co_filename
            if name.startswith(prefix) and name not in files:
                files.append(name)
        if event == "return" and running and frame is running[-1]:
            running.pop()

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield files
    finally:
        sys.setprofile(before)

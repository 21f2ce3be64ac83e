"""Runs a Python program by a clock that can be set: `python -m tests.faults.skewed FILE MODULE [ARGUMENT ...]`.

FILE holds by how many seconds the clock is wrong, and is looked at again and again: the clock of the program, and of
all that it forks, jumps when another number is written there. Durations go on as they do when a machine's clock is set.
"""

from __future__ import annotations

import datetime
import os
import runpy
import sys
import threading
import time
from pathlib import Path
from typing import Final

import time_machine

LOOK_EVERY_SECONDS: Final = 0.1


def follow(file: Path) -> None:
    """Set this process's clock by ``file``, now and from now on, and that of what it forks."""
    offset = _offset(file)
    clock = time_machine.travel(_now() + datetime.timedelta(seconds=offset)).start()

    def watch() -> None:
        nonlocal offset
        while True:
            time.sleep(LOOK_EVERY_SECONDS)
            wanted = _offset(file)
            if wanted != offset:
                clock.shift(wanted - offset)
                offset = wanted

    def begin() -> None:
        threading.Thread(target=watch, daemon=True).start()

    os.register_at_fork(after_in_child=begin)
    begin()


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _offset(file: Path) -> float:
    try:
        return float(file.read_text() or 0)
    except (FileNotFoundError, ValueError):
        return 0.0


if __name__ == "__main__":
    follow(Path(sys.argv[1]))
    sys.argv = sys.argv[2:]
    sys.path.insert(0, os.getcwd())
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

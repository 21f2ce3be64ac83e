"""Runs one benchmark module in this process and writes its figures down: `measure MODULE FILE [--small]`."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from pathlib import Path

from tests.bench import Figure, MissingServiceError

NOT_HERE = 3
"""The exit status if the machine lacks what the module needs."""


def main(module: str, place: str, *options: str) -> int:
    """0, with a list of figures in `place`; NOT_HERE with the reason on standard error."""
    choices = {"small": True} if "--small" in options else {}
    try:
        figures: list[Figure] | None = importlib.import_module(module).main(**choices)
    except MissingServiceError as missing:
        print(missing, file=sys.stderr)
        return NOT_HERE
    rows = [dataclasses.asdict(figure) for figure in figures or []]
    Path(place).write_text(json.dumps(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Read the data files that ship with this package. Imports the standard library alone, as pages read some of them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


class WrongTableError(ValueError):
    """Raised if an installed data file does not match its checksum."""


def read_bytes(name: str) -> bytes:
    """Return the contents of the data file ``name``."""
    return files(__package__).joinpath("data", name).read_bytes()


def read_json(name: str) -> dict[str, Any]:
    """Return the object in the data file ``name``."""
    contents: dict[str, Any] = json.loads(read_bytes(name))
    return contents

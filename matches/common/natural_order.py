"""The order that a reader expects of labels: 2 before 10, whatever text stands around the numbers."""

from __future__ import annotations

import re
from typing import TypeAlias

NaturalKey: TypeAlias = tuple[bool, tuple[str | int, ...]]


def natural_key(label: str) -> NaturalKey:
    """Sorts numbers by value, words without regard to case, and nothing at all last."""
    # Text and digits take turns, a text first: of two keys the same places hold the same type.
    parts = re.split(r"(\d+)", label.casefold())
    return not label, tuple(int(part) if place % 2 else part for place, part in enumerate(parts))

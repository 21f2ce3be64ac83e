"""The type of a rule of the old treatise."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A rule of the old treatise.

    ``title`` and ``text`` are in English. ``code`` never changes, because stored reviews name it.
    """

    code: str
    title: str
    text: str

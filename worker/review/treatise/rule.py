"""What a rule of the old treatise is."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """``code`` is stable, and names the rule in stored reviews. ``title`` and ``text`` are English."""

    code: str
    title: str
    text: str

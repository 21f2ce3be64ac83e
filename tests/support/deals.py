"""A deal as the pad tells of it, made up by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any


def deal_told(state: Mapping[str, Any], chance: random.Random) -> dict[str, object]:
    """The next deal of a rubber whose pad is in ``state``: somebody wins the point, and no king is marked."""
    return {
        "dealer": state["now"]["dealer"] or "A",
        "said": chance.choice(["stood", "refused", "given_stood"]),
        "times": 1,
        "king": "",
        "winner": chance.choice("AB"),
        "won": "point",
        "void": False,
    }

"""The marks for tricks, the same in both games: the point, the vole, and the point that counts two."""

from __future__ import annotations

from typing import Final

from scoring.cards import Player
from scoring.checked import Mark

POINT_POINTS: Final = 1
VULNERABLE_POINT_POINTS: Final = 2
VOLE_POINTS: Final = 2

POINT: Final[dict[Player, Mark]] = {"A": Mark("A", 48, POINT_POINTS), "B": Mark("B", 48, POINT_POINTS)}
VOLE: Final[dict[Player, Mark]] = {"A": Mark("A", 48, VOLE_POINTS), "B": Mark("B", 48, VOLE_POINTS)}
VULNERABLE_POINT: Final[dict[Player, Mark]] = {
    "A": Mark("A", 49, VULNERABLE_POINT_POINTS),
    "B": Mark("B", 49, VULNERABLE_POINT_POINTS),
}

"""Rubbers with something to rule upon."""

from __future__ import annotations

from typing import Final

OPEN_RULING: Final = """\
[EGN "1"]
[Event "Autumn Cup"]
[A "Orford"]
[B "Baldwin"]
[BestOf "1"]
[Termination "unfinished"]
[Result "*"]

Game 1
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ, CK C7, DQ DJ, HA C8, D8 S8 =B4 (0-2)
*
"""
"""Orford discards a spade on a trump that he could follow: a ruling under law 43."""

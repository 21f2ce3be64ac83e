"""Read and write Écarté Game Notation (EGN), version 1.

>>> from scoring.notation import read_one, write_rubber
>>> rubber = read_one('[EGN "1"] [B "Baldwin"] [A "Orford"] Game 1 1.A =B5 (0-2) *')
>>> print(write_rubber(rubber), end="")
[EGN "1"]
[A "Orford"]
[B "Baldwin"]
<BLANKLINE>
Game 1
1. A =B5 (0-2)
*
"""

from scoring.notation.reader import ReadRubber, read_file, read_one, read_text
from scoring.notation.writer import write_cut, write_deal, write_rubber, write_rubbers

__all__ = [
    "ReadRubber",
    "read_file",
    "read_one",
    "read_text",
    "write_cut",
    "write_deal",
    "write_rubber",
    "write_rubbers",
]

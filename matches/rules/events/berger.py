"""Berger tables: everybody meets everybody, in rounds that can be drawn before the first is played.

The tables are those that FIDE prints (Handbook C.05, annex 1). Numbers are places in the table, from 1; who
gets which of them is settled elsewhere.
"""

from __future__ import annotations

from typing import TypeAlias

TablePair: TypeAlias = tuple[int, int]
"""Two numbers of the table: who deals first, and the other."""


def berger_rounds(size: int, cycles: int = 1) -> tuple[tuple[TablePair, ...], ...]:
    """The rounds of a field of ``size``, each a tuple of pairs of numbers from 1, who deals first named first.

    An even field has ``size - 1`` rounds a cycle, an odd one ``size``: whoever is in no pair of a round has a
    bye in it. Every second cycle is the same with the first deals turned. Within a cycle, first and second
    deals of a player differ by one in an even field and by nothing in an odd one. A field of fewer than two
    has no rounds.

    >>> berger_rounds(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    cycle = _cycle(size)
    turned = tuple(tuple((second, first) for first, second in pairs) for pairs in cycle)
    return tuple(pairs for number in range(cycles) for pairs in (turned if number % 2 else cycle))


def _cycle(size: int) -> tuple[tuple[TablePair, ...], ...]:
    """Each round is the one before with half the field added to every number but the last.

    The last number keeps its place and deals first in every second round; of an odd field it is nobody.
    """
    if size < 2:
        return ()
    last = size + size % 2
    turn = last - 1
    rounds = []
    for number in range(turn):
        shift = number * (last // 2)
        moved = [(place + shift - 1) % turn + 1 for place in range(1, last)]
        head = (last, moved[0]) if number % 2 else (moved[0], last)
        others = [(moved[place], moved[-place]) for place in range(1, last // 2)]
        rounds.append(tuple(pair for pair in (head, *others) if max(pair) <= size))
    return tuple(rounds)

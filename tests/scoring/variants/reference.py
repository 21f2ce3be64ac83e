"""A second, short implementation of La Triomphe that shares nothing with the engine.

Source: the rules as clubs explain them. Before the first card the elder hand may offer the point; if they do not,
the dealer may. An accepted offer gives one point to the player who accepts, and the deal is over. A player who
refuses must win all five tricks: two points to them if they do, two to the player who offered if they do not.
Without an offer, three or four tricks score one and five score two. Five points win the game, and nothing counts
after them.
"""

from __future__ import annotations

from typing import NamedTuple

COURSES = ("S", "SS", "PG", "PR", "SPG", "SPR")


class Worth(NamedTuple):
    player: str
    law: int
    points: int


def other(player: str) -> str:
    return {"A": "B", "B": "A"}[player]


def refuser(letters: str, dealer: str) -> str | None:
    return {"PR": dealer, "SPR": other(dealer)}.get(letters)


def taker(letters: str, dealer: str) -> str | None:
    return {"PG": dealer, "SPG": other(dealer)}.get(letters)


def worth(letters: str, dealer: str, tricks_of_a: int) -> Worth:
    """Return the value of a deal and the player who scores it. The tricks do not count if an offer was accepted."""
    took = taker(letters, dealer)
    if took:
        return Worth(took, 48, 1)
    tricks = {"A": tricks_of_a, "B": 5 - tricks_of_a}
    refused = refuser(letters, dealer)
    if refused:
        return Worth(refused, 48, 2) if tricks[refused] == 5 else Worth(other(refused), 49, 2)
    winner = max(tricks, key=lambda player: tricks[player])
    return Worth(winner, 48, 2 if tricks[winner] == 5 else 1)


def score_after(score: tuple[int, int], made: Worth) -> tuple[int, int]:
    points = {"A": score[0], "B": score[1]}
    points[made.player] = min(5, points[made.player] + made.points)
    return points["A"], points["B"]

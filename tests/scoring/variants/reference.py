"""La Triomphe reckoned a second time, in few lines and with nothing of the engine in them.

Source: the rules as clubs tell them. Before the first card the elder hand may offer the point; if he does not, the
dealer may. Taken, it is one to the taker, and the deal is over. Refused, the refuser must win all five tricks: two to
him if he does, two to who offered if he does not. Where nothing was offered three or four tricks are one, five are two.
Five points win the game, and nothing counts after them.
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
    """What a deal is worth, and to whom; the tricks are of no account where the point was taken."""
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

"""The handbook's tables of La Triomphe: what is marked, as the engine marks it, and what a score is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from matches.common.localized_numbers import hundredths
from scoring.cards import HAND_SIZE, PLAYERS, Player, adversary
from scoring.follow import vulnerable_player
from scoring.marks import MAJORITY_OF_TRICKS, tricks_mark
from scoring.variants import VARIATIONS
from worker.review.chances import chances

DEALER: Final[Player] = "A"
ELDER: Final = adversary(DEALER)


@dataclass(frozen=True, slots=True)
class Course:
    """What was said, the letters that a record has for it, and what both mark by each end (``ENDS``)."""

    said: str | Promise
    letters: str
    marks: tuple[str, ...]


SAID: Final[Sequence[tuple[str, str | Promise]]] = (
    ("SS", gettext_lazy("Nobody offers the point")),
    ("PG", gettext_lazy("The elder hand offers it, the dealer takes it")),
    ("PR", gettext_lazy("The elder hand offers it, the dealer refuses")),
    ("SPG", gettext_lazy("The dealer offers it, the elder hand takes it")),
    ("SPR", gettext_lazy("The dealer offers it, the elder hand refuses")),
)
ENDS: Final[Sequence[tuple[Player, int]]] = (
    (ELDER, HAND_SIZE),
    (ELDER, MAJORITY_OF_TRICKS),
    (DEALER, MAJORITY_OF_TRICKS),
    (DEALER, HAND_SIZE),
)
"""Who wins the tricks, and how many at least: a column each."""


def ends_told() -> list[str]:
    """The columns as tricks, the elder hand's first."""
    elders = (tricks if winner == ELDER else HAND_SIZE - tricks for winner, tricks in ENDS)
    return [_pair(tricks, HAND_SIZE - tricks) for tricks in elders]


def courses() -> list[Course]:
    return [Course(said, letters, tuple(_marked(letters, *end) for end in ENDS)) for letters, said in SAID]


def _marked(letters: str, winner: Player, tricks: int) -> str:
    """``2–0``, the elder hand's marks first."""
    taker = VARIATIONS["triomphe"].taken_by(letters, DEALER)
    vulnerable = vulnerable_player(letters, DEALER, "triomphe")
    mark = tricks_mark(taker or winner, MAJORITY_OF_TRICKS if taker else tricks, vulnerable, "triomphe")
    made = {player: mark.points if player == mark.player else 0 for player in PLAYERS}
    return _pair(made[ELDER], made[DEALER])


def _pair(elder: int, dealer: int) -> str:
    """Joined, as a line may end behind a dash."""
    return f"{elder}–\u2060{dealer}"


def chance_rows() -> list[list[str]]:
    """By the elder's points, then the dealer's: the elder's chance of winning the game, in 100."""
    return [[hundredths(value) for value in row] for row in chances("triomphe").chance]

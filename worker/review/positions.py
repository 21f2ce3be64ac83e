"""Twelve positions to try, with the verdict on every choice, as data shipped with the package.

``python -m worker.review.tables --positions`` computes the verdicts (``worker.review.position_verdicts``).
This module loads neither NumPy nor Numba, so that pages can use it.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any, Final, NamedTuple

from scoring.cards import Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from worker.review.data_files import read_json
from worker.review.decision import Kind, frequency_in
from worker.review.labels import Label, label_of

DATA: Final = "positions.json"
CLOSE: Final = 1e-6
"""Two choices count as equally good if their probabilities of winning the game differ by at most this."""


class Verdict(NamedTuple):
    """The verdict on one choice.

    - ``choice``: its name, as in ``worker.review.decision.Option``.
    - ``chance``: the player's probability of winning the game after it.
    - ``loss``: how far ``chance`` is below that of the best choice.
    - ``reasons``: the reasons, in the order in which pages show them, as JSON.
    """

    choice: str
    chance: float
    loss: float
    reasons: tuple[dict[str, Any], ...]

    @property
    def is_best(self) -> bool:
        return self.loss <= CLOSE

    @property
    def label(self) -> Label | None:
        return label_of(self.loss, frequency_in(self.reasons).get(self.choice))


class TryPosition(NamedTuple):
    """A position in a recorded deal, and the verdicts on the choices that are offered there.

    - ``record``: a rubber in the notation, which ends with the deal of the position.
    - ``deal``: the number of that deal; ``token``: the number of the token that records the choice.
    - ``trick``: the number of the trick for a card, otherwise None.
    - ``worlds``: the number of hands that the opponent may have, or None if hands were sampled.
    - ``verdicts``: in the order of the notation.
    """

    record: str
    deal: int
    token: int
    kind: Kind
    trick: int | None
    player: Player
    worlds: int | None
    verdicts: tuple[Verdict, ...]

    @property
    def best(self) -> tuple[Verdict, ...]:
        return tuple(each for each in self.verdicts if each.is_best)

    def verdict(self, choice: str) -> Verdict | None:
        """Return the verdict on ``choice``, or None if it is not offered."""
        return next((each for each in self.verdicts if each.choice == choice), None)

    def checked(self) -> CheckedRubber:
        return check_rubber(read_one(self.record))


@cache
def positions() -> tuple[TryPosition, ...]:
    """Return the positions in the order in which they are offered. Raises ``ValueError`` if the file was edited."""
    stored = shipped()
    if checksum_of(stored["positions"]) != stored["checksum"]:
        raise ValueError(f"{DATA} differs from its checksum")
    return tuple(_position(row) for row in stored["positions"])


def shipped() -> dict[str, Any]:
    """Return the contents of the shipped file, with the versions of the engine that computed it."""
    return read_json(DATA)


def checksum_of(rows: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def row_of(position: TryPosition) -> dict[str, Any]:
    """Return the position as a JSON object, which ``positions`` reads back."""
    row = position._asdict()
    row["verdicts"] = [{**each._asdict(), "reasons": list(each.reasons)} for each in position.verdicts]
    return row


def _position(row: dict[str, Any]) -> TryPosition:
    verdicts = tuple(Verdict(**{**each, "reasons": tuple(each["reasons"])}) for each in row["verdicts"])
    return TryPosition(**{**row, "verdicts": verdicts})

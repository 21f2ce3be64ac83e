"""The result of a check: the record with its marks, scores and findings, and their JSON forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.cards import Player
from scoring.deal_course import Course
from scoring.findings import Finding, JsonValue
from scoring.record import Deal, Depth, Game, Pair, Rubber


@dataclass(frozen=True, slots=True)
class Mark:
    """Points marked by a player under one law: 47 for the king, 48 for the point or vole, 49 for a point that
    counts two.
    """

    player: Player
    law: int
    points: int

    def as_json(self) -> dict[str, JsonValue]:
        return {"player": self.player, "law": self.law, "points": self.points}


class CheckedDeal(NamedTuple):
    """A deal after its check.

    - ``before``: the score at the start of the deal, as the scorer wrote it, or computed if not written; None
      if unknown.
    - ``score``: the score after the deal, that is ``before`` plus the marks by the laws; None if unknown.
    - ``vulnerable``: the player against whom the point counts two; "none" if there is no such player; None if
      the calls are not on record.
    - ``tricks``: the tricks won, ``(A's, B's)``, or None if unknown.
    - ``void``: whether the deal counts for nothing.
    """

    number: int
    deal: Deal
    course: Course
    depth: Depth
    vulnerable: str | None
    tricks: Pair | None
    before: Pair | None
    score: Pair | None
    marks: tuple[Mark, ...]
    void: bool

    @property
    def dealer(self) -> Player:
        return self.deal.dealer

    def as_json(self) -> dict[str, JsonValue]:
        members: dict[str, JsonValue] = {
            "number": self.number,
            "dealer": self.deal.dealer,
            "depth": self.depth,
            "vulnerable": self.vulnerable,
            "tricks": list(self.tricks) if self.tricks is not None else None,
            "score": list(self.score) if self.score is not None else None,
            "marks": [mark.as_json() for mark in self.marks],
        }
        if self.void:
            members["void"] = True
        return members


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game after its check.

    - ``points``: the score at the end of the game, or after the last deal so far; None if it is unknown.
    - ``winner``: the player who won the game, or None until the game is decided.
    - ``value``: the points of the rubber that the game is worth, or None until the game is decided.
    """

    number: int
    game: Game
    points: Pair | None
    winner: Player | None
    value: int | None
    deals: tuple[CheckedDeal, ...]

    def as_json(self) -> dict[str, JsonValue]:
        return {
            "number": self.number,
            "points": list(self.points) if self.points is not None else None,
            "winner": self.winner,
            "value": self.value,
            "deals": [deal.as_json() for deal in self.deals],
        }


@dataclass(frozen=True, slots=True)
class CheckedRubber:
    """A rubber after its check.

    - ``index`` and ``line``: the rubber's number in its file, from 1, and the line where it begins.
    - ``points``: the points of the rubber, ``(A's, B's)``; None if they are unknown.
    - ``broken``: whether reading ended at a fault (``E01``-``E03``). The result then covers only the text
      before the fault.
    - ``next_to_deal``: the player who would deal next, or None if that player is unknown or depends on a cut.
    """

    index: int
    line: int
    rubber: Rubber
    depth: Depth
    games: tuple[CheckedGame, ...]
    games_won: Pair
    points: Pair | None
    winner: Player | None
    findings: tuple[Finding, ...]
    broken: bool = False
    next_to_deal: Player | None = None

    @property
    def is_clean(self) -> bool:
        """True if no finding blocks confirming the record."""
        return not any(finding.blocks_confirming for finding in self.findings)

    def as_json(self) -> dict[str, JsonValue]:
        """Return the rubber with its marks and findings as the JSON object that ``python -m scoring check
        --json`` prints.
        """
        name_a, name_b = self.rubber.players
        return {
            "index": self.index,
            "line": self.line,
            "players": {"A": name_a, "B": name_b},
            "depth": self.depth,
            "games": [game.as_json() for game in self.games],
            "games_won": list(self.games_won),
            "points": list(self.points) if self.points is not None else None,
            "winner": self.winner,
            "findings": [finding.as_json() for finding in self.findings],
        }

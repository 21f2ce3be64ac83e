"""What a check gives back: the record with its marks, scores and findings, shaped as the contracts say."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.cards import Player
from scoring.course import Course
from scoring.findings import Finding, JsonValue
from scoring.record import Deal, Depth, Game, Pair, Rubber


@dataclass(frozen=True, slots=True)
class Mark:
    """Points marked under one law: 47 the king, 48 point or vole, 49 the point that counts two."""

    player: Player
    law: int
    points: int

    def as_json(self) -> dict[str, JsonValue]:
        return {"player": self.player, "law": self.law, "points": self.points}


@dataclass(frozen=True, slots=True)
class CheckedDeal:
    """``score``: after the deal, the scorer's before it plus what the laws give; None where not known.

    ``before``: what the deal started from, the scorer's figure where he wrote one.
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
        shown: dict[str, JsonValue] = {
            "number": self.number,
            "dealer": self.deal.dealer,
            "depth": self.depth,
            "vulnerable": self.vulnerable,
            "tricks": list(self.tricks) if self.tricks is not None else None,
            "score": list(self.score) if self.score is not None else None,
            "marks": [mark.as_json() for mark in self.marks],
        }
        if self.void:
            shown["void"] = True
        return shown


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """``winner`` and ``value`` are None while the game is not decided."""

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
    """A rubber judged. ``broken``: an ``E01``-``E03`` fault ended its reading; what came before is here.

    ``next_to_deal``: whose the deal after the last one is, were there another; None where that is not known, or is
    for a cut to say.
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
        """Nothing to settle before the record may be confirmed."""
        return not any(finding.blocks_confirming for finding in self.findings)

    def as_json(self) -> dict[str, JsonValue]:
        """The object of ``python -m scoring check --json``."""
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

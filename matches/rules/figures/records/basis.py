"""What records stand on: how much is on record of a club's play, or of one player's."""

from __future__ import annotations

from dataclasses import dataclass

from matches.rules.figures.records.digest import Digest


@dataclass(slots=True)
class Basis:
    """Counts of rubbers, games and deals. Games are those that were won by somebody; of a player's, turn-ups are those
    of his own deals.
    """

    rubbers: int = 0
    rubbers_with_points: int = 0
    games: int = 0
    games_with_points: int = 0
    games_with_deals: int = 0
    deals: int = 0
    deals_with_turn_up: int = 0
    deals_with_tricks: int = 0

    def add(self, found: Digest) -> None:
        """A rubber of the club's."""
        self._add_shared(found)
        self.deals_with_turn_up += sum(side.kings.count for side in found.sides)

    def add_side(self, found: Digest, seat: int) -> None:
        """A rubber of the player's who sat there."""
        self._add_shared(found)
        self.deals_with_turn_up += found.sides[seat].kings.count

    def _add_shared(self, found: Digest) -> None:
        self.rubbers += 1
        self.rubbers_with_points += found.rubber.points is not None
        self.games += sum(found.rubber.games_won)
        self.games_with_points += found.sides[0].trebles.count
        self.games_with_deals += len(found.lengths)
        self.deals += found.deals
        self.deals_with_tricks += found.sides[0].voles.count

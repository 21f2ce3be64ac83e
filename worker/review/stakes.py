"""Compute what the marks of a deal are worth: in probability of winning the game and the rubber, and in the
stake.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.cards import Player, opponent, seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber, Mark
from scoring.marks import add_marks
from scoring.record import Pair, Reckoning, Variant
from worker.review.chances import chance_of_game, chance_of_rubber, stake_of_game

KING_LAW: Final = 47
"""The law under which the king is marked. ``add_marks`` ignores the law, so here it stands for any."""
Marks = tuple[tuple[int, int], ...]
"""The marks of a deal step by step: the player's and the opponent's at each step."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The state of the rubber before a deal, from which the worth of marks is computed.

    - ``before``: the score before the deal, [A's, B's], or None if it is unknown.
    - ``kings``: the kings that count in the deal, each with its player and token.
    - ``games``: the games won before this game, [A's, B's].

    After the deal the other player deals. ``stake`` values are in points under the reckoning ``treble``.
    """

    dealer: Player
    before: Pair | None
    kings: tuple[tuple[Player, int], ...] = ()
    games: Pair = (0, 0)
    best_of: int = 1
    reckoning: Reckoning = "plain"
    variant: Variant = "ecarte"

    def score_at(self, token: int) -> Pair | None:
        """Return the score before the deal plus the kings marked before ``token``, or None if the score is
        unknown.
        """
        if self.before is None:
            return None
        return self.score_with([king for king, at in self.kings if at < token])

    def score_with(self, kings: list[Player]) -> Pair | None:
        if self.before is None:
            return None
        return add_marks(self.before, [Mark(king, KING_LAW, 1) for king in kings])[0]

    def chance(self, player: Player, score: Pair, steps: Marks = ()) -> float:
        """Return the player's probability of winning the game after a deal.

        ``steps`` are the marks of the deal, which are added to ``score`` in order.
        """
        own, other = _add_steps(player, score, steps)
        return chance_of_game(own, other, deals=player != self.dealer, variant=self.variant)

    def chance_before(self, player: Player) -> float | None:
        """Return the player's probability of winning the game before the cards are dealt, or None if the score
        is unknown.
        """
        if self.before is None:
            return None
        own, other = self.before[seat(player)], self.before[seat(opponent(player))]
        return chance_of_game(own, other, deals=player == self.dealer, variant=self.variant)

    def stake(self, player: Player, score: Pair, steps: Marks = ()) -> float:
        """Return the player's expected stake after a deal.

        ``steps`` are the marks of the deal, which are added to ``score`` in order.
        """
        own, other = _add_steps(player, score, steps)
        return stake_of_game(own, other, deals=player != self.dealer, variant=self.variant)

    def rubber_swing(self, player: Player) -> float:
        """Return the player's probability of winning the rubber after winning this game, minus that after
        losing this game.
        """
        won, lost = self.games[seat(player)], self.games[seat(opponent(player))]
        return chance_of_rubber(won, lost, self.best_of, 1.0) - chance_of_rubber(won, lost, self.best_of, 0.0)

    def rubber_loss(self, player: Player, equity_loss: float | None) -> float | None:
        """Convert a loss in probability of winning the game to a loss in probability of winning the rubber.

        Return None if ``equity_loss`` is None.
        """
        return None if equity_loss is None else equity_loss * self.rubber_swing(player)


@lru_cache(maxsize=1 << 14)
def _add_steps(player: Player, score: Pair, steps: Marks) -> Pair:
    """Return the player's and the opponent's points. Each step is a mark for one of the two, or for neither."""
    other = opponent(player)
    marks = [
        Mark(who, KING_LAW, points)
        for step in steps
        for who, points in ((player, step[0]), (other, step[1]))
        if points
    ]
    after, _ = add_marks(score, marks)
    return after[seat(player)], after[seat(other)]


def stakes_of(checked: CheckedRubber, game: CheckedGame, deal: CheckedDeal) -> Stakes:
    """Return the state of the rubber before ``deal``, from which the worth of marks is computed.

    ``deal`` is a deal of ``game``, which is a game of the rubber ``checked``.
    """
    counted = {mark.player for mark in deal.marks if mark.law == KING_LAW}
    # A deal has one king: if it was marked twice (law 47), the first mark counts.
    tokens = {king.player: king.token for king in reversed(deal.course.kings) if king.player in counted}
    earlier = [other.winner for other in checked.games if other.number < game.number]
    return Stakes(
        dealer=deal.course.dealer,
        before=deal.before,
        kings=tuple(sorted(tokens.items(), key=lambda king: king[1])),
        games=(earlier.count("A"), earlier.count("B")),
        best_of=checked.rubber.rules.best_of,
        reckoning=checked.rubber.rules.reckoning,
        variant=checked.rubber.rules.variant,
    )

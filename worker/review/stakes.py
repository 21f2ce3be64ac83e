"""What a deal is played for: what points marked in it are worth in chances of the game, the rubber and the stake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.cards import Player, adversary, seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber, Mark
from scoring.marks import add_marks
from scoring.record import Pair, Reckoning, Variant
from worker.review.chances import chance_of_game, chance_of_rubber, stake_of_game

KING_LAW: Final = 47
Marks = tuple[tuple[int, int], ...]
"""Steps of a deal in order, the player's marks and the adversary's at each."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """``before``: the score before the deal, [A's, B's], None where it is not known; ``games``: those won so far.

    ``kings``: kings that count in the deal, each with its token.
    """

    dealer: Player
    before: Pair | None
    kings: tuple[tuple[Player, int], ...] = ()
    games: Pair = (0, 0)
    best_of: int = 1
    reckoning: Reckoning = "plain"
    variant: Variant = "ecarte"

    def score_at(self, token: int) -> Pair | None:
        """The score with the kings marked before ``token``."""
        if self.before is None:
            return None
        return self.score_with([king for king, at in self.kings if at < token])

    def score_with(self, kings: list[Player]) -> Pair | None:
        if self.before is None:
            return None
        return add_marks(self.before, [Mark(king, KING_LAW, 1) for king in kings])[0]

    def chance(self, player: Player, score: Pair, steps: Marks = ()) -> float:
        """The player's chance of winning the game when ``steps`` follow ``score`` and the deal is over."""
        own, other = _added(player, score, steps)
        return chance_of_game(own, other, deals=player != self.dealer, variant=self.variant)

    def chance_before(self, player: Player) -> float | None:
        """The player's chance before the cards are dealt; None where the score is not known."""
        if self.before is None:
            return None
        own, other = self.before[seat(player)], self.before[seat(adversary(player))]
        return chance_of_game(own, other, deals=player == self.dealer, variant=self.variant)

    def stake(self, player: Player, score: Pair, steps: Marks = ()) -> float:
        """The points of the stake that the player can then expect of the game."""
        own, other = _added(player, score, steps)
        return stake_of_game(own, other, deals=player != self.dealer, variant=self.variant)

    def rubber_swing(self, player: Player) -> float:
        """By how much winning this game in place of losing it raises the chance of winning the rubber."""
        won, lost = self.games[seat(player)], self.games[seat(adversary(player))]
        return chance_of_rubber(won, lost, self.best_of, 1.0) - chance_of_rubber(won, lost, self.best_of, 0.0)

    def rubber_loss(self, player: Player, equity_loss: float | None) -> float | None:
        """What a loss in the chance of winning the game costs in that of winning the rubber; None where not known."""
        return None if equity_loss is None else equity_loss * self.rubber_swing(player)


def _added(player: Player, score: Pair, steps: Marks) -> Pair:
    """The player's points and the adversary's; each step is a mark for one of the two, or for neither."""
    other = adversary(player)
    marks = [
        Mark(who, KING_LAW, points)
        for step in steps
        for who, points in ((player, step[0]), (other, step[1]))
        if points
    ]
    after, _ = add_marks(score, marks)
    return after[seat(player)], after[seat(other)]


def stakes_of(checked: CheckedRubber, game: CheckedGame, deal: CheckedDeal) -> Stakes:
    """What ``deal`` of a checked rubber was played for."""
    counted = {mark.player for mark in deal.marks if mark.law == KING_LAW}
    # There is one king to a deal: of one marked twice (law 47) the first mark counts.
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

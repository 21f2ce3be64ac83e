"""What is counted of a game on each side. A game that nobody has won has no traits."""

from __future__ import annotations

from typing import Final

from matches.rules.figures.trait import Trait
from scoring.cards import PLAYERS, Player, seat
from scoring.checked import CheckedGame
from scoring.marks import GAME_POINTS, game_value
from scoring.record import Pair

GAMES: Final = Trait("games", 0, is_shared=True)
GAME_WON: Final = Trait("game_won", 1)
GAME_LOST: Final = Trait("game_lost", 2)
SINGLE_WON: Final = Trait("single_won", 3)
DOUBLE_WON: Final = Trait("double_won", 4)
TREBLE_WON: Final = Trait("treble_won", 5)
SINGLE_LOST: Final = Trait("single_lost", 6)
DOUBLE_LOST: Final = Trait("double_lost", 7)
TREBLE_LOST: Final = Trait("treble_lost", 8)

DEALT_FIRST: Final = Trait("dealt_first", 9)
DEALT_FIRST_WON: Final = Trait("dealt_first_won", 10)
DEALT_SECOND: Final = Trait("dealt_second", 11)
DEALT_SECOND_WON: Final = Trait("dealt_second_won", 12)

GAME_POINTS_FOR: Final = Trait("game_points_for", 13, width=3, is_squared=True)
GAME_POINTS_AGAINST: Final = Trait("game_points_against", 16, width=3, is_squared=True)

SCORES_SEEN: Final = Trait("scores_seen", 19, is_shared=True)
NIL_TO_FOUR: Final = Trait("nil_to_four", 20)
CAME_BACK: Final = Trait("came_back", 21)
FOUR_TO_NIL: Final = Trait("four_to_nil", 22)
LET_SLIP: Final = Trait("let_slip", 23)

GAME_TRAITS: Final = (
    GAMES,
    GAME_WON,
    GAME_LOST,
    SINGLE_WON,
    DOUBLE_WON,
    TREBLE_WON,
    SINGLE_LOST,
    DOUBLE_LOST,
    TREBLE_LOST,
    DEALT_FIRST,
    DEALT_FIRST_WON,
    DEALT_SECOND,
    DEALT_SECOND_WON,
    GAME_POINTS_FOR,
    GAME_POINTS_AGAINST,
    SCORES_SEEN,
    NIL_TO_FOUR,
    CAME_BACK,
    FOUR_TO_NIL,
    LET_SLIP,
)
WON_BY_VALUE: Final = {1: SINGLE_WON, 2: DOUBLE_WON, 3: TREBLE_WON}
LOST_BY_VALUE: Final = {1: SINGLE_LOST, 2: DOUBLE_LOST, 3: TREBLE_LOST}
ONE_SHORT: Final = GAME_POINTS - 1


def game_traits(game: CheckedGame) -> tuple[int, int]:
    """The masks of A's side and B's."""
    if game.winner is None or game.points is None:
        return 0, 0
    a, b = (
        GAMES.mask
        | _result(game.points, player, game.winner)
        | _dealing(game, player)
        | _course(game, player)
        for player in PLAYERS
    )
    return a, b


def _result(points: Pair, player: Player, winner: Player) -> int:
    """By law 46 a single, a double or a treble, whatever the rubber is reckoned by."""
    own, theirs = points if player == "A" else points[::-1]
    value = game_value(points, "treble")
    is_won = winner == player
    mask = (GAME_WON if is_won else GAME_LOST).mask
    mask |= (WON_BY_VALUE if is_won else LOST_BY_VALUE)[value].mask
    return mask | GAME_POINTS_FOR.put(own) | GAME_POINTS_AGAINST.put(theirs)


def _dealing(game: CheckedGame, player: Player) -> int:
    """By the first deal that counted: a void one is dealt again."""
    first = next((deal.dealer for deal in game.deals if not deal.void), None)
    if first is None:
        return 0
    whole, won = (DEALT_FIRST, DEALT_FIRST_WON) if first == player else (DEALT_SECOND, DEALT_SECOND_WON)
    return whole.mask | (won.mask if game.winner == player else 0)


def _course(game: CheckedGame, player: Player) -> int:
    """Whether he was four points behind, or ahead, and what came of it; where every score is known."""
    scores = [deal.score for deal in game.deals]
    if not scores:
        return 0
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return 0
    mask = SCORES_SEEN.mask
    own = seat(player)
    is_won = game.winner == player
    if any(score[own] == 0 and score[1 - own] == ONE_SHORT for score in known):
        mask |= NIL_TO_FOUR.mask | (CAME_BACK.mask if is_won else 0)
    if any(score[own] == ONE_SHORT and score[1 - own] == 0 for score in known):
        mask |= FOUR_TO_NIL.mask | (0 if is_won else LET_SLIP.mask)
    return mask

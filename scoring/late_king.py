"""Mark a king that the dealer of the last deal turned up but did not mark before the score (law 22).

The dealer may mark the king until the next turn-up. The mark counts from then on, so it is too late if the
game is already over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.cards import PLAYERS, Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.findings import new_findings
from scoring.laws.king import is_king_turned_up
from scoring.record import Deal, Ending, KingMarked, Rubber, Score
from scoring.variants import VARIATIONS

LAW_OF_TURN_UP: Final = 22
LAW_OF_GAME: Final = 46
LAW_OF_KING: Final = 47


def late_king_for(checked: CheckedRubber) -> tuple[Player, ...]:
    """Return the players who may mark a king late, after the last deal of a rubber that is being played."""
    return tuple(player for player in PLAYERS if law_against_late_king(checked, player) is None)


def law_against_late_king(checked: CheckedRubber, player: Player) -> int | None:
    """Return the number of the law that forbids ``player`` to mark a king after the last deal.

    Return None if the player may mark it. At La Triomphe no king is marked (law 47). If the turn-up is not on
    record, it is assumed that the dealer turned up a king.
    """
    if not VARIATIONS[checked.rubber.rules.variant].has_king:
        return LAW_OF_KING
    games = [game for game in checked.games if game.deals]
    if not games or games[-1].deals[-1].void or games[-1].deals[-1].dealer != player:
        return LAW_OF_TURN_UP
    if games[-1].winner is not None or games[-1] is not checked.games[-1]:
        # The game is decided, or the next one has begun.
        return LAW_OF_GAME
    last = games[-1].deals[-1]
    if last.course.turn_up is not None and not is_king_turned_up(last.course):
        return LAW_OF_TURN_UP
    if any(king.player == player for king in last.course.kings):
        # This includes a king that was already marked late (law 50).
        return LAW_OF_KING
    # A finding that only the king causes names the law against it.
    without_king = _add_score(checked, last.deal)
    before = _judge_last_game(checked, without_king).findings
    after = _judge_last_game(checked, _add_king(without_king, player)).findings
    return next((finding.law for finding in new_findings(before, after) if finding.blocks_confirming), None)


def with_late_king(checked: CheckedRubber, player: Player) -> Deal:
    """Return the last deal of the rubber with the king marked after its score.

    The score before the king is added if the deal has none, and the new score is written after the king. A
    score that is unknown is not written. Call ``law_against_late_king`` first: this function does not check
    that the king may be marked.
    """
    marked = _add_king(_add_score(checked, checked.games[-1].deals[-1].deal), player)
    points = _judge_last_game(checked, marked).games[0].points
    return marked if points is None else replace(marked, items=(*marked.items, Score(points)))


def _add_score(checked: CheckedRubber, deal: Deal) -> Deal:
    """Return the deal with a score at its end if it has none, because a late king must follow a score."""
    points = checked.games[-1].points
    if points is None or any(isinstance(item, Score) for item in deal.items):
        return deal
    return replace(deal, items=(*deal.items, Score(points)))


def _add_king(deal: Deal, player: Player) -> Deal:
    return replace(deal, items=(*deal.items, KingMarked(player)))


def _judge_last_game(checked: CheckedRubber, deal: Deal) -> CheckedRubber:
    """Check the last game by itself, with ``deal`` in place of its last deal."""
    game = checked.rubber.games[-1]
    alone = replace(game, number=1, deals=(*game.deals[:-1], deal), final=None, final_comments=())
    return check_rubber(Rubber(checked.rubber.tags, (alone,), Ending(None)))

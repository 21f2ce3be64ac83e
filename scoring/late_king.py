"""Law 22: the king that the dealer turned up in the last deal, marked late, behind the deal's score.

Until the next turn-up he may still mark it. It then counts from that moment: where the game is over by then, it is not
marked at all.
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

NOT_TURNED_UP: Final = 22
GAME_OVER: Final = 46
MARKED: Final = 47


def late_king_for(checked: CheckedRubber) -> tuple[Player, ...]:
    """Who may mark a king behind the last deal of a rubber that is being played."""
    return tuple(player for player in PLAYERS if law_against_late_king(checked, player) is None)


def law_against_late_king(checked: CheckedRubber, player: Player) -> int | None:
    """The law by which ``player`` can't mark a king behind the last deal; None where he may.

    At La Triomphe no king is marked at all (law 47). Where the turn-up is not on record, the dealer is taken at his
    word that it was a king.
    """
    if not VARIATIONS[checked.rubber.rules.variant].has_king:
        return MARKED
    games = [game for game in checked.games if game.deals]
    if not games or games[-1].deals[-1].void or games[-1].deals[-1].dealer != player:
        return NOT_TURNED_UP
    if games[-1].winner is not None or games[-1] is not checked.games[-1]:
        return GAME_OVER
    last = games[-1].deals[-1]
    if last.course.turn_up is not None and not is_king_turned_up(last.course):
        return NOT_TURNED_UP
    if any(king.player == player for king in last.course.kings):
        # Among them one that was made good already (law 50).
        return MARKED
    unmarked = _with_figure(checked, last.deal)
    before = _judged(checked, unmarked).findings
    after = _judged(checked, _marked(unmarked, player)).findings
    return next((found.law for found in new_findings(before, after) if found.blocks_confirming), None)


def with_late_king(checked: CheckedRubber, player: Player) -> Deal:
    """The last deal with the king marked behind its score, and the new score behind the king, where it is known.

    ``law_against_late_king`` has been asked.
    """
    marked = _marked(_with_figure(checked, checked.games[-1].deals[-1].deal), player)
    points = _judged(checked, marked).games[0].points
    return marked if points is None else replace(marked, items=(*marked.items, Score(points)))


def _with_figure(checked: CheckedRubber, deal: Deal) -> Deal:
    """The deal with a score: without one the king would not stand behind it."""
    points = checked.games[-1].points
    if points is None or any(isinstance(item, Score) for item in deal.items):
        return deal
    return replace(deal, items=(*deal.items, Score(points)))


def _marked(deal: Deal, player: Player) -> Deal:
    return replace(deal, items=(*deal.items, KingMarked(player)))


def _judged(checked: CheckedRubber, deal: Deal) -> CheckedRubber:
    """The last game alone, with ``deal`` for its last."""
    game = checked.rubber.games[-1]
    alone = replace(game, number=1, deals=(*game.deals[:-1], deal), final=None, final_comments=())
    return check_rubber(Rubber(checked.rubber.tags, (alone,), Ending(None)))

"""The record of a rubber that is being played, with one of its earlier deals written otherwise.

Pure: values in, records of ``scoring`` out. What can follow the other deal, and what can't, is the engine's to say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from matches.rubbers.errors import LaterDealError, NoSuchDealError
from scoring.book import Place, with_due_figures
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.findings import Finding, new_findings
from scoring.record import FIRST_ITEM_TOKEN, Deal, Rubber

LENGTH_LAW: Final = "L46"


def rewritten(record: Rubber, game: int, deal: int, new: Deal) -> Rubber:
    """``record`` with ``new`` for the deal of these numbers, and the scores after it in that game as they come to then.

    A score that did not agree with the laws before says something of its own, and stays. Raises ``NoSuchDealError``,
    and ``LaterDealError`` where what was played after the deal could not have followed it.
    """
    if not 1 <= game <= len(record.games) or not 1 <= deal <= len(record.games[game - 1].deals):
        raise NoSuchDealError
    played = record.games[game - 1]
    deals = (*played.deals[: deal - 1], replace(new, number=deal), *played.deals[deal:])
    games = (*record.games[: game - 1], replace(played, deals=deals), *record.games[game:])
    written = replace(record, games=games)
    if deal < len(deals):
        written = with_due_figures(record, written, Place(game - 1, deal, FIRST_ITEM_TOKEN))
    _refuse_what_cant_follow(check_rubber(record), check_rubber(written), game, deal)
    return written


def _refuse_what_cant_follow(before: CheckedRubber, after: CheckedRubber, game: int, deal: int) -> None:
    """Raises ``LaterDealError`` for the first place behind the deal of which the laws have something new to say."""
    for finding in new_findings(before.findings, after.findings):
        if _is_behind(finding, game, deal):
            raise LaterDealError(finding.game or game, finding.deal, (finding,))
    # An error in the deal itself would have kept the engine from saying so.
    for played in after.games[game - 1 : -1]:
        if played.winner is None:
            raise LaterDealError(played.number, None, ())


def _is_behind(finding: Finding, game: int, deal: int) -> bool:
    if not finding.blocks_confirming or finding.game is None or finding.game < game:
        return False
    if finding.deal is None:
        return finding.code == LENGTH_LAW
    return (finding.game, finding.deal) > (game, deal)

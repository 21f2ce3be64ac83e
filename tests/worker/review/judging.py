"""One deal's text, read, checked and judged."""

from __future__ import annotations

from scoring.check import check_read
from scoring.checked import CheckedDeal
from scoring.notation import read_text
from tests.worker.review.deals import rubber_text
from worker.review.card_play import card_decisions
from worker.review.decision import Decision
from worker.review.stakes import Stakes, stakes_of


def deal_and_stakes(text: str, *earlier: str) -> tuple[CheckedDeal, Stakes]:
    """The deal, as the last of a game in which ``earlier`` deals went before."""
    (read,) = read_text(rubber_text(*earlier, text))
    assert read.fault is None
    checked = check_read(read)
    (game,) = checked.games
    deal = game.deals[-1]
    return deal, stakes_of(checked, game, deal)


def cards_judged(text: str) -> list[Decision]:
    """What was chosen in the play of a game's first deal."""
    deal, stakes = deal_and_stakes(text)
    return card_decisions(deal.course, stakes)

"""One deal's text, read, checked and judged; and the sample records, reviewed once in each process."""

from __future__ import annotations

from functools import cache

from scoring.check import check_read
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.notation import read_text
from tests.samples import checked_sample
from tests.worker.review.deals import rubber_text
from worker.review import review_rubber
from worker.review.card_play import card_decisions
from worker.review.decision import DealReview, Decision
from worker.review.stakes import Stakes, stakes_of


def deal_and_stakes(text: str, *earlier: str, **tags: str) -> tuple[CheckedDeal, Stakes]:
    """Return the deal, as the last of a game in which ``earlier`` deals went before."""
    (read,) = read_text(rubber_text(*earlier, text, **tags))
    assert read.fault is None
    checked = check_read(read)
    (game,) = checked.games
    deal = game.deals[-1]
    return deal, stakes_of(checked, game, deal)


def cards_judged(text: str) -> list[Decision]:
    """Return the decisions in the play of a game's first deal."""
    deal, stakes = deal_and_stakes(text)
    return card_decisions(deal.course, stakes)


@cache
def reviewed_sample(name: str) -> tuple[tuple[CheckedRubber, tuple[DealReview, ...]], ...]:
    """Return each rubber of the file with the reviews of its deals."""
    return tuple((rubber, tuple(review_rubber(rubber))) for rubber in checked_sample(name))

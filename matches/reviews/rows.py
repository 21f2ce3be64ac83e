"""A finished review as rows: those of a judged rubber, or copies of another review's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Model, QuerySet

from matches.models import DealReview, Decision, Review
from worker.review import decision as judged

ROWS_AT_A_TIME: Final = 500
SWINGS: Final = ("dealt", "turned", "drawn", "result")


def write_review_rows(review: Review, deals: Sequence[judged.DealReview]) -> None:
    """Make ``deals`` what ``review`` holds, in place of whatever it held. The caller holds the transaction."""
    _clear(review)
    decisions = [decision for deal in deals for decision in deal.decisions]
    _insert(Decision, (_decision_row(review, number, each) for number, each in enumerate(decisions, start=1)))
    _insert(DealReview, (_deal_row(review, deal) for deal in deals))


def copy_review_rows(review: Review, source: Review) -> None:
    """Make what ``source`` holds what ``review`` holds too. The caller holds the transaction, and ``source`` in it."""
    _clear(review)
    _insert(Decision, _copies(source.decisions.all(), review))
    _insert(DealReview, _copies(source.deals.all(), review))


def _clear(review: Review) -> None:
    review.decisions.all().delete()
    review.deals.all().delete()


def _insert(model: type[Decision] | type[DealReview], rows: Iterable[Any]) -> None:
    model._default_manager.bulk_create(rows, batch_size=ROWS_AT_A_TIME)


def _copies(rows: QuerySet[Any], review: Review) -> Iterable[Model]:
    for row in rows:
        row.pk = None
        row.review = review
        yield row


def _decision_row(review: Review, number: int, decision: judged.Decision) -> Decision:
    return Decision(
        review=review,
        number=number,
        game=decision.game,
        deal=decision.deal,
        token=decision.token,
        kind=decision.kind,
        trick=decision.trick,
        player=decision.player,
        chosen=decision.chosen,
        best=list(decision.best),
        expected={option.name: option.marks for option in decision.options},
        chances={option.name: option.chance for option in decision.options if option.chance is not None},
        loss=decision.loss,
        se=decision.se,
        double_dummy_loss=decision.double_dummy_loss,
        worlds=decision.worlds,
        equity_loss=decision.equity_loss,
        equity_se=decision.equity_se,
        rubber_loss=decision.rubber_loss,
        stake_loss=decision.stake_loss,
        label=decision.label or "",
        method=decision.method,
        book=None if decision.book is None else decision.book.as_json(),
        reasons=[reason.as_json() for reason in decision.reasons],
    )


def _deal_row(review: Review, deal: judged.DealReview) -> DealReview:
    row = DealReview(
        review=review,
        game=deal.game,
        deal=deal.deal,
        moments=[moment.as_json() for moment in deal.moments],
    )
    if deal.luck is not None:
        for name in SWINGS:
            swing: judged.Swing = getattr(deal.luck, name)
            setattr(row, f"{name}_marks", swing.marks)
            setattr(row, f"{name}_chance", swing.chance)
        row.luck_se = _se_of_luck(deal.luck)
    return row


def _se_of_luck(luck: judged.Luck) -> float | None:
    """The standard error of the three swings of marks together.

    What the hands dealt are worth ends the first swing and begins the second: its own error goes out of their sum.
    """
    errors = (luck.dealt.se, luck.turned.se, luck.drawn.se)
    if all(error is None for error in errors):
        return None
    dealt, turned, drawn = (error or 0.0 for error in errors)
    return math.sqrt(max(turned**2 - dealt**2, 0.0) + drawn**2)

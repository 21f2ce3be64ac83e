"""Write a rubber's EGN text with the review's verdicts, as comments after the tokens that they are about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from matches.models import Decision, Rubber
from matches.rubbers.text import PublicIds, named_text
from scoring.cards import Player
from scoring.findings import JsonValue
from scoring.notation import read_one, write_rubber
from scoring.record import Variant
from worker.review import decision as judged
from worker.review.annotate import annotated


def annotated_text(rubber: Rubber, decisions: Iterable[Decision], ids: PublicIds | None = None) -> str:
    """Return the rubber's EGN text with current names, and a comment for each decision that a review has labelled.

    With ``ids``, public ids are added as tags. Raises ``RecordError`` if the comments make the text too long
    to be imported again.
    """
    record = read_one(rubber.egn)
    text = write_rubber(annotated(record, (_review_decision(row, record.rules.variant) for row in decisions)))
    return named_text(text, (rubber.player_a.name, rubber.player_b.name), ids)


def _review_decision(row: Decision, variant: Variant) -> judged.Decision:
    """Return a stored decision as the review returned it."""
    return judged.Decision(
        rubber=1,
        game=row.game,
        deal=row.deal,
        kind=cast(judged.Kind, row.kind),
        token=row.token,
        player=cast(Player, row.player),
        chosen=row.chosen,
        options=tuple(
            judged.Option(name, marks, row.chances.get(name)) for name, marks in row.expected.items()
        ),
        best=tuple(row.best),
        loss=row.loss,
        method=cast(judged.Method, row.method),
        trick=row.trick,
        double_dummy_loss=row.double_dummy_loss,
        worlds=row.worlds,
        se=row.se,
        equity_loss=row.equity_loss,
        equity_se=row.equity_se,
        rubber_loss=row.rubber_loss,
        stake_loss=row.stake_loss,
        book=None if row.book is None else judged.BookAdvice.from_json(row.book),
        reasons=tuple(_reason(fact) for fact in row.reasons),
        variant=variant,
        frequency=judged.frequency_in(row.reasons) or None,
    )


def _reason(fact: dict[str, JsonValue]) -> judged.Reason:
    return judged.Reason(str(fact["code"]), {name: value for name, value in fact.items() if name != "code"})

"""A rubber's text with the review's verdicts in it, as comments behind the tokens that they judge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from matches.models import Decision, Rubber
from matches.rubbers.canonical_text import PublicIds, named_text
from scoring.cards import Player
from scoring.findings import JsonValue
from scoring.notation import read_one, write_rubber
from scoring.record import Variant
from worker.review import decision as judged
from worker.review.annotate import annotated


def annotated_text(rubber: Rubber, decisions: Iterable[Decision], ids: PublicIds | None = None) -> str:
    """The canonical text under the names that the players bear now, with a comment for each of ``decisions``
    that has a label, and ids where they are wanted.

    Raises ``RecordError`` where the comments make it longer than a record may be.
    """
    record = read_one(rubber.egn)
    text = write_rubber(annotated(record, (_judged(row, record.rules.variant) for row in decisions)))
    return named_text(text, (rubber.player_a.name, rubber.player_b.name), ids)


def _judged(row: Decision, variant: Variant) -> judged.Decision:
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
    )


def _reason(fact: dict[str, JsonValue]) -> judged.Reason:
    return judged.Reason(str(fact["code"]), {name: value for name, value in fact.items() if name != "code"})

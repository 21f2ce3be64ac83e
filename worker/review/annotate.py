"""A record with the review's verdicts in it, as comments behind the tokens that they judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.record import Comment, Deal, Rubber
from worker.review.decision import Decision
from worker.review.english import remark


def annotated(record: Rubber, decisions: Iterable[Decision], *, every: bool = False) -> Rubber:
    """``record`` with a comment for each labelled decision, or for ``every`` one, behind those that it had.

    ``decisions`` are of this record, in the order in which they were made. A comment that is there already, word for
    word, is not written twice; apart from comments nothing is another.
    """
    remarks: dict[tuple[int, int], list[Comment]] = defaultdict(list)
    for decision in decisions:
        if every or decision.label is not None:
            place = decision.game, decision.deal
            remarks[place].append(Comment(decision.token, remark(decision)))
    games = tuple(
        replace(
            game,
            deals=tuple(
                _with_comments(deal, remarks.get((game_position, position), ()))
                for position, deal in enumerate(game.deals, start=1)
            ),
        )
        for game_position, game in enumerate(record.games, start=1)
    )
    return replace(record, games=games)


def _with_comments(deal: Deal, remarks: Sequence[Comment]) -> Deal:
    new = [comment for comment in remarks if comment not in deal.comments]
    if not new:
        return deal
    # Stable: at one token what the record had comes first.
    in_order = sorted([*deal.comments, *new], key=lambda comment: comment.after)
    return replace(deal, comments=tuple(in_order))

"""Add the verdicts of a review to a record, each as a comment after the token of the choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.record import Comment, Deal, Rubber
from worker.review.decision import Decision
from worker.review.english import remark


def annotated(record: Rubber, decisions: Iterable[Decision], *, every: bool = False) -> Rubber:
    """Return ``record`` with a comment for each decision that has a label, such as ``mistake``.

    If ``every`` is true, decisions without a label also get a comment. ``decisions`` are the decisions of
    this record, in the order in which they were made. A new comment comes after the existing comments at the
    same token. It is not added if the token already has the same comment. Nothing else changes.
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
                _add_comments(deal, remarks.get((game_position, position), ()))
                for position, deal in enumerate(game.deals, start=1)
            ),
        )
        for game_position, game in enumerate(record.games, start=1)
    )
    return replace(record, games=games)


def _add_comments(deal: Deal, remarks: Sequence[Comment]) -> Deal:
    new = [comment for comment in remarks if comment not in deal.comments]
    if not new:
        return deal
    # The sort is stable: the record's own comments come first at each token.
    in_order = sorted([*deal.comments, *new], key=lambda comment: comment.after)
    return replace(deal, comments=tuple(in_order))

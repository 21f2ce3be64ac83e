"""Judging whether the king of trumps was announced: what the mark is worth, and what is given away by silence.

Both hands are seen from the first lead on, so that here silence can hide nothing: it can be as good, never better.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scoring.cards import PLAYERS, Player, adversary, king_of, seat
from scoring.course import Course
from scoring.marks import KING_POINTS, is_decided
from scoring.variants import VARIATIONS
from worker.review.card_play import tally_of_best
from worker.review.decision import NOTHING, Decision, Option, Reason
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Shown, knowledge_of
from worker.review.stakes import Marks, Stakes
from worker.review.treatise import book_on_king
from worker.review.worth import marks_by_tricks

ANNOUNCED = "K"


def king_decisions(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> Iterator[Decision]:
    """Of the player who held the king of trumps when his first card was due.

    Nothing where it was turned up, where no king is marked, or the game was over.
    """
    if course.incidents or not course.regular or course.trump is None or course.vulnerable is None:
        return
    king = king_of(course.trump)
    if not VARIATIONS[course.variant].has_king:
        return
    if king == course.turn_up or not course.tricks or is_decided(stakes.before):
        return
    for player in PLAYERS:
        if (course.hands[seat(player)] or 0) >> king & 1:
            decision = _judged(course, stakes, player, (rubber, game, deal))
            if decision is not None:
                yield decision


def _judged(course: Course, stakes: Stakes, player: Player, place: tuple[int, int, int]) -> Decision | None:
    first, other = course.tricks[0], adversary(player)
    leads = first.leader == player
    token = first.token if leads else first.reply_token
    own, trump = course.hands[seat(player)], course.trump
    if token is None or own is None or trump is None:
        return None
    shown = Shown()
    lead = NO_LEAD
    if not leads and first.lead is not None:
        lead = first.lead
        shown.play(lead, from_hand=course.hands[seat(other)] or 0, lead=NO_LEAD, trump=trump)
    known = knowledge_of(course, player, shown, token)
    if known is None or not sum(part.worlds for part in known):
        return None
    tally = sum(tally_of_best(own, lead, trump, part) for part in known)
    worlds = int(np.sum(tally))
    marks = marks_by_tricks(player, 0, own.bit_count(), course.vulnerable or "none")
    before = stakes.score_with([])
    announced = any(king == player for king, _ in stakes.kings)
    steps: dict[str, list[Marks]] = {
        ANNOUNCED: [((KING_POINTS, 0), each) for each in marks],
        NOTHING: [(each,) for each in marks],
    }

    def mean(values: list[float]) -> float:
        return float(np.dot(tally, values) / worlds)

    chances: dict[str, float | None] = dict.fromkeys(steps)
    stake_loss = None
    worth = {
        name: mean([float(sum(own - other for own, other in each)) for each in rows])
        for name, rows in steps.items()
    }
    if before is not None:
        chances = {
            name: mean([stakes.chance(player, before, each) for each in rows]) for name, rows in steps.items()
        }
        if stakes.reckoning == "treble":
            stake = {
                name: mean([stakes.stake(player, before, each) for each in rows])
                for name, rows in steps.items()
            }
            stake_loss = 0.0 if announced else max(0.0, stake[ANNOUNCED] - stake[NOTHING])
    equity_loss = None
    idle = False
    with_mark, without = chances[ANNOUNCED], chances[NOTHING]
    if with_mark is not None and without is not None:
        gain = with_mark - without
        idle = abs(gain) < 1e-9
        equity_loss = 0.0 if idle or announced else max(0.0, gain)
    points = before or (0, 0)
    rubber, game, deal = place
    reason = Reason("mark_idle") if idle else Reason("loses_mark")
    return Decision(
        rubber=rubber,
        game=game,
        deal=deal,
        kind="king",
        token=token,
        player=player,
        chosen=ANNOUNCED if announced else NOTHING,
        options=tuple(Option(name, worth[name], chances[name]) for name in steps),
        best=(ANNOUNCED,),
        loss=0.0 if announced else float(KING_POINTS),
        method="counted",
        worlds=worlds,
        equity_loss=equity_loss,
        rubber_loss=stakes.rubber_loss(player, equity_loss),
        stake_loss=stake_loss,
        book=book_on_king(
            own=points[seat(player)],
            other=points[seat(other)],
            counts_two=course.vulnerable == other,
        ),
        reasons=(reason,) if idle or not announced else (),
    )

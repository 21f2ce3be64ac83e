"""Judge whether a player should have announced the king of trumps.

The worth of the mark is compared with the worth of silence. If both hands are seen from the first lead on, silence
hides nothing: it can be as good as announcing, but never better. Where the mark is worth little, both choices are
therefore also tried in deals that are played hidden (``worker.review.equilibrium.silent_king``). There silence says
nothing: the king is as likely in the player's hand as any other card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from scoring.cards import PLAYERS, Player, king_of, opponent, rank_of, seat
from scoring.deal_course import Course
from scoring.marks import KING_POINTS, is_decided
from scoring.variants import VARIATIONS
from worker.review.card_play import tally_of_best
from worker.review.decision import NOTHING, Decision, Option, Reason
from worker.review.equilibrium.silent_king import SilentKing, value_silence
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import RevealedCards, knowledge_of
from worker.review.stakes import Marks, Stakes
from worker.review.strength import DEALER, ELDER
from worker.review.treatise import book_on_king
from worker.review.worth import marks_by_tricks

ANNOUNCED = "K"
LITTLE: Final = 0.05
"""Silence is tried in hidden play if the mark is worth less than this, in probability of winning the game."""


def king_decisions(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> Iterator[Decision]:
    """Yield the decision to announce the king of trumps or not, which its holder makes before their first
    card.

    Yields nothing if the king was turned up, if no king is marked in the game, if the game was over, or if
    the deal had an incident.
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
            decision = _judge_player(course, stakes, player, (rubber, game, deal))
            if decision is not None:
                yield decision


def _judge_player(
    course: Course, stakes: Stakes, player: Player, place: tuple[int, int, int]
) -> Decision | None:
    """Return the decision of a player who has the king of trumps, on announcing it, or None if cards are not known.

    Both choices are valued by the tricks that the player wins against every hand that fits, with both hands seen. If
    announcing gains little, keeping silent is also valued in hidden play.
    """
    first, other = course.tricks[0], opponent(player)
    leads = first.leader == player
    token = first.token if leads else first.reply_token
    own, trump = course.hands[seat(player)], course.trump
    if token is None or own is None or trump is None:
        return None
    revealed = RevealedCards()
    lead = NO_LEAD
    if not leads and first.lead is not None:
        lead = first.lead
        revealed.play(lead, from_hand=course.hands[seat(other)] or 0, lead=NO_LEAD, trump=trump)
    known = knowledge_of(course, player, revealed, token)
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
    tried = None
    if with_mark is not None and without is not None and with_mark - without < LITTLE and len(known) == 1:
        sides: tuple[str, ...] = ("none", course.elder, course.dealer)
        tried = value_silence(
            SilentKing(
                ELDER if leads else DEALER,
                own,
                course.discards[seat(player)] or 0,
                lead,
                trump,
                rank_of(course.turn_up or 0),
                sides.index(course.vulnerable or "none"),
            ),
            known[0],
            np.array(
                [[stakes.chance(player, before or (0, 0), each) for each in rows] for rows in steps.values()]
            ),
            np.array([own_marks - others for own_marks, others in marks], np.float64),
        )
        chances = dict(zip(steps, tried.chances, strict=True))
        gain = tried.chances[0] - tried.chances[1]
        equity_loss = max(0.0, -gain if announced else gain)
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
        options=tuple(
            Option(name, worth[name], chances[name], None if tried is None else tried.marks[number])
            for number, name in enumerate(steps)
        ),
        best=(ANNOUNCED,),
        loss=0.0 if announced else float(KING_POINTS),
        method="counted" if tried is None else "hands hidden",
        worlds=worlds,
        equity_loss=equity_loss,
        equity_se=None if tried is None else tried.error,
        rubber_loss=stakes.rubber_loss(player, equity_loss),
        stake_loss=stake_loss,
        book=book_on_king(
            own=points[seat(player)],
            other=points[seat(other)],
            counts_two=course.vulnerable == other,
        ),
        reasons=(reason,) if idle or not announced else (),
    )

"""Judging what was chosen before the play: to propose or to stand, to give or to refuse, which cards to put out.

A choice is worth what comes of it when both follow the published policy afterwards (``worker.review.policy``). To
stand at once is counted out over every hand of the dealer's, to refuse the first proposal over every hand with which
the elder would have proposed; all else is sampled, until the loss is known closely enough for its label.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import (
    HAND_SIZE,
    PACK,
    Card,
    Player,
    Suit,
    adversary,
    cards_of,
    format_cards,
    king_of,
    mask_of,
    parse_cards,
    rank_of,
)
from scoring.course import Course
from scoring.marks import is_decided
from worker.review.decision import NOTHING, BookAdvice, Decision, Option, Reason
from worker.review.labels import THRESHOLDS
from worker.review.outcomes import Worths, worths_of
from worker.review.policy import (
    DEALER_PUTS_OUT,
    DEALER_REPLIES,
    ELDER_CALLS,
    ELDER_PUTS_OUT,
    FIRST,
    FIRST_FREE,
    FOUR,
    LATER,
    OUTCOMES,
    policy_of,
)
from worker.review.stakes import Stakes
from worker.review.strength import tricks_against_all, trumps_first
from worker.review.treatise import (
    book_on_discard,
    book_on_later_proposal,
    book_on_proposal,
    book_on_reply,
)
from worker.review.tried import Tried, loss_of, means_of
from worker.review.turns import Turn, turns_of
from worker.review.worlds import GO_ON, STOP, count_refusing, try_choices

FIRST_LOOK: Final = 128
"""Worlds in which every choice is tried before the poor ones are left out."""
STAY: Final = 5
"""Choices that stay in after the first look."""
BATCH: Final = 1_024
MOST_WORLDS: Final = 16 * BATCH
CLOSE: Final = 0.005
"""The standard error, in chances of winning the game, from which no more worlds are drawn."""
CLOSE_MARKS: Final = 0.02
_SURE: Final = 2.0
"""Standard errors between a loss and a threshold of the labels that are enough to stop."""


def decisions_before_play(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> list[Decision]:
    """What was chosen before the first lead, in order; none where the deal had an incident, where cards are not known,
    and once the game is over.
    """
    turns = [turn for turn in turns_of(course) if not is_decided(stakes.score_at(turn.token))]
    if not turns or course.trump is None or course.turn_up is None:
        return []
    judge = Judge(course, stakes, course.trump, course.turn_up, (rubber, game, deal))
    return [judge.judged(turn) for turn in turns]


class Judge:
    """Values the choices of one deal; what stays the same from choice to choice is worked out once."""

    def __init__(
        self, course: Course, stakes: Stakes, trump: Suit, turn_up: Card, place: tuple[int, int, int]
    ) -> None:
        self.course, self.stakes, self.place = course, stakes, place
        self.trump = trump
        self.turned = rank_of(turn_up)
        self.points: dict[Player, int] = {"A": 0, "B": 0}
        if stakes.before is not None:
            self.points = {"A": stakes.before[0], "B": stakes.before[1]}
        self.worths: dict[Player, Worths] = {
            player: worths_of(stakes, player) for player in (course.elder, course.dealer)
        }

    def judged(self, turn: Turn) -> Decision:
        names = self._choices(turn)
        counted = self._counted(turn)
        tried = self._tried(turn, names, counted)
        return self._decision(turn, tried, counted)

    def _choices(self, turn: Turn) -> list[str]:
        """Every choice, by name; the one made comes first."""
        if turn.kind == "proposal":
            others = ["P", "S"]
        elif turn.kind == "reply":
            others = ["G", "R"]
        else:
            is_elder = turn.player == self.course.elder
            others = [
                format_cards(mask_of(cards)) or NOTHING
                for number in range(1 if is_elder else 0, min(HAND_SIZE, turn.left) + 1)
                for cards in combinations(cards_of(turn.own), number)
            ]
        return [turn.chosen, *(name for name in others if name != turn.chosen)]

    def _counted(self, turn: Turn) -> NDArray[np.int64] | None:
        """``[outcome]``: hands that the adversary can hold if the exchange ends here; None where not counted out."""
        if turn.gives or turn.kind == "discard":
            return None
        counts = np.zeros(OUTCOMES, np.int64)
        own, unseen, held = (trumps_first(cards, self.trump) for cards in (turn.own, turn.unseen, turn.held))
        if turn.kind == "reply":
            hands = count_refusing(
                policy_of(),
                own,
                unseen,
                held,
                self.turned,
                self._call(self.course.elder, 0),
                counts,
            )
            return counts if hands else None
        king = 1 << king_of(0)
        elsewhere = PACK & ~(own | unseen)
        for has_king in (False, True):
            if not unseen & king if has_king else held:
                continue
            tricks = tricks_against_all(
                own,
                0,
                leads=True,
                elsewhere=elsewhere if has_king else elsewhere | king,
                certain=king if has_king else 0,
            )
            kings = 2 if has_king or self.turned == rank_of(king_of(0)) else 1 if own & king else 0
            counts[5 * kings + 0] += tricks[:3].sum()
            counts[5 * kings + 3] += tricks[3:5].sum()
            counts[5 * kings + 4] += tricks[5]
        return counts

    def _call(self, player: Player, gives: int) -> int:
        """The kind of call that the policy sees."""
        if gives:
            return LATER
        other = adversary(player)
        points = self.points[other]
        if other == self.course.dealer and self.turned == rank_of(king_of(0)):
            points += 1
        return FIRST_FREE if points >= FOUR else FIRST

    def _tried(self, turn: Turn, names: list[str], counted: NDArray[np.int64] | None) -> Tried:
        """The outcomes of the choices that stayed in, and of all in the first look."""
        kept, stayed, seed = names, names, 1
        first = None
        if len(names) > STAY + 1:
            worth = self._worth(turn)
            first = self._outcomes(turn, names, FIRST_LOOK, seed)
            order = np.argsort(-worth[first].mean(axis=0), kind="stable").tolist()
            stayed = [names[at] for at in order[:STAY]]
            book = book_on_discard(turn.own, self.trump, is_elder=turn.player == self.course.elder)
            wanted = {turn.chosen, *book.choices, *stayed}
            kept = [name for name in names if name in wanted]
        outcomes = self._outcomes(turn, kept, BATCH, seed + 1)
        while len(outcomes) < MOST_WORLDS and not self._is_settled(turn, kept, outcomes, counted):
            seed += 1
            outcomes = np.concatenate([outcomes, self._outcomes(turn, kept, len(outcomes), seed + 1)])
        return Tried(kept, outcomes, names, first, stayed)

    def _outcomes(self, turn: Turn, names: list[str], worlds: int, seed: int) -> NDArray[np.uint8]:
        is_elder = turn.player == self.course.elder
        phase = {
            "proposal": ELDER_CALLS,
            "reply": DEALER_REPLIES,
            "discard": ELDER_PUTS_OUT if is_elder else DEALER_PUTS_OUT,
        }[turn.kind]
        outcomes = np.zeros((worlds, len(names)), np.uint8)
        other = adversary(turn.player)
        call_now = -1
        if is_elder and turn.kind == "discard":
            # The dealer accepted with the hand that he still has.
            call_now = self._call(other, turn.gives - 1)
        elif turn.kind == "reply":
            call_now = self._call(other, turn.gives)
        call_before = self._call(other, turn.rounds - 1) if turn.rounds else -1
        try_choices(
            policy_of(),
            is_elder,
            trumps_first(turn.own, self.trump),
            trumps_first(turn.unseen, self.trump),
            trumps_first(turn.held, self.trump),
            turn.left,
            self.turned,
            phase,
            turn.gives,
            0,
            self.points[self.course.elder],
            self.points[self.course.dealer],
            turn.last_out,
            turn.all_out,
            call_before,
            call_now,
            np.array([self._coded(name) for name in names], np.int64),
            seed,
            outcomes,
        )
        return outcomes

    def _coded(self, name: str) -> int:
        if name in ("S", "R"):
            return STOP
        if name in ("P", "G"):
            return GO_ON
        return 0 if name == NOTHING else trumps_first(parse_cards(name), self.trump)

    def _worth(self, turn: Turn) -> NDArray[np.float64]:
        worths = self.worths[turn.player]
        return worths.marks if worths.chance is None else worths.chance

    def _is_settled(
        self, turn: Turn, names: list[str], outcomes: NDArray[np.uint8], counted: NDArray[np.int64] | None
    ) -> bool:
        """Whether the loss is known well enough: to ``CLOSE``, or surely on one side of every threshold."""
        worths = self.worths[turn.player]
        loss, error = loss_of(names, outcomes, counted, self._worth(turn))
        if worths.chance is None:
            return error <= CLOSE_MARKS
        return error <= CLOSE or all(abs(loss - least) > _SURE * error for least, _ in THRESHOLDS)

    def _decision(
        self,
        turn: Turn,
        tried: Tried,
        counted: NDArray[np.int64] | None,
    ) -> Decision:
        worths = self.worths[turn.player]
        names, outcomes = tried.names, tried.outcomes
        marks = means_of(names, outcomes, counted, worths.marks)
        loss, error = loss_of(names, outcomes, counted, worths.marks)
        chances = equity_loss = equity_error = stake_loss = None
        if worths.chance is not None:
            chances = means_of(names, outcomes, counted, worths.chance)
            equity_loss, equity_error = loss_of(names, outcomes, counted, worths.chance)
        if worths.stake is not None:
            stake_loss, _ = loss_of(names, outcomes, counted, worths.stake)
        most = max(marks)
        rubber, game, deal = self.place
        options = self._options(turn, tried, marks, chances)
        book = self._book(turn)
        return Decision(
            rubber=rubber,
            game=game,
            deal=deal,
            kind=turn.kind,
            token=turn.token,
            player=turn.player,
            chosen=turn.chosen,
            options=options,
            best=tuple(option.name for option in options if option.marks == most),
            loss=loss,
            method="sampled",
            worlds=None if counted is None else int(counted.sum()),
            se=error,
            equity_loss=equity_loss,
            equity_se=equity_error,
            rubber_loss=self.stakes.rubber_loss(turn.player, equity_loss),
            stake_loss=stake_loss,
            book=book,
            reasons=self._reasons(turn, names, outcomes, counted, marks),
        )

    def _options(
        self, turn: Turn, tried: Tried, marks: list[float], chances: list[float] | None
    ) -> tuple[Option, ...]:
        """Every choice: calls in the order of their letters, discards from the one worth most down."""
        worths = self.worths[turn.player]
        all_marks = tried.with_the_rest(marks, worths.marks)
        all_chances: dict[str, float] = {}
        if chances is not None and worths.chance is not None:
            all_chances = tried.with_the_rest(chances, worths.chance)
        options = [Option(name, worth, all_chances.get(name)) for name, worth in all_marks.items()]
        if turn.kind == "discard":
            return tuple(sorted(options, key=lambda option: (-option.marks, option.name)))
        return tuple(sorted(options, key=lambda option: option.name))

    def _book(self, turn: Turn) -> BookAdvice:
        own, other = self.points[turn.player], self.points[adversary(turn.player)]
        king_turned_up = self.turned == rank_of(king_of(0))
        if turn.kind == "discard":
            return book_on_discard(turn.own, self.trump, is_elder=turn.player == self.course.elder)
        if turn.kind == "reply":
            return book_on_reply(
                turn.own,
                self.trump,
                king_turned_up=king_turned_up,
                own=own,
                other=other,
                first=turn.gives == 0,
            )
        advise = book_on_later_proposal if turn.gives else book_on_proposal
        return advise(turn.own, self.trump, king_turned_up=king_turned_up, own=own, other=other)

    def _reasons(
        self,
        turn: Turn,
        names: list[str],
        outcomes: NDArray[np.uint8],
        counted: NDArray[np.int64] | None,
        marks: list[float],
    ) -> tuple[Reason, ...]:
        """Facts behind the values: hands won against, deals won after an exchange, what a lost point costs."""
        if turn.kind == "discard":
            best = names[marks.index(max(marks))]
            if best == turn.chosen:
                return ()
            kept = turn.own & ~(0 if best == NOTHING else parse_cards(best))
            return (Reason("keeps", {"cards": format_cards(kept)}),) if kept else ()
        is_elder = turn.player == self.course.elder
        points = (3, 4) if is_elder else (0, 1)
        ends, goes_on = ("S", "P") if turn.kind == "proposal" else ("R", "G")
        reasons = []
        if counted is not None:
            makes = int(sum(counted[5 * king + tricks] for king in range(3) for tricks in points))
            reasons.append(Reason("makes_point", {"makes": makes, "worlds": int(counted.sum())}))
        tricks = outcomes[:, names.index(goes_on)] % 5
        share = float(np.isin(tricks, points).mean())
        reasons.append(Reason("after_exchange", {"share": round(share, 3)}))
        if turn.gives == 0:
            free = self._call(turn.player, 0) == FIRST_FREE and self.stakes.before is not None
            reasons.append(Reason("four_all_one") if free else Reason("counts_two", {"by": ends}))
        return tuple(reasons)

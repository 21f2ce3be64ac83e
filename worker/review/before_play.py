"""Judge the choices before the play: proposing or standing, accepting or refusing, and the cards to discard.

The value of a choice is the mean result if both players then follow the policy of reviews
(``worker.review.first_calls``): the first call and the first reply are those of the equilibrium.

First calls and first replies are valued by counting every hand that the opponent may have, each as often as the
equilibrium makes the calls before with it, and how deals end after an exchange by a table
(``worker.review.first_call_values``). All other choices are sampled in random deals until the loss is precise enough
to give it a label; so is a first call whose loss is near a threshold, where a mark is worth much. Both hands are seen
from the first lead on in these deals. What hidden play changes in the values of first calls is added from a table, for
each kind of hand (``worker.review.equilibrium.call_values``). The probabilities of
winning after first calls, and therefore their labels, are those of hidden play. A first call that the equilibrium makes
with the hand at least now and then has no label.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.cards import (
    HAND_SIZE,
    Card,
    Player,
    Suit,
    cards_of,
    format_cards,
    king_of,
    mask_of,
    opponent,
    parse_cards,
    rank_of,
)
from scoring.deal_course import Course
from scoring.marks import is_decided
from worker.review.counted_calls import CountedCalls
from worker.review.decision import NOTHING, BookAdvice, Decision, Option, Reason, call_reason
from worker.review.equilibrium.call_values import Changes, find_changes
from worker.review.equilibrium.calls_data import how_often
from worker.review.exchange_values import exchange_table
from worker.review.first_call_values import count_first_call
from worker.review.first_calls import policy_at
from worker.review.labels import THRESHOLDS, is_made
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
)
from worker.review.sampled_choices import SampledChoices, count_columns
from worker.review.stakes import Stakes
from worker.review.strength import DEALER, ELDER, trumps_first
from worker.review.treatise import (
    book_on_discard,
    book_on_later_proposal,
    book_on_proposal,
    book_on_reply,
)
from worker.review.turns import Turn, turns_of
from worker.review.worlds import GO_ON, STOP, try_choices

FIRST_LOOK: Final = 128
"""The number of random deals in which every choice is tried before poor choices are dropped."""
STAY: Final = 5
"""The number of best choices that are sampled further after the first ``FIRST_LOOK`` random deals.

The choice that was made and the advice of the treatise are also sampled further.
"""
BATCH: Final = 1_024
"""The number of random deals with which sampling begins after the first look. It is doubled until it is enough."""
MOST_WORLDS: Final = 16 * BATCH
"""The largest number of random deals in which a choice is tried."""
CLOSE: Final = 0.005
"""Sampling stops when the standard error of a loss, in probability of winning the game, is at most this."""
CLOSE_MARKS: Final = 0.02
"""The same as ``CLOSE`` if the score is unknown, in marks."""
_SURE: Final = 2.0
"""Sampling stops when a loss is more than this many standard errors away from every label threshold."""

Values: TypeAlias = CountedCalls | SampledChoices


def decisions_before_play(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> list[Decision]:
    """Return the decisions of a deal before the first lead, in order.

    The list is empty if the deal had an incident, or if the hands at the first lead are not known. Decisions
    end before the first one for which the player's cards are not on record. Decisions after the game is over
    are left out. ``rubber``, ``game`` and ``deal`` are the numbers, from 1, that the decisions state.
    """
    turns = [turn for turn in turns_of(course) if not is_decided(stakes.score_at(turn.token))]
    if not turns or course.trump is None or course.turn_up is None:
        return []
    judge = Judge(course, stakes, course.trump, course.turn_up, (rubber, game, deal))
    return [judge.judge(turn) for turn in turns]


class Judge:
    """Computes the values of the choices before the play of one deal.

    Values that several choices share are computed only once. ``place`` has the numbers of the rubber, the game and
    the deal, from 1. At an unknown score the players follow the policy of 0-0.
    """

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
        self.score = self.points[course.elder], self.points[course.dealer]
        self.policy = policy_at(self.score)

    def judge(self, turn: Turn) -> Decision:
        """Return the decision on a turn.

        A first call is counted. It is sampled as well if the count leaves its label open; any other choice is sampled.
        """
        names = self._list_choices(turn)
        changes = self._find_changes(turn, names)
        frequency = self._find_frequency(turn)
        counted = self._count_call(turn, names) if self._is_first_call(turn) else None
        is_right = frequency is not None and is_made(frequency[turn.chosen])
        if counted is not None and (is_right or self._is_settled(turn, counted, changes)):
            return self._make_decision(turn, counted, changes, frequency)
        sampled = self._sample_choices(turn, names, counted, changes)
        return self._make_decision(turn, sampled, changes, frequency)

    @staticmethod
    def _is_first_call(turn: Turn) -> bool:
        return turn.kind != "discard" and turn.gives == 0

    def _find_frequency(self, turn: Turn) -> dict[str, float] | None:
        """Return how often the equilibrium makes each first call, or None for any other choice."""
        if not self._is_first_call(turn) or self.stakes.before is None:
            return None
        role, goes_on, ends = (0, "P", "S") if turn.kind == "proposal" else (1, "G", "R")
        share = how_often(role, trumps_first(turn.own, self.trump), self.turned, self.score)
        return {goes_on: share, ends: 1 - share}

    def _find_changes(self, turn: Turn, names: list[str]) -> Changes | None:
        """Return what hidden play changes in the values of a first call, or None for any other choice."""
        if not self._is_first_call(turn):
            return None
        return find_changes(
            names,
            trumps_first(turn.own, self.trump),
            trumps_first(turn.announced_king, self.trump),
            self.turned,
            self.worths[turn.player].chance,
        )

    def _list_choices(self, turn: Turn) -> list[str]:
        """Return the names of all choices, the player's own first."""
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

    def _count_call(self, turn: Turn, names: list[str]) -> CountedCalls | None:
        """Return the values of a first call or reply over all hands of the opponent.

        Return None if no hand fits the opponent's calls.
        """
        role = ELDER if turn.kind == "proposal" else DEALER
        own, unseen, king_held = (
            trumps_first(cards, self.trump) for cards in (turn.own, turn.unseen, turn.announced_king)
        )
        counted, continued = np.zeros(OUTCOMES, np.int64), np.zeros(OUTCOMES, np.int64)
        hands, exchanged = count_first_call(
            self.policy,
            exchange_table(),
            role,
            own,
            unseen,
            king_held,
            self.turned,
            self._kind_of_call(opponent(turn.player), 0),
            counted,
            continued,
        )
        if not hands:
            return None
        return CountedCalls(names, counted, continued, exchanged / float(continued.sum()), hands)

    def _kind_of_call(self, player: Player, gives: int) -> int:
        """Return the kind of a call that the policy distinguishes: a first one, a first one with the opponent
        at four points, or a later one.
        """
        if gives:
            return LATER
        other = opponent(player)
        points = self.points[other]
        if other == self.course.dealer and self.turned == rank_of(king_of(0)):
            points += 1
        return FIRST_FREE if points >= FOUR else FIRST

    def _sample_choices(
        self, turn: Turn, names: list[str], counted: CountedCalls | None, changes: Changes | None
    ) -> SampledChoices:
        """Sample the outcomes of all choices in a first look, then of the best ones until the loss is precise.

        ``counted`` are the counted outcomes of a first call, or None. They are used for the call that ends the
        exchange.
        """
        ends = (None, None) if counted is None else (counted.counted, counted.worlds)
        kept, stayed, seed = names, names, 1
        first = None
        if len(names) > STAY + 1:
            worth = self._get_worth(turn)
            first = self._outcomes(turn, names, FIRST_LOOK, seed)
            order = np.argsort(-(count_columns(first) @ worth), kind="stable").tolist()
            stayed = [names[column] for column in order[:STAY]]
            book = book_on_discard(turn.own, self.trump, is_elder=turn.player == self.course.elder)
            wanted = {turn.chosen, *book.choices, *stayed}
            kept = [name for name in names if name in wanted]
        outcomes = self._outcomes(turn, kept, BATCH, seed + 1)
        values = SampledChoices(kept, outcomes, names, first, stayed, *ends)
        while len(outcomes) < MOST_WORLDS and not self._is_settled(turn, values, changes):
            seed += 1
            outcomes = np.concatenate([outcomes, self._outcomes(turn, kept, len(outcomes), seed + 1)])
            values = SampledChoices(kept, outcomes, names, first, stayed, *ends)
        return values

    def _outcomes(self, turn: Turn, names: list[str], worlds: int, seed: int) -> NDArray[np.uint8]:
        """Return the outcome of every choice in random deals, as ``[deal, choice]``.

        ``names`` are the choices, ``worlds`` is the number of deals. The deals fit what the player knows, and the
        opponent's calls by the policy.
        """
        is_elder = turn.player == self.course.elder
        phase = {
            "proposal": ELDER_CALLS,
            "reply": DEALER_REPLIES,
            "discard": ELDER_PUTS_OUT if is_elder else DEALER_PUTS_OUT,
        }[turn.kind]
        outcomes = np.zeros((worlds, len(names)), np.uint8)
        other = opponent(turn.player)
        call_now = -1
        if is_elder and turn.kind == "discard":
            # The dealer accepted with the hand that they still have.
            call_now = self._kind_of_call(other, turn.gives - 1)
        elif turn.kind == "reply":
            call_now = self._kind_of_call(other, turn.gives)
        call_before = self._kind_of_call(other, turn.rounds - 1) if turn.rounds else -1
        try_choices(
            self.policy,
            is_elder,
            trumps_first(turn.own, self.trump),
            trumps_first(turn.unseen, self.trump),
            trumps_first(turn.announced_king, self.trump),
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
            np.array([self._encode_choice(name) for name in names], np.int64),
            seed,
            outcomes,
        )
        return outcomes

    def _encode_choice(self, name: str) -> int:
        """Return the number of a choice in ``worker.review.worlds``: ``STOP``, ``GO_ON`` or a mask of discards."""
        if name in ("S", "R"):
            return STOP
        if name in ("P", "G"):
            return GO_ON
        return 0 if name == NOTHING else trumps_first(parse_cards(name), self.trump)

    def _get_worth(self, turn: Turn) -> NDArray[np.float64]:
        """Return the worth of each outcome to the player: in probability, or in marks if the score is unknown."""
        worths = self.worths[turn.player]
        return worths.marks if worths.chance is None else worths.chance

    def _is_settled(self, turn: Turn, values: Values, changes: Changes | None) -> bool:
        """Return whether the loss is known to within ``CLOSE``, or is certainly on one side of every threshold."""
        worths = self.worths[turn.player]
        change = None if changes is None else changes.marks if worths.chance is None else changes.chance
        loss, error = values.loss(self._get_worth(turn), change)
        if worths.chance is None:
            return error <= CLOSE_MARKS
        return error <= CLOSE or all(abs(loss - least) > _SURE * error for least, _ in THRESHOLDS)

    def _make_decision(
        self, turn: Turn, values: Values, changes: Changes | None, frequency: dict[str, float] | None
    ) -> Decision:
        """Return the decision on a turn.

        ``values`` has the values of all choices, ``changes`` what hidden play changes in them, or None. ``frequency``
        is how often the equilibrium makes each call, or None.
        """
        worths = self.worths[turn.player]
        names, worlds = values.names, values.worlds
        marks = values.means(worths.marks)
        loss, error = values.loss(worths.marks)
        chances = equity_loss = equity_error = stake_loss = None
        if worths.chance is not None:
            change = None if changes is None else changes.chance
            chances = values.means(worths.chance, change)
            equity_loss, equity_error = values.loss(worths.chance, change)
        if worths.stake is not None:
            stake_loss, _ = values.loss(worths.stake)
        most = max(marks)
        rubber, game, deal = self.place
        options = self._list_options(turn, values, marks, chances)
        if changes is not None:
            options = tuple(
                replace(option, hidden_marks=option.marks + changes.marks[option.name]) for option in options
            )
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
            method="sampled" if changes is None or changes.chance is None else "hands hidden",
            worlds=worlds,
            se=error,
            equity_loss=equity_loss,
            equity_se=equity_error,
            rubber_loss=self.stakes.rubber_loss(turn.player, equity_loss),
            stake_loss=stake_loss,
            book=self._find_book_advice(turn),
            reasons=(
                *(() if frequency is None else (call_reason(frequency),)),
                *self._find_reasons(turn, values, names[marks.index(most)]),
            ),
            frequency=frequency,
        )

    def _list_options(
        self, turn: Turn, values: Values, marks: list[float], chances: list[float] | None
    ) -> tuple[Option, ...]:
        """Return every choice: calls in the order of their letters, discards with the most valuable first."""
        worths = self.worths[turn.player]
        all_marks = values.with_the_rest(marks, worths.marks)
        all_chances: dict[str, float] = {}
        if chances is not None and worths.chance is not None:
            all_chances = values.with_the_rest(chances, worths.chance)
        options = [Option(name, worth, all_chances.get(name)) for name, worth in all_marks.items()]
        if turn.kind == "discard":
            return tuple(sorted(options, key=lambda option: (-option.marks, option.name)))
        return tuple(sorted(options, key=lambda option: option.name))

    def _find_book_advice(self, turn: Turn) -> BookAdvice:
        own, other = self.points[turn.player], self.points[opponent(turn.player)]
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

    def _find_reasons(self, turn: Turn, values: Values, best: str) -> tuple[Reason, ...]:
        """Return the facts behind the values: hands won against, deals won after an exchange, the cost of a
        lost point. ``best`` is the choice with the most marks.
        """
        if turn.kind == "discard":
            if best == turn.chosen:
                return ()
            kept = turn.own & ~(0 if best == NOTHING else parse_cards(best))
            return (Reason("keeps", {"cards": format_cards(kept)}),) if kept else ()
        is_elder = turn.player == self.course.elder
        points = (3, 4) if is_elder else (0, 1)
        ends, goes_on = ("S", "P") if turn.kind == "proposal" else ("R", "G")

        def share_of_points(name: str) -> float:
            shares = values.shares(name)
            return float(sum(shares[tricks::5].sum() for tricks in points))

        reasons = []
        if values.worlds is not None:
            # The hands do not all count alike, so the share of their weight is given in hands.
            makes = round(values.worlds * share_of_points(ends))
            reasons.append(Reason("makes_point", {"makes": makes, "worlds": values.worlds}))
        reasons.append(Reason("after_exchange", {"share": round(share_of_points(goes_on), 3)}))
        if turn.gives == 0:
            free = self._kind_of_call(turn.player, 0) == FIRST_FREE and self.stakes.before is not None
            reasons.append(Reason("four_all_one") if free else Reason("counts_two", {"by": ends}))
        return tuple(reasons)

"""Compute the verdict on every choice of the positions to try (``worker.review.positions``).

``SOURCES`` has the positions: deals of the demonstration evening, each with one decision that has a lesson.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple, assert_never

from scoring.cards import PLAYERS, Player, cards_of, opponent
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.deal_course import Course
from scoring.notation import read_one
from scoring.record import Pair
from worker.review import LABELS_VERSION, REVIEW_VERSION
from worker.review.before_play import Judge
from worker.review.card_play import judge_choice
from worker.review.chances import checksum as checksum_of_chances
from worker.review.choice import choices_of
from worker.review.decision import NOTHING, Decision, Kind
from worker.review.king import king_decisions
from worker.review.policy_version import POLICY_VERSION
from worker.review.positions import TryPosition, Verdict, checksum_of, row_of
from worker.review.stakes import Stakes, stakes_of
from worker.review.turns import turns_of
from worker.solver import table_checksum

DECIMALS: Final = 6
TAGS: Final = '[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\n[Termination "unfinished"]\n'


class Source(NamedTuple):
    """A decision in a deal.

    - ``score``: A's and B's points before the deal; ``deal``: the deal in the notation, without its number.
    - ``trick``: the number of the trick for a card, otherwise None.
    - ``offered``: the discards that are offered; empty for other kinds of decisions, where every choice is offered.
    """

    kind: Kind
    player: Player
    score: Pair
    deal: str
    trick: int | None = None
    offered: tuple[str, ...] = ()

    @property
    def record(self) -> str:
        """The text of a rubber in the notation, with this deal and the earlier deals that lead to its score."""
        earlier = _earlier_deals(self.score, self.dealer)
        lines = [*earlier, f"{len(earlier) + 1}. {self.deal}"]
        return "\n".join((TAGS, "Game 1", *lines, "*", ""))

    @property
    def dealer(self) -> Player:
        return "A" if self.deal.startswith("A") else "B"


SOURCES: Final = (
    Source("card", "A", (4, 2), "B 3-2 ^DJ A:SKAT.DT7 B:S7.H9.DA8.C8 S D7 D8, C8 DT, ST S7, SK DA, H9 SA", 1),
    Source(
        "proposal", "A", (3, 4), "B 2-3 ^D9 A:HK.DAT7.CK B:S9.HQA.C98 S D7 C8, CK C9, DA S9, HK HQ, DT HA"
    ),
    Source(
        "discard",
        "A",
        (0, 0),
        "B 3-2 ^HJ A:SJ8.HT.CJ9 B:SQ9.DK.C87 P G -SJ.CJ9+ST.D8.CQ -SQ9.C87+HQ7.D9.CA"
        " P R HT HQ, D9 D8, H7 S8, CA CQ, ST DK",
        offered=("SJ8.CJ9", "S8.CJ9", "S8.C9", "SJ8.HT.CJ9"),
    ),
    Source("card", "B", (3, 3), "A 2-3 ^ST B:HK98.DK.CK A:S87.HQ7.DQ S DK DQ, CK S7, H7 H9, HK HQ, H8 S8", 3),
    Source(
        "reply",
        "A",
        (3, 4),
        "A 2-3 ^DQ B:SA9.HJ.D8.C8 A:SQJ.HK7.D9 P G -SA9.HJ.C8+S7.HA.CT7 -SQJ.H7+SK8.C9"
        " P G -S7.HA.CT7+HT8.DT.CQ -S8.C9+HQ9 S HT HQ, HK H8, SK D8, DT D9, CQ H9",
    ),
    Source("card", "A", (3, 4), "B 3-2 ^C7 A:SK7.HQ.D9.C9 B:S8.HA.DT7.C8 S HQ HA, C9 C8, SK S8", 3),
    Source(
        "king",
        "A",
        (2, 3),
        "B 3-2 ^DJ A:SQJ.H7.D9.C8 B:S9.HJ.DA.CJT P G -SQJ.H7.C8+S87.HT.DK -S9.HJ.CJT+HK8.DT7"
        " S Ka S7 D7, DA DK, S8 DT, HK HT, H8 D9",
    ),
    Source(
        "proposal",
        "A",
        (3, 3),
        "B 2-3 ^C9 A:SQ.HQ.D97.CK B:ST.HK7.DT.CQ S Ka SQ ST, D7 DT, CQ CK, D9 H7, HQ HK",
    ),
    Source(
        "reply",
        "A",
        (3, 2),
        "A 3-2 ^SQ B:SJ.DT7.CJ7 A:HQ7.DK98 P G -DT7.CJ7+HKT.CK9 -HQ7.D98+SK.CQT8"
        " S HK Ka SK, CQ CK, SJ DK, HT C8, C9 CT",
    ),
    Source(
        "card",
        "A",
        (0, 3),
        "A 3-2 ^CQ B:SJ.HK97.D8 A:ST9.HQ.DKJ P G -SJ.H97.D8+HAT.CT7 -ST9.HQ.DJ+DT9.CK9"
        " S HT Ka CK, DT C7, CT C9, HA DK, HK D9",
        1,
    ),
    Source(
        "discard",
        "B",
        (0, 0),
        "B 3-2 ^H9 A:SQ7.DJA.C7 B:SAT.DQ7.C9 P G -SQ7.DJA.C7+SK.HQ8.CKQ -DQ7.C9+H7.D9.C8"
        " S HQ H7, CK C8, SK SA, CQ ST, H8 D9",
        offered=("SAT.DQ7.C9", "SAT.D7.C9", "DQ7.C9", NOTHING),
    ),
    Source(
        "card",
        "B",
        (4, 4),
        "A 3-2 ^D7 B:ST9.HK.CJA A:SK8.H9.CT7 P G -S9.CJA+SQ.DQA -S8.H9.CT7+SA.HA8.DJ"
        " S SQ SK, SA ST, DJ DQ, HK H8, DA HA",
        4,
    ),
)


def _earlier_deals(score: Pair, dealer: Player) -> list[str]:
    """Return deals, by their outcome alone, that lead to ``score`` before a deal of ``dealer``."""
    gains: list[tuple[Player, int]] = []
    player: Player
    for player, points in zip(PLAYERS, score, strict=True):
        gains += [(player, 2)] * (points // 2) + [(player, 1)] * (points % 2)
    deals, now = [], {"A": 0, "B": 0}
    for number, (winner, points) in enumerate(gains, start=1):
        dealer_now: Player = dealer if (len(gains) - number) % 2 else opponent(dealer)
        now[winner] += points
        # A dealer wins two against an elder hand who stood (law 49), an elder hand wins two by the vole.
        if winner == dealer_now:
            calls = f"S ={winner}" if points == 2 else f"P R ={winner}"
        else:
            calls = f"S ={winner}5" if points == 2 else f"S ={winner}"
        deals.append(f"{number}. {dealer_now} {calls} ({now['A']}-{now['B']})")
    return deals


def compute_positions() -> tuple[TryPosition, ...]:
    """Judge every position of ``SOURCES``. This takes some seconds."""
    return tuple(map(judge_source, SOURCES))


def judge_source(source: Source) -> TryPosition:
    """Return the position with the verdicts on its choices.

    Each choice is judged as if the player had made it, so that it has reasons of its own, and so that a
    sampled loss is as precise as that of a choice that was made.
    """
    checked = check_rubber(read_one(source.record))
    (game,) = checked.games
    deal = game.deals[-1]
    stakes = stakes_of(checked, game, deal)
    decisions = _judge_choices(source, deal, stakes)
    made = decisions[0]
    best = max(each.chance or 0.0 for each in made.options)
    return TryPosition(
        record=source.record,
        deal=deal.number,
        token=made.token,
        kind=source.kind,
        trick=source.trick,
        player=source.player,
        worlds=made.worlds,
        verdicts=tuple(_verdict(each, best) for each in decisions),
    )


def _verdict(decision: Decision, best: float) -> Verdict:
    loss = decision.equity_loss or 0.0
    reasons = tuple(reason.as_json() for reason in decision.reasons)
    return Verdict(decision.chosen, round(best - loss, DECIMALS), round(loss, DECIMALS), reasons)


def _judge_choices(source: Source, deal: CheckedDeal, stakes: Stakes) -> list[Decision]:
    """Return a decision for each choice that is offered, in the order of the notation."""
    if source.kind == "card":
        return _judge_cards(source, deal.course, stakes)
    if source.kind == "king":
        return [_judge_king(source, source.record), _judge_king(source, source.record.replace(" Ka", ""))]
    if source.kind == "proposal" or source.kind == "reply" or source.kind == "discard":
        return _judge_calls(source, deal, stakes)
    assert_never(source.kind)


def _judge_cards(source: Source, course: Course, stakes: Stakes) -> list[Decision]:
    (choice,) = (
        each for each in choices_of(course) if each.player == source.player and each.trick == source.trick
    )
    return [judge_choice(course, stakes, choice._replace(chosen=card)) for card in cards_of(choice.lawful)]


def _judge_king(source: Source, record: str) -> Decision:
    checked = check_rubber(read_one(record))
    (game,) = checked.games
    deal = game.deals[-1]
    decisions = king_decisions(deal.course, stakes_of(checked, game, deal))
    return next(each for each in decisions if each.player == source.player)


def _judge_calls(source: Source, deal: CheckedDeal, stakes: Stakes) -> list[Decision]:
    course = deal.course
    if course.trump is None or course.turn_up is None:
        raise ValueError(source.deal)
    turn = next(
        each for each in turns_of(course) if each.kind == source.kind and each.player == source.player
    )
    judge = Judge(course, stakes, course.trump, course.turn_up, (1, 1, deal.number))
    offered = source.offered or {"proposal": ("P", "S"), "reply": ("G", "R")}[source.kind]
    return [judge.judge(replace(turn, chosen=choice)) for choice in offered]


def file_contents(positions: tuple[TryPosition, ...]) -> dict[str, Any]:
    """Return the contents of the data file: the positions, and the versions of everything that judged them."""
    rows = [row_of(each) for each in positions]
    return {**engine(), "checksum": checksum_of(rows), "positions": rows}


def engine() -> dict[str, str]:
    """Return the versions on which verdicts depend. The file is written again if they change."""
    return {
        "review": REVIEW_VERSION,
        "policy": POLICY_VERSION,
        "labels": LABELS_VERSION,
        "chances": checksum_of_chances(),
        "solver": table_checksum(),
    }

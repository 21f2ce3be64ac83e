"""Reasons that pages may rely on: known codes, with all their parameters, each of its kind."""

from __future__ import annotations

from scoring.findings import JsonValue
from tests.support.rows import each_row
from tests.worker.review.judging import reviewed_sample
from tests.worker.review.reason_faults import fault_in
from worker.review.decision import Reason

ENDING: dict[str, JsonValue] = {
    "hand": "H9.D8",
    "chosen_line": ["D7", "D8", "H9", "SK"],
    "chosen_marks": -2,
    "best_line": ["SK", "D8", "H9", "D7"],
    "best_marks": 1,
    "best": "SK",
}
UNSOUND = [
    (Reason("loses"), "loses is no reason"),
    (Reason("cant_lose"), "cant_lose has nothing, not card"),
    (Reason("king_silent", {"by": "A"}), "king_silent has by, not nothing"),
    (Reason("cant_lose", {"card": "S1"}), "cant_lose: card is 'S1', which is no card"),
    (Reason("makes_point", {"makes": -1, "worlds": 2}), "makes_point: makes is -1, which is no count"),
    (Reason("makes_point", {"makes": 1.0, "worlds": 2}), "makes_point: makes is 1.0, which is no count"),
    (Reason("no_suit", {"trick": 6, "led": "SK", "trumped": "D8"}), "no_suit: trick is 6, which is no trick"),
    (Reason("after_exchange", {"share": 1.01}), "after_exchange: share is 1.01, which is no share"),
    (Reason("counts_two", {"by": "A"}), "counts_two: by is 'A', which is no call"),
    (Reason("keeps", {"cards": "D7.SKQ"}), "keeps: cards is 'D7.SKQ', which is no cards"),
    (Reason("refutation", {**ENDING, "best_marks": 3}), "refutation: best_marks is 3, which is no marks"),
    (Reason("refutation", {**ENDING, "best_line": []}), "refutation: best_line is [], which is no line"),
]


@each_row(("reason", "fault"), UNSOUND)
def test_a_fault_is_named(reason: Reason, fault: str) -> None:
    assert fault_in(reason) == fault


def test_reasons_of_an_evening_have_no_fault() -> None:
    decisions = [
        decision
        for _, deals in reviewed_sample("evening.egn")
        for deal in deals
        for decision in deal.decisions
    ]
    reasons = [reason for decision in decisions for reason in decision.reasons]
    assert len({reason.code for reason in reasons}) > 10
    assert [fault for reason in reasons if (fault := fault_in(reason))] == []

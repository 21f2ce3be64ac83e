"""Reasons that pages may rely on: known codes, with all their parameters, each of its kind."""

from __future__ import annotations

import pytest

from scoring.findings import JsonValue
from tests.worker.review.reason_faults import fault_in
from worker.review.decision import Reason
from worker.review.reasons import REASON_CODES

LINES: dict[str, JsonValue] = {"chosen_line": ["D7", "D8", "H9", "SK"], "best_line": ["SK", "D8", "H9", "D7"]}

SOUND = [
    Reason("loses_against", {"worlds": 231, "loses": 50, "gains": 0, "best": "SK"}),
    Reason("cant_lose", {"card": "SK"}),
    Reason("neither_suit_nor_trump", {"trick": 1, "led": "SK", "threw": "C8"}),
    Reason("no_suit", {"trick": 1, "led": "SK", "trumped": "D8"}),
    Reason("nothing_higher", {"trick": 4, "led": "HJ", "played": "H8"}),
    Reason("king_announced"),
    Reason("king_silent"),
    Reason("refutation", {"hand": "H9.D8", **LINES, "chosen_marks": -2, "best_marks": 1, "best": "SK"}),
    Reason("call_frequency", {"by": "S", "share": 0.4}),
    Reason("makes_point", {"makes": 37310, "worlds": 65780}),
    Reason("after_exchange", {"share": 0.58}),
    Reason("after_exchange", {"share": 1}),
    Reason("counts_two", {"by": "S"}),
    Reason("four_all_one"),
    Reason("loses_mark"),
    Reason("mark_idle"),
    Reason("keeps", {"cards": "SKQ.D7"}),
    Reason("as_said", {"worlds": 3721, "hands": 65780}),
    Reason("loses_all", {"loses": 8291, "worlds": 65780}),
    Reason("offer_refused", {"refuses": 239, "worlds": 65780}),
    Reason("makes_vole", {"makes": 2806, "worlds": 65780}),
]

UNSOUND = [
    (Reason("loses"), "loses is no reason"),
    (Reason("cant_lose"), "cant_lose has nothing, not card"),
    (Reason("king_silent", {"by": "A"}), "king_silent has by, not nothing"),
    (Reason("cant_lose", {"card": "S1"}), "cant_lose: card is 'S1', which is no card"),
    (Reason("cant_lose", {"card": 7}), "cant_lose: card is 7, which is no card"),
    (Reason("makes_point", {"makes": -1, "worlds": 2}), "makes_point: makes is -1, which is no count"),
    (Reason("makes_point", {"makes": True, "worlds": 2}), "makes_point: makes is True, which is no count"),
    (Reason("makes_point", {"makes": 1.0, "worlds": 2}), "makes_point: makes is 1.0, which is no count"),
    (Reason("no_suit", {"trick": 0, "led": "SK", "trumped": "D8"}), "no_suit: trick is 0, which is no trick"),
    (Reason("no_suit", {"trick": 6, "led": "SK", "trumped": "D8"}), "no_suit: trick is 6, which is no trick"),
    (Reason("after_exchange", {"share": 1.01}), "after_exchange: share is 1.01, which is no share"),
    (Reason("after_exchange", {"share": "half"}), "after_exchange: share is 'half', which is no share"),
    (Reason("counts_two", {"by": "A"}), "counts_two: by is 'A', which is no call"),
    (Reason("keeps", {"cards": "D7.SKQ"}), "keeps: cards is 'D7.SKQ', which is no cards"),
    (Reason("keeps", {"cards": ["SK"]}), "keeps: cards is ['SK'], which is no cards"),
    (
        Reason("refutation", {**SOUND[7].params, "best_marks": 3}),
        "refutation: best_marks is 3, which is no marks",
    ),
    (
        Reason("refutation", {**SOUND[7].params, "best_line": ["SK", "SK"]}),
        "refutation: best_line is ['SK', 'SK'], which is no line",
    ),
    (
        Reason("refutation", {**SOUND[7].params, "best_line": []}),
        "refutation: best_line is [], which is no line",
    ),
]


def test_there_is_a_sound_reason_of_every_code() -> None:
    assert {reason.code for reason in SOUND} == set(REASON_CODES)


@pytest.mark.parametrize("reason", SOUND, ids=lambda reason: reason.code)
def test_a_sound_reason_has_no_fault(reason: Reason) -> None:
    assert fault_in(reason) is None


@pytest.mark.parametrize(("reason", "fault"), UNSOUND)
def test_a_fault_is_named(reason: Reason, fault: str) -> None:
    assert fault_in(reason) == fault

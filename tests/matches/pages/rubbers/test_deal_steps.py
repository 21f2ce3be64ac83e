from __future__ import annotations

from typing import Any

import pytest

from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_steps import DealStep, steps_of
from tests.matches.pages.records import DEALS, first_deal
from tests.matches.pages.rubbers.test_deal_page import FIRST, NAMES, judgement

OFFERED = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 P R CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)"


def steps(deals: str, *, variant: str = "", **given: Any) -> tuple[DealStep, ...]:
    deal = first_deal(deals, tags=f'[Variant "{variant}"]\n' if variant else "")
    return steps_of(deal, DealPage(deal, names=NAMES, **given), names=NAMES)


def test_every_call_exchange_and_card_is_a_step() -> None:
    assert [step.text for step in steps(FIRST)] == [
        "Walker deals, by two and three. Hearts are trumps.",
        "Boiteau proposes.",
        "Walker gives cards.",
        "Boiteau changes three cards.",
        "Walker changes four cards.",
        "Boiteau stands.",
        "Boiteau leads the ace of clubs.",
        "Walker plays the king of clubs and wins the trick.",
        "Walker leads the ten of clubs.",
        "Boiteau plays the ten of hearts and wins the trick.",
        "Boiteau leads the nine of hearts.",
        "Walker plays the eight of hearts, and Boiteau wins the trick.",
        "Boiteau leads the nine of diamonds.",
        "Walker plays the jack of clubs, and Boiteau wins the trick.",
        "Boiteau leads the eight of diamonds.",
        "Walker plays the seven of clubs, and Boiteau wins the trick.",
    ]


def test_steps_have_short_labels_and_what_was_said_aloud() -> None:
    assert [(step.label, step.aloud, step.number, step.player) for step in steps(FIRST)[:6]] == [
        ("Dealt", "", None, None),
        ("Proposed", "I propose.", None, "A"),
        ("Gave", "I accept.", None, "B"),
        ("", "", 3, "A"),
        ("", "", 4, "B"),
        ("Stood", "I play.", None, "A"),
    ]


def test_point_offered_at_la_triomphe_has_words_of_its_own() -> None:
    made = steps(OFFERED, variant="Triomphe")
    said = [(step.label, step.aloud) for step in made[1:3]]
    assert said == [("Offered", "I offer the point."), ("Refused", "I refuse.")]


def test_winner_of_a_trick_is_known() -> None:
    cards = [step for step in steps(FIRST) if step.trick in (1, 2)]
    codes = [(step.face and step.face.code, step.is_won) for step in cards]
    assert codes == [("CA", False), ("CK", True), ("CT", False), ("HT", True)]
    assert [step.is_lead for step in cards] == [True, False, True, False]


def test_king_announced_is_a_step_where_it_was_announced() -> None:
    assert [step.text for step in steps(DEALS)][1:4] == [
        "Walker stands.",
        "Walker announces the king of clubs and marks it.",
        "Walker leads the ten of clubs.",
    ]


def test_remark_belongs_to_the_step_before_it() -> None:
    made = steps(FIRST.replace("CA CK,", "CA {Why not trumps?} CK,"))
    assert {step.text: [note.text for note in step.notes] for step in made if step.notes} == {
        "Walker plays the king of clubs and wins the trick.": ["Why not trumps?"]
    } or {step.text: [note.text for note in step.notes] for step in made if step.notes} == {
        "Boiteau leads the ace of clubs.": ["Why not trumps?"]
    }


def test_decision_belongs_to_its_step() -> None:
    called = judgement(kind="reply", trick=None, token=7, player="B", chosen="G", best=["R"], expected={})
    led = judgement(trick=1, token=11, player="A", chosen="CA", best=["HT"], expected={})
    followed = judgement(trick=2, token=14, player="A", chosen="HT", best=["H9"], expected={})
    made = steps(FIRST, judgements=(called, led, followed))
    assert {
        number: [flag.anchor for flag in step.flags] for number, step in enumerate(made) if step.flags
    } == {2: ["reply-7-b"], 6: ["trick-1-a"], 9: ["trick-2-a"]}


@pytest.mark.parametrize(
    "deals",
    [
        "1. A ^C9 S =B3 (0-1)",
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8~ S =B3 (0-1)",
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 P G -3 -2 S =B3 (0-1)",
        "1. A =void",
    ],
)
def test_deal_without_every_card_has_no_steps(deals: str) -> None:
    assert steps(deals) == ()


def test_play_that_was_taken_up_again_is_a_note_and_no_step() -> None:
    made = steps(
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ !43a(SQ):replay CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)"
    )
    assert [step.text for step in made].count("Walker leads the ten of clubs.") == 1
    (incident,) = [step for step in made if step.kind == "incident"]
    assert incident.label == "Law 43"
    assert [note.kind for note in incident.notes] == ["incident", "taken-up"]

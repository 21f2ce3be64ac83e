"""The outcome that follows from a deal's cards and incidents, if it is not written in the record."""

from __future__ import annotations

from scoring.follow import follow_deal
from scoring.outcome import as_point, outcome_shown
from scoring.record import Outcome, VoidDeal
from tests.scoring.egn import deal_of
from tests.support.rows import each_row

HANDS = "^DJ B:SJA.HK.DK.CJ A:HQA9.CT8"


@each_row(
    ("deal", "outcome"),
    [
        ("A ^DJ S HK HQ, DK C8, SJ HA, SA H9, CJ CT", Outcome("B", 5)),
        ("A ^S7 S HK HQ, DK C8, SJ HA, C9 CT, CJ CK", Outcome("B", 4)),
        ("A ^DJ S HK HQ, DK C8, SJ HA, SA H9, CJ", None),
        # Who won is not known without the trump suit.
        ("A S HK HQ, DK C8, SJ HA, SA H9, CJ CT", None),
        # Given up: without a trick, and with one.
        (f"A {HANDS} S HK HQ !42a", Outcome("B", 5)),
        (f"A {HANDS} S HK HQ !42b", Outcome("A")),
        # Thrown down to claim the tricks.
        (f"A {HANDS} S HK HQ !42b(claim)", None),
        # It is not known who gave the hand up.
        (f"A {HANDS} S HK HQ !42", None),
        # What ends the deal comes before what was played of it.
        ("A ^DJ S HK HQ, DK C8, SJ HA, SA H9, CJ CT !45(CT)", VoidDeal()),
        ("A ^DJ !15a(6):fresh", VoidDeal()),
        # The choice is open.
        ("A ^DJ !15a(6)", None),
        # The replay counts, and has not been played.
        (f"A {HANDS} S HK C8, DK H9, SJ HA, SA HQ, CJ CT !43a(C8):replay", None),
    ],
)
def test_cards_and_incidents_tell_the_outcome(deal: str, outcome: Outcome | VoidDeal | None) -> None:
    assert outcome_shown(follow_deal(deal_of(deal))) == outcome


@each_row(
    ("deal", "outcome"),
    [
        ("A P G", Outcome("A")),
        ("A S P G", Outcome("B")),
        ("A P R", None),
        ("A ^DJ P R HK HQ, DK C8, SJ HA, SA H9, CJ CT", Outcome("B", 5)),
        ("A P G !45(CT)", VoidDeal()),
    ],
)
def test_a_point_taken_is_its_takers_without_tricks(deal: str, outcome: Outcome | VoidDeal | None) -> None:
    assert outcome_shown(follow_deal(deal_of(deal), variant="triomphe")) == outcome


def test_outcome_without_a_number_is_taken_for_the_point() -> None:
    assert as_point(deal_of("A S =B (0-1)")) == deal_of("A S =B3 (0-1)")
    assert as_point(deal_of("A S =B5 (0-2)")) == deal_of("A S =B5 (0-2)")


def test_a_point_that_was_taken_has_no_tricks() -> None:
    taken = deal_of("A P G =A (1-0)")
    assert as_point(taken, "triomphe") == taken
    assert as_point(taken) == deal_of("A P G =A3 (1-0)")
    assert as_point(deal_of("A P R =A (2-0)"), "triomphe") == deal_of("A P R =A3 (2-0)")

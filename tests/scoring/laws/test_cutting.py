"""Law 5 by the game that is played, and by the version of the checks that a record was entered under."""

from __future__ import annotations

from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.notation import read_one
from tests.scoring.egn import egn
from tests.support.rows import each_row

HIGHEST_DEALT = "Game 1 cut A=HK B=D8\n1. A S =A3 (1-0)\n*"
LOWEST_DEALT = "Game 1 cut A=HK B=D8\n1. B S =A3 (1-0)\n*"


def judged(body: str, checks: int, variant: str = "Triomphe") -> CheckedRubber:
    return check_rubber(read_one(egn(body, Variant=variant)), checks=checks)


def cut_findings(rubber: CheckedRubber) -> list[tuple[str, bool]]:
    """Return the variant of each finding of law 5, and whether it is advisory."""
    return [(finding.variant, finding.is_advisory) for finding in rubber.findings if finding.code == "L05"]


def test_lowest_cut_deals_at_la_triomphe() -> None:
    assert cut_findings(judged(LOWEST_DEALT, LATEST_CHECKS)) == []
    rubber = judged(HIGHEST_DEALT, LATEST_CHECKS)
    assert cut_findings(rubber) == [("higher", False)]
    assert (
        rubber.findings[0].message == "At La Triomphe the lower card deals: B cut D8 against HK, but A deals."
    )


def test_highest_cut_deals_at_ecarte() -> None:
    assert cut_findings(judged(HIGHEST_DEALT, LATEST_CHECKS, "Ecarte")) == []
    assert cut_findings(judged(LOWEST_DEALT, LATEST_CHECKS, "Ecarte")) == [("lower", False)]


def test_record_in_which_the_highest_dealt_goes_on_counting() -> None:
    before = judged(HIGHEST_DEALT, FIRST_CHECKS)
    assert cut_findings(before) == [("higher", True)]
    assert not any(finding.blocks_confirming for finding in before.findings)
    now = judged(HIGHEST_DEALT, LATEST_CHECKS)
    assert before.games[0].deals[0].marks == now.games[0].deals[0].marks
    assert before.games[0].points == (1, 0)


def test_first_checks_call_the_lowest_who_deals_wrong() -> None:
    assert cut_findings(judged(LOWEST_DEALT, FIRST_CHECKS)) == [("lower", False)]


@each_row(("checks", "due"), [(FIRST_CHECKS, "A"), (LATEST_CHECKS, "B")])
def test_next_dealer_is_whom_the_cut_names(checks: int, due: str) -> None:
    assert judged("Game 1 cut A=HK B=D8\n*", checks).next_to_deal == due


def test_first_checks_allow_no_offer_after_the_lead() -> None:
    deal = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT P R C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5"
    for checks, expected in ((FIRST_CHECKS, [("L26", "after_card")]), (LATEST_CHECKS, [])):
        rubber = judged(f"Game 1\n1. {deal}\n*", checks)
        assert [(finding.code, finding.variant) for finding in rubber.findings] == expected

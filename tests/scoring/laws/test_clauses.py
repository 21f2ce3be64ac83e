"""Every clause of the 55 laws in a record, or the reason why no record can prove it."""

from __future__ import annotations

from scoring.catalogue import INCIDENT_SINCE, SINCE
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.findings import is_about_incident, new_findings
from tests.scoring.egn import checked
from tests.scoring.laws.clauses import cutting, dealing, discarding, king, playing, scoring_and_bystanders
from tests.scoring.laws.clauses.table import Clause
from tests.support.rows import each_row

CLAUSES: tuple[Clause, ...] = (
    *cutting.CLAUSES,
    *dealing.CLAUSES,
    *king.CLAUSES,
    *discarding.CLAUSES,
    *playing.CLAUSES,
    *scoring_and_bystanders.CLAUSES,
)
IN_A_RECORD = [clause for clause in CLAUSES if clause.record is not None]


NAMES = [f"law {clause.law}: {clause.clause}" for clause in IN_A_RECORD]


def rubber_of(clause: Clause) -> CheckedRubber:
    lines = [f"Game 1 {clause.opening}".rstrip(), f"1. A {clause.record}"]
    ending = "##1-0" if "#5-0" in (clause.record or "") else "*"
    return checked("\n".join([*lines, ending]), **dict(clause.tags))


@each_row("clause", IN_A_RECORD, ids=NAMES)
def test_a_clause_is_judged_as_the_code_has_it(clause: Clause) -> None:
    rubber = rubber_of(clause)
    assert tuple((one.code, one.severity, one.variant) for one in rubber.findings) == clause.faults
    assert all(one.message and (one.settle or not one.blocks_confirming) for one in rubber.findings)
    if clause.points is not None:
        assert rubber.games[0].points == clause.points


@each_row("clause", IN_A_RECORD, ids=NAMES)
def test_a_record_entered_under_earlier_checks_shows_what_the_latest_would_block(clause: Clause) -> None:
    latest = rubber_of(clause)
    for checks in range(FIRST_CHECKS, LATEST_CHECKS):
        earlier = check_rubber(latest.rubber, checks=checks)
        unseen = [f for f in new_findings(earlier.findings, latest.findings) if f.blocks_confirming]
        assert unseen == [], "the record depends on the version: _depends_on_version in scoring/check.py"


def test_every_finding_that_a_later_version_added_has_a_clause() -> None:
    reported = [finding for clause in IN_A_RECORD for finding in rubber_of(clause).findings]
    keys = {(finding.code, finding.variant) for finding in reported}
    variants = {finding.variant for finding in reported if is_about_incident(finding)}
    assert (SINCE.keys() - keys, INCIDENT_SINCE.keys() - variants) == (set(), set())


def test_every_law_has_a_clause() -> None:
    assert sorted({clause.law for clause in CLAUSES}) == list(range(1, 56))


def test_a_clause_without_a_record_says_why() -> None:
    assert all(bool(clause.why) == (clause.record is None) for clause in CLAUSES)


def test_the_open_choice_of_each_law_names_the_player_who_has_it() -> None:
    elder_chooses = {9, 11, 13, 15, 16, 17, 18, 21, 31, 32, 33, 36, 37, 43}
    for clause in IN_A_RECORD:
        if clause.faults == ((f"L{clause.law:02}", "ruling", "choice"),):
            (finding,) = checked(f"Game 1 {clause.opening}\n1. A {clause.record}\n*").findings
            assert finding.params["chooser"] == ("B" if clause.law in elder_chooses else "A"), clause

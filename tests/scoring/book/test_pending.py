"""Rulings for which records wait: each finding of that severity, with the incident that settles it."""

from __future__ import annotations

from dataclasses import replace

from scoring.book import Pending, Place, pending, ruling, write_incident
from scoring.check import check_rubber
from scoring.record import Incident, Outcome, Rubber
from tests.scoring.egn import record
from tests.support.rows import each_row

HANDS = "B:SJA.HK.DK.CJ A:HQA9.CT8"
SIX = "B:SKJA.HK.DK.CJ"


def waiting(rubber: Rubber) -> tuple[Pending, ...]:
    return pending(check_rubber(rubber))


@each_row(
    ("deal", "token", "incident"),
    [
        # Unnoticed breaches are written behind the last card.
        (f"A ^DJ {HANDS} S Kb HK C8, DK H9, SJ HA =B (0-3)", 13, Incident(43, "A", ("C8",))),
        (f"A ^DJ {HANDS} S Kb HK H9, DK C8, CJ CT, SJ HQ =B (0-3)", None, None),
        ("A ^DJ B:SJA.HQ.DK.CJ A:HKA9.CT8 S Kb HQ H9 =B (0-3)", 9, Incident(43, "A", ("H9",))),
        (f"A ^DJ {HANDS} S Ka HK HQ =B (1-2)", 9, Incident(25, "A")),
        (f"A ^DJ {HANDS} S Ka", 7, Incident(25, "A")),
        # Hands of the wrong number, by their player and by when the error could be found.
        (f"A ^DJ {SIX} S", 4, Incident(15, "A", ("6",))),
        ("A ^DJ B:SJA.HK.CJ S", 4, Incident(16, "A", ("4",))),
        ("A ^DJ A:HQA9.CT87 S", 4, Incident(17, "A", ("6",))),
        ("A ^DJ A:HQA9.C8 S", 4, Incident(18, "A", ("4",))),
        (f"A {SIX} S", 3, Incident(15, "A", ("6",))),
        (f"A {SIX}", 3, Incident(9, "A")),
        (f"A ^DJ {SIX} S HK H8", 7, Incident(20, "B", ("6",))),
        ("A ^DJ A:HQA9.CT87 S HK HQ", 7, Incident(21, "A", ("6",))),
        # Incidents that wait for their choice.
        ("A !13a(HK;adversary) ^DJ S", 2, Incident(13, "A", ("HK", "adversary"))),
        (f"A ^DJ {HANDS} S Kb HK C8 !43a(C8)", 9, Incident(43, "A", ("C8",))),
        ("A ^DJ S", None, None),
    ],
)
def test_incident_that_settles_the_finding(deal: str, token: int | None, incident: Incident | None) -> None:
    pending = waiting(record(deal))
    if incident is None:
        assert pending == ()
        return
    (one,) = pending
    assert one.place == Place(0, 0, token or 0)
    assert one.incident == incident


@each_row(
    "deal",
    [
        f"A ^DJ {HANDS} S Kb HK C8, DK H9, SJ HA, SA HQ, CJ CT =B5 (0-3)",
        "A ^DJ B:SJA.HQ.DK.CJ A:HKA9.CT8 S Kb HQ H9",
        f"A ^DJ {HANDS} S Ka HK HQ",
        f"A ^DJ {SIX} S",
        f"A {SIX}",
        f"A ^DJ {SIX} A:HQA9.CT8 S HK H9, DK HA",
        "A !13a(HK;adversary) ^DJ S",
    ],
)
def test_every_option_of_what_is_pending_settles_it(deal: str) -> None:
    rubber = record(deal)
    (one,) = waiting(rubber)
    for option in ruling(rubber, one.place, one.incident).options:
        if option.needs or option.remedy == "rectify":
            continue
        choice = replace(one.incident, remedy=option.remedy)
        outcome = Outcome("B", 3) if option.remedy == "replay" else None
        assert waiting(write_incident(rubber, one.place, choice, outcome=outcome)) == ()


def test_surplus_that_is_put_out_settles_it() -> None:
    rubber = record(f"A ^DJ {SIX} S")
    (one,) = waiting(rubber)
    assert (
        waiting(write_incident(rubber, one.place, replace(one.incident, remedy="discard", argument="SK")))
        == ()
    )


def test_two_incidents_of_one_law_wait_each_for_its_own() -> None:
    rubber = record("A !13a(HK;adversary) !13a(HQ;adversary) ^DJ S")
    first, second = waiting(rubber)
    assert (first.place.token, second.place.token) == (2, 3)
    assert (first.incident.facts, second.incident.facts) == (("HK", "adversary"), ("HQ", "adversary"))


def test_finding_is_named_by_its_place_among_all() -> None:
    rubber = record(
        "A S =A (1-0)",
        f"B ^DJ {HANDS.replace('A:', 'X:').replace('B:', 'A:').replace('X:', 'B:')} S Ka HK C8",
    )
    checked = check_rubber(rubber)
    (one,) = pending(checked)
    assert checked.findings[one.finding].severity == "ruling"
    assert checked.findings[one.finding].deal == 2
    assert one.place.deal == 1


def test_clean_record_waits_for_nothing() -> None:
    assert waiting(record("A S =A (2-0)")) == ()

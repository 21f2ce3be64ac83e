"""The table of the laws: complete, and in step with the findings that rest on them."""

from __future__ import annotations

import re

import pytest

from scoring.catalogue import MESSAGES
from scoring.incidents import ROWS
from scoring.laws.index import DETECTED, LAWS, MARKED, RECORDED, RULED, law
from tests.support.rows import each_row

FINDING_CODES = {
    *("L05", "L08", "L09", "L10", "L14", "L19", "L22", "L23", "L25", "L26", "L27", "L37", "L38", "L40"),
    *("L42", "L43R", "L43W", "L45", "L46", "L47", "L48", "L50", "L51"),
}


def codes_named(where: str) -> list[str]:
    return re.findall(r"L\d\d[A-Z]?", where)


def test_every_law_stands_once_in_order() -> None:
    assert [law.number for law in LAWS] == list(range(1, 56))


@each_row("number", [1, 24, 55])
def test_a_law_is_found_by_its_number(number: int) -> None:
    assert law(number).number == number


@each_row("number", [0, 56])
def test_there_is_no_law_beyond_the_code(number: int) -> None:
    with pytest.raises(KeyError):
        law(number)


def test_titles_tell_the_laws_apart() -> None:
    assert len({law.title for law in LAWS}) == len(LAWS)


def test_every_summary_is_whole_sentences() -> None:
    for each in LAWS:
        assert each.summary.endswith(".")
        assert "  " not in each.summary


def test_a_code_carries_the_number_of_a_law_that_names_it() -> None:
    for code in FINDING_CODES:
        assert code in codes_named(law(int(code[1:3])).where), code


def test_the_table_names_the_codes_that_findings_carry_and_no_others() -> None:
    named = {code for each in LAWS for code in codes_named(each.where)}
    assert named == FINDING_CODES
    assert {code for code, _ in MESSAGES if code.startswith("L")} <= named


def test_every_law_is_applied_as_the_table_of_incidents_says() -> None:
    """All 55 laws are covered: each has a ruling, or is recorded if it has no consequence. None is out of scope."""
    assert list(ROWS) == [each.number for each in LAWS]
    for each in LAWS:
        row = ROWS[each.number]
        how = RECORDED if row.remedies == ("note",) else RULED
        assert each.where.rpartition("; ")[2] == how, each.number


def test_what_comes_before_is_how_a_record_shows_it() -> None:
    for each in LAWS:
        detection, _, _ = each.where.rpartition("; ")
        assert not detection or detection.startswith((DETECTED, MARKED)), each.number
        assert detection.startswith(DETECTED) == bool(codes_named(detection)) or each.number == 49

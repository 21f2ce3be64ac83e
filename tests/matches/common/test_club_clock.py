"""A record's date has one length, and is in doubt if it is to come, or a hundred years past."""

from __future__ import annotations

from datetime import date

import pytest

from matches.common.club_clock import date_doubt, record_day

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("2026.11.28", ""),
        ("2026.11.29", "future"),
        ("2026.11.??", ""),
        ("2026.12.??", "future"),
        ("2026.??.??", ""),
        ("2027.??.??", "future"),
        ("2062.11.21", "future"),
        ("9999.12.31", "future"),
        ("1926.11.28", "old"),
        ("1926.11.29", ""),
        ("1926.11.??", ""),
        ("1926.10.??", "old"),
        ("0026.11.21", "old"),
        ("????.??.??", ""),
        ("", ""),
    ],
)
def test_date_is_in_doubt_if_every_day_it_may_mean_is(text: str, doubt: str) -> None:
    assert date_doubt(text, latest=TODAY, today=TODAY) == doubt


def test_a_plan_may_be_for_a_later_day() -> None:
    assert date_doubt("2027.11.21", latest=date(2028, 11, 28), today=TODAY) == ""
    assert date_doubt("2062.11.21", latest=date(2028, 11, 28), today=TODAY) == "future"


def test_early_today_has_no_day_a_hundred_years_before() -> None:
    assert date_doubt("0001.01.01", latest=date(50, 1, 1), today=date(50, 1, 1)) == ""


def test_year_of_a_record_keeps_its_zeros() -> None:
    assert record_day(date(987, 6, 5)) == "0987.06.05"

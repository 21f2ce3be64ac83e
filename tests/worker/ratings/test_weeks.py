from __future__ import annotations

from datetime import date

import pytest

from worker.ratings.weeks import week_of_record, weeks_between


@pytest.mark.parametrize(
    ("text", "week"),
    [
        ("2026.11.16", date(2026, 11, 16)),  # a Monday
        ("2026.11.22", date(2026, 11, 16)),  # its Sunday
        ("2026.11.23", date(2026, 11, 23)),
        ("2027.01.01", date(2026, 12, 28)),
        ("0001.01.03", date(1, 1, 1)),
        ("2026.11.??", None),
        ("2026.??.??", None),
        ("????.??.??", None),
        ("", None),
        ("2026.02.30", None),
    ],
)
def test_week_of_a_records_date(text: str, week: date | None) -> None:
    assert week_of_record(text) == week


def test_weeks_are_counted_over_the_turn_of_a_year() -> None:
    assert weeks_between(date(2026, 12, 21), date(2027, 1, 11)) == 3

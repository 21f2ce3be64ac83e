from __future__ import annotations

import pytest

from matches.web.dates import record_date, record_dates


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2026.11.14", "14 November 2026"),
        ("2026.11.??", "November 2026"),
        ("2026.??.??", "2026"),
        ("????.??.??", ""),
        ("", ""),
        ("2026.02.30", "2026.02.30"),
    ],
)
def test_date_shows_what_is_known_of_it(written: str, shown: str) -> None:
    assert record_date(written) == shown


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("2026.01.02", "2026.02.28", "2 January 2026 to 28 February 2026"),
        ("2026.01.02", "2026.01.02", "2 January 2026"),
        ("2026.01.02", "", "2 January 2026"),
        ("", "2026.01.02", "2 January 2026"),
        ("", "", ""),
    ],
)
def test_days_of_an_event_run_from_first_to_last(first: str, last: str, shown: str) -> None:
    assert record_dates(first, last) == shown

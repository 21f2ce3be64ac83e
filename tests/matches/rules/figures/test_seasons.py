from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.figures.seasons import Season, day_order, is_whole_day, season_at, season_of

SEPTEMBER = 9
JANUARY = 1


@pytest.mark.parametrize(
    ("recorded", "month", "year"),
    [
        ("2026.09.01", SEPTEMBER, 2026),
        ("2026.08.31", SEPTEMBER, 2025),
        ("2027.01.15", SEPTEMBER, 2026),
        ("2026.01.01", JANUARY, 2026),
        ("2026.12.31", JANUARY, 2026),
        # A month decides it, whatever the day.
        ("2026.09.??", SEPTEMBER, 2026),
        ("2026.08.??", SEPTEMBER, 2025),
        # A year decides it where seasons are calendar years.
        ("2026.??.??", JANUARY, 2026),
        ("2026.??.??", SEPTEMBER, None),
        ("2026.??.14", SEPTEMBER, None),
        ("20??.11.14", SEPTEMBER, None),
        ("????.??.??", JANUARY, None),
        ("0000.11.14", SEPTEMBER, None),
        ("", SEPTEMBER, None),
    ],
)
def test_a_date_lies_in_a_season_as_far_as_it_is_known(recorded: str, month: int, year: int | None) -> None:
    expected = None if year is None else Season(year, month)
    assert season_of(recorded, month) == expected


@pytest.mark.parametrize(
    ("season", "label", "since", "until"),
    [
        (Season(2026, 9), "2026/27", date(2026, 9, 1), date(2027, 8, 31)),
        (Season(1999, 9), "1999/00", date(1999, 9, 1), date(2000, 8, 31)),
        (Season(2023, 3), "2023/24", date(2023, 3, 1), date(2024, 2, 29)),
        (Season(2026, 1), "2026", date(2026, 1, 1), date(2026, 12, 31)),
    ],
)
def test_a_season_lasts_twelve_months(season: Season, label: str, since: date, until: date) -> None:
    assert (season.label, season.since, season.until) == (label, since, until)


@given(st.dates(min_value=date(2, 1, 1), max_value=date(9000, 1, 1)), st.integers(1, 12))
def test_each_day_lies_in_one_season(day: date, month: int) -> None:
    season = season_at(day, month)
    assert season.since <= day <= season.until
    assert season.until + timedelta(days=1) == season.after.since
    assert season.before.after == season
    assert season_of(day.strftime("%Y.%m.%d").rjust(10, "0"), month) == season


def test_records_stand_in_the_order_of_their_days_and_behind_all_that_they_could_be() -> None:
    dates = ["2026.11.14", "", "2026.11.??", "2026.??.??", "2026.02.01", "????.??.??", "2026.11.30"]
    assert sorted(dates, key=day_order) == [
        "",
        "2026.02.01",
        "2026.11.14",
        "2026.11.30",
        "2026.11.??",
        "2026.??.??",
        "????.??.??",
    ]


def test_a_whole_day_has_year_month_and_day() -> None:
    assert is_whole_day("2026.11.14")
    assert not any(map(is_whole_day, ("2026.11.??", "2026.??.14", "20??.11.14", "")))

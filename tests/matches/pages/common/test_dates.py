from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from matches.pages.common.dates import day_text, month_text, record_date, record_dates, time_text


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


@pytest.mark.parametrize(
    ("written", "shown"),
    [("2026.11.14", "14 novembre 2026"), ("2026.11.01", "1er novembre 2026"), ("2026.08.??", "août 2026")],
)
def test_french_date_counts_the_first_of_a_month_apart(written: str, shown: str) -> None:
    with translation.override("fr"):
        assert record_date(written) == shown


def test_french_days_of_an_event_stand_side_by_side() -> None:
    with translation.override("fr"):
        assert record_dates("2026.01.01", "2026.02.??") == "1er janvier 2026 – février 2026"


@pytest.mark.parametrize(
    ("language", "day", "month", "time"),
    [("en", "1 May 2026", "May 2026", "08:05"), ("fr", "1er mai 2026", "mai 2026", "08:05")],
)
def test_days_months_and_hours_are_told_in_the_readers_language(
    language: str, day: str, month: str, time: str
) -> None:
    at = datetime(2026, 5, 1, 8, 5, tzinfo=UTC)
    with translation.override(language):
        assert (day_text(at), month_text(date(2026, 5, 1)), time_text(at)) == (day, month, time)


@pytest.mark.parametrize(("day", "shown"), [(date(2026, 3, 1), "1er mars 2026"), (None, "")])
def test_template_writes_a_day_as_the_pages_do(day: date | None, shown: str) -> None:
    with translation.override("fr"):
        assert Template("{% load ecarte %}{{ day|day }}").render(Context({"day": day})) == shown

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from matches.pages.common.dates import (
    day_text,
    month_text,
    record_date,
    record_dates,
    time_text,
    weekday_text,
)


@pytest.mark.parametrize(
    ("language", "written", "expected"),
    [
        ("en", "2026.11.14", "14 November 2026"),
        ("en", "2026.11.??", "November 2026"),
        ("en", "2026.??.??", "2026"),
        ("en", "????.??.??", ""),
        ("en", "", ""),
        ("en", "2026.02.30", "2026.02.30"),
        ("fr", "2026.11.14", "14 novembre 2026"),
        ("fr", "2026.11.01", "1er novembre 2026"),
        ("fr", "2026.08.??", "août 2026"),
    ],
)
def test_date_shows_what_is_known_of_it(language: str, written: str, expected: str) -> None:
    with translation.override(language):
        assert record_date(written) == expected


@pytest.mark.parametrize(
    ("language", "first", "last", "expected"),
    [
        ("en", "2026.01.02", "2026.02.28", "2 January 2026 to 28 February 2026"),
        ("en", "2026.01.02", "2026.01.02", "2 January 2026"),
        ("en", "2026.01.02", "", "2 January 2026"),
        ("en", "", "2026.01.02", "2 January 2026"),
        ("en", "", "", ""),
        ("fr", "2026.01.01", "2026.02.03", "du 1er janvier 2026 au 3 février 2026"),
        ("fr", "2026.01.01", "2026.02.??", "1er janvier 2026 – février 2026"),
    ],
)
def test_days_of_an_event_run_from_first_to_last(language: str, first: str, last: str, expected: str) -> None:
    with translation.override(language):
        assert record_dates(first, last) == expected


@pytest.mark.parametrize(
    ("language", "day", "month", "time"),
    [
        ("en", "1 May 2026", "May 2026", "08:05"),
        ("fr", "1er mai 2026", "mai 2026", "8\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}05"),
    ],
)
def test_times_are_in_the_readers_language(language: str, day: str, month: str, time: str) -> None:
    at = datetime(2026, 5, 1, 8, 5, tzinfo=UTC)
    with translation.override(language):
        assert (day_text(at), month_text(date(2026, 5, 1)), time_text(at)) == (day, month, time)


@pytest.mark.parametrize(("day", "expected"), [(date(2026, 3, 1), "1er mars 2026"), (None, "")])
def test_template_writes_a_day_as_the_pages_do(day: date | None, expected: str) -> None:
    with translation.override("fr"):
        assert Template("{% load ecarte %}{{ day|day }}").render(Context({"day": day})) == expected


def test_weekday_comes_first_and_the_year_is_left_out() -> None:
    assert [weekday_text(date(2026, 11, day)) for day in (1, 26)] == [
        "Sunday, 1 November",
        "Thursday, 26 November",
    ]

"""A figure by month: the table behind the charts, and their text alternatives."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from matches.figures.statistics import Figures, MonthOfPlay, Scope
from matches.models import Club
from matches.pages.figures.filters import Filters
from matches.pages.figures.months import MOST_MONTHS, OF_ALL, OF_PLAYER, months
from matches.pages.figures.subjects import Selection, club_subject, select
from matches.rules.figures.tallies import COUNTERS

CLUB = Club(pk=1, slug="portland", name="Portland")
NONE = dict.fromkeys(COUNTERS, 0)


def selection(**filters: Any) -> Selection:
    return select(club_subject(CLUB), Filters(**filters))


def month(year: int, number: int, **sums: int) -> MonthOfPlay:
    return MonthOfPlay(date(year, number, 1), Figures(Scope(), NONE | sums))


def months_table(*by_month: MonthOfPlay, keys: tuple[str, ...] = OF_ALL, **filters: Any) -> dict[str, Any]:
    table = months(selection(**filters), by_month, keys)
    assert table is not None
    return table


def test_nothing_is_no_course() -> None:
    assert months(selection(), [], OF_ALL) is None


@pytest.mark.parametrize(
    ("filters", "since", "until"),
    [
        ({}, "2028-02-01", "2028-02-29"),
        ({"since": date(2028, 2, 10)}, "2028-02-10", "2028-02-29"),
        ({"until": date(2028, 2, 10)}, "2028-02-01", "2028-02-10"),
        ({"since": date(2027, 1, 1), "until": date(2028, 12, 31)}, "2028-02-01", "2028-02-29"),
    ],
    ids=["all", "since", "until", "both"],
)
def test_month_leads_to_its_days(filters: dict[str, Any], since: str, until: str) -> None:
    row = months_table(month(2028, 2, games=3), **filters)["rows"][0]
    assert row["name"] == "February 2028"
    assert parse_qs(urlsplit(row["url"]).query) == {"since": [since], "until": [until]}


def test_latest_month_stands_first_and_counts_are_grouped() -> None:
    table = months_table(month(2026, 1, games=1234, deals=9876), month(2026, 2, games=5, deals=20))
    assert [row["name"] for row in table["rows"]] == ["February 2026", "January 2026"]
    assert table["rows"][1]["cells"] == [("1,234", ""), ("9,876", "")]


def test_more_months_than_there_is_room_for_are_told() -> None:
    every = [month(2020 + place // 12, place % 12 + 1, games=1) for place in range(MOST_MONTHS + 1)]
    table = months_table(*every)
    expected = (MOST_MONTHS, "February 2020", True)
    assert (len(table["rows"]), table["rows"][-1]["name"], table["are_more"]) == expected
    assert months_table(*every[1:])["are_more"] is False


def test_month_of_too_few_games_is_shown_as_its_count() -> None:
    table = months_table(
        month(2026, 1, games=3, game_won=2), month(2026, 2, games=100, game_won=50), keys=OF_PLAYER[:1]
    )
    assert table["courses"][0]["description"] == (
        "2 of 3 in January 2026, 50.0 ± 10.0 in February 2026. The table below has every month."
    )
    assert table["rows"][1]["cells"] == [("2 of 3", "")]

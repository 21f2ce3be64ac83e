"""A figure month by month: the table behind the drawings, and what they say to who does not see them."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from matches.figures.queries.totals import Figures, MonthOfPlay, Scope
from matches.models import Club
from matches.pages.figures.filters import Kept
from matches.pages.figures.months import MONTHS_SHOWN, OF_ALL, OF_PLAYER, Months, months
from matches.pages.figures.subjects import Asked, of_club, within
from matches.rules.figures.tallies import COUNTERS

CLUB = Club(pk=1, slug="portland", name="Portland")
NONE = dict.fromkeys(COUNTERS, 0)


def asked(**kept: Any) -> Asked:
    return within(of_club(CLUB), Kept(**kept))


def month(year: int, number: int, **sums: int) -> MonthOfPlay:
    return MonthOfPlay(date(year, number, 1), Figures(Scope(), NONE | sums))


def told(*found: MonthOfPlay, keys: tuple[str, ...] = OF_ALL, **kept: Any) -> Months:
    shown = months(asked(**kept), found, keys)
    assert shown is not None
    return shown


def test_nothing_is_no_course() -> None:
    assert months(asked(), [], OF_ALL) is None


@pytest.mark.parametrize(
    ("kept", "since", "until"),
    [
        ({}, "2028-02-01", "2028-02-29"),
        ({"since": date(2028, 2, 10)}, "2028-02-10", "2028-02-29"),
        ({"until": date(2028, 2, 10)}, "2028-02-01", "2028-02-10"),
        ({"since": date(2027, 1, 1), "until": date(2028, 12, 31)}, "2028-02-01", "2028-02-29"),
    ],
    ids=["all", "since", "until", "both"],
)
def test_month_leads_to_its_own_days_within_those_asked_for(
    kept: dict[str, Any], since: str, until: str
) -> None:
    row = told(month(2028, 2, games=3), **kept).rows[0]
    assert row.name == "February 2028"
    assert parse_qs(urlsplit(row.url).query) == {"since": [since], "until": [until]}


def test_latest_month_stands_first_and_counts_are_grouped() -> None:
    shown = told(month(2026, 1, games=1234, deals=9876), month(2026, 2, games=5, deals=20))
    assert [row.name for row in shown.rows] == ["February 2026", "January 2026"]
    assert shown.rows[1].cells == (("1,234", ""), ("9,876", ""))


def test_more_months_than_there_is_room_for_are_told() -> None:
    every = [month(2020 + place // 12, place % 12 + 1, games=1) for place in range(MONTHS_SHOWN + 1)]
    shown = told(*every)
    assert (len(shown.rows), shown.rows[-1].name, shown.are_more) == (MONTHS_SHOWN, "February 2020", True)
    assert told(*every[1:]).are_more is False


def test_month_of_too_few_is_told_in_words_to_who_listens() -> None:
    shown = told(
        month(2026, 1, games=3, game_won=2), month(2026, 2, games=100, game_won=50), keys=OF_PLAYER[:1]
    )
    assert shown.courses[0].told == (
        "too few to tell in January 2026, 50.0 ± 5.0 in February 2026. The table below has every month."
    )
    assert shown.rows[1].cells == (("—", "3 games"),)

"""What the API shows of a club, and what may be changed of it."""

from __future__ import annotations

import pytest

from matches.models import Club
from tests.matches.api.calling import Caller, path_of, problem


def test_shows_and_changes_in_which_month_a_season_begins(api: Caller, club: Club) -> None:
    assert api.get(path_of(club)).json()["season_month"] == 9

    changed = api.patch(path_of(club), {"season_month": 1}, If_Match="*").json()

    assert changed["season_month"] == 1
    club.refresh_from_db()
    assert club.season_month == 1


@pytest.mark.parametrize("month", [0, 13, "May", None])
def test_refuses_a_month_that_there_is_not(api: Caller, club: Club, month: object) -> None:
    told = problem(api.patch(path_of(club), {"season_month": month}, If_Match="*"), 422, "invalid")

    assert [error["pointer"] for error in told["errors"]] == ["/season_month"]

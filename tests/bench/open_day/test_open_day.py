"""A small open day goes through whole; how fast is not asserted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.open_day.composition import commands, running
from tests.bench.open_day.day import Day, Size, bounds, find_limit, hold, is_too_large
from tests.bench.open_day.usage import Usage

SMALL = Size(
    tables=3, watchers=10, visitors=4, pace_seconds=0.5, warm_seconds=0.2, seconds=1.0, has_history=False
)


@pytest.mark.long
@pytest.mark.soak
def test_everybody_is_answered_and_every_deal_comes_to_every_watcher(
    service_environment: dict[str, str], tmp_path: Path
) -> None:
    with running(
        service_environment, tmp_path, only={"web", "live"}, settings="ecarte_site.settings"
    ) as site:
        day = hold(site, service_environment, SMALL, tmp_path)
    assert (day.errors, day.unheard, day.broken) == ([], 0, 0)
    assert len(day.delays) == day.deals * SMALL.watchers
    assert day.milliseconds
    assert day.usage.cores("web") > 0
    assert day.usage.cores("people") > 0
    assert day.usage.mib["live"] > 0


@pytest.mark.long
def test_every_part_of_ours_is_run_by_the_command_that_the_composition_has(tmp_path: Path) -> None:
    commands_by_part = commands(tmp_path, {"web": 8123, "live": 8124})
    assert {"web", "live", "worker", "webhooks", "beat"} <= set(commands_by_part)
    assert "migrate" not in commands_by_part
    assert "--bind=127.0.0.1:8123" in commands_by_part["web"]
    assert "--workers=2" in commands_by_part["web"]
    assert "--port=8124" in commands_by_part["live"]
    assert not [word for words in commands_by_part.values() for word in words if "$" in word]


def made_up(clubs: int, *, most: int) -> Day:
    """Return a day with timely responses for up to ``most`` clubs."""
    day = Day(Size(clubs=clubs), milliseconds={"a page": [100.0 if clubs <= most else 900.0] * 9})
    day.usage = Usage(seconds=10.0, sessions=10, most_sessions=100, busiest_web=9.0)
    day.usage.processor.update({"web": 15, "live": 1, "redis": 2})
    return day


@pytest.mark.long
@pytest.mark.parametrize(
    ("most", "tried"), [(0, [1]), (1, [1, 2]), (2, [1, 2, 4, 3]), (3, [1, 2, 4, 3]), (5, [1, 2, 4, 8, 6, 5])]
)
def test_limit_is_found_by_doubling_and_then_between(most: int, tried: list[int]) -> None:
    days = find_limit(lambda clubs: made_up(clubs, most=most), made_up(1, most=most))
    assert [day.size.clubs for day in days] == tried
    assert max((day.size.clubs for day in days if not is_too_large(day)), default=0) == most


@pytest.mark.long
def test_day_with_an_error_is_too_large() -> None:
    day = made_up(1, most=1)
    assert not is_too_large(day)
    day.errors.append("500")
    assert is_too_large(day)


@pytest.mark.long
def test_fullest_bound_is_named_first() -> None:
    shares = [(bound.name, round(bound.share, 2)) for bound in bounds(made_up(2, most=1))]
    assert ("the core of the busiest web process", 0.9) in shares
    assert ("sessions that the database allows", 0.1) in shares
    assert [share for _name, share in shares] == sorted((share for _name, share in shares), reverse=True)

"""A small open day goes through whole; how fast is not asserted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench.bench_open_day import _of_day, _of_limit, _of_pace
from tests.bench.open_day.composition import commands, running
from tests.bench.open_day.day import Day, Size, bounds, find_limit, find_pace, hold, is_too_large
from tests.bench.open_day.usage import Usage

SMALL = Size(
    tables=3, watchers=10, visitors=4, pace_seconds=0.5, warm_seconds=0.2, seconds=1.0, has_history=False
)


@pytest.mark.long
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


def at_pace(seconds: float, *, held_at: float) -> Day:
    """Return a day with timely responses if tables deal no faster than every ``held_at`` seconds."""
    day = made_up(1, most=int(seconds >= held_at))
    return replace(day, size=replace(day.size, pace_seconds=seconds))


@pytest.mark.long
@pytest.mark.parametrize(
    ("held_at", "tried"), [(4.0, []), (5.0, [8.0]), (16.0, [8.0, 16.0]), (1e9, [8.0, 16.0, 32.0, 64.0])]
)
def test_where_one_day_is_too_much_tables_deal_half_as_fast(held_at: float, tried: list[float]) -> None:
    days = find_pace(lambda pace: at_pace(pace, held_at=held_at), at_pace(4.0, held_at=held_at))
    assert [day.size.pace_seconds for day in days] == tried
    for day in days:
        day.milliseconds["a deal told"] = [20.0] * 9
    values = {figure.name: figure.value for figure in _of_pace(days)}
    assert len(values) == 5 * len(tried)
    if tried == [8.0]:
        assert values["one, a deal every 8 s at each table: a deal told, 95 in 100 within"] == pytest.approx(
            20
        )


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


@pytest.mark.long
def test_figures_say_how_many_days_were_held_and_what_was_full_in_the_next() -> None:
    days = [made_up(clubs, most=2) for clubs in (1, 2, 4, 3)]
    for day in days:
        day.milliseconds["a deal told"] = [20.0] * 9
        day.delays, day.deals = [0.1] * 9, 9
    days[0].usage.mib["web"] = 300.0
    values = {figure.name: figure.value for figure in [*_of_day(days[0]), *_of_limit(days)]}
    assert values["open days at once within 500 ms and without an error"] == 2
    assert values["a page, 95 in 100 within"] == pytest.approx(100)
    assert values["from the tap to the watcher, 95 in 100 within"] == pytest.approx(100)
    assert values["web: memory"] == 300
    assert values["too much, 3 at once: in use of the core of the busiest web process"] == pytest.approx(90)
    assert values["4 at once: the slowest kind (a page), 95 in 100 within"] == pytest.approx(900)

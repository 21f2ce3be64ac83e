"""How many open days at once a machine holds, at which pace, and which of its bounds is reached first."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.bench.open_day.day import Day

MOST_MILLISECONDS: Final = 500.0
"""A day is too large where 95 in 100 of some kind of request take longer, or where anything goes wrong."""
MOST_DAYS: Final = 32
SLOWEST_PACE_SECONDS: Final = 64.0
"""People deal about as fast."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Something of which there is only so much, and the share of it that was in use, 1 being all."""

    name: str
    share: float


def is_too_large(day: Day) -> bool:
    return bool(day.wrong) or day.slowest[1] > MOST_MILLISECONDS


def find_limit(hold: Callable[[int], Day], first: Day) -> list[Day]:
    """Days of more and more clubs, in the order in which they were held. ``first`` is a day of one club.

    Twice as many until it is too much, then halfway between what was held and what was not.
    """
    days = [first]
    held, failed = (0, 1) if is_too_large(first) else (1, 0)
    while (failed == 0 and held < MOST_DAYS) or failed - held > 1:
        clubs = 2 * held if failed == 0 else (held + failed) // 2
        day = hold(clubs)
        days.append(day)
        if is_too_large(day):
            failed = clubs
        else:
            held = clubs
    return days


def find_pace(hold: Callable[[float], Day], first: Day) -> list[Day]:
    """Days at half the pace of ``first``, a quarter, and so on until one is held; none where ``first`` is."""
    days: list[Day] = []
    last = first
    while is_too_large(last) and last.size.pace_seconds < SLOWEST_PACE_SECONDS:
        last = hold(2 * last.size.pace_seconds)
        days.append(last)
    return days


def bounds(day: Day) -> list[Bound]:
    """The bounds of a machine and of the parts that have one process for all, the fullest first.

    A part that runs Python in one process has one core at most, however many there are.
    """
    usage = day.usage
    cores = os.cpu_count() or 1
    found = [
        Bound(f"the {cores} cores of the machine", usage.busy / cores),
        Bound("the core of the busiest web process", usage.busiest_web / usage.seconds),
        Bound("the core of the process with the streams", usage.cores("live")),
        Bound("the core of Redis", usage.cores("redis")),
        Bound("sessions that the database allows", usage.sessions / (usage.most_sessions or 1)),
    ]
    return sorted(found, key=lambda bound: -bound.share)

"""A value that is made once, however many threads ask for it first."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from matches.common.made_once import made_once

CALLERS = 16


def test_callers_at_the_same_moment_get_one_value_made_once() -> None:
    ready = threading.Barrier(CALLERS)
    made: list[str] = []

    @made_once()
    def value(name: str) -> list[str]:
        time.sleep(0.05)  # time in which others would make theirs
        made.append(name)
        return [name]

    def ask(_number: int) -> list[str]:
        ready.wait()
        return value("a")

    with ThreadPoolExecutor(CALLERS) as pool:
        first, *others = pool.map(ask, range(CALLERS))
    assert made == ["a"]
    assert all(each is first for each in others)
    assert value("b") == ["b"]


def test_oldest_of_more_than_are_kept_is_made_again() -> None:
    made: list[int] = []

    @made_once(keep=2)
    def value(number: int) -> None:
        made.append(number)

    for number in (1, 2, 2, 3, 1):
        value(number)
    assert made == [1, 2, 3, 1]


def test_next_caller_tries_again_after_a_failure() -> None:
    tries: Iterator[ValueError | int] = iter([ValueError("no"), 7])

    @made_once()
    def value() -> int:
        result = next(tries)
        if isinstance(result, ValueError):
            raise result
        return result

    with pytest.raises(ValueError, match="no"):
        value()
    assert value() == value() == 7

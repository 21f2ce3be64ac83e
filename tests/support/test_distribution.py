"""A parallel run distributes tests by file, except for files that must run together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support.distribution import TOGETHER, FilesTogether, put_long_ones_first


@pytest.mark.parametrize(
    ("test", "scope"),
    [
        ("tests/scoring/test_cards.py::test_rank[SA]", "tests/scoring/test_cards.py"),
        ("tests/scoring/test_cards.py::test_mail[owner@example.org]", "tests/scoring/test_cards.py"),
        ("tests/faults/test_worker.py::test_kill[web]", "faults"),
        ("tests/machines/test_machines.py::test_work", "faults"),
        ("tests/browser/test_started_site.py::test_walk", "started site"),
        ("tests/browser/test_pages.py::test_page", "tests/browser/test_pages.py"),
    ],
)
def test_scope(test: str, scope: str) -> None:
    assert FilesTogether._split_scope(None, test) == scope  # type: ignore[arg-type]


@pytest.mark.parametrize("file", [file for files in TOGETHER.values() for file in files])
def test_what_goes_together_is_there(file: str) -> None:
    assert (PROJECT / file).exists()


def test_first_evening_comes_before_the_tests_that_stop_its_site() -> None:
    files = ("tests/ecarte_site/embedded/test_start.py", "tests/browser/test_first_evening.py")
    items: list[Any] = [SimpleNamespace(path=PROJECT / file) for file in files]
    put_long_ones_first(items)
    assert [item.path.name for item in items] == ["test_first_evening.py", "test_start.py"]

"""How a parallel run hands the tests out: a file at a time, the long ones first.

Tests of a file share what was made for it, and most of what they import. A test that is marked with an
``xdist_group`` goes with its group instead, as `--dist loadgroup` has it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from ecarte_site.setup.environment import PROJECT

LONG = (
    "tests/faults",
    "tests/browser",
    "tests/matches/test_migrations.py",
    "tests/ecarte_site",
    "tests/bench",
)
"""What takes longest for each test begins first, so that no worker is left alone with it in the end."""


class FilesTogether(LoadScopeScheduling):  # type: ignore[misc]
    """Needs `--no-loadscope-reorder`: xdist puts files of many tests first, and those are the quick ones."""

    def _split_scope(self, nodeid: str) -> str:
        test, _, group = nodeid.rpartition("@")
        return group if test and "]" not in group else nodeid.partition("::")[0]


def put_long_ones_first(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _place(item.path))


def _place(path: Path) -> int:
    found = path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else ""
    return next((place for place, name in enumerate(LONG) if found.startswith(name)), len(LONG))

"""Distribute the tests of a parallel run: file by file, the longest first.

Tests of one file share its fixtures and most of its imports. Some files share more, and run in the same process.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from ecarte_site.setup.environment import PROJECT

LONG = (
    "tests/matches/test_migrations.py",
    "tests/matches/api/test_document.py",
    "tests/browser/test_first_evening.py",
    "tests/ecarte_site",
    "tests/faults",
    "tests/browser",
    "tests/bench",
)
"""The tests that take longest begin first, so that no worker is left alone with one at the end.

Those that review deals are not the very first: by then the kernels are compiled. The first evening needs the site that
the tests of ``manage.py start`` stop at their end.
"""
TOGETHER = {
    # A migrated database, compiled kernels; and services that are killed leave the other processes of a run in peace.
    "faults": ("tests/faults/", "tests/machines/", "tests/bench/open_day/"),
    "started site": (
        "tests/browser/test_first_evening.py",
        "tests/browser/test_started_site.py",
        "tests/ecarte_site/embedded/test_start.py",
    ),
}
"""Files that one process runs one after the other. By name: pytest 9.2 keeps xdist from writing marks into ids."""


class FilesTogether(LoadScopeScheduling):  # type: ignore[misc]
    """Needs `--no-loadscope-reorder`: xdist puts files of many tests first, and those are the quick ones."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return next((name for name, files in TOGETHER.items() if file.startswith(files)), file)


def put_long_ones_first(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _place(item.path))


def _place(path: Path) -> int:
    path_name = path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else ""
    return next((place for place, name in enumerate(LONG) if path_name.startswith(name)), len(LONG))

"""`make audit` does both its parts, whatever the first one finds."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT

MAKE = shutil.which("make")


@pytest.mark.skipif(MAKE is None, reason="there is no make")
@pytest.mark.parametrize(("code", "packages", "status"), [(0, 0, 0), (1, 0, 2), (0, 3, 2), (1, 3, 2)])
def test_both_parts_are_done_and_either_fails(tmp_path: Path, code: int, packages: int, status: int) -> None:
    shutil.copy(PROJECT / "Makefile", tmp_path)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, ends_with in (("bandit", code), ("python", packages)):
        (programs / name).write_text(f"#!/bin/sh\necho {name} was here\nexit {ends_with}\n")
        (programs / name).chmod(0o755)
    done = subprocess.run([str(MAKE), "audit"], cwd=tmp_path, text=True, capture_output=True, check=False)
    assert [line for line in done.stdout.splitlines() if line.endswith("was here")] == [
        "bandit was here",
        "python was here",
    ]
    assert done.returncode == status
    assert not status or f"Error {packages or code}" in done.stderr

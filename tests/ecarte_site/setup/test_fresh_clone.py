"""The README's first command on a machine with only Python 3.11 and the last commit of the project."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port, stop
from tests.support.site import read_until_ready, start_process


@pytest.mark.soak
def test_first_command_serves_the_demonstration_from_nothing(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(clone)], check=True)
    port = free_port()
    bare_python = [getattr(sys, "_base_executable", sys.executable)]
    process = start_process([*bare_python, str(clone / "manage.py"), "start", "--port", str(port)])
    try:
        output = read_until_ready(process, patience_seconds=600)
        assert (clone / ".venv").is_dir()
        assert f"Its data is in {clone / 'var'}" in output
        with urllib.request.urlopen(f"http://localhost:{port}/clubs/portland/", timeout=60) as answer:
            assert "Autumn Cup" in answer.read().decode()
    finally:
        stop(process)
    assert process.returncode == 0
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, capture_output=True, text=True, check=True
    )
    assert changed.stdout == "", "a start leaves files that git sees"
    assert os.listdir(clone / "var")

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte_site.data_folder import FolderInUseError, hold_folder
from ecarte_site.setup.environment import PROJECT


def test_a_folder_is_made_and_closed_to_others(tmp_path: Path) -> None:
    with hold_folder(tmp_path / "new" / "data") as folder:
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_second_site_on_the_same_data_is_refused_and_told_by_whom(tmp_path: Path) -> None:
    with hold_folder(tmp_path), pytest.raises(FolderInUseError, match=f"process {os.getpid()}"):
        hold_folder(tmp_path).__enter__()


def test_a_killed_site_leaves_its_folder_free(tmp_path: Path) -> None:
    holding = (
        "import sys, time; from pathlib import Path; from ecarte_site.data_folder import hold_folder\n"
        f"with hold_folder(Path({str(tmp_path)!r})): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holding], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(FolderInUseError):
            hold_folder(tmp_path).__enter__()
        other.kill()
    with hold_folder(tmp_path), pytest.raises(FolderInUseError, match=rf"\(process {os.getpid()}\)"):
        hold_folder(tmp_path).__enter__()

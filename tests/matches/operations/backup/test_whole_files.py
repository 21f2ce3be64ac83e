from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.operations.backup.errors import BackupError
from matches.operations.backup.files import clear_unfinished, write_whole_file

OURS = re.compile(r"[ab]\.zip")
WRITES_FOR_EVER = """
import pathlib, sys, time
import django
django.setup()
from matches.operations.backup.files import write_whole_file
with write_whole_file(pathlib.Path(sys.argv[1])) as stream:
    stream.write(b"half")
    stream.flush()
    print("writing", flush=True)
    time.sleep(600)
"""


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_file_has_its_name_when_it_is_whole_and_is_its_owners_alone(tmp_path: Path) -> None:
    place = tmp_path / "a.zip"
    with write_whole_file(place) as stream:
        stream.write(b"all")
        assert not place.exists()
    assert place.read_bytes() == b"all"
    assert place.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["a.zip"]


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path: Path) -> None:
    def fail() -> None:
        with write_whole_file(tmp_path / "a.zip") as stream:
            stream.write(b"half")
            raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        fail()
    assert names(tmp_path) == []


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    place = tmp_path / "a.zip"
    place.write_bytes(b"mine")
    with pytest.raises(BackupError, match="is there already"), write_whole_file(place):
        pass
    assert place.read_bytes() == b"mine"
    assert names(tmp_path) == ["a.zip"]


def test_a_killed_writer_leaves_no_file_of_that_name_and_the_next_one_clears_up(tmp_path: Path) -> None:
    place = tmp_path / "a.zip"
    command = [sys.executable, "-c", WRITES_FOR_EVER, str(place)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        with pytest.raises(BackupError, match="is being written by another process"), write_whole_file(place):
            pass
        clear_unfinished(tmp_path, OURS)
        assert names(tmp_path) == [".a.zip.part"]
        writer.send_signal(signal.SIGKILL)
    assert names(tmp_path) == [".a.zip.part"]
    with write_whole_file(place) as stream:
        stream.write(b"new")
    assert place.read_bytes() == b"new"
    for name in (".b.zip.part", ".film.part", ".my.zip.part"):
        (tmp_path / name).write_bytes(b"half")
    clear_unfinished(tmp_path, OURS)
    assert names(tmp_path) == [".film.part", ".my.zip.part", "a.zip"]

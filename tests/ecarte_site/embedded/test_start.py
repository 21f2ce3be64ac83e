"""The README's first command, run as a person runs it."""

from __future__ import annotations

import errno
import json
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.db import OperationalError

from ecarte_site.embedded.start import disk_problem
from ecarte_site.environment import lan_addresses
from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port
from tests.support.site import StartedSite, start_process, start_site

pytestmark = pytest.mark.e2e

START = [sys.executable, str(PROJECT / "manage.py"), "start"]


def get(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def run_to_its_end(*options: str) -> tuple[int, str]:
    process = start_process([*START, *options])
    output, _ = process.communicate(timeout=60)
    return process.returncode, output


def data_folder(site: StartedSite) -> Path:
    match = re.search(r"^  Its data is in (.+)$", site.output, re.MULTILINE)
    assert match
    return Path(match[1])


@pytest.mark.e2e(first=True)
def test_says_where_it_is_how_to_sign_in_and_how_to_stop(started_site: StartedSite) -> None:
    assert f"on this machine       {started_site.url}/" in started_site.output
    for address in lan_addresses():
        assert f"http://{address}:" in started_site.output
    assert started_site.email == "owner@localhost"
    assert re.fullmatch(r"([a-z2-9]{4}-){2}[a-z2-9]{4}", started_site.password)
    assert started_site.output.rstrip().splitlines()[-1] == "Ctrl-C stops it."
    # Lines of the log: loading the demonstration club asks for a dozen tasks.
    assert "info" not in started_site.output


def test_is_up_and_ready(started_site: StartedSite) -> None:
    assert get(f"{started_site.url}/healthz")[0] == 200
    status, body = get(f"{started_site.url}/readyz")
    assert (status, json.loads(body)["status"]) == (200, "ok")


def test_answers_to_its_names_on_the_local_network_and_to_no_other(started_site: StartedSite) -> None:
    for address in lan_addresses():
        assert get(f"{started_site.url}/", Host=address)[0] == 200
    assert get(f"{started_site.url}/", Host=f"{socket.gethostname().lower()}")[0] == 200
    assert get(f"{started_site.url}/", Host="elsewhere.example")[0] == 400


def test_shows_the_demonstration_club_with_its_styles(started_site: StartedSite) -> None:
    status, page = get(f"{started_site.url}/clubs/portland/")
    assert status == 200
    assert "Autumn Cup" in page
    for path in re.findall(r'<link rel="stylesheet" href="([^"]+)"', page):
        assert get(started_site.url + path)[0] == 200, path


def test_keeps_key_and_records_to_itself(started_site: StartedSite) -> None:
    folder = data_folder(started_site)
    keys = [path for path in folder.iterdir() if "secret" in path.name]
    assert [stat.S_IMODE(path.stat().st_mode) for path in keys] == [0o600]
    assert len(keys[0].read_text()) >= 50
    assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0


def test_keeps_records_to_itself_in_a_folder_that_others_may_read(empty_site: StartedSite) -> None:
    assert get(f"{empty_site.url}/")[0] == 200
    files = sorted(data_folder(empty_site).glob("ecarte.sqlite3*"))
    assert [file.name.removeprefix("ecarte.sqlite3") for file in files] == ["", "-shm", "-wal"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_numba_is_loaded_by_the_first_review_and_not_before(empty_site: StartedSite) -> None:
    assert get(f"{empty_site.url}/")[0] == 200
    maps = Path(f"/proc/{empty_site.process.pid}/maps")
    if not maps.exists():
        pytest.skip("this system does not show what a process has loaded")
    assert "llvmlite" not in maps.read_text()


def test_reviews_and_standings_are_done_without_another_process(started_site: StartedSite) -> None:
    database = data_folder(started_site) / "ecarte.sqlite3"
    deadline = time.monotonic() + 240  # The first review compiles its kernels.
    while time.monotonic() < deadline:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            decisions = connection.execute("SELECT count(*) FROM matches_decision").fetchone()[0]
            standings = connection.execute("SELECT count(*) FROM matches_standing").fetchone()[0]
        if decisions and standings:
            return
        time.sleep(0.5)
    pytest.fail(f"{decisions} decisions reviewed and {standings} standings written")


def test_a_taken_port_is_named_and_nothing_is_made(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, output = run_to_its_end("--port", str(port), "--data-dir", str(tmp_path))
    assert status == 1
    assert f"Port {port} is taken" in output
    assert f"--port {port + 1}" in output
    assert "Traceback" not in output
    assert not (tmp_path / "ecarte.sqlite3").exists()


def test_folder_that_cannot_be_written_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file" / "data", Path("/sys/ecarte")):
        status, output = run_to_its_end("--port", str(free_port()), "--data-dir", str(folder))
        assert status == 1
        assert re.fullmatch(rf"{folder}\S* can't be written \(.+\): make room .+\n", output), output


def test_disk_that_is_full_is_named_in_one_sentence(tmp_path: Path) -> None:
    """The process may write no file longer than 100 kB."""
    options = ["--port", str(free_port()), "--data-dir", str(tmp_path)]
    process = start_process(["sh", "-c", 'ulimit -f 200; exec "$@"', "sh", *START, *options])
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.fullmatch(r"The database can't be written \(.+\): make room .+\n", output), output


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/data/x"),
            "/data/x can't be written (No space left",
        ),
        (OSError(errno.EROFS, "Read-only file system", "/data/x"), "/data/x can't be written (Read-only"),
        (OSError(errno.ENOSPC, "No space left on device"), "A file can't be written (No space left"),
        (
            OperationalError("database or disk is full"),
            "The database can't be written (database or disk is full",
        ),
        (OperationalError("attempt to write a readonly database"), "The database can't be written (attempt"),
        (OperationalError("database is locked"), ""),
        (OSError(errno.ECONNREFUSED, "Connection refused"), ""),
        (RuntimeError("ours"), ""),
    ],
)
def test_disk_problems(error: Exception, sentence: str) -> None:
    problem = disk_problem(error)
    assert problem.startswith(sentence)
    assert bool(problem) == bool(sentence)


def test_data_in_use_is_not_started_on_again(started_site: StartedSite) -> None:
    folder = data_folder(started_site)
    status, output = run_to_its_end("--port", str(free_port()), "--data-dir", str(folder))
    assert status == 1
    assert f"already runs on the data in {folder} (process {started_site.process.pid})" in output


def test_another_kind_of_service_is_not_started_by_accident() -> None:
    result = subprocess.run(
        START,
        env={"DATABASE_URL": "postgres://club@db/ecarte", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert "The environment sets DATABASE_URL" in result.stderr


def test_stops_cleanly_by_either_signal_and_a_second_start_goes_on_with_the_data(
    empty_site: StartedSite,
) -> None:
    """This is the last of the tests that send requests to that site, which is stopped after it."""
    folder = data_folder(empty_site)
    assert empty_site.password
    empty_site.process.send_signal(signal.SIGINT)
    assert empty_site.process.wait(30) == 0
    with start_site(folder) as second:
        assert second.password == ""
        assert (
            f"ECARTE_DATA_DIR={folder} python3.11 manage.py changepassword owner@localhost" in second.output
        )
        # Loaded on a first start or never: this site's owner did without.
        assert get(f"{second.url}/clubs/portland/")[0] == 404
        second.process.send_signal(signal.SIGTERM)
        assert second.process.wait(30) == 0

"""The audit of the packages: its report, and that a package that could not be checked is never called clean."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ecarte_site.setup.audit import CLEAN, FAULTS, LOCK, NOT_AUDITED, read_audit, summary
from ecarte_site.setup.environment import PROJECT

GOOD = {"name": "django", "version": "5.2.19", "vulns": []}
BAD = {"name": "redis", "version": "8.1.0", "vulns": [{"id": "GHSA-1"}, {"id": "GHSA-2"}]}
AWAY = {
    "name": "celery",
    "skip_reason": "Dependency not found on PyPI and could not be audited: celery (5.7.0)",
}


@pytest.mark.parametrize(
    ("packages", "status", "expected"),
    [
        ([GOOD], CLEAN, "1 of 1 packages looked up, faults known of 0."),
        ([GOOD, BAD], FAULTS, "2 of 2 packages looked up, faults known of 1."),
        (
            [GOOD, AWAY],
            NOT_AUDITED,
            "1 of 2 packages looked up, faults known of 0. This is not a clean audit.",
        ),
        ([BAD, AWAY], FAULTS, "1 of 2 packages looked up, faults known of 1."),
        ([], NOT_AUDITED, "0 of 0 packages looked up, faults known of 0. This is not a clean audit."),
    ],
)
def test_status_and_words(packages: list[object], status: int, expected: str) -> None:
    audit = read_audit(json.dumps({"dependencies": packages, "fixes": []}))
    assert audit is not None
    assert (audit.status, summary(audit)) == (status, expected)


@pytest.mark.parametrize("printed", ["", "Traceback", "{}", "[]", "null"])
def test_no_result_is_none(printed: str) -> None:
    assert read_audit(printed) is None


def run_audit(url: str) -> subprocess.CompletedProcess[str]:
    options = ["-s", "osv", "--osv-url", url, "--timeout", "5"]
    command = [sys.executable, "-m", "ecarte_site.setup.audit", *options]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


@contextmanager
def database_of_faults(faulty: str) -> Iterator[str]:
    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            is_faulty = query["package"]["name"] == faulty
            vulns = [{"id": "OSV-2026-1", "summary": "A fault", "aliases": [], "affected": []}] * is_faulty
            body = json.dumps({"vulns": vulns} if vulns else {}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
    finally:
        server.shutdown()
        server.server_close()


def test_service_that_can_not_be_reached_is_told() -> None:
    done = run_audit("http://127.0.0.1:9/v1/query")
    assert done.returncode == NOT_AUDITED
    assert "Nothing was audited" in done.stderr


@pytest.mark.soak
def test_packages_of_the_service_are_asked_about() -> None:
    # Some are for other systems alone.
    locked = len(re.findall(r"^[a-z0-9._-]+==[^;]*$", LOCK.read_text(), re.MULTILINE))
    with database_of_faults("waitress") as url:
        done = run_audit(url)
    assert done.returncode == FAULTS, done.stderr
    assert re.search(r"^waitress [0-9.]+: OSV-2026-1$", done.stdout, re.MULTILINE)
    match = re.search(r"(\d+) of (\d+) packages looked up, faults known of 1\.", done.stdout)
    assert match
    assert match[1] == match[2]
    assert int(match[1]) >= locked
    with database_of_faults("") as url:
        assert run_audit(url).returncode == CLEAN

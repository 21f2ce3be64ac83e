"""The programs on the page about scoring from another program run as written, also in bad weather."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from ecarte_site.setup.environment import PROJECT
from matches.models import Club, ImportReport, Rubber
from tests.factories.clubs import make_club
from tests.matches.api.calling import guests, token_for
from tests.matches.files import LATE_KING, TWO_DEALS, rubber_text
from tests.matches.pages.records import make_member

HOWTO = (PROJECT / "docs" / "howto" / "score-from-another-program.md").read_text(encoding="utf-8")


def program(name: str, folder: Path) -> Path:
    """Write one of the page's programs to a file, and return its path."""
    names = {
        text.splitlines()[0].removeprefix("# "): text
        for text in re.findall(r"```python\n(.*?)```", HOWTO, re.DOTALL)
    }
    path = folder / name
    path.write_text(names[name], encoding="utf-8")
    return path


def run(
    path: Path, site: str, token: str, *arguments: str, expected: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(path), *arguments],
        input=expected,
        env={**os.environ, "SITE": site, "TOKEN": token, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


class Weather:
    """A transport that loses the first response to a deal, and lets another client write before the second deal."""

    def __init__(self, site: str, token: str) -> None:
        self.site = site
        self.token = token
        self.deals = 0
        self.keys: list[str] = []
        self.statuses: list[int] = []

    def carry(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, Any, bytes]:
        request = urllib.request.Request(self.site + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def write_between(self, path: str) -> None:
        """Record and undo a deal as another client: the version changes, and the next deal stays the same."""
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "If-Match": "*",
        }
        assert self.carry("POST", path, b'{"egn": "B S =void"}', headers)[0] == 201
        assert self.carry("DELETE", f"{path}last/", None, headers)[0] == 200


@contextmanager
def through(weather: Weather) -> Iterator[str]:
    """Yield the URL of a proxy to the site with this behaviour."""

    class Way(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            pass

        def do_GET(self) -> None:
            self._carry()

        def do_POST(self) -> None:
            self._carry()

        def _carry(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
            is_deal = self.path.endswith("/deals/")
            weather.deals += is_deal
            if is_deal and weather.deals == 4:
                weather.write_between(self.path)
            wanted = ("Authorization", "Content-Type", "If-Match", "Idempotency-Key")
            headers = {name: self.headers[name] for name in wanted if name in self.headers}
            status, reply_headers, content = weather.carry(self.command, self.path, body, headers)
            if is_deal:
                weather.keys.append(self.headers["Idempotency-Key"])
                weather.statuses.append(status)
            if is_deal and weather.deals == 1:
                # The command succeeded, but its response is lost.
                self.close_connection = True
                return
            self.send_response(status)
            for name in ("Content-Type", "ETag", "Location", "Idempotency-Replayed"):
                if name in reply_headers:
                    self.send_header(name, reply_headers[name])
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Way)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def served(transactional_db: None, live_server: LiveServer, tmp_path: Path) -> tuple[Club, str]:
    club = make_club()
    return club, token_for(make_member(club, "owner@example.org", role="owner"))


@pytest.mark.postgres
def test_program_scores_a_rubber_in_any_weather(
    served: tuple[Club, str], live_server: LiveServer, tmp_path: Path
) -> None:
    club, token = served
    ann, bob = guests(club, "Zoë 𝔄", "O'Brien; =1+1")
    weather = Weather(live_server.url, token)
    deals = "A S Kb =B5\nnonsense\nB S =B5\nB S =B5\n"
    with through(weather) as site:
        done = run(
            program("score.py", tmp_path),
            site,
            token,
            club.public_id,
            ann.public_id,
            bob.public_id,
            expected=deals,
        )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    rubber = Rubber.objects.get()
    assert (rubber.state, rubber.winner) == ("confirmed", "B")
    assert done.stdout.splitlines()[-1] == f"{rubber.public_id} confirmed B"
    # The first twice under one key, as its answer was lost; the second on an old tag, and again on the new one.
    assert weather.keys[0] == weather.keys[1]
    assert 412 in weather.statuses
    assert rubber.egn.count("=B") == 2


@pytest.mark.postgres
def test_program_sends_a_file_when_all_of_it_would_come_in(
    served: tuple[Club, str], live_server: LiveServer, tmp_path: Path
) -> None:
    club, token = served
    send = program("send_file.py", tmp_path)
    file = tmp_path / "Zoë.egn"
    good = rubber_text("Zoë 𝔄", "O'Brien; =1+1")
    late = rubber_text(tags=['[Table "2"]'], deals=[LATE_KING, TWO_DEALS[1]])
    file.write_text(f"{good}\n{late}", encoding="utf-8")
    refused = run(send, live_server.url, token, club.public_id, str(file))
    assert refused.returncode == 1
    assert "Nothing was sent" in refused.stderr
    assert f"{file}:{good.count(chr(10)) + 2}: draft: L23" in refused.stdout
    assert not Rubber.objects.exists()

    file.write_text(good, encoding="utf-8")
    done = run(send, live_server.url, token, club.public_id, str(file))
    assert (done.stdout, done.stderr) == ("1 stored, 0 here already\n", "")
    again = run(send, live_server.url, token, club.public_id, str(file))
    assert again.stdout == "0 stored, 1 here already\n"
    assert ImportReport.objects.filter(source="Zoë.egn").count() == 5

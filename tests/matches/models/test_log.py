from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from matches.models import LogEntry

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def entry() -> LogEntry:
    return append("rubber:x", 1, "first")


def append(stream: str, version: int, key: str) -> LogEntry:
    return LogEntry.objects.create(
        stream=stream,
        version=version,
        kind="rubber.imported",
        payload={"egn": ""},
        at=timezone.now(),
        key=key,
    )


def refused() -> AbstractContextManager[object]:
    return pytest.raises(DatabaseError, match="append-only")


CHANGES: dict[str, Callable[[LogEntry], object]] = {
    "update": lambda entry: LogEntry.objects.filter(pk=entry.pk).update(reason="another"),
    "save": lambda entry: entry.save(),
    "delete": lambda entry: LogEntry.objects.filter(pk=entry.pk).delete(),
    "raw update": lambda entry: _run("UPDATE matches_logentry SET version = 2"),
    "raw delete": lambda entry: _run("DELETE FROM matches_logentry"),
}


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


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

"""Tables are as empty after a test as Django's own way would leave them, those that guard their rows too."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import TransactionTestCase

from matches.models import LogEntry
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text
from tests.support import django_database

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def written_tables() -> set[str]:
    with connection.cursor() as cursor:
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        return {name for name in names if _has_rows(cursor, name)}


def _has_rows(cursor, name: str) -> bool:  # type: ignore[no-untyped-def]
    cursor.execute(f"SELECT EXISTS(SELECT FROM {connection.ops.quote_name(name)})")  # noqa: S608
    return bool(cursor.fetchone()[0])


def test_nothing_stays_but_what_django_writes_itself() -> None:
    import_text(make_club(), text())
    assert LogEntry._meta.db_table in written_tables()
    django_database.empty_tables(TransactionTestCase())
    left, permissions = written_tables(), Permission.objects.count()
    django_database._django_way(TransactionTestCase())
    assert (left, permissions) == (written_tables(), Permission.objects.count())
    assert left == django_database.KEPT


def test_what_is_kept_goes_in_the_end() -> None:
    with django_database.kept():
        import_text(make_club(), text())
        django_database.empty_tables(TransactionTestCase())
        assert LogEntry.objects.exists()
    assert not LogEntry.objects.exists()

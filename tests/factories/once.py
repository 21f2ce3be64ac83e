"""Scenes that the tests of a file start from, written to the database once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep what the module's fixtures write until its last test; each test undoes its own changes.

    A test takes a deep copy of what such a fixture returns. Not for files in which a test commits.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done inside, so that several callers try the same things."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()

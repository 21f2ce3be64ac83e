"""Scenes that the tests of a file start from, written to the database once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Protocol, TypeVar

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


Made = TypeVar("Made")


class Copy(Protocol):
    """Copy what a module's fixture returns. Things that share an object have copies that share its copy."""

    def __call__(self, made: Made) -> Made: ...


@pytest.fixture
def own_copy(db: None) -> Copy:
    """Return the function by which the fixtures of a test copy what those of its module made."""
    copies: dict[int, Any] = {}

    def copy(made: Made) -> Made:
        return deepcopy(made, copies)

    return copy


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done inside, so that several callers try the same things."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()

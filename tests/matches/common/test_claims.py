from __future__ import annotations

import os
import sqlite3
import threading
import time
from datetime import timedelta

import psycopg.errors
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import F

from matches.common.claims import UNCLAIMED_UNTIL, is_unclaimed, release_claim
from matches.models import Review, Rubber
from matches.reviews.claims import claimed_review, rubbers_pending_review
from tests.faults.databases import refusing
from tests.matches.reviews.reviews import claimed
from tests.support import postgres
from tests.support.variables import SERVER_URL

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


def test_claim_that_was_made_while_another_asked_for_the_time_holds(rubber: Rubber) -> None:
    length = timedelta(seconds=20)
    is_left = is_unclaimed(length)
    claimed(rubber, ends_in=length)
    assert not Review.objects.filter(is_left).exists()
    Review.objects.update(claimed_until=F("claimed_until") + timedelta(hours=3))
    assert Review.objects.filter(is_left).exists()


def caused_by(cause: Exception | None) -> OperationalError:
    """Return the error that Django raises for this error of the database's own library."""
    error = OperationalError("the database failed")
    error.__cause__ = cause
    return error


def of_postgres(state: str) -> OperationalError:
    return caused_by(psycopg.errors.lookup(state)())


def of_sqlite(code: int | None) -> OperationalError:
    cause = sqlite3.OperationalError("the database failed")
    if code is not None:
        cause.sqlite_errorcode = code
    return caused_by(cause)


@pytest.mark.parametrize(
    ("error", "counts"),
    [
        (InterfaceError("connection already closed"), False),
        (caused_by(psycopg.OperationalError("server closed the connection unexpectedly")), False),
        (of_postgres("08006"), False),
        (of_postgres("57P01"), False),
        (of_postgres("57P02"), False),
        (of_postgres("57P03"), False),
        (of_postgres("53100"), False),
        (of_postgres("57014"), True),
        (of_postgres("54000"), True),
        (of_postgres("54001"), True),
        (of_postgres("53400"), True),
        (of_postgres("53200"), True),
        (of_sqlite(sqlite3.SQLITE_BUSY), False),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), False),
        (of_sqlite(sqlite3.SQLITE_LOCKED), False),
        (of_sqlite(sqlite3.SQLITE_FULL), False),
        (of_sqlite(sqlite3.SQLITE_ERROR), True),
        (of_sqlite(sqlite3.SQLITE_INTERRUPT), True),
        (of_sqlite(None), True),
    ],
    ids=lambda value: repr(getattr(value, "__cause__", value) or value),
)
def test_attempt_counts_unless_the_database_was_away_busy_or_full(
    rubber: Rubber, error: DatabaseError | InterfaceError, counts: bool
) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    release_claim(claimed_review(review.claim), error, until=UNCLAIMED_UNTIL)
    assert rubbers_pending_review().exists()
    assert Review.objects.get().attempts == int(counts)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_attempt_is_given_back_once_the_database_is_there_again(rubber: Rubber) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    url = postgres.with_database(os.environ[SERVER_URL], str(connection.settings_dict["NAME"]))
    is_away = threading.Event()

    def go_away() -> None:
        with refusing(url):
            is_away.set()
            time.sleep(1.0)

    away = threading.Thread(target=go_away)
    away.start()
    is_away.wait()
    release_claim(claimed_review(review.claim), of_postgres("57P01"), until=UNCLAIMED_UNTIL)
    away.join()
    assert Review.objects.get().attempts == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_who_is_waited_for_does_not_wait_for_the_database(rubber: Rubber) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    with refusing(postgres.with_database(os.environ[SERVER_URL], str(connection.settings_dict["NAME"]))):
        release_claim(
            claimed_review(review.claim), of_postgres("57P01"), until=UNCLAIMED_UNTIL, patience_seconds=0.0
        )
    connection.close()
    assert Review.objects.get().attempts == 1

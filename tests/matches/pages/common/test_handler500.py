"""What pages and their scripts are told while the database is away."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError
from django.db.transaction import TransactionManagementError
from django.test import Client, override_settings

from ecarte_site.outages import is_outage

pytestmark = pytest.mark.django_db


def _after(cause: Exception) -> Exception:
    error = TransactionManagementError("an error occurred in the current transaction")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "is_one"),
    [
        (OperationalError("could not extend file: no space left on device"), True),
        (InterfaceError("the connection is closed"), True),
        (_after(OperationalError("the server closed the connection")), True),
        (_after(IntegrityError("duplicate key")), False),
        (IntegrityError("duplicate key"), False),
        (RuntimeError("ours"), False),
        (None, False),
    ],
)
def test_outage_is_what_may_go_well_a_moment_later(error: Exception | None, is_one: bool) -> None:
    assert is_outage(error) == is_one


@pytest.fixture
def broken_addresses() -> Iterator[None]:
    with override_settings(ROOT_URLCONF="tests.matches.api.broken_urls"):
        yield


@pytest.mark.usefixtures("broken_addresses")
class TestDatabaseAway:
    def test_person_reads_what_became_of_what_he_sent(self) -> None:
        answer = Client(raise_request_exception=False).get("/cut_off/", headers={"accept": "text/html"})

        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        page = answer.content.decode()
        assert "<h1>The records can't be reached just now</h1>" in unescape(page)
        assert "secret" not in page

    def test_script_is_told_in_its_own_form(self) -> None:
        answer = Client(raise_request_exception=False).get(
            "/cut_off/", headers={"accept": "application/json"}
        )

        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert answer.json()["code"] == "unavailable"

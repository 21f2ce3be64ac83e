from __future__ import annotations

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


@override_settings(ROOT_URLCONF="tests.matches.api.broken_urls")
def test_outage_is_told_to_people_and_scripts() -> None:
    client = Client(raise_request_exception=False)
    page, data = (
        client.get("/cut_off/", headers={"accept": kind}) for kind in ("text/html", "application/json")
    )
    for answer in (page, data):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    html = page.content.decode()
    assert "<h1>The site can’t reach its data right now</h1>" in unescape(html)
    assert "secret" not in html
    assert data.json()["code"] == "unavailable"

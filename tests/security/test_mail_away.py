"""While the mail server is down, people are told so, no account is disclosed, and no address is logged."""

from __future__ import annotations

import re
import smtplib
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from pytest_django.fixtures import Settings

from matches.models import User
from tests.ecarte_site.watching.conftest import Lines
from tests.ecarte_site.watching.conftest import lines as lines
from tests.matches.pages.reading import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

PASSWORD = "a very long secret"
MESSAGE = "The e-mail could not be sent. Try again in a few minutes."
ERRORS: list[Exception] = [
    smtplib.SMTPRecipientsRefused({"somebody@example.org": (550, b"no such somebody@example.org")}),
    smtplib.SMTPServerDisconnected("Connection unexpectedly closed"),
    ConnectionRefusedError(111, "Connection refused"),
    TimeoutError("timed out"),
]


class RefusingBackend(BaseEmailBackend):
    error: Exception

    def send_messages(self, email_messages: Any) -> int:
        raise self.error


@pytest.fixture(params=ERRORS, ids=lambda error: type(error).__name__)
def refused(request: pytest.FixtureRequest, settings: Settings, with_mail: None) -> None:
    RefusingBackend.error = request.param
    settings.EMAIL_BACKEND = "tests.security.test_mail_away.RefusingBackend"


def page_after(client: Client, path: str, **fields: str) -> str:
    answer = client.post(path, fields, follow=True)
    assert answer.status_code == 200
    return words(answer.content.decode())


@pytest.mark.usefixtures("refused")
def test_sign_up_goes_on_and_says_so(client: Client, lines: Lines) -> None:
    fields = {"name": "Somebody", "email": "somebody@example.org", "password1": PASSWORD}
    page = page_after(client, "/accounts/signup/", **fields)
    assert MESSAGE in page
    assert "Confirmation email sent" not in page
    assert User.objects.filter(email="somebody@example.org").exists()
    assert any("could not be sent" in line["event"] for line in lines())
    assert "example.org" not in str(lines())


@pytest.mark.usefixtures("refused")
def test_reset_says_the_same_of_who_has_an_account_and_who_has_none(client: Client, lines: Lines) -> None:
    User.objects.create_user("somebody@example.org", PASSWORD)
    pages = [
        page_after(client, "/accounts/password/reset/", email=f"{who}@example.org")
        for who in ("somebody", "nobody")
    ]
    known, unknown = (re.sub("somebody|nobody", "", page) for page in pages)
    assert MESSAGE in known
    assert known == unknown
    assert "example.org" not in str(lines())


def test_mail_that_goes_out_is_told_of_as_sent(client: Client) -> None:
    fields = {"name": "Somebody", "email": "somebody@example.org", "password1": PASSWORD}
    page = page_after(client, "/accounts/signup/", **fields)
    assert MESSAGE not in page
    assert len(mail.outbox) == 1

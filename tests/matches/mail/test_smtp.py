"""A try ends at its time limit, with TLS and without, and TLS checks the mail server's name."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest
from django.core.mail import EmailMessage
from pytest_django.fixtures import Settings

from matches.mail.content import decrypt_message, encrypt_message
from matches.mail.smtp import LimitedEmailBackend
from tests.matches.mail.conftest import Start
from tests.support.certificates import certificate

LETTER = EmailMessage("subject", "body", "club@example.org", ["clay@example.org"])


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
    """Return a certificate for localhost that is trusted here."""
    file = certificate(tmp_path / "mail.pem", "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    settings.EMAIL_HOST = "localhost"
    return file


@pytest.mark.parametrize("is_tls_first", [True, False], ids=["TLS from the start", "STARTTLS"])
class TestTls:
    @pytest.fixture(autouse=True)
    def tls(self, settings: Settings, is_tls_first: bool) -> None:
        settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = is_tls_first, not is_tls_first

    def test_mail_goes_out(self, kept: Path, serve: Start, is_tls_first: bool) -> None:
        server = serve(certificate=kept, is_tls_first=is_tls_first)
        assert LimitedEmailBackend().send_messages([LETTER]) == 1
        assert server.recipients == ["clay@example.org"]

    def test_server_of_another_name_gets_nothing(
        self, kept: Path, serve: Start, is_tls_first: bool, settings: Settings
    ) -> None:
        server = serve(certificate=kept, is_tls_first=is_tls_first)
        settings.EMAIL_HOST = "127.0.0.1"
        with pytest.raises(OSError, match="certificate verify failed"):
            LimitedEmailBackend().send_messages([LETTER])
        assert server.letters == []

    def test_slow_server_is_left_in_time(
        self, kept: Path, serve: Start, is_tls_first: bool, settings: Settings
    ) -> None:
        server = serve(certificate=kept, is_tls_first=is_tls_first)
        settings.MAIL_TRY_SECONDS = 1.0
        # Quick until TLS is there, then slow.
        server.replies["MAIL"] = "250 " + "x" * 100
        server.drip_after = "MAIL"
        server.drip = 1.0
        began = monotonic()
        with pytest.raises(TimeoutError):
            LimitedEmailBackend().send_messages([LETTER])
        assert monotonic() - began > 0.9
        assert server.letters == []


def test_server_that_says_nothing_is_left_in_time(serve: Start, settings: Settings) -> None:
    serve(drip=60)
    settings.EMAIL_USE_SSL = True
    settings.MAIL_TRY_SECONDS = 0.3
    settings.EMAIL_TIMEOUT = 200
    with pytest.raises(TimeoutError):
        LimitedEmailBackend().send_messages([LETTER])


def test_the_default_sender_is_that_of_the_process_that_sends(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL = "webmaster@localhost"
    content = encrypt_message(EmailMessage("subject", "body", None, ["clay@example.org"]))
    settings.DEFAULT_FROM_EMAIL = "club@example.org"
    assert decrypt_message(content).from_email == "club@example.org"

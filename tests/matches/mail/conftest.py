from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack

import pytest
from pytest_django.fixtures import Settings

from tests.support.mail_server import MailServer, mail_server

Start = Callable[..., MailServer]


@pytest.fixture(autouse=True)
def mail_settings(settings: Settings) -> None:
    """Store mail and send it by SMTP, as the site does; Django's tests put it into a list instead."""
    settings.EMAIL_BACKEND = "matches.mail.backend.StoredMail"
    settings.MAIL_BACKEND = "matches.mail.smtp.LimitedEmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = "127.0.0.1", False, 10
    settings.DEFAULT_FROM_EMAIL = "club@example.org"
    settings.EMBEDDED = False
    settings.HAS_MAIL = True


@pytest.fixture
def serve(settings: Settings) -> Iterator[Start]:
    """Return a function that starts the site's mail server, with the options of ``mail_server``."""
    with ExitStack() as stack:

        def start(**options: object) -> MailServer:
            running: AbstractContextManager[MailServer] = mail_server(**options)  # type: ignore[arg-type]
            server = stack.enter_context(running)
            settings.EMAIL_PORT = server.port
            return server

        yield start

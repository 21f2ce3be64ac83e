"""Hand mail to the mail server within one time limit for the whole exchange, whatever the server's pace.

Django's ``EMAIL_TIMEOUT`` counts from each byte received: a server that sends one every eight seconds could hold
a sender for hours. Here a second thread shuts the socket down when the time is over.
"""

from __future__ import annotations

import contextlib
import smtplib
import socket
import threading
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, cast

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

AGAIN_SECONDS: Final = 0.1
"""The time after the deadline at which to look for a socket again: TLS replaces the first one."""


class LimitedEmailBackend(EmailBackend):
    """Django's SMTP backend, which gives up after ``settings.MAIL_TRY_SECONDS`` with a TimeoutError.

    Only looking up the server's name takes as long as the machine's resolver lets it.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._limit = _Limit(0.0)

    @property
    def connection_class(self) -> Callable[..., smtplib.SMTP]:  # type: ignore[override]
        return partial(_TlsClient if self.use_ssl else _Client, self._limit)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self._limit = limit = _Limit(settings.MAIL_TRY_SECONDS)
        with limit:
            try:
                return int(super().send_messages(email_messages) or 0)
            except (OSError, ValueError) as error:
                # smtplib's errors are OSErrors, and a closed file raises a ValueError.
                if limit.remaining() > 0:
                    raise
                raise TimeoutError(
                    f"the mail server took longer than {settings.MAIL_TRY_SECONDS:g} s"
                ) from error
            finally:
                self.connection = self._partial_connection = None


class _Limit:
    """The deadline of one exchange with the server, and its clients, whose sockets are shut down at the deadline."""

    def __init__(self, seconds: float) -> None:
        self._deadline = monotonic() + seconds
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._run, name="mail limit", daemon=True)
        self.clients: list[smtplib.SMTP] = []

    def remaining(self) -> float:
        """Return the seconds until the deadline, negative after it."""
        return self._deadline - monotonic()

    def __enter__(self) -> None:
        self._watch.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watch.join()
        for client in self.clients:
            client.close()

    def _run(self) -> None:
        """Wait until the exchange is over. From the deadline on, shut down every socket that is open."""
        wait = self.remaining()
        while not self._over.wait(max(wait, 0.0)):
            wait = AGAIN_SECONDS
            for client in self.clients:
                if client.sock is not None:
                    with contextlib.suppress(OSError):
                        # Not the TLS socket's own method, which changes what its reader is using.
                        socket.socket.shutdown(client.sock, socket.SHUT_RDWR)


class _Limited:
    """A client that the limit knows, and that connects within it."""

    def __init__(self, limit: _Limit, *arguments: Any, **options: Any) -> None:
        self._limit = limit
        limit.clients.append(cast(smtplib.SMTP, self))
        super().__init__(*arguments, **options)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return _connect(super()._get_socket, self._limit, host, port, timeout)  # type: ignore[misc]


class _Client(_Limited, smtplib.SMTP):
    pass


class _TlsClient(_Limited, smtplib.SMTP_SSL):
    pass


def _connect(
    connect: Callable[[str, int, float], socket.socket], limit: _Limit, host: str, port: int, timeout: float
) -> socket.socket:
    """Connect to the first address of the host that answers, within what is left of the time for all of them.

    smtplib alone would allow each address the whole ``timeout``.
    """
    failure: OSError = TimeoutError("the mail server could not be reached in time")
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if limit.remaining() <= 0:
            break
        try:
            return connect(str(address[0]), port, min(timeout, limit.remaining()))
        except OSError as error:
            failure = error
    raise failure

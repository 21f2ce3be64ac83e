"""Claim the mail that is due, hand it to the mail server from threads, and record what became of it.

The threads only send: the database is used by the task's own thread alone. No log line has an address.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from time import monotonic
from typing import Final

import structlog
from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError
from structlog.contextvars import bound_contextvars

from ecarte_site.watching.metrics import MAILS
from matches.common.encrypted_text import DecryptionError
from matches.common.enqueue import enqueue_mail
from matches.common.own_thread import OwnThread
from matches.mail.content import decrypt_message
from matches.mail.queue import claim_mail, due_mail, record_failure, record_sent
from matches.models.mail import Mail

MAX_CONCURRENT: Final = 4
"""The number of connections at the same time, of which mail servers allow one sender few."""
TASK_SECONDS: Final = 30.0
"""The time for which a task claims mail: its last try then ends within the minute that a worker has to stop."""
SOON_SECONDS: Final = 45.0
"""Enqueue a task for a retry that is due within this time; the periodic sweep enqueues one for later retries."""
PERMANENT: Final = 500
"""The least SMTP code that says that another try would end in the same way."""

logger = structlog.get_logger(__name__)


def start_sending() -> None:
    """Send the mail that is due in this worker, or in a thread if one process is the whole service."""
    if settings.EMBEDDED:
        _background.start()
    else:
        send_mail()


def send_mail() -> int:
    """Send mail until none is due or 30 seconds have passed. Return the number of tries."""
    ends_at = monotonic() + TASK_SECONDS
    tries = 0
    under_way: dict[Future[_Outcome], Mail] = {}
    with ThreadPoolExecutor(MAX_CONCURRENT, thread_name_prefix="mail") as pool:
        while True:
            while len(under_way) < MAX_CONCURRENT and monotonic() < ends_at and (mail := claim_mail()):
                # A thread starts with an empty context: copy this one, which has the task's ids for the log.
                under_way[pool.submit(copy_context().run, _try, mail)] = mail
                tries += 1
            if not under_way:
                break
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                _record(under_way.pop(future), future.result())
    if due_mail().exists():
        enqueue_mail()
    return tries


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of a try. ``is_final``: another one would fail in the same way."""

    is_sent: bool
    is_final: bool = False


def _try(mail: Mail) -> _Outcome:
    traced = {"request_id": mail.request_id} if mail.request_id else {}
    with bound_contextvars(**traced, attempt=mail.tries):
        started = monotonic()
        problem, is_final = _send(mail)
        took = round((monotonic() - started) * 1000)
        MAILS.labels("failed" if problem else "sent").inc()
        if problem:
            logger.warning("mail_failed", problem=problem, duration_ms=took)
        else:
            logger.info("mail_sent", duration_ms=took)
        return _Outcome(not problem, is_final)


def _send(mail: Mail) -> tuple[str, bool]:
    """Send a mail. Return why it could not be sent, empty if it was, and whether another try would fail, too."""
    try:
        get_connection(settings.MAIL_BACKEND).send_messages([decrypt_message(mail.content)])
    except DecryptionError:
        return "It was sealed under another key of the site.", True
    except SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        return f"The mail server refused the recipient ({max(codes)}).", min(codes) >= PERMANENT
    except SMTPResponseException as error:
        # Its text may have the address.
        return f"{type(error).__name__} ({error.smtp_code})", False
    except Exception as error:
        # Whatever the mail server provokes, the other mail is sent.
        return type(error).__name__, False
    return "", False


def _record(mail: Mail, outcome: _Outcome) -> None:
    try:
        if outcome.is_sent:
            record_sent(mail)
            return
        seconds = record_failure(mail, is_final=outcome.is_final)
    except DatabaseError:
        # The claim expires, and the mail is sent again.
        logger.exception("what became of a mail could not be noted")
        return
    if seconds is not None and seconds <= SOON_SECONDS:
        enqueue_mail(after=seconds)


def _send_in_background() -> None:
    try:
        send_mail()
    except Exception:
        logger.exception("mail could not be sent; the sweep asks again")


_background = OwnThread("mail", _send_in_background)

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from time import thread_time

import pytest
from django.db import IntegrityError, transaction
from pytest_django.fixtures import Settings

from ecarte_site.celery import configure_logging
from ecarte_site.setup.environment import PROJECT
from ecarte_site.watching.logs import logging_settings
from matches.models import User
from tests.ecarte_site.watching.conftest import Lines


@pytest.mark.parametrize(
    ("logger", "message", "expected"),
    [
        ("gunicorn.error", "Error handling request GET /t/?link=abcdef", "Error handling request"),
        ("gunicorn.error", "Invalid request from ip=10.0.0.7: bad line 'GET /t'", "Invalid request"),
        ("waitress", "Exception while serving /invitations/abcdefg/", "Exception while serving"),
        ("matches", "went to /invitations/abcdefg/ in vain", "went to /invitations/[hidden]/ in vain"),
        ("matches", "Authorization: Bearer abc.def-ghi refused", "Authorization: Bearer [hidden] refused"),
        ("matches", "token ecarte_abcdefghijklmnopqr is known", "token ecarte_[hidden] is known"),
        ("matches", "no way to redis://user:hunter22@host:6379/0", "no way to redis://user:[hidden]/0"),
        ("matches", "GET /live/poll?ticket=abc:def&since=4", "GET /live/poll?ticket=[hidden]&since=4"),
        ("gunicorn.error", "Listening at: http://127.0.0.1:8000", "Listening at: http://127.0.0.1:8000"),
        ("matches", "no mail to somebody@example.org: full", "no mail to [hidden]: full"),
        (
            "matches",
            "Key (email)=(o'dot.name+tag@mail.example.org) exists",
            "Key (email)=(o'[hidden]) exists",
        ),
        ("matches", "refused: {'zoë@exämple.org': (550, b'no')}", "refused: {'[hidden]': (550, b'no')}"),
        ("matches", "owner@localhost signed in", "[hidden] signed in"),
        ("matches", "x" * 80 + "@example.org", "x" * 16 + "[hidden]"),
        ("celery.apps.worker", "celery@worker-1.example.org ready.", "celery@worker-1.example.org ready."),
        ("matches", "ecarte_site.broker ended", "ecarte_site.broker ended"),
        ("matches", "12 rubbers of a key event: done", "12 rubbers of a key event: done"),
    ],
)
def test_what_opens_something_is_hidden(lines: Lines, logger: str, message: str, expected: str) -> None:
    logging.getLogger(logger).error(message)
    assert [line["event"] for line in lines()] == [expected]


def test_exception_is_searched_as_well(lines: Lines) -> None:
    try:
        raise ValueError("whsec_abcdefghij is no secret")
    except ValueError:
        logging.getLogger("matches").exception("it failed")
    (line,) = lines()
    assert "whsec_[hidden] is no secret" in line["exception"]


@pytest.mark.django_db
def test_database_tells_no_mail_address(lines: Lines) -> None:
    User.objects.create_user("somebody@example.org")
    try:
        with transaction.atomic():
            User(email="somebody@example.org").save()
    except IntegrityError:
        logging.getLogger("matches").exception("an account could not be made")
    (line,) = lines()
    assert "IntegrityError" in line["exception"]
    assert "example.org" not in str(line)


def test_text_of_four_times_the_length_takes_no_sixteen_times_the_work(lines: Lines) -> None:
    def work(length: int) -> float:
        tries = []
        for _ in range(3):
            began = thread_time()
            logging.getLogger("matches").error("@ %s", "a" * length)
            tries.append(thread_time() - began)
        return min(tries)

    assert work(400_000) < 10 * work(100_000)
    assert len(lines()) == 6


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield root
    root.setLevel(level)
    root.handlers[:] = handlers


@pytest.mark.parametrize("level", ["WARNING", "INFO"])
def test_worker_tells_what_the_site_tells(root: logging.Logger, settings: Settings, level: str) -> None:
    settings.LOGGING = logging_settings("json", level)
    configure_logging()
    assert logging.getLevelName(root.level) == level


TELLING = "import logging; log = logging.getLogger('x'); log.info('told'); log.warning('warned')"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    variables = {name: value for name, value in os.environ.items() if name != "LOG_LEVEL"}
    return subprocess.run(command, env=variables | environment, text=True, capture_output=True, check=False)


@pytest.mark.e2e
@pytest.mark.parametrize(("environment", "is_told"), [({}, False), ({"LOG_LEVEL": "INFO"}, True)])
def test_command_tells_what_was_asked_for(environment: dict[str, str], is_told: bool) -> None:
    done = run("shell", "--no-imports", "-c", TELLING, **environment)
    assert done.returncode == 0, done.stderr
    assert ("told" in done.stderr) is is_told
    assert "warned" in done.stderr


def test_level_that_there_is_none_of() -> None:
    done = run("check", LOG_LEVEL="LOUD")
    assert done.returncode == 1
    assert "LOG_LEVEL is 'LOUD'; write one of INFO, WARNING, ERROR." in done.stderr

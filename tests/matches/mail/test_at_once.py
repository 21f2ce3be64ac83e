"""Several senders at once have each mail once, and a killed one loses none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta

import pytest
from django.core.mail import send_mail
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from ecarte_site.setup.environment import PROJECT
from matches.mail.queue import claim_mail
from matches.mail.sender import send_mail as send_stored_mail
from matches.models import Mail
from tests.matches.common.together import at_once, begin, pool
from tests.matches.mail.conftest import Start
from tests.support import postgres
from worker import tasks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.core(differs=True)]


def write(number: int) -> None:
    for each in range(number):
        send_mail("subject", "body", None, [f"p{each}@example.org"])


@pytest.mark.postgres
def test_of_two_senders_each_has_other_mail() -> None:
    write(6)

    def claim_three() -> list[int]:
        return [mail.pk for mail in (claim_mail() for _ in range(3)) if mail]

    claimed = [key for keys in at_once(claim_three, claim_three) for key in keys]
    assert sorted(claimed) == sorted(Mail.objects.values_list("pk", flat=True))
    assert set(Mail.objects.values_list("tries", flat=True)) == {1}


@pytest.mark.postgres
def test_sender_does_not_wait_for_mail_that_another_is_claiming() -> None:
    write(2)
    first, second = Mail.objects.order_by("pk")
    with pool() as threads, transaction.atomic():
        Mail.objects.select_for_update().get(pk=first.pk)
        claiming = begin(threads, claim_mail)
        claimed = claiming.result() if claiming.done() else None
    assert claimed is not None
    assert claimed.pk == second.pk


@pytest.mark.e2e
@pytest.mark.postgres
def test_mail_of_a_killed_worker_goes_out_by_another(serve: Start) -> None:
    slow = serve(drip=8)
    write(1)
    environment = {
        **os.environ,
        "DATABASE_URL": _url_of_this_database(),
        "SECRET_KEY": "for tests alone",
        "EMAIL_URL": f"smtp://127.0.0.1:{slow.port}",
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }
    program = "import django; django.setup(); from matches.mail.sender import send_mail; send_mail()"
    worker = subprocess.Popen([sys.executable, "-c", program], cwd=PROJECT, env=environment)
    try:
        assert slow.connected.wait(60)
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    assert Mail.objects.get().tries == 1
    quick = serve()
    assert send_stored_mail() == 0
    Mail.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert send_stored_mail() == 1
    assert quick.recipients == ["p0@example.org"]
    assert not Mail.objects.exists()


def _url_of_this_database() -> str:
    return postgres.with_database(os.environ["DATABASE_URL"], connection.settings_dict["NAME"])


def test_one_process_that_is_the_whole_service_sends_in_a_thread_of_its_own(
    serve: Start, settings: Settings
) -> None:
    settings.EMBEDDED = True
    server = serve()
    write(1)
    tasks.send_mail()
    senders = [thread for thread in threading.enumerate() if thread.name == "mail"]
    assert senders or server.letters
    for thread in senders:
        thread.join(20)
    assert server.recipients == ["p0@example.org"]
    assert not Mail.objects.exists()

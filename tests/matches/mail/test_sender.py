"""Mail is handed to a real server: encrypted until then, in order of urgency, three times at most, within a time."""

from __future__ import annotations

import json
from datetime import timedelta
from time import monotonic

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection, send_mail
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from ecarte_site.watching.metrics import MAILS
from matches.common.encrypted_text import encrypt_text
from matches.mail.queue import (
    CLAIM_TIMEOUT,
    MAX_TRIES,
    claim_mail,
    delete_dead_mail,
    due_mail,
    record_failure,
    record_sent,
    retry_delay,
)
from matches.mail.sender import send_mail as send_stored_mail
from matches.models import Mail
from matches.models.mail import Urgency
from tests.ecarte_site.watching.conftest import Lines
from tests.ecarte_site.watching.conftest import lines as lines
from tests.matches.mail.conftest import Start

pytestmark = [pytest.mark.django_db, pytest.mark.core]

ADDRESS = "clay@example.org"
DAY = timedelta(days=1)


def write(
    to: str = ADDRESS, *, body: str = "body", urgency: Urgency = Urgency.LINK, lifetime: timedelta = DAY
) -> Mail:
    send_mail("subject", body, None, [to], connection=get_connection(urgency=urgency, lifetime=lifetime))
    return Mail.objects.latest("pk")


def due_now() -> None:
    Mail.objects.update(next_at=timezone.now() - timedelta(seconds=1))


def outcomes() -> dict[str, float]:
    return {each: MAILS.labels(each)._value.get() for each in ("sent", "failed", "given_up")}


def test_mail_arrives_as_it_was_written_and_its_row_goes(serve: Start) -> None:
    server = serve()
    message = EmailMultiAlternatives(
        "Écarté — ♠", "À bientôt\n.\nend", None, ["Clay <clay@example.org>"], headers={"X-Kind": "test"}
    )
    message.attach_alternative("<b>À bientôt</b>", "text/html")
    assert message.send() == 1
    assert server.connections == 0
    assert send_stored_mail() == 1
    (letter,) = server.letters
    assert (str(letter["Subject"]), str(letter["From"])) == ("Écarté — ♠", "club@example.org")
    assert (str(letter["To"]), str(letter["X-Kind"])) == ("Clay <clay@example.org>", "test")
    assert str(letter["Message-ID"]).endswith("@localhost>")
    text, html = letter.iter_parts()  # type: ignore[attr-defined]
    assert text.get_content().splitlines()[0] == "À bientôt"
    assert html.get_content().strip() == "<b>À bientôt</b>"
    assert not Mail.objects.exists()


def test_row_shows_neither_address_nor_text() -> None:
    write(body="https://site/password/reset/key/")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM matches_mail")
        row = str(cursor.fetchall())
    for secret in (ADDRESS, "clay", "subject", "password"):
        assert secret not in row
    assert "sealed:" in row


def test_codes_go_first_then_links_then_the_rest(serve: Start) -> None:
    for urgency in (Urgency.NOTICE, Urgency.LINK, Urgency.CODE, Urgency.LINK):
        write(f"{urgency.label.lower()}@example.org", urgency=urgency)
    order = []
    while mail := claim_mail():
        order.append(mail.urgency)
    assert order == [0, 1, 1, 2]


def test_server_that_sends_a_byte_every_eight_seconds_holds_a_try_for_its_time_and_no_longer(
    serve: Start, settings: Settings, lines: Lines
) -> None:
    settings.MAIL_TRY_SECONDS = 0.6
    server = serve(drip=0.3)
    # As Django itself counts, each byte comes in time.
    settings.EMAIL_TIMEOUT = 5
    write()
    began = monotonic()
    assert send_stored_mail() == 1
    assert monotonic() - began > 0.5
    assert server.letters == []
    assert server.connections == 1
    assert Mail.objects.get().tries == 1
    (line,) = [line for line in lines() if line["event"] == "mail_failed"]
    assert line["problem"] == "TimeoutError"


def test_mail_is_given_up_after_three_tries(serve: Start, lines: Lines) -> None:
    server = serve(replies={"MAIL": "451 later"})
    before = outcomes()
    write()
    for tries in range(1, MAX_TRIES + 1):
        assert send_stored_mail() == 1
        # Not again before its time.
        assert send_stored_mail() == 0
        assert server.connections == tries
        due_now()
    assert not Mail.objects.exists()
    assert {each: outcomes()[each] - before[each] for each in before} == {
        "sent": 0,
        "failed": 3,
        "given_up": 1,
    }
    assert "mail_given_up" in {line["event"] for line in lines()}
    assert "example.org" not in str(lines())


def test_mail_that_failed_goes_out_when_the_server_is_back(serve: Start) -> None:
    server = serve(replies={"DATA": "451 later"})
    write()
    send_stored_mail()
    server.replies.clear()
    due_now()
    assert send_stored_mail() == 1
    assert server.recipients == [ADDRESS]
    assert not Mail.objects.exists()


def test_recipient_who_does_not_exist_is_not_tried_again(serve: Start, lines: Lines) -> None:
    serve(replies={"RCPT": f"550 no such mailbox {ADDRESS}"})
    write()
    assert send_stored_mail() == 1
    assert not Mail.objects.exists()
    assert "example.org" not in str(lines())


def test_server_that_is_not_there(settings: Settings) -> None:
    settings.EMAIL_PORT = 1
    write()
    assert send_stored_mail() == 1
    assert Mail.objects.get().claimed_until is None


@pytest.mark.parametrize(
    ("lifetime", "waits"),
    [(timedelta(days=3), [300, 7200]), (timedelta(minutes=3), [9, 60])],
    ids=["a link", "a code"],
)
def test_three_tries_fit_into_the_life_of_the_link(lifetime: timedelta, waits: list[float]) -> None:
    mail = write(lifetime=lifetime)
    found = []
    for tries in (1, 2, 3):
        mail.tries = tries
        delay = retry_delay(mail)
        found.append(delay and delay.total_seconds())
    assert found == [*waits, None]
    assert timedelta(seconds=sum(waits)) < lifetime


def test_mail_whose_link_has_expired_is_deleted_and_not_sent(serve: Start) -> None:
    server = serve()
    write(lifetime=timedelta(seconds=-1))
    assert send_stored_mail() == 0
    assert delete_dead_mail() == 1
    assert server.connections == 0


def test_a_try_that_would_come_after_the_end_is_not_waited_for() -> None:
    write(lifetime=timedelta(seconds=60))
    mail = claim_mail()
    assert mail is not None
    Mail.objects.update(expires_at=timezone.now() + timedelta(seconds=1))
    mail.refresh_from_db()
    mail.made_at -= DAY
    assert record_failure(mail, is_final=False) is None
    assert not Mail.objects.exists()


def test_mail_of_a_killed_sender_is_taken_up_when_its_claim_ends() -> None:
    write()
    first = claim_mail()
    assert first is not None
    assert claim_mail() is None
    assert not due_mail().exists()
    Mail.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    second = claim_mail()
    assert second is not None
    assert (second.pk, second.tries) == (first.pk, 2)
    # The first sender was only slow: what it has to say counts no more.
    assert record_failure(first, is_final=True) is None
    assert Mail.objects.filter(claimed_until__gt=timezone.now()).exists()
    record_sent(second)
    assert not Mail.objects.exists()


def test_mail_whose_last_sender_was_killed_is_deleted() -> None:
    write()
    Mail.objects.update(tries=MAX_TRIES, claimed_until=timezone.now() + CLAIM_TIMEOUT)
    assert delete_dead_mail() == 0
    Mail.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert claim_mail() is None
    assert delete_dead_mail() == 1


def test_mail_that_was_sealed_under_another_key_does_not_stop_the_rest(
    serve: Start, settings: Settings
) -> None:
    server = serve()
    lost = write("lost@example.org")
    key = settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    Mail.objects.filter(pk=lost.pk).update(content=encrypt_text(json.dumps({})))
    settings.SECRET_KEY = key
    write()
    assert send_stored_mail() == 2
    assert server.recipients == [ADDRESS]
    assert not Mail.objects.exists()


def test_message_with_an_attachment_is_refused() -> None:
    message = EmailMultiAlternatives("subject", "body", None, [ADDRESS])
    message.attach("file.txt", "text")
    with pytest.raises(ValueError, match="attachments"):
        message.send()

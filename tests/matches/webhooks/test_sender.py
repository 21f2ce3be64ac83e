"""News on its way to a real receiver: signed, in order, again and again until it is taken or given up."""

from __future__ import annotations

import base64
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from matches.models import Delivery, LogEntry, Webhook
from matches.rubbers.commands import void_rubber
from matches.webhooks.http import MOST_READ, Answer
from matches.webhooks.manage_webhooks import (
    WebhookChanges,
    change_secret,
    change_webhook,
    make_webhook,
)
from matches.webhooks.messages import KINDS
from matches.webhooks.queue import (
    DELAYS,
    JITTER,
    KEPT,
    LONGEST_WAIT,
    claim_delivery,
    clear_deliveries,
    due_deliveries,
    finish_try,
    heads_due,
    wait_after,
)
from matches.webhooks.replays import replay_delivery, replay_since, try_webhook
from matches.webhooks.sender import send_webhooks
from matches.webhooks.signatures import PREFIX
from tests.matches.helpers.hands import Hands
from tests.support.receiver import Given, Receiver, Slow

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def due_now() -> None:
    Delivery.objects.filter(state="waiting").update(next_at=timezone.now() - timedelta(seconds=1))


def kinds_told(receiver: Receiver) -> list[str]:
    return [body["kind"] for body in receiver.bodies]


def test_message_is_signed_as_the_specification_has_it(hands: Hands, receiver: Receiver) -> None:
    _hook, secret = make_webhook(hands.club, url=receiver.url(), kinds=KINDS, by=hands.director)
    hands.enter()

    assert send_webhooks() == 1

    (told,) = receiver.came
    assert Verifier(secret).verify(told.body.decode(), told.headers) == told.json
    assert secret.startswith(PREFIX)
    assert len(base64.b64decode(secret.removeprefix(PREFIX))) == 32
    delivery = Delivery.objects.get()
    assert told.headers["webhook-id"] == told.json["id"] == delivery.public_id
    assert told.headers["User-Agent"] == "Ecarte-Webhooks/1"
    assert told.headers["Content-Type"] == "application/json"
    assert not {"Cookie", "Authorization", "Referer"} & told.headers.keys()
    assert (delivery.state, delivery.status, delivery.attempts, delivery.problem) == ("delivered", 204, 1, "")
    with pytest.raises(WebhookVerificationError):
        Verifier(secret).verify(told.body.decode().replace("confirmed", "draft"), told.headers)


def test_secret_lies_sealed(hands: Hands, receiver: Receiver) -> None:
    hook, secret = make_webhook(hands.club, url=receiver.url(), kinds=KINDS, by=hands.director)

    assert hook.secret.startswith("sealed:")
    assert secret.removeprefix(PREFIX) not in hook.secret


def test_old_secret_holds_beside_the_new_one_for_a_day(hands: Hands, receiver: Receiver) -> None:
    hook, old = make_webhook(hands.club, url=receiver.url(), kinds=KINDS, by=hands.director)
    new = change_secret(hook, by=hands.director)
    try_webhook(hook)
    send_webhooks()

    for secret in (old, new):
        Verifier(secret).verify(receiver.came[0].body.decode(), receiver.came[0].headers)

    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=True):
        try_webhook(hook)
        send_webhooks()
        later = receiver.came[1]
        Verifier(new).verify(later.body.decode(), later.headers)
        with pytest.raises(WebhookVerificationError):
            Verifier(old).verify(later.body.decode(), later.headers)


def test_secret_of_another_key_of_the_site_sends_nothing_unsigned(
    hook: Webhook, receiver: Receiver, settings: Any
) -> None:
    try_webhook(hook)
    settings.SECRET_KEY = "another key of fifty characters and more, for this test"

    send_webhooks()

    assert receiver.came == []
    assert "make a new one" in Delivery.objects.get().problem


@pytest.mark.parametrize("status", [300, 301, 307, 400, 401, 404, 429, 500, 503])
def test_whatever_is_no_success_is_tried_again(hook: Webhook, receiver: Receiver, status: int) -> None:
    receiver.answer = lambda _told: Given(status, {"Location": receiver.url("/elsewhere")})
    try_webhook(hook)

    send_webhooks()

    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.status, delivery.attempts) == ("waiting", status, 1)
    assert [told.path for told in receiver.came] == ["/news"]
    assert Webhook.objects.get().failing_since is not None
    receiver.answer = lambda _told: Given(200)
    due_now()
    send_webhooks()
    first, second = receiver.came
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert Delivery.objects.get().state == "delivered"
    assert Webhook.objects.get().failing_since is None


def test_order_is_kept_under_failure_and_other_queues_are_not_held_up(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    first = hands.enter(event="Autumn Cup")
    hands.enter(event="Winter Cup", table="2")
    void_rubber(first, act=hands.act())
    receiver.answer = lambda told: Given(500 if told.json["event"] == first.event.public_id else 200)

    send_webhooks()

    assert sorted(kinds_told(receiver)) == ["rubber.result", "rubber.result"]
    assert [each.state for each in Delivery.objects.order_by("pk")] == ["waiting", "delivered", "waiting"]
    receiver.came.clear()
    receiver.answer = lambda _told: Given()
    due_now()
    send_webhooks()
    assert kinds_told(receiver) == ["rubber.result", "rubber.voided"]
    orders = [body["order"] for body in receiver.bodies]
    assert orders == sorted(orders)


def test_one_at_a_time_in_a_queue_and_several_queues_at_once(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    other = make_webhook(hands.club, url=receiver.url("/other"), kinds=KINDS, by=hands.director)[0]
    receiver.answer = lambda _told: Given(after=0.05)
    for table in "123":
        for event in ("Autumn Cup", "Winter Cup"):
            hands.enter(table=table, event=event)

    assert send_webhooks() == 12

    for path, each in (("/news", hook), ("/other", other)):
        for queue in {body["event"] for body in receiver.bodies}:
            told = [t.json["order"] for t in receiver.came if t.path == path and t.json["event"] == queue]
            assert told == sorted(told), each
    # One for each of the two webhooks at the most.
    assert max(receiver.most_at_once.values()) <= 2


def test_after_the_last_try_it_is_given_up_and_the_queue_goes_on(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    rubber = hands.enter()
    void_rubber(rubber, act=hands.act())
    Delivery.objects.filter(kind="rubber.result").update(attempts=len(DELAYS))
    receiver.answer = lambda told: Given(500 if told.json["kind"] == "rubber.result" else 200)

    send_webhooks()

    assert kinds_told(receiver) == ["rubber.result", "rubber.voided"]
    assert [each.state for each in Delivery.objects.order_by("pk")] == ["given_up", "delivered"]


def test_waits_grow_and_are_spread() -> None:
    failed = Answer(500, "", 1)
    for tries, delay in enumerate(DELAYS, start=1):
        waits = {wait_after(tries, failed) for _ in range(20)}
        assert all(wait is not None and delay <= wait <= delay * (1 + JITTER) for wait in waits)
        assert len(waits) > 1
    assert wait_after(len(DELAYS) + 1, failed) is None


@pytest.mark.parametrize(
    ("asked", "least", "most"), [(0.0, 5, 6), (100.0, 100, 100), (1e12, LONGEST_WAIT, LONGEST_WAIT)]
)
def test_receiver_may_ask_for_more_time_and_not_for_less(asked: float, least: float, most: float) -> None:
    wait = wait_after(1, Answer(503, "", 1, retry_after=asked))

    assert wait is not None
    assert least <= wait <= most


@pytest.mark.parametrize("written", ["120", "moment", "soon", "-5", "9" * 400])
def test_retry_after_is_read_as_seconds_or_as_a_moment(
    hook: Webhook, receiver: Receiver, written: str
) -> None:
    moment = (datetime.now(UTC) + timedelta(seconds=120)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    receiver.answer = lambda _told: Given(503, {"Retry-After": moment if written == "moment" else written})
    try_webhook(hook)

    send_webhooks()

    wait = (Delivery.objects.get().next_at - timezone.now()).total_seconds()
    if written in ("120", "moment"):
        assert 100 < wait <= 121
    elif written.startswith("9"):
        assert LONGEST_WAIT - 60 < wait <= LONGEST_WAIT
    else:
        assert wait <= DELAYS[0] * (1 + JITTER)


def test_gone_switches_the_webhook_off_and_the_club_hears_of_it(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = lambda _told: Given(410)
    try_webhook(hook)

    send_webhooks()

    hook.refresh_from_db()
    assert (hook.stopped_because, hook.stopped_at is not None) == ("gone", True)
    assert Delivery.objects.get().state == "given_up"
    entry = LogEntry.objects.get(kind="club.webhook_stopped")
    assert entry.payload == {"webhook": hook.public_id, "because": "gone"}


def test_failing_for_five_days_switches_it_off_and_starting_it_goes_on(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    receiver.answer = lambda _told: Given(500)
    hands.enter()
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=5))

    send_webhooks()

    hook.refresh_from_db()
    assert hook.stopped_because == "failing"
    assert LogEntry.objects.filter(kind="club.webhook_stopped").count() == 1
    due_now()
    assert send_webhooks() == 0
    hands.enter(table="2")
    assert Delivery.objects.count() == 1
    receiver.answer = lambda _told: Given()
    change_webhook(hook, WebhookChanges(is_stopped=False), by=hands.director)
    assert send_webhooks() == 1
    assert Delivery.objects.get().state == "delivered"


def test_message_of_a_sender_that_was_killed_is_sent_again_under_the_same_id(
    hook: Webhook, receiver: Receiver
) -> None:
    try_webhook(hook)
    (head,) = heads_due(1)
    killed = claim_delivery(head.delivery)
    assert killed is not None
    assert heads_due(1) == []
    assert claim_delivery(head.delivery) is None
    assert send_webhooks() == 0

    Delivery.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert send_webhooks() == 1
    assert receiver.came[0].headers["webhook-id"] == killed.public_id
    # The first one was only slow: what it has to say comes too late.
    assert finish_try(killed, Answer(500, "late", 1)) is None
    assert (Delivery.objects.get().state, Delivery.objects.get().attempts) == ("delivered", 2)


def test_second_in_a_queue_is_nobodys_while_the_first_is_being_sent(hands: Hands, hook: Webhook) -> None:
    rubber = hands.enter()
    void_rubber(rubber, act=hands.act())

    (head,) = heads_due(5)
    first = claim_delivery(head.delivery)

    assert first is not None
    assert first.kind == "rubber.result"
    assert not due_deliveries().exists()


def test_slow_receiver_keeps_no_other_waiting(hands: Hands, receiver: Receiver) -> None:
    slow = make_webhook(hands.club, url=receiver.url("/slow"), kinds=KINDS, by=hands.director)[0]
    fast = make_webhook(hands.club, url=receiver.url("/fast"), kinds=KINDS, by=hands.director)[0]
    for number in range(5):
        hands.enter(event=f"Cup {number}")
    receiver.answer = answer = Slow("/slow", others=5)
    send_webhooks()

    assert answer.is_overtaken
    assert Counter(told.path for told in receiver.came) == {"/fast": 5, "/slow": 5}
    assert not slow.deliveries.exclude(state="delivered").exists()
    assert not fast.deliveries.exclude(state="delivered").exists()


def test_large_answer_is_not_read_to_its_end(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = lambda _told: Given(200, size=50 * MOST_READ)
    try_webhook(hook)

    send_webhooks()

    assert Delivery.objects.get().state == "delivered"


def test_answer_in_drops_ends_with_the_time_that_there_is(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.webhooks.http.TOTAL_SECONDS", 0.3)
    receiver.answer = lambda _told: Given(200, size=1000, drip=0.05)
    try_webhook(hook)

    send_webhooks()

    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.status) == ("waiting", None)
    assert "in time" in delivery.problem


def test_receiver_that_is_away_is_tried_again(hook: Webhook) -> None:
    Webhook.objects.update(url="http://127.0.0.1:9/news")
    try_webhook(hook)

    send_webhooks()

    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.status) == ("waiting", None)
    assert delivery.problem.startswith("ConnectError")


def test_replay_has_the_id_of_the_first_and_goes_behind_what_waits(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    hands.enter()
    send_webhooks()
    once_more = replay_delivery(Delivery.objects.get())

    send_webhooks()

    first, second = receiver.came
    assert first.body == second.body
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert once_more.replay_of is not None
    again = replay_delivery(Delivery.objects.get(pk=once_more.pk))
    assert again.replay_of == once_more.replay_of


def test_replay_since_a_moment_sends_all_in_order(hands: Hands, hook: Webhook, receiver: Receiver) -> None:
    hands.enter(table="1")
    since = timezone.now()
    rubber = hands.enter(table="2")
    void_rubber(rubber, act=hands.act())
    try_webhook(hook)
    send_webhooks()
    receiver.came.clear()

    assert replay_since(hook, since) == 2

    send_webhooks()
    assert kinds_told(receiver) == ["rubber.result", "rubber.voided"]


def test_old_deliveries_are_cleared_away(hands: Hands, hook: Webhook) -> None:
    for table in "123":
        hands.enter(table=table)
    old, waiting, _young = Delivery.objects.order_by("pk")
    long_ago = timezone.now() - KEPT - timedelta(hours=1)
    Delivery.objects.filter(pk=old.pk).update(state="delivered", finished_at=long_ago, made_at=long_ago)
    Delivery.objects.filter(pk=waiting.pk).update(made_at=long_ago)

    assert clear_deliveries() == 1
    Webhook.objects.update(stopped_at=timezone.now(), stopped_because="by_hand")
    assert clear_deliveries() == 1
    assert Delivery.objects.count() == 1

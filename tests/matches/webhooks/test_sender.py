"""News is delivered to a real receiver: signed, in order, and retried until it is accepted or given up."""

from __future__ import annotations

import base64
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from matches.models import Delivery, LogEntry, Webhook
from matches.models.webhooks import Topic
from matches.rubbers.change_rubbers import void_rubber
from matches.webhooks.http import MAX_RESPONSE_BYTES
from matches.webhooks.manage_webhooks import (
    create_webhook,
    replay_delivery,
    replay_since,
    rotate_secret,
    send_test,
    update_webhook,
)
from matches.webhooks.queue import (
    JITTER,
    MAX_RETRY_SECONDS,
    RETENTION,
    RETRY_SECONDS,
    Attempt,
    claim_delivery,
    delete_old_deliveries,
    due_deliveries,
    due_heads,
    record_attempt,
    retry_delay,
)
from matches.webhooks.sender import send_deliveries
from matches.webhooks.signatures import PREFIX
from tests.matches.rubbers.hands import Hands
from tests.support.receiver import CannedResponse, Receiver, Slow

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def due_now() -> None:
    Delivery.objects.filter(state="waiting").update(next_at=timezone.now() - timedelta(seconds=1))


def send_one(hook: Webhook) -> Delivery:
    send_test(hook)
    send_deliveries()
    return Delivery.objects.get()


def received_kinds(receiver: Receiver) -> list[str]:
    return [body["kind"] for body in receiver.bodies]


def test_message_is_signed_as_the_specification_has_it(hands: Hands, receiver: Receiver) -> None:
    _hook, secret = create_webhook(hands.club, url=receiver.url(), topics=Topic.values, by=hands.director)
    hands.enter()
    assert send_deliveries() == 1
    (request,) = receiver.requests
    assert Verifier(secret).verify(request.body.decode(), request.headers) == request.json
    assert secret.startswith(PREFIX)
    assert len(base64.b64decode(secret.removeprefix(PREFIX))) == 32
    delivery = Delivery.objects.get()
    assert request.headers["webhook-id"] == request.json["id"] == delivery.public_id
    assert request.headers["User-Agent"] == "Ecarte-Webhooks/1"
    assert request.headers["Content-Type"] == "application/json"
    assert not {"Cookie", "Authorization", "Referer"} & request.headers.keys()
    assert (delivery.state, delivery.status, delivery.attempts, delivery.problem) == ("delivered", 204, 1, "")
    with pytest.raises(WebhookVerificationError):
        Verifier(secret).verify(request.body.decode().replace("confirmed", "draft"), request.headers)


def test_secret_lies_sealed(hands: Hands, receiver: Receiver) -> None:
    hook, secret = create_webhook(hands.club, url=receiver.url(), topics=Topic.values, by=hands.director)
    assert hook.secret.startswith("sealed:")
    assert secret.removeprefix(PREFIX) not in hook.secret


def test_old_secret_holds_beside_the_new_one_for_a_day(hands: Hands, receiver: Receiver) -> None:
    hook, old = create_webhook(hands.club, url=receiver.url(), topics=Topic.values, by=hands.director)
    new = rotate_secret(hook, by=hands.director)
    send_test(hook)
    send_deliveries()
    for secret in (old, new):
        Verifier(secret).verify(receiver.requests[0].body.decode(), receiver.requests[0].headers)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=True):
        send_test(hook)
        send_deliveries()
        later = receiver.requests[1]
        Verifier(new).verify(later.body.decode(), later.headers)
        with pytest.raises(WebhookVerificationError):
            Verifier(old).verify(later.body.decode(), later.headers)


def test_secret_of_another_key_of_the_site_sends_nothing_unsigned(
    hook: Webhook, receiver: Receiver, settings: Any
) -> None:
    send_test(hook)
    settings.SECRET_KEY = "another key of fifty characters and more, for this test"
    send_deliveries()
    assert receiver.requests == []
    assert "make a new one" in Delivery.objects.get().problem


@pytest.mark.parametrize("status", [300, 301, 307, 400, 401, 404, 429, 500, 503])
def test_whatever_is_no_success_is_tried_again(hook: Webhook, receiver: Receiver, status: int) -> None:
    receiver.answer = lambda _request: CannedResponse(status, {"Location": receiver.url("/elsewhere")})
    delivery = send_one(hook)
    assert (delivery.state, delivery.status, delivery.attempts) == ("waiting", status, 1)
    assert [request.path for request in receiver.requests] == ["/news"]
    assert Webhook.objects.get().failing_since is not None
    receiver.answer = lambda _request: CannedResponse(200)
    due_now()
    send_deliveries()
    first, second = receiver.requests
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
    receiver.answer = lambda request: CannedResponse(
        500 if request.json["event"] == first.event.public_id else 200
    )
    send_deliveries()
    assert sorted(received_kinds(receiver)) == ["rubber.result", "rubber.result"]
    assert [each.state for each in Delivery.objects.order_by("pk")] == ["waiting", "delivered", "waiting"]
    receiver.requests.clear()
    receiver.answer = lambda _request: CannedResponse()
    due_now()
    send_deliveries()
    assert received_kinds(receiver) == ["rubber.result", "rubber.voided"]
    orders = [body["order"] for body in receiver.bodies]
    assert orders == sorted(orders)


def test_one_at_a_time_in_a_queue_and_several_queues_at_once(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    create_webhook(hands.club, url=receiver.url("/other"), topics=Topic.values, by=hands.director)
    receiver.answer = lambda _request: CannedResponse(after=0.05)
    for table in "123":
        for event in ("Autumn Cup", "Winter Cup"):
            hands.enter(table=table, event=event)
    assert send_deliveries() == 12
    orders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for request in receiver.requests:
        orders[request.path, request.json["event"]].append(request.json["order"])
    assert len(orders) == 4
    assert all(order == sorted(order) for order in orders.values())
    # One for each of the two webhooks at the most.
    assert max(receiver.most_at_once.values()) <= 2


def test_after_the_last_try_it_is_given_up_and_the_queue_goes_on(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    rubber = hands.enter()
    void_rubber(rubber, act=hands.act())
    Delivery.objects.filter(kind="rubber.result").update(attempts=len(RETRY_SECONDS))
    receiver.answer = lambda request: CannedResponse(500 if request.json["kind"] == "rubber.result" else 200)
    send_deliveries()
    assert received_kinds(receiver) == ["rubber.result", "rubber.voided"]
    assert [each.state for each in Delivery.objects.order_by("pk")] == ["given_up", "delivered"]


def test_waits_grow_and_are_spread() -> None:
    failed = Attempt(500, "", 1)
    for tries, delay in enumerate(RETRY_SECONDS, start=1):
        waits = {retry_delay(tries, failed) for _ in range(20)}
        assert all(wait is not None and delay <= wait <= delay * (1 + JITTER) for wait in waits)
        assert len(waits) > 1
    assert retry_delay(len(RETRY_SECONDS) + 1, failed) is None


@pytest.mark.parametrize(
    ("requested", "least", "most"),
    [(0.0, 5, 6), (100.0, 100, 100), (1e12, MAX_RETRY_SECONDS, MAX_RETRY_SECONDS)],
)
def test_receiver_may_ask_for_more_time_and_not_for_less(requested: float, least: float, most: float) -> None:
    wait = retry_delay(1, Attempt(503, "", 1, retry_after=requested))
    assert wait is not None
    assert least <= wait <= most


@pytest.mark.parametrize("written", ["120", "moment", "soon", "-5", "9" * 400])
def test_retry_after_is_read_as_seconds_or_as_a_moment(
    hook: Webhook, receiver: Receiver, written: str
) -> None:
    moment = (datetime.now(UTC) + timedelta(seconds=120)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    receiver.answer = lambda _request: CannedResponse(
        503, {"Retry-After": moment if written == "moment" else written}
    )
    wait = (send_one(hook).next_at - timezone.now()).total_seconds()
    if written in ("120", "moment"):
        assert 100 < wait <= 121
    elif written.startswith("9"):
        assert MAX_RETRY_SECONDS - 60 < wait <= MAX_RETRY_SECONDS
    else:
        assert wait <= RETRY_SECONDS[0] * (1 + JITTER)


def test_gone_switches_the_webhook_off_and_the_club_hears_of_it(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = lambda _request: CannedResponse(410)
    assert send_one(hook).state == "given_up"
    hook.refresh_from_db()
    assert (hook.stopped_because, hook.stopped_at is not None) == ("gone", True)
    entry = LogEntry.objects.get(kind="club.webhook_stopped")
    assert entry.payload == {"webhook": hook.public_id, "because": "gone"}


def test_failing_for_five_days_switches_it_off_and_starting_it_goes_on(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    receiver.answer = lambda _request: CannedResponse(500)
    hands.enter()
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=5))
    send_deliveries()
    hook.refresh_from_db()
    assert hook.stopped_because == "failing"
    assert LogEntry.objects.filter(kind="club.webhook_stopped").count() == 1
    due_now()
    assert send_deliveries() == 0
    hands.enter(table="2")
    assert Delivery.objects.count() == 1
    receiver.answer = lambda _request: CannedResponse()
    update_webhook(hook, is_stopped=False, by=hands.director)
    assert send_deliveries() == 1
    assert Delivery.objects.get().state == "delivered"


def test_message_of_a_sender_that_was_killed_is_sent_again_under_the_same_id(
    hook: Webhook, receiver: Receiver
) -> None:
    send_test(hook)
    (head,) = due_heads(1)
    killed = claim_delivery(head.delivery_id)
    assert killed is not None
    assert due_heads(1) == []
    assert claim_delivery(head.delivery_id) is None
    assert send_deliveries() == 0
    Delivery.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert send_deliveries() == 1
    assert receiver.requests[0].headers["webhook-id"] == killed.public_id
    # The first sender was only slow, and its result comes too late.
    assert record_attempt(killed, Attempt(500, "late", 1)) is None
    assert (Delivery.objects.get().state, Delivery.objects.get().attempts) == ("delivered", 2)


def test_second_in_a_queue_is_nobodys_while_the_first_is_being_sent(hands: Hands, hook: Webhook) -> None:
    rubber = hands.enter()
    void_rubber(rubber, act=hands.act())
    (head,) = due_heads(5)
    first = claim_delivery(head.delivery_id)
    assert first is not None
    assert first.kind == "rubber.result"
    assert not due_deliveries().exists()


def test_slow_receiver_keeps_no_other_waiting(hands: Hands, receiver: Receiver) -> None:
    for path in ("/slow", "/fast"):
        create_webhook(hands.club, url=receiver.url(path), topics=Topic.values, by=hands.director)
    for number in range(5):
        hands.enter(event=f"Cup {number}")
    receiver.answer = answer = Slow("/slow", others=5)
    send_deliveries()
    assert answer.is_overtaken
    assert Counter(request.path for request in receiver.requests) == {"/fast": 5, "/slow": 5}
    assert not Delivery.objects.exclude(state="delivered").exists()


def test_large_answer_is_not_read_to_its_end(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = lambda _request: CannedResponse(200, size=50 * MAX_RESPONSE_BYTES)
    assert send_one(hook).state == "delivered"


def test_answer_in_drops_ends_with_the_time_that_there_is(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.webhooks.http.TOTAL_SECONDS", 0.3)
    receiver.answer = lambda _request: CannedResponse(200, size=1000, drip=0.05)
    delivery = send_one(hook)
    assert (delivery.state, delivery.status) == ("waiting", None)
    assert "in time" in delivery.problem


def test_receiver_that_is_away_is_tried_again(hook: Webhook) -> None:
    Webhook.objects.update(url="http://127.0.0.1:9/news")
    delivery = send_one(hook)
    assert (delivery.state, delivery.status) == ("waiting", None)
    assert delivery.problem.startswith("ConnectError")


def test_replay_has_the_id_of_the_first_and_goes_behind_what_waits(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    hands.enter()
    send_deliveries()
    once_more = replay_delivery(Delivery.objects.get())
    send_deliveries()
    first, second = receiver.requests
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
    send_test(hook)
    send_deliveries()
    receiver.requests.clear()
    assert replay_since(hook, since) == 2
    send_deliveries()
    assert received_kinds(receiver) == ["rubber.result", "rubber.voided"]


def test_old_deliveries_are_cleared_away(hands: Hands, hook: Webhook) -> None:
    for table in "123":
        hands.enter(table=table)
    old, waiting, _young = Delivery.objects.order_by("pk")
    long_ago = timezone.now() - RETENTION - timedelta(hours=1)
    Delivery.objects.filter(pk=old.pk).update(state="delivered", finished_at=long_ago, made_at=long_ago)
    Delivery.objects.filter(pk=waiting.pk).update(made_at=long_ago)
    assert delete_old_deliveries() == 1
    Webhook.objects.update(stopped_at=timezone.now(), stopped_because="by_hand")
    assert delete_old_deliveries() == 1
    assert Delivery.objects.count() == 1

"""The order of deliveries: long backlogs, slow receivers and unsendable news delay no other webhook."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Club, Delivery, Webhook
from matches.models.webhooks import Topic
from matches.webhooks import manage_webhooks
from matches.webhooks.manage_webhooks import (
    WebhookError,
    create_webhook,
    replay_delivery,
    replay_since,
    send_test,
    update_webhook,
)
from matches.webhooks.queue import (
    MAX_CONCURRENT_PER_WEBHOOK,
    Attempt,
    claim_delivery,
    delete_old_deliveries,
    due_heads,
    record_attempt,
)
from matches.webhooks.sender import MAX_CONCURRENT_PER_CLUB, send_deliveries
from tests.matches.rubbers.hands import Hands
from tests.support.receiver import CannedResponse, Receiver, Slow

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


def waiting_for(hook: Webhook, queues: int, *, each: int = 1) -> None:
    """Store waiting deliveries: ``queues`` queues of ``each`` messages."""
    for queue in range(queues):
        for number in range(each):
            event = f"{queue:014d}"
            body: dict[str, Any] = {
                "id": f"{queue:07d}{number:07d}",
                "kind": "event.complete",
                "order": number,
            }
            body |= {"at": "2026-11-21T20:15:04Z", "club": hook.club.public_id, "event": event}
            body |= {"data": {"name": "Cup", "phase": "complete"}}
            public_id = f"{hook.pk:04d}{queue:05d}{number:05d}"
            Delivery.objects.create(
                webhook=hook, public_id=public_id, kind=body["kind"], queue=event, body=body
            )


def another(hands: Hands, receiver: Receiver, path: str) -> Webhook:
    return create_webhook(hands.club, url=receiver.url(path), topics=Topic.values, by=hands.director)[0]


def test_backlog_of_one_webhook_hides_nobody(hands: Hands, hook: Webhook, receiver: Receiver) -> None:
    waiting_for(hook, 40)
    other = another(hands, receiver, "/other")
    waiting_for(other, 1)
    heads = due_heads(3)
    assert [head.webhook_id for head in heads] == [hook.pk, other.pk, hook.pk]
    assert len(due_heads(100)) == MAX_CONCURRENT_PER_WEBHOOK + 1


def test_who_fails_comes_behind_who_does_not(hands: Hands, hook: Webhook, receiver: Receiver) -> None:
    waiting_for(hook, 1)
    other = another(hands, receiver, "/other")
    waiting_for(other, 1)
    Webhook.objects.filter(pk=hook.pk).update(failing_since=timezone.now())
    assert [head.webhook_id for head in due_heads(5)] == [other.pk, hook.pk]


def test_slow_receivers_of_one_club_leave_room_for_others(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    """Their news is older, and more than can be sent at a time."""
    for number in range(5):
        waiting_for(another(hands, receiver, f"/slow/{number}"), 4)
    garrick = Club.objects.create(slug="garrick", name="Garrick")
    quick = create_webhook(garrick, url=receiver.url("/quick"), topics=Topic.values, by=hands.director)[0]
    waiting_for(quick, 2)
    receiver.answer = slow = Slow("/slow/", others=2)
    assert send_deliveries() == 22
    assert slow.is_overtaken
    assert slow.most_at_once <= MAX_CONCURRENT_PER_CLUB


def test_news_that_comes_while_a_receiver_dawdles_does_not_wait_for_it(
    hands: Hands, hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.webhooks.sender.POLL_SECONDS", 0.05)
    waiting_for(hook, 1)
    other = another(hands, receiver, "/other")
    waiting_for(other, 1)
    # Simulate news written a moment after the first was claimed.
    later = timezone.now() + timedelta(seconds=0.4)
    other.deliveries.update(next_at=later)
    receiver.answer = slow = Slow("/news", others=1)
    assert send_deliveries() == 2
    assert slow.is_overtaken


def test_long_queue_costs_each_message_the_same(hands: Hands, hook: Webhook, receiver: Receiver) -> None:
    """The waiting deliveries are not scanned for each."""

    def looks() -> int:
        with CaptureQueriesContext(connection) as queries:
            send_deliveries()
        return sum("ROW_NUMBER" in query["sql"] for query in queries)

    waiting_for(hook, 1, each=30)
    assert looks() <= 5
    assert not Delivery.objects.exclude(state="delivered").exists()
    assert [body["order"] for body in receiver.bodies] == list(range(30))


def test_message_that_cannot_be_written_out_keeps_no_other_from_being_sent(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    waiting_for(hook, 2)
    first, second = Delivery.objects.order_by("pk")
    Delivery.objects.filter(pk=first.pk).update(body={"id": "x"})
    send_deliveries()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, first.attempts, first.problem) == ("waiting", 1, "KeyError")
    assert second.state == "delivered"


def test_trial_does_not_wait_for_one_that_failed(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = lambda _request: CannedResponse(500)
    first = send_test(hook)
    send_deliveries()
    receiver.answer = lambda _request: CannedResponse()
    second = send_test(hook)
    send_deliveries()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("given_up", "delivered")


def test_webhook_that_leads_elsewhere_begins_at_once_and_anew(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    receiver.answer = lambda request: CannedResponse(500 if request.path == "/news" else 200)
    waiting_for(hook, 1)
    send_deliveries()
    assert Delivery.objects.get().next_at > timezone.now()
    moved = update_webhook(hook, url=receiver.url("/new"), by=hands.director)
    assert moved.failing_since is None
    assert send_deliveries() == 1
    assert Delivery.objects.get().state == "delivered"


def test_nobody_has_the_same_sent_again_without_end(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manage_webhooks, "MAX_REPLAYS", 5)
    monkeypatch.setattr(manage_webhooks, "REPLAY_BATCH_SIZE", 2)
    waiting_for(hook, 3)
    since = Delivery.objects.order_by("pk")[0].made_at
    send_deliveries()
    assert replay_since(hook, since) == 3
    with pytest.raises(WebhookError):
        replay_since(hook, since)
    for _ in range(2):
        replay_delivery(Delivery.objects.filter(replay_of__isnull=True).order_by("pk")[0])
    with pytest.raises(WebhookError):
        replay_delivery(Delivery.objects.filter(replay_of__isnull=True).order_by("pk")[0])
    receiver.requests.clear()
    send_deliveries()
    attempts = Counter(int(body["event"]) for body in receiver.bodies)
    assert attempts == {0: 3, 1: 1, 2: 1}


def test_replay_is_one_still_when_the_first_was_cleared_away(hook: Webhook, receiver: Receiver) -> None:
    waiting_for(hook, 1)
    send_deliveries()
    first = Delivery.objects.get()
    # Its own id is the message's, as for any that was made by news.
    Delivery.objects.update(public_id=first.body["id"])
    again = replay_delivery(first)
    long_ago = timezone.now() - timedelta(days=31)
    Delivery.objects.filter(pk=first.pk).update(finished_at=long_ago)
    assert not Delivery.objects.get(pk=first.pk).is_replay
    assert delete_old_deliveries() == 1
    again.refresh_from_db()
    assert (again.replay_of_id, again.is_replay) == (None, True)


def test_answer_that_comes_when_the_webhook_is_gone_is_nothing(hook: Webhook) -> None:
    waiting_for(hook, 1)
    (head,) = due_heads(1)
    claimed = claim_delivery(head.delivery_id)
    assert claimed is not None
    Webhook.objects.all().delete()
    assert record_attempt(claimed, Attempt(500, "late", 1)) is None

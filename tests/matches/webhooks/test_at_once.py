"""Two calls at once on PostgreSQL: senders that want the same delivery, and webhooks deleted during a delivery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection, transaction

from matches.models import Delivery, Webhook
from matches.models.webhooks import Topic
from matches.webhooks import manage_webhooks as webhooks
from matches.webhooks.manage_webhooks import create_webhook, delete_webhook, send_test, update_webhook
from matches.webhooks.publish import Message, publish
from matches.webhooks.queue import Attempt, claim_delivery, record_attempt
from tests.matches.common.together import begin, pool, run_behind
from tests.matches.rubbers.hands import Hands

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hook(hands: Hands) -> Webhook:
    return create_webhook(hands.club, url="https://1.1.1.1/news", topics=Topic.values, by=hands.director)[0]


def test_of_two_senders_one_has_the_delivery(hook: Webhook) -> None:
    made = send_test(hook)
    lock = partial(Delivery.objects.select_for_update().get, pk=made.pk)
    both = run_behind(lock, *[partial(claim_delivery, made.pk)] * 2)
    assert sorted(call.result() is not None for call in both) == [False, True]
    made.refresh_from_db()
    assert made.attempts == 1


def test_webhook_is_taken_away_while_an_answer_is_noted(hands: Hands, hook: Webhook) -> None:
    made = claim_delivery(send_test(hook).pk)
    assert made is not None
    with pool() as threads:
        with transaction.atomic():
            Webhook.objects.select_for_update().get(pk=hook.pk)
            noting = begin(threads, partial(record_attempt, made, Attempt(500, "", 1)))
            # Nothing is held of the delivery, which goes next.
            Delivery.objects.select_for_update(nowait=True).get(pk=made.pk)
            Delivery.objects.all().delete()
            Webhook.objects.all().delete()
        assert noting.result() is None


def publish_end(hands: Hands) -> None:
    data = {"name": "Cup", "phase": "complete"}
    message = Message(Topic.EVENT_COMPLETE, hands.club.pk, "5rhd8vcx3jpk6f", data)
    with transaction.atomic():
        publish({hands.club.pk}, {Topic.EVENT_COMPLETE}, lambda _clubs: [message])


def test_result_is_told_though_the_webhook_is_being_taken_away(hands: Hands, hook: Webhook) -> None:
    """The delivery's row needs its webhook when the result is committed."""
    with pool() as threads:
        with transaction.atomic():
            publish_end(hands)
            removing = begin(threads, partial(delete_webhook, hook, by=hands.director))
            assert not removing.done()
        removing.result()
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_those_who_tell_do_not_wait_for_one_another_nor_for_a_change(hands: Hands, hook: Webhook) -> None:
    stop: Callable[[], object] = partial(update_webhook, hook, is_stopped=True, by=hands.director)
    with pool() as threads, transaction.atomic():
        publish_end(hands)
        for call in (partial(publish_end, hands), stop):
            begun = begin(threads, call)
            assert begun.done()
            begun.result()
    assert Delivery.objects.count() == 2


def test_name_is_looked_up_before_anything_is_locked(
    hands: Hands, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lookup may take seconds, and results of the club wait for its lock."""
    free: list[bool] = []

    def look_up(_target: object) -> None:
        # Another connection could not check this within the test's own transaction.
        free.append(not connection.in_atomic_block)

    monkeypatch.setattr(webhooks, "resolve_safely", look_up)
    update_webhook(hook, url="https://1.1.1.1/other", by=hands.director)
    assert free == [True]

"""Senders may have different clocks: due times and claims use the database's."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from matches.models import Delivery, Webhook
from matches.rubbers.change_rubbers import void_rubber
from matches.webhooks.manage_webhooks import replay_delivery, send_test, update_webhook
from matches.webhooks.queue import (
    CLAIM_TIMEOUT,
    JITTER,
    RETRY_SECONDS,
    Attempt,
    claim_delivery,
    due_heads,
    record_attempt,
)
from matches.webhooks.sender import send_deliveries
from tests.matches.rubbers.hands import Hands
from tests.support.receiver import CannedResponse, Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.core]

AHEAD = timedelta(hours=3)


def other_machine(wrong_by: timedelta) -> AbstractContextManager[Any]:
    """Run what follows as on a machine whose clock is wrong by this interval."""
    return time_machine.travel(timezone.now() + wrong_by, tick=True)


@pytest.mark.postgres
def test_news_of_a_machine_that_is_ahead_is_sent_at_once(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    with other_machine(AHEAD):
        hands.enter()
        send_test(hook)
    assert send_deliveries() == 2
    with other_machine(AHEAD):
        replay_delivery(Delivery.objects.get(kind="rubber.result"))
    assert send_deliveries() == 1


@pytest.mark.postgres
def test_machine_that_is_ahead_takes_no_message_from_its_sender(hook: Webhook) -> None:
    made = send_test(hook)
    assert claim_delivery(made.pk) is not None
    with other_machine(AHEAD):
        assert due_heads(5) == []
        assert claim_delivery(made.pk) is None


@pytest.mark.postgres
@pytest.mark.parametrize("wrong_by", [AHEAD, -AHEAD])
def test_claim_of_a_machine_whose_clock_is_wrong_holds_as_long_as_any(
    hook: Webhook, wrong_by: timedelta
) -> None:
    made = send_test(hook)
    with other_machine(wrong_by):
        assert claim_delivery(made.pk) is not None
    until = Delivery.objects.get().claimed_until
    assert until is not None
    assert timedelta(0) < until - timezone.now() <= CLAIM_TIMEOUT
    assert claim_delivery(made.pk) is None


@pytest.mark.postgres
@pytest.mark.parametrize("wrong_by", [AHEAD, -AHEAD])
def test_next_try_is_due_when_it_is_by_any_clock(hook: Webhook, wrong_by: timedelta) -> None:
    claimed = claim_delivery(send_test(hook).pk)
    assert claimed is not None
    with other_machine(wrong_by):
        record_attempt(claimed, Attempt(500, "", 1))
    wait = Delivery.objects.get().next_at - timezone.now()
    assert 0 < wait.total_seconds() <= RETRY_SECONDS[0] * (1 + JITTER)


@pytest.mark.postgres
def test_webhook_started_again_by_a_machine_that_is_ahead_sends_at_once(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    receiver.answer = lambda _request: CannedResponse(500)
    rubber = hands.enter()
    void_rubber(rubber, act=hands.act())
    send_deliveries()
    with other_machine(AHEAD):
        update_webhook(hook, is_stopped=True, by=hands.director)
        update_webhook(hook, is_stopped=False, by=hands.director)
    receiver.answer = lambda _request: CannedResponse()
    assert send_deliveries() == 2


def test_claim_of_a_clock_that_was_put_back_holds_nobody_off(hook: Webhook, receiver: Receiver) -> None:
    made = send_test(hook)
    Delivery.objects.update(claimed_until=timezone.now() + AHEAD, attempts=1)
    assert [head.delivery_id for head in due_heads(5)] == [made.pk]
    assert send_deliveries() == 1

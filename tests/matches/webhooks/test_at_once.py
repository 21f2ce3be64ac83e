"""Two at once on PostgreSQL: senders that want the same delivery, and webhooks that go while something is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection, transaction

from matches.models import Delivery, Webhook
from matches.webhooks import manage_webhooks as webhooks
from matches.webhooks.http import Answer
from matches.webhooks.manage_webhooks import (
    WebhookChanges,
    change_webhook,
    make_webhook,
    remove_webhook,
)
from matches.webhooks.messages import KINDS, News, tell
from matches.webhooks.queue import claim_delivery, finish_try
from matches.webhooks.replays import try_webhook
from tests.matches.helpers.hands import Hands
from tests.matches.helpers.together import begin, pool

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hook(hands: Hands) -> Webhook:
    return make_webhook(hands.club, url="https://1.1.1.1/news", kinds=KINDS, by=hands.director)[0]


def test_of_two_senders_one_has_the_delivery(hook: Webhook) -> None:
    made = try_webhook(hook)
    with pool() as threads:
        with transaction.atomic():
            Delivery.objects.select_for_update().get(pk=made.pk)
            both = [begin(threads, partial(claim_delivery, made.pk)) for _ in range(2)]
        claimed = [call.result() for call in both]

    assert sorted(each is not None for each in claimed) == [False, True]
    made.refresh_from_db()
    assert made.attempts == 1


def test_webhook_is_taken_away_while_an_answer_is_noted(hands: Hands, hook: Webhook) -> None:
    made = claim_delivery(try_webhook(hook).pk)
    assert made is not None
    with pool() as threads:
        with transaction.atomic():
            Webhook.objects.select_for_update().get(pk=hook.pk)
            noting = begin(threads, partial(finish_try, made, Answer(500, "", 1)))
            # Nothing is held of the delivery, which goes next.
            Delivery.objects.select_for_update(nowait=True).get(pk=made.pk)
            Delivery.objects.all().delete()
            Webhook.objects.all().delete()
        assert noting.result() is None


def test_result_is_told_though_the_webhook_is_being_taken_away(hands: Hands, hook: Webhook) -> None:
    """The delivery's row wants its webhook when the result is committed."""
    news = News("event.complete", hands.club.pk, "5rhd8vcx3jpk6f", {"name": "Cup", "phase": "complete"})

    def of_club(_clubs: object) -> list[News]:
        return [news]

    with pool() as threads:
        with transaction.atomic():
            tell({hands.club.pk}, {"event.complete"}, of_club)
            removing = begin(threads, partial(remove_webhook, hook, by=hands.director))
            assert not removing.done()
        removing.result()

    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_those_who_tell_do_not_wait_for_one_another_nor_for_a_change(hands: Hands, hook: Webhook) -> None:
    news = News("event.complete", hands.club.pk, "5rhd8vcx3jpk6f", {"name": "Cup", "phase": "complete"})

    def of_club(_clubs: object) -> list[News]:
        return [news]

    def tell_it() -> None:
        with transaction.atomic():
            tell({hands.club.pk}, {"event.complete"}, of_club)

    stop: Callable[[], object] = partial(
        change_webhook, hook, WebhookChanges(is_stopped=True), by=hands.director
    )
    with pool() as threads, transaction.atomic():
        tell({hands.club.pk}, {"event.complete"}, of_club)
        for call in (tell_it, stop):
            begun = begin(threads, call)
            assert begun.done()
            begun.result()

    assert Delivery.objects.count() == 2


def test_name_is_looked_up_before_anything_is_locked(
    hands: Hands, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look-up may take seconds, and results of the club wait for its lock."""
    free: list[bool] = []

    def look_up(_target: object) -> None:
        # Within the test's own transaction nobody else could tell.
        free.append(not connection.in_atomic_block)

    monkeypatch.setattr(webhooks, "safe_addresses", look_up)
    change_webhook(hook, WebhookChanges(url="https://1.1.1.1/other"), by=hands.director)

    assert free == [True]

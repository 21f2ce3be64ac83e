from __future__ import annotations

import ipaddress
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from matches.models import Webhook
from matches.models.webhooks import Topic
from matches.webhooks.manage_webhooks import create_webhook
from tests.matches.rubbers.hands import Hands
from tests.support.receiver import Receiver, receiving


@pytest.fixture
def own_network(settings: Settings) -> None:
    """Allow webhooks to this machine, as a host's setting can."""
    settings.WEBHOOK_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
def receiver(own_network: None) -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def hook(hands: Hands, receiver: Receiver) -> Webhook:
    """Return a webhook of the club for all news."""
    return create_webhook(hands.club, url=receiver.url(), topics=Topic.values, by=hands.director)[0]

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from matches.models import Webhook
from matches.webhooks.manage_webhooks import make_webhook
from matches.webhooks.messages import KINDS
from tests.matches.helpers.hands import Hands
from tests.support.receiver import Receiver, receiving


@pytest.fixture
def own_network(settings: Settings) -> None:
    """Whoever runs the site lets news be sent to this machine."""
    settings.WEBHOOK_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
def receiver(own_network: None) -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def hook(hands: Hands, receiver: Receiver) -> Webhook:
    """A webhook of the club that wants everything."""
    return make_webhook(hands.club, url=receiver.url(), kinds=KINDS, by=hands.director)[0]

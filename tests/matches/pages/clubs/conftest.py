from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from ecarte_site.accounts import account_settings


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Limits on tries are counted in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def with_mail(settings: Settings) -> None:
    """A site whose EMAIL_URL is set."""
    settings.HAS_MAIL = True
    for name, value in account_settings(has_mail=True, has_tls=False).items():
        setattr(settings, name, value)

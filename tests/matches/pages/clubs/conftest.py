from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from ecarte_site.accounts import account_settings
from tests.factories.staffed import club, director, made_once, owner, staffed

__all__ = ["club", "director", "fresh_limits", "made_once", "owner", "staffed", "with_mail"]


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Clear the limits on tries: they are counted in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def with_mail(settings: Settings) -> None:
    settings.HAS_MAIL = True
    for name, value in account_settings(has_mail=True, has_tls=False).items():
        setattr(settings, name, value)

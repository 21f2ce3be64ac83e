from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from ecarte_site.celery import log_as_the_site_does
from ecarte_site.watching.logs import logging_settings


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield root
    root.setLevel(level)
    root.handlers[:] = handlers


@pytest.mark.parametrize("level", ["WARNING", "INFO"])
def test_worker_tells_what_the_site_tells(root: logging.Logger, settings: Settings, level: str) -> None:
    settings.LOGGING = logging_settings("json", level)
    log_as_the_site_does()
    assert logging.getLevelName(root.level) == level

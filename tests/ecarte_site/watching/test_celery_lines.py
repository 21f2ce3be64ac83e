from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from ecarte_site.celery import log_as_the_site_does


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield root
    root.setLevel(level)
    root.handlers[:] = handlers


@pytest.mark.parametrize(("is_embedded", "level"), [(True, logging.WARNING), (False, logging.INFO)])
def test_worker_in_the_one_process_leaves_the_start_its_say(
    root: logging.Logger, settings: Settings, is_embedded: bool, level: int
) -> None:
    settings.EMBEDDED = is_embedded
    root.setLevel(logging.WARNING)
    log_as_the_site_does()
    assert root.level == level

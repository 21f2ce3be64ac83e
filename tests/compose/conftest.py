"""The services of docker-compose.yml, with the variables of a host of 0.1.0."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compose.hosts import Services, first_release
from tests.support import compose


@pytest.fixture(scope="module")
def composition() -> dict[str, Any]:
    """The file with the variables of a host of 0.1.0."""
    return compose.resolve(first_release())


@pytest.fixture(scope="module")
def services(composition: dict[str, Any]) -> Services:
    return dict(composition["services"])

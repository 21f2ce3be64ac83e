"""The service as programs, for each test that breaks one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.service import Service


@pytest.fixture
def service(service_environment: dict[str, str], tmp_path: Path) -> Iterator[Service]:
    service = Service(service_environment, tmp_path)
    yield service
    service.close()

"""One site on four hosts for all tests of a module: to start it costs more than what any of them does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.machines.opening import Opened
from tests.machines.settings import SILENT_SECONDS
from tests.machines.site import Site, site
from tests.support.packages import MissingServiceError

RUBBERS = 8


@dataclass(frozen=True)
class Running:
    site: Site
    opened: Opened


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(False, id="as-permitted"),
        # Where namespaces are permitted the first way has shown more already.
        pytest.param(True, id="relays", marks=pytest.mark.soak),
    ],
)
def prepared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Four hosts and a club with rubbers to review, on which nothing runs yet."""
    folder: Path = tmp_path_factory.mktemp("machines")
    settings = "tests.machines.settings"
    try:
        with site(folder, settings=settings, silent_seconds=SILENT_SECONDS, by_relays=request.param) as made:
            yield Running(made, made.prepare(RUBBERS))
    except MissingServiceError as missing:
        pytest.skip(str(missing))

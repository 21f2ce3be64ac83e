from __future__ import annotations

import io
import json
import logging
import logging.config
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ecarte_site.watching.logs import logging_settings

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    stream = io.StringIO()
    formatter = logging_settings("json")["formatters"]["line"]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        formatter["()"](processors=formatter["processors"], foreign_pre_chain=formatter["foreign_pre_chain"])
    )
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.setLevel(level)
    root.removeHandler(handler)

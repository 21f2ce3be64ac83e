"""How many examples a property is tried on: few in the test command, many in `manage.py soak`."""

from __future__ import annotations

import os

from tests.support.variables import LONG_RUN


def examples(few: int, *, many: int) -> int:
    """For the ``max_examples`` of a property that is not content with the profile's own numbers."""
    return many if os.environ.get(LONG_RUN) else few

"""Environment variables by which `manage.py test` speaks to the pytest that it starts."""

from __future__ import annotations

from typing import Final

SERVER_URL: Final = "TEST_SERVER_URL"
"""A PostgreSQL to make databases on; empty for none."""
ON_SQLITE: Final = "TEST_ON_SQLITE"
DATA_DIR: Final = "TEST_DATA_DIR"
"""The run's own data folder; set once the settings have been pointed at it."""
LONG_RUN: Final = "TEST_LONG_RUN"
COUNTS_FILE: Final = "TEST_COUNTS_FILE"
RUN: Final = "TEST_RUN"
"""The identity of the run, as ``leftovers`` defines it: every program that the run starts inherits it."""

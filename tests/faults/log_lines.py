"""What programs of the service have written into their logs, a line for each thing that happened."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any


def log_lines(file: Path) -> list[dict[str, Any]]:
    """Every line but those of the banner that Celery prints at its start, and of one that is being written."""
    lines = file.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("\n")]


def tasks_done(file: Path) -> Counter[str]:
    """How often a worker has come to the end of each task, by the task's id."""
    return Counter(line["task_id"] for line in log_lines(file) if line["event"] == "task_succeeded")

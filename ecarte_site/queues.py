"""Which queue each task waits in, and how long it may take. Says nothing of how workers are started.

Tasks of one queue keep each other waiting and nobody else, so that they are parted by how long they take and by who
waits for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

INTERACTIVE: Final = "interactive"
"""Moments, for which somebody looks at a page: standings, draws, and the sweep that finds what is owed."""
REVIEWS: Final = "reviews"
"""A second or two each, thousands after a season's import; wants the solver's table and kernels in memory."""
BULK: Final = "bulk"
"""Minutes: files that are read and written, and what follows from a club's play as a whole."""
WEBHOOKS: Final = "webhooks"
"""Waits for other people's machines."""
QUEUES: Final = (INTERACTIVE, REVIEWS, BULK, WEBHOOKS)

FORMER_QUEUES: Final[Mapping[str, str]] = {"standings": INTERACTIVE, "files": BULK}
"""Names of earlier versions, and whose worker takes what a process of such a version still puts there."""

SWEEP: Final = "worker.tasks.sweep"
QUEUE_OF: Final[Mapping[str, str]] = {
    SWEEP: INTERACTIVE,
    "worker.tasks.write_standings": INTERACTIVE,
    "worker.tasks.make_draw": INTERACTIVE,
    "worker.tasks.review_rubbers": REVIEWS,
    "worker.tasks.read_upload": BULK,
    "worker.tasks.prepare_export": BULK,
    "worker.tasks.rate_club": BULK,
    "worker.tasks.write_honours": BULK,
    "worker.tasks.send_webhooks": WEBHOOKS,
}


@dataclass(frozen=True, slots=True)
class Limit:
    """When a task is ended. ``soft_seconds``: by an exception, after which it is rolled back and noted as failed; None
    where that would tell a person that his file is broken. ``hard_seconds``: with its process; what it had claimed
    is free again when the claim runs out, and is gone on with there.
    """

    soft_seconds: int | None
    hard_seconds: int

    def as_options(self) -> dict[str, int | None]:
        return {"soft_time_limit": self.soft_seconds, "time_limit": self.hard_seconds}


LIMITS: Final[Mapping[str, Limit]] = {
    SWEEP: Limit(120, 150),
    "worker.tasks.write_standings": Limit(120, 150),
    "worker.tasks.make_draw": Limit(None, 900),
    "worker.tasks.review_rubbers": Limit(120, 150),
    "worker.tasks.read_upload": Limit(None, 1800),
    "worker.tasks.prepare_export": Limit(None, 1800),
    "worker.tasks.rate_club": Limit(900, 960),
    "worker.tasks.write_honours": Limit(900, 960),
    "worker.tasks.send_webhooks": Limit(120, 150),
}
"""Nearly three times what the longest of each takes, or more (docs/machines.md): it ends what hangs, not what works."""

LONGEST_TASK_SECONDS: Final = max(limit.hard_seconds for limit in LIMITS.values())
VISIBILITY_SECONDS: Final = 2 * LONGEST_TASK_SECONDS
"""A message that nobody has acknowledged for so long is given to another worker. Longer than any task may take, or a
long one would be begun again while it runs; what a lost host had in hand is found by the sweep long before."""

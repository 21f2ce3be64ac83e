"""The metrics that each process counts by itself. docs/watching.md lists them; a test compares both."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

FAST: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LONG: Final = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 900.0)

REQUESTS: Final = Counter(
    "ecarte_requests", "Requests answered, by view, method and status.", ("view", "method", "status")
)
SECONDS_OF_REQUESTS: Final = Histogram(
    "ecarte_request_seconds",
    "Time to answer a request, by view and method.",
    ("view", "method"),
    buckets=FAST,
)
SECONDS_OF_QUERIES: Final = Histogram(
    "ecarte_query_seconds", "Time of a statement to the database.", buckets=FAST
)
FAILED_QUERIES: Final = Counter(
    "ecarte_failed_queries", "Statements that the database refused, by error.", ("error",)
)
CONNECTIONS: Final = Counter("ecarte_database_connections", "Connections made to the database.")
CACHE: Final = Counter("ecarte_cache", "Questions to the cache, by how they ended.", ("outcome",))
TASKS: Final = Counter("ecarte_tasks", "Tasks that ended, by name and outcome.", ("task", "outcome"))
SECONDS_OF_TASKS: Final = Histogram(
    "ecarte_task_seconds", "Time of a task, by name.", ("task",), buckets=LONG
)
MESSAGES: Final = Counter("ecarte_webhook_messages", "Tries to send news, by how they ended.", ("outcome",))
MAILS: Final = Counter("ecarte_mails", "Tries to send a mail, by how they ended.", ("outcome",))
STREAMS: Final = Gauge(
    "ecarte_live_connections", "Streams of live pages that are open.", multiprocess_mode="livesum"
)

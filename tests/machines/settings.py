"""The service's settings, with claims, sweeps and silences that run out before a test loses patience."""

from typing import Any

from ecarte_site.connections import postgres_options
from ecarte_site.settings import *  # noqa: F403
from ecarte_site.settings import CELERY_BROKER_TRANSPORT_OPTIONS, DATABASES

REVIEW_CLAIM_SECONDS = 4
SWEEP_EVERY_SECONDS = 2.0
SILENT_SECONDS = 3

# A dictionary of its own: the tests that read these settings run beside others that keep the service's.
DATABASES = {
    "default": {
        **DATABASES["default"],
        "OPTIONS": postgres_options({"connect_timeout": 2}, silent_seconds=SILENT_SECONDS),
    }
}
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {  # type: ignore[no-redef]
    **CELERY_BROKER_TRANSPORT_OPTIONS,
    "socket_timeout": 2,
    "socket_connect_timeout": 2,
    "health_check_interval": 2,
}

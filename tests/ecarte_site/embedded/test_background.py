"""The worker as a thread of the web process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.processes import python_output

MAKE_WORKER = """
import sys, django
django.setup()
from ecarte_site.celery import app
from ecarte_site.embedded.background import ThreadWorker
app.loader.import_default_modules()
ThreadWorker(app=app, pool="solo", concurrency=1)
print("numba" in sys.modules)
"""


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("settings", "is_loaded"), [({}, "False"), ({"DATABASE_URL": "sqlite:///{folder}/x"}, "True")]
)
def test_worker_loads_numba_at_its_start_only_where_its_pool_forks(
    tmp_path: Path, settings: dict[str, str], is_loaded: str
) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
    }
    environment |= {"DJANGO_SETTINGS_MODULE": "ecarte_site.settings", "SECRET_KEY": "for tests alone"}
    environment |= {"ECARTE_DATA_DIR": str(tmp_path)}
    environment |= {name: value.format(folder=tmp_path) for name, value in settings.items()}
    assert python_output(environment, "-c", MAKE_WORKER).split() == [is_loaded]

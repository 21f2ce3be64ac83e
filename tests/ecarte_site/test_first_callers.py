"""The first callers of a fresh process get an answer, however many of them come at the same moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import python_output

PROGRAM = ("-m", "tests.support.first_callers")


@pytest.mark.e2e
@pytest.mark.long
@pytest.mark.sweep
@pytest.mark.postgres
@pytest.mark.timeout(900)
@pytest.mark.parametrize("apart", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_first_callers_of_every_address_get_an_answer(fresh_database: str, apart: int) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": fresh_database,
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
        "ALLOWED_HOSTS": "testserver",
        "LOG_LEVEL": "ERROR",
    }
    scene = json.loads(python_output(environment, *PROGRAM, "scene").splitlines()[-1])
    scene["others"] = scene["others"][::apart]
    done = subprocess.run(
        [sys.executable, *PROGRAM, "ask"],
        cwd=PROJECT,
        env=environment,
        input=json.dumps(scene),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    statuses: dict[str, list[int]] = json.loads(done.stdout)
    failed = {path: each for path, each in statuses.items() if each[-1] >= 500}
    assert failed == {}, done.stderr[-5000:]
    assert len([each for each in statuses.values() if each == [200]]) > 250 / apart

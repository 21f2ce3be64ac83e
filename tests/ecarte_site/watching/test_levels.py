"""From which level on lines are told: what `LOG_LEVEL` says, less where a command has words of its own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ecarte_site.setup.environment import PROJECT

TELLING = "import logging; log = logging.getLogger('x'); log.info('told'); log.warning('warned')"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    told = {name: value for name, value in os.environ.items() if name != "LOG_LEVEL"}
    return subprocess.run(command, env=told | environment, text=True, capture_output=True, check=False)


@pytest.mark.parametrize(("environment", "is_told"), [({}, False), ({"LOG_LEVEL": "INFO"}, True)])
def test_command_tells_what_was_asked_for(environment: dict[str, str], is_told: bool) -> None:
    done = run("shell", "--no-imports", "-c", TELLING, **environment)
    assert done.returncode == 0, done.stderr
    assert ("told" in done.stderr) is is_told
    assert "warned" in done.stderr


def test_level_that_there_is_none_of() -> None:
    done = run("check", LOG_LEVEL="LOUD")
    assert done.returncode == 1
    assert "LOG_LEVEL is 'LOUD'; write one of INFO, WARNING, ERROR." in done.stderr

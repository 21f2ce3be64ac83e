"""The process for event streams with only Redis and the key, where it may write nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from ecarte_site.live.store import RedisNews
from ecarte_site.setup.environment import PROJECT
from tests.ecarte_site.live.streams import LiveProcess, until
from tests.support.processes import free_port, running_program
from tests.support.redis_server import RedisServer


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    """Return a folder that even root cannot create: its parent is a file."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "var"


def alone(folder: Path, **variables: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "VIRTUAL_ENV") if name in os.environ}
    quiet = {"PYTHONDONTWRITEBYTECODE": "1", "NUMBA_CACHE_DIR": str(folder)}
    return {**kept, **quiet, "HOME": str(folder), "ECARTE_DATA_DIR": str(folder), **variables}


@pytest.mark.e2e
@pytest.mark.parametrize("place", ["a disk that takes nothing", "a disk that would take it"])
def test_streams_need_redis_and_the_key_alone_and_write_nothing(
    place: str, redis: RedisServer, unwritable: Path, tmp_path: Path
) -> None:
    folder = unwritable if place == "a disk that takes nothing" else tmp_path / "var"
    port = free_port()
    environment = alone(folder, REDIS_URL=redis.url, SECRET_KEY=settings.SECRET_KEY)
    command = [sys.executable, "-m", "ecarte_site.live", "--port", str(port)]
    with running_program(command, environment, port=port) as process:
        live = LiveProcess(port, process)
        assert until(live.hears)
        stream = live.open("event.a")
        RedisNews(redis.url).publish(["event.a"], "score", about="r", data='{"n":1}')
        assert until(lambda: len(stream.events) == 1)
        assert stream.data() == [{"n": 1}]
    assert not folder.exists()


def test_streams_without_a_key_stop_with_a_sentence_that_says_what_to_set(unwritable: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "ecarte_site.live", "--port", str(free_port())],
        cwd=PROJECT,
        env=alone(unwritable, REDIS_URL="redis://127.0.0.1:9/0"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
    assert "SECRET_KEY is not set, and none can be kept in" in result.stderr.splitlines()[-1]

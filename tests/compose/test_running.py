"""The commands and health checks of docker-compose.yml, run here without containers."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import redis as redis_client

from ecarte_site.setup.environment import PROJECT
from matches.pages.status.views import OLD_BACKUP
from tests.compose.hosts import Services, environment_in, first_release, settings_of
from tests.support import compose, dockerfile
from tests.support.processes import free_port, stop, wait_for_port
from tests.support.redis_server import RedisServer


@pytest.mark.e2e
@pytest.mark.parametrize("password", ["", "lettersAndDigits017", "a \"b\\c' $d/e@f"])
@pytest.mark.parametrize("is_file", [False, True], ids=["in .env", "in a file"])
def test_redis_asks_for_the_password_that_is_set(
    password: str, is_file: bool, redis: RedisServer, tmp_path: Path
) -> None:
    variables = first_release()
    if is_file and password:
        (tmp_path / "redis_password").write_text(f"{password}\n")
        variables["REDIS_PASSWORD_FILE"] = "./secrets/redis_password"
    else:
        variables["REDIS_PASSWORD"] = password
    service = compose.resolve(variables)["services"]["redis"]
    port = free_port()
    process = start_redis(service, tmp_path, port, redis.program)
    try:
        wait_for_port(port, process)
        commands = Path(f"/proc/{process.pid}/cmdline").read_text().replace("\0", " ")
        assert not password or password not in commands
        ours = {**service["environment"], "REDIS_URL": f"redis://127.0.0.1:{port}/0", "SECRET_KEY": "x"}
        settings = settings_of({"environment": ours}, tmp_path)
        assert redis_client.Redis.from_url(settings["REDIS_URL"]).ping()
        if password:
            with pytest.raises(redis_client.AuthenticationError):
                redis_client.Redis(port=port).ping()
        assert redis_is_healthy(service, tmp_path, port)
    finally:
        stop(process)
    assert not redis_is_healthy(service, tmp_path, port)


@pytest.mark.e2e
def test_redis_does_not_start_without_the_password_that_a_file_should_hold(
    redis: RedisServer, tmp_path: Path
) -> None:
    variables = {**first_release(), "REDIS_PASSWORD_FILE": "./secrets/redis_password"}
    service = compose.resolve(variables)["services"]["redis"]
    for text in (None, "\n"):
        if text is not None:
            (tmp_path / "redis_password").write_text(text)
        process = start_redis(service, tmp_path, free_port(), redis.program)
        assert process.wait(30) != 0


@pytest.mark.parametrize("secret", ["", "a \"b\\c' $d/e@f"])
@pytest.mark.parametrize("is_file", [False, True], ids=["in .env", "in a file"])
def test_caddy_gets_the_secret_that_is_set(secret: str, is_file: bool, tmp_path: Path) -> None:
    variables = first_release()
    if is_file:
        (tmp_path / "front_secret").write_text(f"{secret}\n")
        variables["FRONT_SECRET_FILE"] = "./secrets/front_secret"
    else:
        variables["FRONT_SECRET"] = secret
    service = compose.resolve(variables)["services"]["tls"]
    *shell, script = service["command"]
    program = "exec caddy run --config /etc/caddy/Caddyfile --adapter caddyfile"
    assert script.count(program) == 1
    done = subprocess.run(
        [*shell, script.replace(program, "exec printenv FRONT_SECRET")],
        env=environment_in(service, tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    if is_file and not secret:
        assert done.returncode != 0
        assert "FRONT_SECRET" in done.stderr
    else:
        assert done.stdout == f"{secret}\n"


def words(command: str | list[str]) -> list[str]:
    return command.split() if isinstance(command, str) else [str(word) for word in command]


def start_redis(service: dict[str, Any], folder: Path, port: int, program: str) -> subprocess.Popen[str]:
    """Start the service's own command, with secrets in `folder`, at this port."""
    *shell, script = service["command"]
    assert script.count("exec redis-server -") == 1
    script = script.replace("exec redis-server -", f"exec {program} - --port {port} --bind 127.0.0.1")
    return subprocess.Popen(
        [*shell, script],
        cwd=folder,
        env=environment_in(service, folder),
        text=True,
        stdout=subprocess.DEVNULL,
    )


def redis_is_healthy(service: dict[str, Any], folder: Path, port: int) -> bool:
    (script,) = service["healthcheck"]["test"][1:]
    done = subprocess.run(
        ["sh", "-c", script.replace("redis-cli", f"redis-cli -p {port}")],
        env=environment_in(service, folder),
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


@pytest.mark.e2e
def test_web_command_is_one_that_gunicorn_takes(services: Services) -> None:
    program, application, *options = words(services["web"]["command"])
    assert (program, application) == ("gunicorn", "ecarte_site.wsgi")
    assert callable(importlib.import_module(application).application)
    checking = [sys.executable, "-m", "gunicorn", application, *options, "--check-config"]
    result = subprocess.run(checking, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.e2e
def test_streams_command_runs_and_its_health_check_tells(
    services: Services, service_environment: dict[str, str], redis: RedisServer
) -> None:
    port = free_port()
    _, *command = services["live"]["command"]
    asking = services["live"]["healthcheck"]["test"][-1].replace("8001", str(port))
    process = subprocess.Popen(
        [sys.executable, *(word.replace("8001", str(port)) for word in command)],
        cwd=PROJECT,
        env=service_environment,
        text=True,
    )

    def is_healthy() -> bool:
        return (
            subprocess.run([sys.executable, "-c", asking], capture_output=True, check=False).returncode == 0
        )

    try:
        wait_for_port(port, process)
        assert is_healthy()
        redis.kill()
        assert any(not is_healthy() for _ in range(100))
        redis.start()
        assert any(is_healthy() for _ in range(100))
    finally:
        stop(process)


@pytest.mark.e2e
@pytest.mark.parametrize("name", ["worker", pytest.param("beat", marks=pytest.mark.soak)])
def test_background_commands_run_and_their_health_check_tells(
    name: str,
    services: Services,
    service_environment: dict[str, str],
    redis: RedisServer,
    tmp_path: Path,
) -> None:
    environment = {**service_environment, "HOSTNAME": "here", "PATH": _path_of_this_environment()}
    environment["PYTHONUNBUFFERED"] = "1"  # as in the image
    if "DATABASE_URL" not in services[name]["environment"]:
        (tmp_path / "file").write_text("")
        del environment["DATABASE_URL"]
        environment |= {"SECRET_KEY": services[name]["environment"]["SECRET_KEY"]}
        environment |= {"ECARTE_DATA_DIR": str(tmp_path / "file" / "var")}
    command = words(services[name]["command"])
    command = [word.replace("--schedule=/run/ecarte", f"--schedule={tmp_path}") for word in command]
    checking = services[name]["healthcheck"]["test"][1].replace("--timeout 8", "--timeout 2")
    node = "celerybeat@here" if name == "beat" else "celery@here"
    log = tmp_path / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [*command, "--hostname", node],
            cwd=PROJECT,
            env=environment,
            text=True,
            stdout=file,
            stderr=subprocess.STDOUT,
        )

    def is_healthy() -> bool:
        result = subprocess.run(
            ["sh", "-c", checking], cwd=PROJECT, env=environment, capture_output=True, check=False
        )
        return result.returncode == 0

    try:
        # A check is a program that loads everything: it is not begun before there is anybody to answer.
        while not re.search(r"ready\.|beat v\S+ .*is starting\.", log.read_text()):
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        assert any(is_healthy() for _ in range(5))
    finally:
        stop(process)
    assert not is_healthy()


def _path_of_this_environment() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def test_the_daily_back_up_is_unwell_where_there_was_none_for_two_days(
    services: Services, tmp_path: Path
) -> None:
    (script,) = services["backups"]["healthcheck"]["test"][1:]

    def is_healthy() -> bool:
        checking = ["sh", "-c", script.replace("/backups", str(tmp_path))]
        return subprocess.run(checking, check=False).returncode == 0

    assert not is_healthy()
    backup = tmp_path / "ecarte-2026-11-13T033000Z.zip"
    backup.write_bytes(b"x")
    assert is_healthy()
    days = OLD_BACKUP.days
    os.utime(backup, (time.time() - days * 86_400 - 60,) * 2)
    assert not is_healthy()
    os.utime(backup, (time.time() - days * 86_400 + 600,) * 2)
    assert is_healthy()


@pytest.mark.e2e
def test_gunicorn_opens_no_control_socket(services: Services) -> None:
    image = json.loads(
        next(
            each.argument
            for each in dockerfile.instructions(dockerfile.FILE.read_text())
            if each.word == "CMD"
        )
    )
    for _program, *options in (services["web"]["command"], image):
        asking = [sys.executable, "-m", "gunicorn", *options, "--print-config"]
        result = subprocess.run(asking, cwd=PROJECT, capture_output=True, text=True, check=True)
        assert re.search(r"^control_socket_disable\s*= True$", result.stdout, re.MULTILINE)

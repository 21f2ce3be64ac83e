"""docker-compose.yml: every name in it leads to something, and no secret has a default."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from ecarte_site.health import ANSWERS, HealthMiddleware
from ecarte_site.live.middleware import ANSWERS as LIVE_ANSWERS
from ecarte_site.setup.environment import PROJECT
from matches.services.live_news import STREAM
from tests.support.processes import free_port, stop, wait_for_port
from tests.support.redis_server import RedisServer

OURS = ("migrate", "backup", "web", "live", "interactive", "worker", "bulk", "webhooks", "beat")
HOSTS_FOLDER = "./backups"
"""Made by the host, who gives it to the containers' user."""
THEIRS = ("tls", "postgres", "redis")


@pytest.fixture(scope="module")
def composition() -> dict[str, Any]:
    return dict(yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def services(composition: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(composition["services"])


def words(command: str | list[str]) -> list[str]:
    return command.split() if isinstance(command, str) else [str(word) for word in command]


def without_variables(text: str) -> str:
    """What compose makes of a text when each variable holds what its default says, or nothing."""
    return re.sub(r"\$\{\w+(?::-([^}]*))?[^}]*\}", lambda match: match[1] or "", text).replace("$$", "$")


def test_runs_every_part_of_the_service(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {*OURS, *THEIRS}


def test_every_lasting_service_restarts_and_says_how_it_is(services: dict[str, dict[str, Any]]) -> None:
    for name in set(services) - {"migrate", "backup"}:
        assert services[name]["restart"] == "unless-stopped", name
        assert services[name]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
    assert services["migrate"]["restart"] == services["backup"]["restart"] == "no"


def test_services_wait_for_services_that_exist(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            assert other in services, f"{name} waits for {other}"
            ends = services[other]["restart"] == "no"
            assert how["condition"] == ("service_completed_successfully" if ends else "service_healthy")


def test_only_tls_is_open_to_the_outside(services: dict[str, dict[str, Any]]) -> None:
    assert [name for name, service in services.items() if "ports" in service] == ["tls"]


def test_every_named_volume_is_declared(composition: dict[str, Any]) -> None:
    declared = set(composition["volumes"])
    used = set()
    for service in composition["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source == HOSTS_FOLDER:
                continue
            if source.startswith("."):
                assert (PROJECT / source).is_file(), source
            else:
                used.add(source)
    assert used == declared


def test_the_environment_is_what_the_settings_read(services: dict[str, dict[str, Any]]) -> None:
    read = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL", "SITE_URL"}
    read |= {"WEBHOOK_ALLOWED_NETWORKS", "METRICS_TOKEN", "METRICS_PORT"}
    settings = (PROJECT / "ecarte_site" / "settings.py").read_text(encoding="utf-8")
    for name in OURS:
        assert set(services[name]["environment"]) == {*read, "PROMETHEUS_MULTIPROC_DIR"}, name
    for variable in read:
        assert f'"{variable}"' in settings, variable


def test_no_secret_has_a_default() -> None:
    text = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8")
    for variable in ("SECRET_KEY", "POSTGRES_PASSWORD", "SITE_HOST", "EMAIL_URL"):
        uses = re.findall(r"\$\{" + variable + r"([^}]*)\}", text)
        assert uses, variable
        assert any(use.startswith(":?") for use in uses), variable
        assert not any(use.startswith((":-", "-")) for use in uses), variable


def test_example_lists_every_variable_and_fills_in_no_secret() -> None:
    text = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{(\w+)", text))
    example = dict(
        line.split("=", 1)
        for line in (PROJECT / ".env.example").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    )
    assert set(example) == used
    assert [name for name, value in example.items() if value] == ["WEB_WORKERS", "REVIEW_WORKERS"]


def test_our_containers_run_as_nobody_in_particular(services: dict[str, dict[str, Any]]) -> None:
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^USER (\S+)$", image, re.MULTILINE) == ["10001"]
    for name in OURS:
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]


def test_image_copies_what_exists_and_what_runs() -> None:
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", image, re.MULTILINE)
        for source in line.split()[:-1]
    ]
    for source in copied:
        assert (PROJECT / source).exists(), source
    assert {"manage.py", "ecarte_site", "matches", "scoring", "worker"} <= set(copied)
    let_through = (PROJECT / ".dockerignore").read_text(encoding="utf-8").split()
    for source in copied:
        assert f"!{source.split('/')[0]}" in let_through, source


def test_web_command_is_one_that_gunicorn_takes(services: dict[str, dict[str, Any]]) -> None:
    program, application, *options = (without_variables(word) for word in words(services["web"]["command"]))
    assert (program, application) == ("gunicorn", "ecarte_site.wsgi")
    assert callable(importlib.import_module(application).application)
    checking = [sys.executable, "-m", "gunicorn", application, *options, "--check-config"]
    result = subprocess.run(checking, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_web_is_asked_whether_it_is_ready(services: dict[str, dict[str, Any]]) -> None:
    asking = services["web"]["healthcheck"]["test"][-1]
    assert "/readyz" in ANSWERS
    place = settings.MIDDLEWARE.index(f"{HealthMiddleware.__module__}.{HealthMiddleware.__qualname__}")
    # Whatever looks at the request's host comes after it; headers go onto its answers as well.
    assert settings.MIDDLEWARE[:place] == ["ecarte_site.headers.HeadersMiddleware"]
    assert '"http://localhost:8000/readyz"' in asking
    compile(asking, "healthcheck", "exec")
    assert "--bind=0.0.0.0:8000" in services["web"]["command"]
    assert "localhost" in services["web"]["environment"]["ALLOWED_HOSTS"].split(",")
    assert "reverse_proxy web:8000" in (PROJECT / "deploy" / "Caddyfile").read_text(encoding="utf-8")


def test_streams_have_a_process_of_their_own_and_the_way_leads_to_it(
    services: dict[str, dict[str, Any]],
) -> None:
    live = services["live"]
    assert live["command"][:3] == ["python", "-m", "ecarte_site.live"]
    assert "--port=8001" in live["command"]
    assert '"http://localhost:8001/healthz"' in live["healthcheck"]["test"][-1]
    way = (PROJECT / "deploy" / "Caddyfile").read_text(encoding="utf-8").split(f"handle {STREAM} {{")[1]
    assert way.split()[:4] == ["reverse_proxy", "live:8001", "{", "flush_interval"]
    assert STREAM in LIVE_ANSWERS


@pytest.mark.faults
def test_streams_command_runs_and_its_health_check_tells(
    services: dict[str, dict[str, Any]], service_environment: dict[str, str], redis: RedisServer
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


def test_workers_differ_in_their_queues_alone(services: dict[str, dict[str, Any]]) -> None:
    """So that of one of them it is enough to see it run."""
    for name in ("interactive", "bulk", "webhooks"):
        assert services[name]["healthcheck"] == services["worker"]["healthcheck"]
        assert services[name]["stop_grace_period"] == services["worker"]["stop_grace_period"]
        command = [word for word in services[name]["command"] if not word.startswith(("--queues", "--conc"))]
        assert command == [
            word for word in services["worker"]["command"] if not word.startswith(("--queues", "--conc"))
        ]


@pytest.mark.faults
@pytest.mark.parametrize("name", ["worker", pytest.param("beat", marks=pytest.mark.soak)])
def test_background_commands_run_and_their_health_check_tells(
    name: str,
    services: dict[str, dict[str, Any]],
    service_environment: dict[str, str],
    redis: RedisServer,
    tmp_path: Path,
) -> None:
    environment = {**service_environment, "HOSTNAME": "here", "PATH": _path_of_this_environment()}
    command = [without_variables(word) for word in words(services[name]["command"])]
    command = [word.replace("--schedule=/run/ecarte", f"--schedule={tmp_path}") for word in command]
    checking = without_variables(services[name]["healthcheck"]["test"][1]).replace(
        "--timeout 8", "--timeout 2"
    )
    node = "celerybeat@here" if name == "beat" else "celery@here"
    log = tmp_path / "log"
    with log.open("w") as said:
        process = subprocess.Popen(
            [*command, "--hostname", node],
            cwd=PROJECT,
            env=environment,
            text=True,
            stdout=said,
            stderr=subprocess.STDOUT,
        )

    def is_healthy() -> bool:
        asked = subprocess.run(
            ["sh", "-c", checking], cwd=PROJECT, env=environment, capture_output=True, check=False
        )
        return asked.returncode == 0

    try:
        # A check is a program that loads everything: it is not begun before there is anybody to answer.
        while not re.search(r"ready\.|beat: Starting", log.read_text()):
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        assert any(is_healthy() for _ in range(5))
    finally:
        stop(process)
    assert not is_healthy()


def _path_of_this_environment() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def test_a_backup_is_made_when_it_is_asked_for_and_not_with_the_rest(
    services: dict[str, dict[str, Any]],
) -> None:
    backup = services["backup"]
    assert backup["profiles"] == ["backup"]
    *_program, keep, _number, folder = words(backup["command"])
    assert keep == "--keep"
    assert backup["volumes"] == [f"{HOSTS_FOLDER}:{folder}"]
    documented = (PROJECT / "docs" / "backup.md").read_text(encoding="utf-8")
    assert "docker compose run --rm backup" in documented
    assert f"install -d -o 10001 -m 700 {HOSTS_FOLDER.removeprefix('./')}" in documented

"""The settings of each service in docker-compose.yml, with the variables of a new host and of a host from 0.1.0."""

from __future__ import annotations

import argparse
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
from django.conf import settings
from django.core.management import load_command_class

from ecarte_site.health import VIEWS, HealthMiddleware
from ecarte_site.live.middleware import VIEWS as LIVE_VIEWS
from ecarte_site.setup.environment import PROJECT
from matches.pages.status.views import OLD_BACKUP
from matches.rubbers.live_news import STREAM
from tests.ecarte_site.fresh import fresh_processes
from tests.support import compose, dockerfile
from tests.support.processes import free_port, stop, wait_for_port
from tests.support.redis_server import RedisServer

OURS = (
    "migrate",
    "backup",
    "backups",
    "web",
    "live",
    "interactive",
    "worker",
    "bulk",
    "webhooks",
    "mail",
    "beat",
)
WORKERS = ("interactive", "worker", "bulk", "webhooks", "mail")
THEIRS = ("tls", "postgres", "redis")
HOSTS_FOLDER = "./backups"
"""A folder that the host creates and makes writable for the containers' user."""
SECRETS = {
    "migrate": {"secret_key", "postgres_password"},
    "backup": {"secret_key", "postgres_password"},
    "backups": {"secret_key", "postgres_password"},
    "web": {
        "secret_key",
        "postgres_password",
        "redis_password",
        "front_secret",
        "metrics_token",
    },
    "live": {"secret_key", "redis_password", "metrics_token"},
    **{name: {"secret_key", "postgres_password", "redis_password", "metrics_token"} for name in WORKERS},
    "mail": {"secret_key", "postgres_password", "redis_password", "email_url", "metrics_token"},
    "beat": {"redis_password"},
    "tls": {"front_secret"},
    "postgres": {"postgres_password"},
    "redis": {"redis_password"},
}
"""The secrets of each service: those that it can't do its work without."""
NETWORKS = {
    "tls": {"outer", "front"},
    "migrate": {"database"},
    "backup": {"database"},
    "backups": {"database"},
    "web": {"outer", "front", "database", "broker", "figures"},
    "live": {"front", "broker", "figures"},
    **{name: {"database", "broker", "figures"} for name in WORKERS},
    "webhooks": {"outer", "database", "broker", "figures"},
    "mail": {"outer", "database", "broker", "figures"},
    "beat": {"broker"},
    "postgres": {"database"},
    "redis": {"broker"},
}
FIRST_RELEASE = PROJECT / "tests" / "data" / "first-release.env"


def first_release() -> dict[str, str]:
    """Return the variables of a host of 0.1.0."""
    return compose.read_variables(FIRST_RELEASE.read_text(encoding="utf-8"))


def with_files(folder: Path) -> dict[str, str]:
    """Return the variables of a host with secrets in `folder`, with the values of `first_release` and two more."""
    variables = first_release()
    for name in (
        "SECRET_KEY",
        "POSTGRES_PASSWORD",
        "EMAIL_URL",
        "REDIS_PASSWORD",
        "FRONT_SECRET",
        "METRICS_TOKEN",
    ):
        file = folder / name.lower()
        file.write_text(f"{variables.get(name) or 'a/b@c'}\n")
        variables |= {name: "", f"{name}_FILE": str(file)}
    return variables


@pytest.fixture(scope="module")
def composition() -> dict[str, Any]:
    """The file with the variables of a host of 0.1.0."""
    return compose.resolve(first_release())


@pytest.fixture(scope="module")
def services(composition: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(composition["services"])


def words(command: str | list[str]) -> list[str]:
    return command.split() if isinstance(command, str) else [str(word) for word in command]


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


@pytest.mark.parametrize("name", [*OURS, *THEIRS])
def test_a_service_has_its_own_secrets_and_networks_and_no_others(
    name: str, services: dict[str, dict[str, Any]]
) -> None:
    service = services[name]
    assert set(service.get("secrets", ())) == SECRETS[name]
    assert set(service["networks"]) == NETWORKS[name]
    given = set(service.get("environment", {}))
    variables = {secret.upper() for secret in SECRETS[name]}
    assert {f"{variable}_FILE" for variable in variables} == {
        each for each in given if each.endswith("_FILE")
    }
    assert given & {secret.upper() for secrets in SECRETS.values() for secret in secrets} == variables | (
        # A text that opens nothing: nothing starts without one.
        {"SECRET_KEY"} if name == "beat" else set()
    )
    assert ("DATABASE_URL" in given, "REDIS_URL" in given) == (
        name in OURS and "database" in NETWORKS[name],
        name in OURS and "broker" in NETWORKS[name],
    )


def test_only_what_has_business_there_reaches_the_internet(composition: dict[str, Any]) -> None:
    networks = composition["networks"]
    assert [name for name, network in networks.items() if not (network or {}).get("internal")] == ["outer"]
    reaching = {name for name, service in composition["services"].items() if "outer" in service["networks"]}
    assert reaching == {"tls", "web", "webhooks", "mail"}


def test_a_secret_is_mounted_where_its_variable_says(tmp_path: Path) -> None:
    variables = with_files(tmp_path)
    resolved = compose.resolve(variables)
    for name, secret in resolved["secrets"].items():
        assert secret == {"file": str(tmp_path / name)}
    for name, service in resolved["services"].items():
        for secret in SECRETS[name]:
            assert service["environment"][f"{secret.upper()}_FILE"] == f"/run/secrets/{secret}"
            assert not service["environment"][secret.upper()]
    for secret in compose.resolve(first_release())["secrets"].values():
        assert secret == {"file": "/dev/null"}


def test_every_service_is_bounded_and_kept_from_what_it_does_not_need(
    composition: dict[str, Any], tmp_path: Path
) -> None:
    assert compose.faults(composition) == []
    assert compose.faults(compose.resolve({**with_files(tmp_path), "WEB_WORKERS": "16"})) == []


def test_the_limits_of_web_and_reviews_grow_with_their_processes() -> None:
    services = compose.resolve({**first_release(), "WEB_WORKERS": "16", "REVIEW_WORKERS": "8"})["services"]
    assert (services["web"]["mem_limit"], services["web"]["pids_limit"]) == ("16500m", "1600")
    assert (services["worker"]["mem_limit"], services["worker"]["pids_limit"]) == ("8500m", "800")


@pytest.mark.parametrize(
    ("name", "added"), [("tls", {"NET_BIND_SERVICE", "DAC_OVERRIDE"}), ("postgres", set())]
)
def test_capabilities_are_added_by_name_and_for_caddy_alone(
    name: str, added: set[str], services: dict[str, dict[str, Any]]
) -> None:
    assert set(services[name].get("cap_add", ())) == added
    assert [other for other in services if "cap_add" in services[other]] == ["tls"]
    assert (services["postgres"]["user"], services["redis"]["user"]) == ("postgres", "999:999")


def test_no_secret_has_a_default() -> None:
    text = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8")
    for variable in ("SECRET_KEY", "POSTGRES_PASSWORD", "SITE_HOST", "EMAIL_URL"):
        uses = re.findall(r"\$\{" + variable + r"\b([^}]*)\}", text)
        assert any(use.startswith((":?", "?")) for use in uses), variable
        assert not any(use.startswith((":-", "-")) for use in uses), variable


@pytest.mark.parametrize("name", ["SITE_HOST", "SECRET_KEY", "POSTGRES_PASSWORD", "EMAIL_URL"])
def test_what_has_to_be_set_is_asked_for_in_one_sentence(name: str) -> None:
    variables = first_release()
    del variables[name]
    with pytest.raises(compose.MissingVariableError, match=rf"^Set {name} in \.env"):
        compose.resolve(variables)


def settings_of(service: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return what the settings make of a service's environment, its secrets in `folder` and no disk to write to."""
    (folder / "file").write_text("")
    environment = {
        name: str(value).replace("/run/secrets", str(folder))
        for name, value in service["environment"].items()
    }
    environment |= {
        "ECARTE_DATA_DIR": str(folder / "file" / "var"),
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }
    if "PROMETHEUS_MULTIPROC_DIR" in environment:
        environment["PROMETHEUS_MULTIPROC_DIR"] = str(folder / "figures")
    names = (
        "SECRET_KEY",
        "DATABASE_URL",
        "REDIS_URL",
        "EMBEDDED",
        "HAS_MAIL",
        "METRICS_TOKEN",
        "METRICS_PORT",
        "FRONT_SECRET",
    )
    done = fresh_processes().run(
        "import json; from django.conf import settings; "
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}))",
        environment,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("has_files", [False, True], ids=["of the first release", "with files"])
def test_a_host_comes_up_with_its_own_variables(
    name: str, has_files: bool, services: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    old = first_release()
    if has_files:
        services = compose.resolve(with_files(tmp_path))["services"]
    settings = settings_of(services[name], tmp_path)
    assert settings["EMBEDDED"] is False
    assert settings["SECRET_KEY"] == ("the schedule signs nothing" if name == "beat" else old["SECRET_KEY"])
    if "database" in NETWORKS[name]:
        # As 0.1.0 wrote it.
        url = f"postgres://ecarte:{old['POSTGRES_PASSWORD']}@postgres:5432/ecarte"
        assert settings["DATABASE_URL"] == url
    if "broker" in NETWORKS[name]:
        password = ":a%2Fb%40c@" if has_files else ""
        assert settings["REDIS_URL"] == f"redis://{password}redis:6379/0"
    if has_files:
        assert settings["METRICS_TOKEN"] == ("a/b@c" if "metrics_token" in SECRETS[name] else "")
        assert settings["METRICS_PORT"] == (9100 if "figures" in NETWORKS[name] else None)
    assert settings["HAS_MAIL"] is (name in ("web", "mail"))
    assert settings["FRONT_SECRET"] == ("a/b@c" if has_files and name == "web" else "")


def test_web_knows_whether_there_is_mail_and_not_how() -> None:
    url, file = {"EMAIL_URL": "smtp://u:p@mail.example.org"}, {"EMAIL_URL_FILE": "./secrets/email_url"}
    neither = {**first_release(), "EMAIL_URL": ""}
    told = [
        compose.resolve({**neither, **given})["services"]["web"]["environment"]["HAS_MAIL"]
        for given in ({}, url, file, {**url, **file})
    ]
    assert [bool(each) for each in told] == [False, True, True, True]
    assert "mail.example.org" not in str(told)


def test_what_a_host_of_the_first_release_keeps_is_found_where_it_was(composition: dict[str, Any]) -> None:
    services = composition["services"]
    assert set(composition["volumes"]) == {"records", "kernels", "certificates", "caddy"}
    assert services["postgres"]["volumes"] == ["records:/var/lib/postgresql/data"]
    assert services["postgres"]["image"].split(":")[1].split(".")[0] == "17"
    assert services["tls"]["volumes"][1:] == ["certificates:/data", "caddy:/config"]
    assert services["backup"]["volumes"] == ["./backups:/backups"]


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


def environment_in(service: dict[str, Any], folder: Path) -> dict[str, str]:
    given = {
        name: value.replace("/run/secrets", str(folder)) for name, value in service["environment"].items()
    }
    return {"PATH": os.environ["PATH"], **given}


def test_example_lists_every_variable_and_fills_in_no_secret() -> None:
    used = compose.names_in((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    example = compose.read_variables((PROJECT / ".env.example").read_text(encoding="utf-8"))
    assert set(example) == used
    files = {
        f"{secret.upper()}_FILE": f"./secrets/{secret}"
        for secret in (SECRETS["web"] | SECRETS["mail"]) - {"metrics_token"}
    }
    filled = {name: value for name, value in example.items() if value}
    assert filled == {**files, "WEB_WORKERS": "2", "REVIEW_WORKERS": "1"}


def test_the_hosting_page_has_every_variable_of_the_example() -> None:
    page = (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8").split("### Without containers")[0]
    example = compose.read_variables((PROJECT / ".env.example").read_text(encoding="utf-8"))
    assert set(example) <= set(re.findall(r"`([A-Z_]+)`", page))


def test_our_containers_run_as_nobody_in_particular(services: dict[str, dict[str, Any]]) -> None:
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^USER (\S+)$", image, re.MULTILINE) == ["10001"]
    for name in OURS:
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]


@pytest.mark.e2e
def test_web_command_is_one_that_gunicorn_takes(services: dict[str, dict[str, Any]]) -> None:
    program, application, *options = words(services["web"]["command"])
    assert (program, application) == ("gunicorn", "ecarte_site.wsgi")
    assert callable(importlib.import_module(application).application)
    checking = [sys.executable, "-m", "gunicorn", application, *options, "--check-config"]
    result = subprocess.run(checking, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_web_is_asked_whether_it_is_ready(services: dict[str, dict[str, Any]]) -> None:
    asking = services["web"]["healthcheck"]["test"][-1]
    assert "/readyz" in VIEWS
    place = settings.MIDDLEWARE.index(f"{HealthMiddleware.__module__}.{HealthMiddleware.__qualname__}")
    # Whatever looks at the request's host comes after it; headers go onto its answers as well.
    assert settings.MIDDLEWARE[:place] == ["ecarte_site.middleware.HeadersMiddleware"]
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
    assert STREAM in LIVE_VIEWS


@pytest.mark.e2e
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
    """The workers differ in nothing but their queues, so that it is enough to see one of them run."""
    for name in ("interactive", "bulk", "webhooks"):
        assert services[name]["healthcheck"] == services["worker"]["healthcheck"]
        assert services[name]["stop_grace_period"] == services["worker"]["stop_grace_period"]
        command = [word for word in services[name]["command"] if not word.startswith(("--queues", "--conc"))]
        assert command == [
            word for word in services["worker"]["command"] if not word.startswith(("--queues", "--conc"))
        ]


@pytest.mark.e2e
@pytest.mark.parametrize("name", ["worker", pytest.param("beat", marks=pytest.mark.soak)])
def test_background_commands_run_and_their_health_check_tells(
    name: str,
    services: dict[str, dict[str, Any]],
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


def backup_options(service: dict[str, Any]) -> argparse.Namespace:
    """Return what `manage.py backup` makes of a service's command."""
    python, manage, name, *arguments = service["command"]
    assert (python, manage, name) == ("python", "manage.py", "backup")
    command = load_command_class("matches", "backup")
    return command.create_parser("manage.py", "backup").parse_args(arguments)


def test_a_back_up_is_made_when_it_is_asked_for_and_not_with_the_rest(
    services: dict[str, dict[str, Any]],
) -> None:
    backup = services["backup"]
    assert backup["profiles"] == ["backup"]
    options = backup_options(backup)
    assert (options.daily, options.keep, options.copy_to) == (None, 14, None)
    assert backup["volumes"] == [f"{HOSTS_FOLDER}:{options.place}"]
    documented = (PROJECT / "docs" / "backup.md").read_text(encoding="utf-8")
    assert "docker compose run --rm backup" in documented
    assert f"install -d -o 10001 -m 700 {HOSTS_FOLDER.removeprefix('./')}" in documented


def test_a_back_up_is_made_every_day_in_the_same_folder_and_copied_where_the_host_says(
    services: dict[str, dict[str, Any]],
) -> None:
    options = backup_options(services["backups"])
    assert (str(options.daily), options.keep, options.copy_to) == ("03:30:00", 14, None)
    assert services["backups"]["volumes"][0] == f"{HOSTS_FOLDER}:{options.place}"
    chosen = {"BACKUP_AT": "01:15", "BACKUP_KEEP": "30", "BACKUP_COPY": "/mnt/second"}
    service = compose.resolve({**first_release(), **chosen})["services"]["backups"]
    options = backup_options(service)
    assert (str(options.daily), options.keep, str(options.copy_to)) == ("01:15:00", 30, "/copies")
    assert service["volumes"] == [f"{HOSTS_FOLDER}:{options.place}", "/mnt/second:/copies"]
    assert [name for name, each in services.items() if "backups" in each.get("depends_on", {})] == []


def test_the_daily_back_up_is_unwell_where_there_was_none_for_two_days(
    services: dict[str, dict[str, Any]], tmp_path: Path
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
def test_gunicorn_opens_no_control_socket(services: dict[str, dict[str, Any]]) -> None:
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

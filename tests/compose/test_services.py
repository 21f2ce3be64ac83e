"""The settings of each service in docker-compose.yml: what it may reach, keep and use up, and what it waits for."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import load_command_class

from ecarte_site.health import VIEWS, HealthMiddleware
from ecarte_site.live.middleware import VIEWS as LIVE_VIEWS
from ecarte_site.setup.environment import PROJECT
from matches.rubbers.live_news import STREAM
from tests.compose.hosts import HOSTS_FOLDER, OURS, THEIRS, Services, first_release, with_files
from tests.support import compose


def test_runs_every_part_of_the_service(services: Services) -> None:
    assert set(services) == {*OURS, *THEIRS}


def test_every_lasting_service_restarts_and_says_how_it_is(services: Services) -> None:
    for name in set(services) - {"migrate", "backup"}:
        assert services[name]["restart"] == "unless-stopped", name
        assert services[name]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
    assert services["migrate"]["restart"] == services["backup"]["restart"] == "no"


def test_services_wait_for_services_that_exist(services: Services) -> None:
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            assert other in services, f"{name} waits for {other}"
            ends = services[other]["restart"] == "no"
            assert how["condition"] == ("service_completed_successfully" if ends else "service_healthy")


def test_only_tls_is_open_to_the_outside(services: Services) -> None:
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


def test_only_what_has_business_there_reaches_the_internet(composition: dict[str, Any]) -> None:
    networks = composition["networks"]
    assert [name for name, network in networks.items() if not (network or {}).get("internal")] == ["outer"]
    reaching = {name for name, service in composition["services"].items() if "outer" in service["networks"]}
    assert reaching == {"tls", "web", "webhooks", "mail"}


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
    name: str, added: set[str], services: Services
) -> None:
    assert set(services[name].get("cap_add", ())) == added
    assert [other for other in services if "cap_add" in services[other]] == ["tls"]
    assert (services["postgres"]["user"], services["redis"]["user"]) == ("postgres", "999:999")


def test_what_a_host_of_the_first_release_keeps_is_found_where_it_was(composition: dict[str, Any]) -> None:
    services = composition["services"]
    assert set(composition["volumes"]) == {"records", "kernels", "certificates", "caddy"}
    assert services["postgres"]["volumes"] == ["records:/var/lib/postgresql/data"]
    assert services["postgres"]["image"].split(":")[1].split(".")[0] == "17"
    assert services["tls"]["volumes"][1:] == ["certificates:/data", "caddy:/config"]
    assert services["backup"]["volumes"] == ["./backups:/backups"]


def test_our_containers_run_as_nobody_in_particular(services: Services) -> None:
    image = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^USER (\S+)$", image, re.MULTILINE) == ["10001"]
    for name in OURS:
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]


def test_web_is_asked_whether_it_is_ready(services: Services) -> None:
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
    services: Services,
) -> None:
    live = services["live"]
    assert live["command"][:3] == ["python", "-m", "ecarte_site.live"]
    assert "--port=8001" in live["command"]
    assert '"http://localhost:8001/healthz"' in live["healthcheck"]["test"][-1]
    way = (PROJECT / "deploy" / "Caddyfile").read_text(encoding="utf-8").split(f"handle {STREAM} {{")[1]
    assert way.split()[:4] == ["reverse_proxy", "live:8001", "{", "flush_interval"]
    assert STREAM in LIVE_VIEWS


def test_workers_differ_in_their_queues_alone(services: Services) -> None:
    """The workers differ in nothing but their queues, so that it is enough to see one of them run."""
    for name in ("interactive", "bulk", "webhooks"):
        assert services[name]["healthcheck"] == services["worker"]["healthcheck"]
        assert services[name]["stop_grace_period"] == services["worker"]["stop_grace_period"]
        command = [word for word in services[name]["command"] if not word.startswith(("--queues", "--conc"))]
        assert command == [
            word for word in services["worker"]["command"] if not word.startswith(("--queues", "--conc"))
        ]


def backup_options(service: dict[str, Any]) -> argparse.Namespace:
    """Return what `manage.py backup` makes of a service's command."""
    python, manage, name, *arguments = service["command"]
    assert (python, manage, name) == ("python", "manage.py", "backup")
    command = load_command_class("matches", "backup")
    return command.create_parser("manage.py", "backup").parse_args(arguments)


def test_a_back_up_is_made_when_it_is_asked_for_and_not_with_the_rest(
    services: Services,
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
    services: Services,
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

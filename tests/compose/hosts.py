"""The services of docker-compose.yml, with the secrets and networks of each, and the variables of hosts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

from ecarte_site.setup.environment import PROJECT
from tests.ecarte_site.fresh import fresh_processes
from tests.support import compose

Services: TypeAlias = dict[str, dict[str, Any]]
"""The resolved services, by name."""

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


def environment_in(service: dict[str, Any], folder: Path) -> dict[str, str]:
    given = {
        name: value.replace("/run/secrets", str(folder)) for name, value in service["environment"].items()
    }
    return {"PATH": os.environ["PATH"], **given}

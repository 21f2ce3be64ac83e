"""The settings as a fresh process reads them from its environment."""

from __future__ import annotations

import atexit
import json
import os
import re
import stat
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tests.ecarte_site.fresh import Done, FreshProcesses

SETTINGS_VARIABLES = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "DEBUG",
    "EMAIL_URL",
    "SITE_URL",
    "WEBHOOK_ALLOWED_NETWORKS",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
)
PRODUCTION = {
    "DATABASE_URL": "postgres://ecarte@localhost/ecarte",
    "REDIS_URL": "redis://localhost:6379/0",
    "SECRET_KEY": "a secret of fifty characters and more, for this test alone",
}


@cache
def processes() -> FreshProcesses:
    folder = tempfile.TemporaryDirectory(prefix="ecarte-settings-")
    started = FreshProcesses(Path(folder.name), os.environ)
    atexit.register(folder.cleanup)
    atexit.register(started.close)  # the first of the two to be called
    return started


def run(code: str, folder: Path, **variables: str) -> Done:
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS_VARIABLES}
    environment |= {"ECARTE_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    return processes().run(code, {**environment, **variables})


def setting(name: str, folder: Path, **variables: str) -> object:
    done = run(
        f"import json; from django.conf import settings; print(json.dumps(settings.{name}, default=str))",
        folder,
        **variables,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refusal(folder: Path, **variables: str) -> str:
    """The last line of what a process says that does not start."""
    done = run("from django.conf import settings; settings.DEBUG", folder, **variables)
    assert done.returncode != 0
    return done.stderr.splitlines()[-1]


def check(folder: Path, *arguments: str, **variables: str) -> str:
    code = f"from django.core.management import execute_from_command_line as run; run(['', 'check', *{arguments!r}])"
    done = run(code, folder, **variables)
    return done.stdout + done.stderr


def test_with_neither_database_nor_broker_the_service_is_embedded(tmp_path: Path) -> None:
    assert setting("EMBEDDED", tmp_path) is True
    assert setting("DEBUG", tmp_path) is False
    database = setting("DATABASES", tmp_path)
    assert isinstance(database, dict)
    assert database["default"]["NAME"] == str(tmp_path / "ecarte.sqlite3")
    assert database["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["default"]["OPTIONS"]["init_command"]
    assert str(setting("CELERY_BROKER_URL", tmp_path)).startswith("memory://")


def test_key_of_an_embedded_service_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    first = setting("SECRET_KEY", folder)

    assert setting("SECRET_KEY", folder) == first
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(str(first)) >= 50
    assert setting("SECRET_KEY", tmp_path / "other") != first


def test_embedded_service_answers_to_machines_of_its_network(tmp_path: Path) -> None:
    hosts = setting("ALLOWED_HOSTS", tmp_path, ALLOWED_HOSTS="ecarte.example.org")

    assert isinstance(hosts, list)
    assert {"localhost", "127.0.0.1", "ecarte.example.org"} <= set(hosts)
    assert "*" not in hosts


def test_database_without_a_key_does_not_start(tmp_path: Path) -> None:
    said = refusal(tmp_path, DATABASE_URL=PRODUCTION["DATABASE_URL"])

    assert said.startswith("django.core.exceptions.ImproperlyConfigured: SECRET_KEY is not set")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DEBUG", "perhaps", "DEBUG is 'perhaps'; write one of 1, true, yes, on, 0, false, no, off."),
        ("SITE_URL", "ftp://example.org", "SITE_URL starts with 'ftp'"),
        ("SITE_URL", "https://", "SITE_URL names no host"),
        ("SITE_URL", "https://example.org:http", "SITE_URL has no port"),
        ("EMAIL_URL", "pigeon://example.org", "EMAIL_URL starts with 'pigeon'"),
        ("EMAIL_URL", "smtp://h:abc", "EMAIL_URL has no port"),
        ("EMAIL_URL", "smtp://[h", "EMAIL_URL is no address"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL starts with ''"),
        ("DATABASE_URL", "postgres://h:abc/ecarte", "DATABASE_URL has no port"),
        ("REDIS_URL", "nonsense", "REDIS_URL starts with ''"),
        ("REDIS_URL", "redis://", "REDIS_URL names no host"),
    ],
)
def test_value_that_means_nothing_does_not_start(tmp_path: Path, name: str, value: str, said: str) -> None:
    variables = {"SECRET_KEY": "x", name: value}
    assert refusal(tmp_path, **variables).startswith(f"django.core.exceptions.ImproperlyConfigured: {said}")


def test_address_that_cannot_be_read_keeps_its_password(tmp_path: Path) -> None:
    said = refusal(tmp_path, EMAIL_URL="smtp://ecarte:se/cret@mail.example.org")
    assert said.startswith("django.core.exceptions.ImproperlyConfigured: EMAIL_URL has no port")
    assert "'se'" not in said


@pytest.mark.parametrize(
    "url",
    ["sqlite:///:memory:", "sqlite://:memory:", "postgres:///ecarte", "postgresql://%2Frun%2Fpg:5433/ecarte"],
)
def test_database_may_be_a_file_or_a_socket(tmp_path: Path, url: str) -> None:
    assert setting("DATABASES", tmp_path, DATABASE_URL=url, SECRET_KEY="x")


def test_mail_goes_where_the_address_says(tmp_path: Path) -> None:
    url = "smtp://ecarte:p%40ss@mail.example.org/?from=club@example.org"

    assert setting("EMAIL_HOST", tmp_path, EMAIL_URL=url) == "mail.example.org"
    assert setting("EMAIL_HOST_PASSWORD", tmp_path, EMAIL_URL=url) == "p@ss"
    assert setting("EMAIL_PORT", tmp_path, EMAIL_URL=url) == 587
    assert setting("EMAIL_USE_TLS", tmp_path, EMAIL_URL=url) is True
    assert setting("DEFAULT_FROM_EMAIL", tmp_path, EMAIL_URL=url) == "club@example.org"
    assert setting("EMAIL_PORT", tmp_path, EMAIL_URL="smtps://mail.example.org") == 465


def test_public_site_behind_tls_passes_the_deployment_checks(tmp_path: Path) -> None:
    said = check(tmp_path, "--deploy", SITE_URL="https://ecarte.example.org", **PRODUCTION)

    assert setting("SILENCED_SYSTEM_CHECKS", tmp_path) == []
    codes = set(re.findall(r"\((\w+\.[A-Z]\d+)\)", said))
    # The two about names below the site's own and about browsers' lists are for whoever owns the domain to settle.
    # Static files are collected where the image is built, and not where the tests run.
    assert codes <= {"ecarte.W004", "security.W005", "security.W021"}, said


def test_public_site_keeps_its_cookies_to_tls(tmp_path: Path) -> None:
    tls = {"SITE_URL": "https://ecarte.example.org", **PRODUCTION}

    assert setting("SESSION_COOKIE_SECURE", tmp_path, **tls) is True
    assert setting("CSRF_TRUSTED_ORIGINS", tmp_path, **tls) == ["https://ecarte.example.org"]
    assert "ecarte.example.org" in setting("ALLOWED_HOSTS", tmp_path, **tls)  # type: ignore[operator]
    assert setting("SESSION_COOKIE_SECURE", tmp_path) is False


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"DATABASE_URL": "sqlite:///:memory:", "SECRET_KEY": "x"}, "ecarte.W001"),
        ({"REDIS_URL": "redis://localhost:6379/0"}, "ecarte.W002"),
    ],
    ids=["database without broker", "broker without database"],
)
def test_settings_that_contradict_each_other_are_told(
    tmp_path: Path, variables: dict[str, str], code: str
) -> None:
    assert code in check(tmp_path, **variables)


def test_settings_that_agree_are_not(tmp_path: Path) -> None:
    assert "ecarte.W" not in check(tmp_path)
    assert "ecarte.W" not in check(tmp_path, **PRODUCTION)


def test_site_without_tls_is_told_before_it_is_deployed(tmp_path: Path) -> None:
    assert "ecarte.W003" in check(tmp_path, "--deploy", SITE_URL="http://ecarte.example.org", **PRODUCTION)


def test_pages_may_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    policy = setting("CONTENT_SECURITY_POLICY", tmp_path)

    assert isinstance(policy, dict)
    sources = {source for listed in policy["DIRECTIVES"].values() for source in listed}
    assert sources == {"'none'", "'self'", "data:"}


def test_only_the_sites_own_name_is_bound_to_tls(tmp_path: Path) -> None:
    tls = {"SITE_URL": "https://ecarte.example.org", **PRODUCTION}
    assert setting("SECURE_HSTS_SECONDS", tmp_path, **tls) == 31_536_000
    assert setting("SECURE_HSTS_INCLUDE_SUBDOMAINS", tmp_path, **tls) is False
    assert setting("SECURE_HSTS_PRELOAD", tmp_path, **tls) is False


def test_networks_that_webhooks_may_lead_into(tmp_path: Path) -> None:
    name = "WEBHOOK_ALLOWED_NETWORKS"
    assert setting(name, tmp_path) == []
    assert setting(name, tmp_path, **{name: "10.20.0.0/16, fd00::/8"}) == ["10.20.0.0/16", "fd00::/8"]
    for wrong in ("10.20.0.0/33", "bot.lan", "10.20.0.7/16"):
        assert name in refusal(tmp_path, **{name: wrong})
    assert "ecarte.W005" in check(tmp_path, **{name: "0.0.0.0/0"})
    assert "ecarte.W005" not in check(tmp_path, **{name: "10.20.0.0/16"})

"""The settings as a fresh process reads them from its environment."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Final

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.ecarte_site.fresh import Done, fresh_processes
from tests.support.site import CONFIGURATION

SETTINGS_VARIABLES = {
    *CONFIGURATION,
    *("METRICS_TOKEN", "POSTGRES_PASSWORD", "PUBLIC_ADMIN", "REDIS_PASSWORD", "WEBHOOK_ALLOWED_NETWORKS"),
}
PRODUCTION = {
    "DATABASE_URL": "postgres://ecarte@localhost/ecarte",
    "REDIS_URL": "redis://localhost:6379/0",
    "SECRET_KEY": "a secret of fifty characters and more, for this test alone",
}


def run(code: str, folder: Path, **variables: str) -> Done:
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS_VARIABLES}
    environment |= {"ECARTE_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    return fresh_processes().run(code, {**environment, **variables})


def setting(name: str, folder: Path, **variables: str) -> object:
    done = run(
        f"import json; from django.conf import settings; print(json.dumps(settings.{name}, default=str))",
        folder,
        **variables,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refusal(folder: Path, **variables: str) -> str:
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


SAVED: Final = re.compile(r"\*\*What a power cut leaves\.\*\*.*?(?=\n- )", re.DOTALL)
LEVELS: Final = {"FULL": "2", "ON": "1", "WAL": "wal"}
ASK: Final = """
import django, json
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    rows = {}
    for name in %s:
        cursor.execute(f"PRAGMA {name}")
        rows[name] = str(cursor.fetchone()[0])
print(json.dumps(rows))
"""


@pytest.mark.parametrize(
    "variables", [{}, {"DATABASE_URL": "sqlite:///{folder}/other.sqlite3", "SECRET_KEY": "x"}]
)
def test_sqlite_saves_as_the_docs_promise(tmp_path: Path, variables: dict[str, str]) -> None:
    paragraph = SAVED.search((PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8"))
    assert paragraph
    promised = dict(re.findall(r"`(\w+)=(\w+)`", paragraph[0]))
    assert promised["synchronous"] == "FULL"
    assert promised["journal_mode"] == "WAL"
    variables = {name: value.format(folder=tmp_path) for name, value in variables.items()}
    done = run(ASK % list(promised), tmp_path, **variables)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {name: LEVELS[value] for name, value in promised.items()}
    command = setting("DATABASES['default']['OPTIONS']['init_command']", tmp_path, **variables)
    for name, value in promised.items():
        assert f"PRAGMA {name}={value};" in str(command)


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
    output = refusal(tmp_path, DATABASE_URL=PRODUCTION["DATABASE_URL"])
    assert output.startswith("django.core.exceptions.ImproperlyConfigured: SECRET_KEY is not set")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "value", "message"),
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
def test_value_that_means_nothing_does_not_start(tmp_path: Path, name: str, value: str, message: str) -> None:
    variables = {"SECRET_KEY": "x", name: value}
    assert refusal(tmp_path, **variables).startswith(
        f"django.core.exceptions.ImproperlyConfigured: {message}"
    )


def test_address_that_cannot_be_read_keeps_its_password(tmp_path: Path) -> None:
    output = refusal(tmp_path, EMAIL_URL="smtp://ecarte:se/cret@mail.example.org")
    assert output.startswith("django.core.exceptions.ImproperlyConfigured: EMAIL_URL has no port")
    assert "'se'" not in output


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


def test_mail_is_stored_whoever_sends_it(tmp_path: Path) -> None:
    urls = ("", "console:", "smtp://mail.example.org")
    assert {setting("EMAIL_BACKEND", tmp_path, EMAIL_URL=url) for url in urls} == {
        "matches.mail.backend.StoredMail"
    }
    told = [setting("HAS_MAIL", tmp_path, HAS_MAIL=value) for value in ("", "no", "yes")]
    assert told == [False, False, True]


@pytest.mark.e2e
def test_public_site_behind_tls_passes_the_deployment_checks(tmp_path: Path) -> None:
    output = check(tmp_path, "--deploy", SITE_URL="https://ecarte.example.org", **PRODUCTION)
    assert setting("SILENCED_SYSTEM_CHECKS", tmp_path) == []
    codes = set(re.findall(r"\((\w+\.[A-Z]\d+)\)", output))
    # The two about subdomains and about browsers' preload lists are for the owner of the domain to decide.
    # Static files are collected where the image is built, and not where the tests run.
    assert codes <= {"ecarte.W004", "security.W005", "security.W021"}, output


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


@pytest.mark.e2e
def test_settings_that_agree_are_not(tmp_path: Path) -> None:
    assert "ecarte.W" not in check(tmp_path)
    assert "ecarte.W" not in check(tmp_path, **PRODUCTION)


@pytest.mark.e2e
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


@pytest.mark.e2e
def test_networks_that_webhooks_may_lead_into(tmp_path: Path) -> None:
    name = "WEBHOOK_ALLOWED_NETWORKS"
    assert setting(name, tmp_path) == []
    assert setting(name, tmp_path, **{name: "10.20.0.0/16, fd00::/8"}) == ["10.20.0.0/16", "fd00::/8"]
    for wrong in ("10.20.0.0/33", "bot.lan", "10.20.0.7/16"):
        assert name in refusal(tmp_path, **{name: wrong})
    assert "ecarte.W005" in check(tmp_path, **{name: "0.0.0.0/0"})
    assert "ecarte.W005" not in check(tmp_path, **{name: "10.20.0.0/16"})


SECRETS = [
    ("SECRET_KEY", "SECRET_KEY", {}, "a key of the file", "a key of the file"),
    ("METRICS_TOKEN", "METRICS_TOKEN", {}, "a token", "a token"),
    ("EMAIL_URL", "EMAIL_HOST_PASSWORD", {}, "smtp://club:p%40ss@mail.example.org", "p@ss"),
    ("EMAIL_URL", "HAS_MAIL", {}, "smtp://mail.example.org", True),
    ("REDIS_URL", "REDIS_URL", PRODUCTION, "redis://:pass@redis:6379/0", "redis://:pass@redis:6379/0"),
    ("REDIS_PASSWORD", "REDIS_URL", PRODUCTION, "a/b@c", "redis://:a%2Fb%40c@localhost:6379/0"),
    (
        "POSTGRES_PASSWORD",
        "DATABASE_URL",
        PRODUCTION,
        "a/b@c",
        "postgres://ecarte:a%2Fb%40c@localhost/ecarte",
    ),
    ("DATABASE_URL", "DATABASE_URL", {"SECRET_KEY": "x"}, "postgres://a:b@db/c", "postgres://a:b@db/c"),
]


@pytest.mark.parametrize(("secret", "name", "others", "text", "becomes"), SECRETS)
def test_a_secret_is_read_from_the_file_that_is_named(
    tmp_path: Path, secret: str, name: str, others: dict[str, str], text: str, becomes: object
) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{text}\n")
    variables = {key: value for key, value in others.items() if key != secret}
    assert setting(name, tmp_path, **variables, **{f"{secret}_FILE": str(file)}) == becomes
    assert setting(name, tmp_path, **variables, **{secret: text}) == becomes


def test_the_file_of_a_secret_counts_before_the_variable(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("of the file")
    both = {"SECRET_KEY": "of the variable", "SECRET_KEY_FILE": str(tmp_path / "key")}
    assert setting("SECRET_KEY", tmp_path, **both) == "of the file"


@pytest.mark.parametrize("file", ["none", "empty", ".", "/dev/null"])
def test_a_secret_that_is_no_file_falls_back_to_its_variable(tmp_path: Path, file: str) -> None:
    (tmp_path / "empty").write_text("\n")
    named = {"SECRET_KEY_FILE": str(tmp_path / file)}
    assert setting("SECRET_KEY", tmp_path, SECRET_KEY="of the variable", **named) == "of the variable"
    assert refusal(tmp_path, **named).endswith(
        "which is missing or empty: write the secret into that file, or set SECRET_KEY."
    )


def test_a_file_that_is_no_text_is_named_and_not_shown(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xff\xfe12345678")
    output = refusal(tmp_path, SECRET_KEY_FILE=str(tmp_path / "key"), SECRET_KEY="x")
    assert output.endswith("/key, which can't be read (it is not UTF-8 text).")


def test_the_password_of_an_address_counts_before_the_separate_one(tmp_path: Path) -> None:
    own = {**PRODUCTION, "DATABASE_URL": "postgres://ecarte:own@db/ecarte", "REDIS_URL": "redis://:own@redis"}
    separate = {"POSTGRES_PASSWORD": "other", "REDIS_PASSWORD": "other"}
    assert setting("DATABASE_URL", tmp_path, **own, **separate) == own["DATABASE_URL"]
    assert setting("REDIS_URL", tmp_path, **own, **separate) == own["REDIS_URL"]
    databases = setting("DATABASES", tmp_path, **PRODUCTION, POSTGRES_PASSWORD="a/b@c: d%")
    assert isinstance(databases, dict)
    assert databases["default"]["PASSWORD"] == "a/b@c: d%"


def test_a_database_or_a_broker_in_a_file_is_no_embedded_service(tmp_path: Path) -> None:
    (tmp_path / "url").write_text(PRODUCTION["DATABASE_URL"])
    variables = {"DATABASE_URL_FILE": str(tmp_path / "url"), "SECRET_KEY": "x"}
    assert setting("EMBEDDED", tmp_path, **variables) is False


@pytest.mark.e2e
def test_a_broker_alone_has_its_database_in_the_data_folder_which_the_application_makes(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "var"
    alone = {"REDIS_URL": PRODUCTION["REDIS_URL"], "SECRET_KEY": "x"}
    assert "ecarte.sqlite3" in str(setting("DATABASES", folder, **alone))
    assert not folder.exists()
    check(folder, **alone)
    assert folder.is_dir()


@pytest.mark.parametrize(
    ("word", "is_public"), [("", True), ("yes", True), ("no", False), ("1", False), ("Yes!", False)]
)
def test_the_administration_is_public_by_the_word_that_opens_it_in_caddy(
    tmp_path: Path, word: str, is_public: bool
) -> None:
    assert setting("ADMIN_IS_PUBLIC", tmp_path, PUBLIC_ADMIN=word) is is_public

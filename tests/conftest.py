"""Fixtures for every test: a server of their own, a fresh database, a browser, the site as started."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.template.base import Template
from django.test import TransactionTestCase, override_settings
from pytest_django.live_server_helper import LiveServer
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.support import chromium, django_database, postgres, redis_server, template
from tests.support.packages import MissingServiceError
from tests.support.processes import free_port
from tests.support.redis_server import RedisServer
from tests.support.site import StartedSite, start_site
from tests.support.slow_senders import caddy_before
from tests.support.template_names import UnknownName
from tests.support.variables import SERVER_URL


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """A password's hash is slow on purpose, and the tests set thousands. Programs that they start hash as ever."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def unknown_names_fail() -> Iterator[None]:
    [engine] = settings.TEMPLATES
    options = {**engine["OPTIONS"], "string_if_invalid": UnknownName()}
    with override_settings(TEMPLATES=[{**engine, "OPTIONS": options}]):
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_found_once() -> Iterator[None]:
    """Keep one scan of the static files: each test's client starts the middleware, which would scan all folders."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    files_by_settings: dict[tuple[object, ...], dict[str, Any]] = {}

    def find_once(middleware: Any) -> None:
        places = (
            settings.STATICFILES_FINDERS,
            settings.STATICFILES_DIRS,
            settings.INSTALLED_APPS,
            settings.STATIC_ROOT,
        )
        key = (middleware.static_prefix, middleware.max_age, str(places))
        if key not in files_by_settings:
            find(middleware)
            files_by_settings[key] = dict(middleware.files)
        middleware.files.update(files_by_settings[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def recording_render(django_test_environment: None) -> Iterator[Callable[..., str]]:
    """Render templates as the site does. Return the way of Django's tests, which copies the context of each widget."""
    recording = vars(Template)["_render"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", lambda template, context: template.nodelist.render(context))
        yield recording


@pytest.fixture
def recorded_templates(monkeypatch: pytest.MonkeyPatch, recording_render: Callable[..., str]) -> None:
    """Let a test read ``response.context``, the context of the templates that were rendered."""
    monkeypatch.setattr(Template, "_render", recording_render)


@pytest.fixture(scope="session", autouse=True)
def tables_emptied_quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", django_database.empty_tables)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """Return the URL of a PostgreSQL whose role may create databases. Skips the test without one."""
    url = os.environ.get(SERVER_URL, "")
    if not url:
        pytest.skip("no PostgreSQL: none configured, none running")
    return url


@pytest.fixture(scope="session")
def migrated_database(postgres_server: str) -> str:
    return template.migrated_database(postgres_server)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_use_migrations: bool
) -> None:
    """The tests' own database is such a copy, too; what a migration does is tried in tests of migrations."""
    server = os.environ.get(SERVER_URL, "")
    if connection.vendor == "postgresql" and django_db_use_migrations and server:
        made = template.migrated_database(server)
        connection.settings_dict["TEST"]["TEMPLATE"] = postgres.name_of_database(made)


@pytest.fixture
def fresh_database(postgres_server: str, migrated_database: str) -> Iterator[str]:
    template = postgres.name_of_database(migrated_database)
    with postgres.fresh_database(postgres_server, like=template) as url:
        yield url


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """A Redis server of this test's own, to empty, kill and start again; skips without a program."""
    try:
        server = RedisServer(redis_server.find_program())
    except MissingServiceError as missing:
        pytest.skip(str(missing))
    server.start()
    yield server
    server.close()


@pytest.fixture
def service_environment(fresh_database: str, redis: RedisServer) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": fresh_database,
        "REDIS_URL": redis.url,
        "SECRET_KEY": "for tests alone",
    }


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Point pytest-playwright's `browser`, `context` and `page` at this machine's Chromium; skips without one."""
    try:
        program = chromium.find(may_install=False)
    except MissingServiceError as missing:
        pytest.skip(str(missing))
    # Playwright keeps an event loop in this thread until the run ends, and in it Django refuses its database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    return {**browser_type_launch_args, "executable_path": program, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def started_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartedSite]:
    folder: Path = tmp_path_factory.mktemp("site")
    with start_site(folder) as site:
        yield site


@pytest.fixture(scope="session")
def empty_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartedSite]:
    """A site without the demonstration, whose files existed with open permissions before its first start.

    Tests of several files use it in order; the last of them stops it.
    """
    folder = tmp_path_factory.mktemp("empty")
    database = folder / "ecarte.sqlite3"
    for end in ("", "-wal", "-shm"):
        database.with_name(database.name + end).touch(0o644)
    folder.chmod(0o755)
    with start_site(folder, "--no-demo") as site:
        yield site


@pytest.fixture(scope="module")
def front(live_server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the test's own site behind Caddy too, by the shipped Caddyfile, and return the address."""
    port, web_port = free_port(), int(live_server.url.rpartition(":")[2])
    with caddy_before(web_port, tmp_path_factory.mktemp("front"), port=port):
        yield f"http://127.0.0.1:{port}"

"""Names that people and programs outside hold are still there: addresses, tables, tasks, commands, metrics, log events.

``tests/data/fixed-names.json`` has them as they were before the code was divided by domain. New names may come;
one of these goes only with a migration or a line in the changelog, and then it is taken out of the file.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from celery import current_app
from django.apps import apps
from django.core.management import get_commands
from django.urls import URLResolver, get_resolver

import worker.tasks  # noqa: F401  # registers the tasks
from ecarte_site.setup.environment import PROJECT

PACKAGES = ("ecarte_site", "matches", "worker")
LEVELS = {"debug", "info", "warning", "error", "exception"}


@cache
def fixed() -> dict[str, Any]:
    text = (PROJECT / "tests" / "data" / "fixed-names.json").read_text(encoding="utf-8")
    names: dict[str, Any] = json.loads(text)
    return names


def urls(resolver: URLResolver | None = None, path: str = "", namespace: str = "") -> Iterator[str]:
    """Yield each URL of ours as its name and its route."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = path + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            below = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from urls(pattern, route, below)
        else:
            yield f"{namespace}{pattern.name} {route}"


def sources() -> Iterator[str]:
    for package in PACKAGES:
        for file in sorted((PROJECT / package).rglob("*.py")):
            yield file.read_text(encoding="utf-8")


def metrics() -> set[str]:
    return {name for source in sources() for name in re.findall(r'"(ecarte_[a-z_]+)"', source)}


def log_events() -> set[str]:
    """Return the messages that are logged, before their parameters are filled in."""
    return {
        node.args[0].value
        for source in sources()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in LEVELS
        and ast.unparse(node.func.value).endswith(("log", "logger"))
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def commands() -> set[str]:
    return {name for name, package in get_commands().items() if package == "matches"}


@pytest.mark.parametrize(
    ("kind", "present"),
    [
        ("urls", lambda: set(urls())),
        ("tasks", lambda: set(current_app.tasks)),
        ("commands", commands),
        ("metrics", metrics),
        ("log_events", log_events),
    ],
)
def test_no_name_is_gone(kind: str, present: Any) -> None:
    assert set(fixed()[kind]) - present() == set()


def test_no_table_and_no_column_is_gone() -> None:
    models = apps.get_app_config("matches").get_models(include_auto_created=True)
    columns = {
        model._meta.db_table: {field.column for field in model._meta.local_concrete_fields}
        for model in models
    }
    assert {
        f"{table}.{column}"
        for table, stored in fixed()["tables"].items()
        for column in stored
        if column not in columns.get(table, ())
    } == set()

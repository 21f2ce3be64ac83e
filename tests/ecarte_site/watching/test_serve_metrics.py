"""Metrics: served to clients with the token, complete, and as docs/watching.md describes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
import yaml
from django.core.cache import cache
from django.test import Client
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from ecarte_site.setup.environment import PROJECT
from ecarte_site.watching import metrics
from ecarte_site.watching.signs import PARTS, note_running
from matches.operations.status import PENDING_KINDS, PROBLEM_KINDS
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text

TOKEN = "a long random text"
COUNTED = "What a process counts by itself:"
LOOKED_UP = "What a web process looks up when it is asked, of all clubs together:"
LABEL = re.compile(r"`(\w+)`")


@pytest.fixture(autouse=True)
def no_signs() -> Iterator[None]:
    """Signs of life outlive a test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def admitted(client: Client, settings: Settings) -> Client:
    settings.METRICS_TOKEN = TOKEN
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {TOKEN}"
    return client


def figures(client: Client) -> dict[str, Any]:
    answer = client.get("/metrics")
    assert answer.status_code == 200, answer.content
    samples: dict[str, Any] = {}
    for family in text_string_to_metric_families(answer.content.decode()):
        for sample in family.samples:
            samples.setdefault(sample.name, []).append((sample.labels, sample.value))
    return samples


@pytest.mark.parametrize(
    ("token", "header"),
    [
        ("", ""),
        ("", "Bearer "),
        (TOKEN, ""),
        (TOKEN, "Bearer"),
        (TOKEN, "Bearer another"),
        (TOKEN, TOKEN),
        (TOKEN, f"Basic {TOKEN}"),
        (TOKEN, "Bearer a long random texté"),
    ],
)
def test_nobody_else_finds_anything(client: Client, settings: Settings, token: str, header: str) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


@pytest.mark.django_db
def test_bearer_comes_by_any_host_and_nothing_is_kept(admitted: Client) -> None:
    answer = admitted.get("/metrics", headers={"host": "10.20.30.40:8000"})
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert admitted.post("/metrics").status_code == 405


@pytest.mark.django_db
def test_requests_and_statements_are_counted(admitted: Client) -> None:
    club = make_club(is_public=True)

    def counted() -> tuple[float, float]:
        samples = figures(admitted)
        wanted = {"view": "web:club", "method": "GET", "status": "200"}
        requests = [value for labels, value in samples.get("ecarte_requests_total", []) if labels == wanted]
        return sum(requests), sum(value for _, value in samples["ecarte_query_seconds_count"])

    requests, statements = counted()
    for _ in range(3):
        admitted.get(f"/clubs/{club.slug}/")
    more_requests, more_statements = counted()
    assert more_requests == requests + 3
    assert more_statements > statements + 3


@pytest.mark.django_db
def test_method_that_a_client_thought_of_is_no_figure_of_its_own(admitted: Client) -> None:
    admitted.generic("BREW", "/")
    methods = {labels["method"] for labels, _ in figures(admitted)["ecarte_requests_total"]}
    assert "other" in methods
    assert "BREW" not in methods


@pytest.mark.django_db
def test_what_is_owed_is_looked_up(admitted: Client, settings: Settings) -> None:
    settings.HAS_MAIL = True
    import_text(make_club(), text())
    note_running(*PARTS)
    samples = figures(admitted)
    owed = {labels["kind"]: value for labels, value in samples["ecarte_owed"]}
    assert tuple(owed) == PENDING_KINDS
    assert (owed["reviews"], owed["standings"], owed["draws"]) == (1, 1, 0)
    assert {labels["kind"] for labels, _ in samples["ecarte_waiting"]} == set(PROBLEM_KINDS)
    assert {labels["part"] for labels, _ in samples["ecarte_seen_age_seconds"]} == set(PARTS)
    assert samples["ecarte_imported_rubbers_total"][0] == ({"fate": "confirmed"}, 1)
    assert "ecarte_backup_bytes" not in samples


@pytest.mark.django_db
def test_part_that_was_never_seen_is_away_for_ever(admitted: Client) -> None:
    """A site without mail needs no worker for it."""
    note_running("live", "sweep")
    ages = {labels["part"]: value for labels, value in figures(admitted)["ecarte_seen_age_seconds"]}
    assert {part for part, age in ages.items() if age == inf} == set(PARTS) - {"live", "sweep", "mail"}
    assert max(ages["live"], ages["sweep"]) < 60


def rows(heading: str) -> dict[str, tuple[str, set[str]]]:
    page = (PROJECT / "docs" / "watching.md").read_text(encoding="utf-8")
    table = page.split(heading)[1].strip().split("\n\n")[0]
    documented = {}
    for row in table.splitlines()[2:]:
        name, kind, about = (cell.strip() for cell in row.strip("|").split("|"))
        documented[name.strip("`")] = (kind, set(LABEL.findall(about)))
    return documented


def test_page_lists_every_figure_that_a_process_counts() -> None:
    documented = {name: kind for name, (kind, _) in rows(COUNTED).items()}
    counted = {}
    for name in vars(metrics).values():
        if isinstance(name, MetricWrapperBase):
            kind = name._type
            counted[name._name + ("_total" if kind == "counter" else "")] = kind
    assert documented == counted


@pytest.mark.django_db
def test_page_lists_every_figure_that_is_looked_up(admitted: Client) -> None:
    import_text(make_club(), text())
    note_running(*PARTS)
    documented = rows(LOOKED_UP)
    counted = rows(COUNTED)
    own = {re.sub(r"_(bucket|sum|count)$", "", name) for name in figures(admitted)}
    exported = {name for name in own if name.startswith("ecarte_") and not name.endswith("_created")}
    exported -= set(counted)
    assert exported == set(documented) - {
        "ecarte_backup_age_seconds",
        "ecarte_backup_bytes",
        "ecarte_queue_length",
    }
    assert set(PENDING_KINDS) | {"kind"} == documented["ecarte_owed"][1]
    assert set(PROBLEM_KINDS) | {"kind"} == documented["ecarte_waiting"][1]
    assert set(PARTS) | {"part"} == documented["ecarte_seen_age_seconds"][1]


def test_alerts_are_of_figures_that_there_are() -> None:
    rules = yaml.safe_load((PROJECT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))
    known = {*rows(COUNTED), *rows(LOOKED_UP)} | {"up"}
    names = []
    for group in rules["groups"]:
        assert group.keys() == {"name", "rules"}
        for rule in group["rules"]:
            assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
            assert {"alert", "expr", "labels", "annotations"} <= rule.keys()
            assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
            assert rule["labels"].keys() == {"severity"}
            assert rule["annotations"].keys() == {"summary"}
            for open_, closed in ("()", "{}", "[]"):
                assert rule["expr"].count(open_) == rule["expr"].count(closed), rule["alert"]
            used = set(re.findall(r"\becarte_\w+|\bup\b", rule["expr"]))
            assert used, rule["alert"]
            assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in used} <= known, rule["alert"]
            names.append(rule["alert"])
    assert len(set(names)) == len(names) > 5

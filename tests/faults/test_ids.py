"""One id from a request to its tasks and messages, with real programs; and figures of several processes together."""

from __future__ import annotations

import ipaddress
import os
import re
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from matches.clubs.api_tokens import make_token
from matches.models import Membership
from matches.webhooks.manage_webhooks import create_webhook
from tests.factories.clubs import make_club
from tests.faults.service import Service, log_lines, tasks_done
from tests.matches.pages.records import make_member, text
from tests.support.django_database import connected_to
from tests.support.processes import free_port, running_program
from tests.support.receiver import Receiver, receiving
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.e2e

TOKEN = "who brings this sees the figures"
MAIL = "somebody.or.other@example.org"


@dataclass(frozen=True, slots=True)
class Scene:
    club: str
    owner: str
    secret: str


@pytest.fixture
def environment(service_environment: dict[str, str], settings: Settings, tmp_path: Path) -> dict[str, str]:
    settings.WEBHOOK_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]
    return {
        **service_environment,
        # What is sealed here is opened there.
        "SECRET_KEY": settings.SECRET_KEY,
        "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8",
        "METRICS_TOKEN": TOKEN,
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "worker-figures"),
    }


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def scene(environment: dict[str, str], receiver: Receiver, django_db_blocker: DjangoDbBlocker) -> Scene:
    with django_db_blocker.unblock(), connected_to(environment["DATABASE_URL"]):
        club = make_club()
        owner = make_member(club, MAIL, role=Membership.Role.OWNER)
        create_webhook(
            club, url=receiver.url("/secret-path"), topics=["rubber.result", "review.done"], by=owner
        )
        made = make_token(owner, name="Evening", scopes=["read", "manage"])
        return Scene(club.public_id, owner.public_id, made[1])


@contextmanager
def web(environment: dict[str, str], folder: Path) -> Iterator[str]:
    port = free_port()
    command = ["gunicorn", "ecarte_site.wsgi", "--config=python:ecarte_site.watching.gunicorn", "--workers=2"]
    command = [sys.executable, "-m", *command, f"--bind=127.0.0.1:{port}"]
    variables = {**environment, "PROMETHEUS_MULTIPROC_DIR": str(folder / "web-figures")}
    with running_program(command, variables, folder / "web.log", port=port):
        yield f"http://localhost:{port}"


def send_evening(site: str, scene: Scene, name: str, request_id: str) -> None:
    request = urllib.request.Request(
        f"{site}/api/v1/clubs/{scene.club}/imports/",
        data=text(name).encode(),
        headers={
            "Authorization": f"Bearer {scene.secret}",
            "Content-Type": "text/plain",
            "X-Request-ID": request_id,
        },
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["X-Request-ID"] == request_id


def enqueued_by(web_log: Path, request_id: str) -> set[str]:
    lines = [line for line in log_lines(web_log) if line.get("request_id") == request_id]
    return {line["child_task_id"] for line in lines if line["event"] == "task_enqueued"}


def taken_up(worker_log: Path) -> set[tuple[str, str]]:
    """Return the work that a worker found by itself, each with the id of the request that it names as the cause."""
    lines = [line for line in log_lines(worker_log) if line["event"] == "taken_up"]
    return {(line["what"], line["request_id"]) for line in lines}


def figures(url: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    request = urllib.request.Request(f"{url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read().decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_id_of_a_request_goes_along_to_the_last_message_and_outlives_the_queue(
    environment: dict[str, str], scene: Scene, receiver: Receiver, redis: RedisServer, tmp_path: Path
) -> None:
    port = free_port()
    worker_log, web_log = tmp_path / "worker.log", tmp_path / "web.log"
    service = Service({**environment, "METRICS_PORT": str(port)}, tmp_path)
    with web(environment, tmp_path) as site:
        redis.kill()
        send_evening(site, scene, "Ada", "evening-one")
        redis.start()
        swept = {("rubber", "evening-one"), ("event", "evening-one")}
        with service.worker(processes=1):
            service.wait_until(lambda: len(receiver.requests) == 2 and swept <= taken_up(worker_log))
            # Nothing of the first evening was ever in a queue: the sweep found it.
            assert {request_id for _what, request_id in taken_up(worker_log)} == {"evening-one"}
            send_evening(site, scene, "Cora", "evening-two")
            service.wait_until(lambda: len(receiver.requests) == 4)
            service.wait_until(lambda: service.count("matches_delivery WHERE state = 'delivered'") == 4)
            # Its messages may be out before its other tasks have had their turn.
            enqueued = enqueued_by(web_log, "evening-two")
            service.wait_until(lambda: enqueued <= tasks_done(worker_log).keys())
            counted = figures(f"http://localhost:{port}")
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"http://localhost:{port}/metrics", timeout=30)
    service.close()
    worked, answered = log_lines(worker_log), log_lines(web_log)
    sent = {line["message_id"]: line["request_id"] for line in worked if line["event"] == "webhook_sent"}
    ids = [request.headers["webhook-id"] for request in receiver.requests]
    assert sent == dict(zip(ids, ["evening-one"] * 2 + ["evening-two"] * 2, strict=True))
    # A sweep may have come between the second evening and its own tasks.
    assert {request_id for _what, request_id in taken_up(worker_log)} <= {"evening-one", "evening-two"}
    started = {
        (line["task"], line.get("request_id"), line.get("user"))
        for line in worked
        if line["event"] == "task_started"
    }
    for task in ("review_rubbers", "write_standings", "send_webhooks"):
        assert (f"worker.tasks.{task}", "evening-two", scene.owner) in started
    assert len(enqueued) == 3
    (line,) = [
        line for line in answered if line["event"] == "request" and line.get("request_id") == "evening-one"
    ]
    assert (line["user"], line["status"]) == (scene.owner, 201)
    assert any(line["logger"] == "gunicorn.error" for line in answered)
    logs = worker_log.read_text() + web_log.read_text()
    for secret in (scene.secret, MAIL, "secret-path", TOKEN):
        assert secret not in logs
    reviewed = (("outcome", "success"), ("task", "worker.tasks.review_rubbers"))
    assert counted["ecarte_tasks_total", reviewed] >= 2
    assert counted["ecarte_webhook_messages_total", (("outcome", "taken"),)] == 4


def test_figures_of_all_web_processes_come_together_and_outlive_them(
    environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "web-figures"
    folder.mkdir()
    (folder / "counter_1.db").write_bytes(b"left behind by an earlier start")
    home = ("ecarte_requests_total", (("method", "GET"), ("status", "200"), ("view", "web:home")))
    with web(environment, tmp_path) as site:

        def ask(times: int) -> None:
            for _ in range(times):
                with urllib.request.urlopen(f"{site}/", timeout=60) as answer:
                    answer.read()

        ask(12)
        assert figures(site)[home] == 12
        (number, *_others) = [
            int(match[1])
            for match in (re.fullmatch(r"counter_(\d+)\.db", file.name) for file in folder.iterdir())
            if match
        ]
        os.kill(number, signal.SIGTERM)
        deadline = time.monotonic() + 60
        while (folder / f"counter_{number}.db").exists():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert (folder / "counter_gone.db").exists()
        ask(3)
        assert figures(site)[home] == 15

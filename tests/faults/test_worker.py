"""A real worker on a real Redis that is killed, starved and cut off, or has a wrong clock.

No task is lost or done twice.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
import redis as redis_client
from pytest_django import DjangoDbBlocker

from matches.exchange.exports.requests import ExportRequest, request_export
from matches.models import Club
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.faults.records import numbered_file
from tests.faults.service import Service
from tests.matches.files import EVENING
from tests.matches.pages.records import make_member
from tests.support.django_database import connected_to
from tests.support.once_more import inexcusable
from tests.support.redis_server import RedisServer
from worker.review import review_rubber

pytestmark = pytest.mark.e2e
DONE = "matches_review WHERE state = 'done'"


def evenings(folder: Path, rubbers: int) -> Path:
    """Write the evening's fully recorded rubbers as often as needed, each at a table of its own."""
    file = folder / f"evenings-{rubbers}.egn"
    file.write_bytes(numbered_file(f"copy {number}" for number in range(rubbers)))
    return file


def assert_each_reviewed_once(service: Service, rubbers: int) -> None:
    with inexcusable("a review was lost or made twice"):
        assert service.count("matches_review") == service.count(DONE) == rubbers
        rows = service.query("SELECT rubber_id FROM matches_review GROUP BY rubber_id HAVING count(*) > 1")
        assert rows == []
    for pk, egn in service.query("SELECT id, egn FROM matches_rubber ORDER BY id LIMIT 6"):
        stored = service.query(
            "SELECT game, deal, kind, trick, player, chosen FROM matches_decision JOIN matches_review AS review"
            " ON review.id = review_id WHERE rubber_id = %s ORDER BY number",
            pk,
        )
        deals = review_rubber(check_rubber(read_one(egn)))
        judged = [decision.as_json() for deal in deals for decision in deal.decisions]
        columns = ("game", "deal", "kind", "trick", "player", "chosen")
        assert stored == [tuple(decision[column] for column in columns) for decision in judged]


def kill_in_the_middle(service: Service, done_by_then: int, rubbers: int) -> None:
    with service.worker() as worker:
        service.wait_until(lambda: service.count(DONE) >= done_by_then)
        worker.kill()
    assert service.count(DONE) < rubbers


@pytest.mark.e2e(first=True)
def test_killed_worker_and_restarted_database_leave_every_review_to_be_done_once(
    service: Service, tmp_path: Path
) -> None:
    service.manage("import_egn", evenings(tmp_path, 8))
    kill_in_the_middle(service, 1, 8)
    with service.worker():
        service.wait_until(lambda: service.count(DONE) >= 3)
        with service.without_database():
            service.wait_until(lambda: service.logged("OperationalError"))
        assert service.count(DONE) < 8
        service.wait_until(lambda: service.count(DONE) == 8)
    assert_each_reviewed_once(service, 8)
    assert "no difference" in service.manage("rebuild")


def test_killed_child_of_the_pool_costs_no_review(service: Service, tmp_path: Path) -> None:
    service.manage("import_egn", evenings(tmp_path, 40))
    with service.worker() as worker:
        service.wait_until(lambda: service.count(DONE) >= 7)
        worker.kill_child()
        service.wait_until(lambda: service.count("matches_review WHERE state = 'claimed'") == 0)
        service.manage("sweep")
        service.wait_until(lambda: service.count(DONE) == 40)
    assert_each_reviewed_once(service, 40)


def test_emptied_redis_and_an_import_without_one_are_made_up_for_by_the_sweep(
    service: Service, redis: RedisServer, tmp_path: Path
) -> None:
    service.manage("import_egn", EVENING)
    client = redis_client.Redis.from_url(redis.url)
    assert client.llen("reviews") > 0
    assert client.llen("interactive") == 1
    redis.kill()
    output = service.manage("import_egn", evenings(tmp_path, 12))
    assert output.endswith("12 rubbers: 12 confirmed\n")
    redis.start()
    assert client.dbsize() == 0
    with service.worker():
        service.wait_until(lambda: service.count(DONE) == 24 and service.count("matches_standing") > 0)
    assert_each_reviewed_once(service, 24)
    assert "no difference" in service.manage("rebuild")


def test_worker_outlives_redis_and_goes_on_when_it_is_back(
    service: Service, redis: RedisServer, tmp_path: Path
) -> None:
    with service.worker():
        service.manage("import_egn", EVENING)
        service.wait_until(lambda: service.count(DONE) == 12)
        redis.kill()
        redis.start()
        service.manage("import_egn", evenings(tmp_path, 24))
        service.wait_until(lambda: service.count(DONE) == 36)
    assert_each_reviewed_once(service, 36)


@pytest.mark.soak
def test_worker_killed_again_and_again_gets_there(service: Service, tmp_path: Path) -> None:
    rubbers = 1500
    service.manage("import_egn", evenings(tmp_path, rubbers))
    chance = random.Random(20261121)
    for _ in range(8):
        done = service.count(DONE)
        kill_in_the_middle(service, done + chance.randint(1, 60), rubbers)
    with service.worker():
        service.wait_until(lambda: service.count(DONE) == rubbers)
    assert_each_reviewed_once(service, rubbers)


def test_file_is_prepared_by_a_worker_that_was_down_when_it_was_asked_for(
    service: Service, service_environment: dict[str, str], django_db_blocker: DjangoDbBlocker
) -> None:
    service.manage("import_egn", EVENING)
    with django_db_blocker.unblock(), connected_to(service_environment["DATABASE_URL"]):
        club = Club.objects.get()
        request_export(make_member(club), ExportRequest("club", club.public_id), "csv")
    with service.worker():
        service.wait_until(lambda: service.count("matches_export WHERE finished_at IS NOT NULL") == 1)
    content = b"".join(
        part for (part,) in service.query("SELECT content FROM matches_exportpart ORDER BY number")
    )
    rows = service.query("SELECT done, total, size, checksum, problem FROM matches_export")
    assert rows == [(12, 12, len(content), hashlib.sha256(content).hexdigest(), "")]
    assert content.decode("utf-8-sig").count("\n") == 13


IN_HAND = "matches_review WHERE state = 'claimed' AND claim <> ''"
THREE_HOURS = 3 * 3600


def test_what_a_worker_claimed_by_a_clock_that_jumped_is_taken_over_at_once(
    service: Service, tmp_path: Path
) -> None:
    """A worker killed with reviews in hand, whose clock was three hours fast, does not delay them by three hours."""
    clock = tmp_path / "clock"
    clock.write_text(str(THREE_HOURS))
    service.manage("import_egn", EVENING)
    with service.worker(processes=1, clock=clock) as worker:
        service.wait_until(lambda: service.count(IN_HAND) > 0)
        worker.kill()
    assert service.count(DONE) < 12
    with service.worker(processes=1, clock=clock):
        service.wait_until(lambda: service.count(DONE) > 0)
        clock.write_text("0")
        service.wait_until(lambda: service.count(DONE) == 12)
    assert service.query("SELECT max(attempts) <= 3, count(DISTINCT rubber_id) FROM matches_review") == [
        (True, 12)
    ]

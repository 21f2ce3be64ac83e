"""The service on several hosts: two that serve pages, two that work, over one PostgreSQL and one Redis."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from celery import Celery

from ecarte_site.queues import QUEUE_OF, QUEUES, SWEEP
from tests.bench.bench_import import recorded_rubbers
from tests.machines.networks import Network, network
from tests.machines.opening import Opened, open_club
from tests.machines.processes import Machine, wait_until

DONE_NOTED = """
CREATE TABLE done_noted (review bigint NOT NULL);
CREATE FUNCTION note_done() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN INSERT INTO done_noted VALUES (NEW.id); RETURN NULL; END';
CREATE TRIGGER done_noted AFTER INSERT OR UPDATE OF state ON matches_review
  FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION note_done();
"""
"""Each time that a review is written down as done leaves a row, so that what is done twice shows."""


class Site:
    """The service on several hosts. ``worker_queues`` are the queues of each working host's worker: all, by default."""

    def __init__(self, net: Network, settings: str, folder: Path) -> None:
        self.network = net
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "SECRET_KEY": "for tests alone",
            "SITE_URL": "http://club.example",
            "ALLOWED_HOSTS": "*",
            "DJANGO_SETTINGS_MODULE": settings,
        }
        self.here = {**self.environment, "DATABASE_URL": net.cluster.url, "REDIS_URL": net.redis.url}
        self.web_one, self.web_two = (self._machine(name) for name in ("web-one", "web-two"))
        self.work_one, self.work_two = (self._machine(name) for name in ("work-one", "work-two"))
        self._broker = Celery("asking", broker=net.redis.url, set_as_current=False)
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def _machine(self, name: str) -> Machine:
        return Machine(self.network.host(name), self.environment, self.folder)

    def prepare(self, rubbers: int) -> Opened:
        """Migrate, create a club and import ``rubbers`` rubbers, whose reviews are then pending."""
        file = self.folder / "rubbers.egn"
        records = [record for record, _deals in islice(recorded_rubbers(), rubbers)]
        file.write_text("".join(records), encoding="utf-8")
        opened = open_club(self.here, file)
        self._connection = psycopg.connect(self.network.cluster.url, autocommit=True)
        # Twice as long as the service itself lets a silent host keep its locks: after that they are never released.
        self._connection.execute("SET lock_timeout = '60s'")
        self._connection.execute(DONE_NOTED)
        return opened

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def query(self, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        return self._connection.execute(statement, values).fetchall()

    def number(self, statement: LiteralString, *values: object) -> int:
        return int(self.query(statement, *values)[0][0])

    def owe_reviews_again(self) -> None:
        """Delete all reviews, so that the next sweep finds them pending."""
        assert self._connection is not None
        self._connection.execute("TRUNCATE matches_review, done_noted CASCADE")

    def sweep(self) -> None:
        """Enqueue pending work now instead of waiting for the next scheduled sweep."""
        self._broker.send_task(SWEEP, queue=QUEUE_OF[SWEEP])

    def wait_for_lock(self) -> None:
        """Returns once the club's row may be changed. Raises ``LockNotAvailable`` where that takes a minute."""
        self.query("UPDATE matches_club SET name = name RETURNING id")

    def reviewed(self) -> int:
        return self.number("SELECT count(*) FROM matches_review WHERE state = 'done'")

    def in_hand(self) -> int:
        return self.number("SELECT count(*) FROM matches_review WHERE state = 'claimed' AND claim <> ''")

    def reviewed_twice(self) -> int:
        """Return how many reviews were recorded as done a second time."""
        return self.number("SELECT count(*) - count(DISTINCT review) FROM done_noted")

    def taken_over(self) -> int:
        """Return how many reviews were started again by another worker."""
        return self.number("SELECT count(*) FROM matches_review WHERE attempts > 1")

    def lost_and_doubled(self, confirmed: Mapping[str, str]) -> tuple[int, int]:
        """Return how many confirmed results are not stored, and how many are stored twice.

        ``confirmed`` maps each table to its result's id.
        """
        rows = self.query('SELECT "table", public_id FROM matches_rubber')
        stored = set(rows)
        tables = Counter(table for table, _id in rows)
        lost = sum(each not in stored for each in confirmed.items())
        return lost, sum(tables[table] > 1 for table in confirmed)

    def tasks_done(self) -> Mapping[str, int]:
        """Reviewing tasks that each worker which answers has begun since it was started, by its name."""
        answers = self._broker.control.inspect(timeout=1.0).stats() or {}
        return {name: stats["total"].get("worker.tasks.review_rubbers", 0) for name, stats in answers.items()}

    def wait_for_workers(self, *machines: Machine) -> float:
        """Wait until each of the workers responds, and return the seconds taken."""
        wanted = {machine.worker_name for machine in machines}

        def all_answer() -> bool:
            for machine in machines:
                machine.assert_runs("worker")
            return wanted <= set(self.tasks_done())

        return wait_until(all_answer, f"{wanted} answer")

    @contextlib.contextmanager
    def working(self, *machines: Machine, queues: str = ",".join(QUEUES)) -> Iterator[None]:
        """Run a worker and a schedule on each of these hosts: one schedule too many, which does no harm."""
        with contextlib.ExitStack() as stack:
            for machine in machines:
                stack.enter_context(machine.worker(queues))
            self.wait_for_workers(*machines)
            yield

    @contextlib.contextmanager
    def serving(self) -> Iterator[None]:
        """Serve pages on both web hosts, and the event streams of live pages on the first."""
        with contextlib.ExitStack() as stack:
            for machine in (self.web_one, self.web_two):
                stack.enter_context(machine.web())
            stack.enter_context(self.web_one.live())
            for machine in (self.web_one, self.web_two):
                wait_until(machine.is_serving, f"{machine.host.name} serves")
            yield


@contextlib.contextmanager
def site(folder: Path, *, settings: str, silent_seconds: float, by_relays: bool = False) -> Iterator[Site]:
    """Yield a network with its four hosts, on which nothing runs yet and no database is migrated."""
    with network(silent_seconds=silent_seconds, by_relays=by_relays) as net:
        made = Site(net, settings, folder)
        try:
            yield made
        finally:
            made.close()

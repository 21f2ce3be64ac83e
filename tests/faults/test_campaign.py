"""A small campaign: each cheaper fault once, up to two at once, while pads, programs and files enter results.

The soak runs 1,000.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.faults.campaign import drawn, run_campaign
from tests.faults.databases import SharedDatabase
from tests.faults.kinds import CHEAP
from tests.faults.site import Load, running_site
from tests.support.once_more import inexcusable
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.long

SEED = 20261122
KINDS = (
    "process of web killed",
    "web killed",
    "worker killed",
    "Redis killed",
    "Redis emptied",
    "Redis cut off",
    "database refuses",
    "tasks delivered twice",
)


def test_nothing_that_was_confirmed_is_lost_or_doubled_by_any_fault(
    service_environment: dict[str, str], redis: RedisServer, tmp_path: Path
) -> None:
    database = SharedDatabase(service_environment["DATABASE_URL"])
    kinds = {name: CHEAP[name] for name in KINDS}
    with running_site(service_environment, database, redis, tmp_path, is_small=True) as (site, opened, news):
        load = Load(site, opened, pads=3, seed=SEED)
        order = drawn(kinds, len(kinds), SEED, 2)
        outcome = run_campaign(site, load, kinds, order, seed=SEED, until=time.monotonic() + 600)
        differences = site.rebuild()
    with inexcusable("an entry was lost or counted twice, or a client was misled"):
        assert outcome.broken_promises() == []
    assert outcome.owed == {}
    assert sorted(kind for strike in outcome.strikes for kind in strike.kinds) == sorted(kinds)
    assert outcome.ledger.entries() > 0
    assert "no difference" in differences
    assert news.requests

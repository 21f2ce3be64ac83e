"""A thousand faults under load: processes killed, Redis and PostgreSQL stopped, crashed, emptied, cut off, a
full disk.

Pads, a program and a sender of files enter meanwhile. One to four faults strike together; after each strike
the site has to be well again. This module fails if anything that was confirmed is lost or doubled, is not
caught up by itself, or was refused without a reason. `FAULTS` (1000) is how many, `FAULTS_SEED` which,
`FAULTS_MINUTES` (120) how long it begins others.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.faults.campaign import Outcome, drawn, run_campaign
from tests.faults.databases import OwnDatabase
from tests.faults.kinds import kinds_for
from tests.faults.service import log_lines
from tests.faults.site import Load, running_site
from tests.support import postgres, redis_server
from tests.support.redis_server import RedisServer

FAULTS = 1000
SEED = 20261122
MINUTES = 120.0
PADS = 6
AT_ONCE = 4
ERRORS = 10


def main() -> list[Figure]:
    number = int(os.environ.get("FAULTS", FAULTS))
    seed = int(os.environ.get("FAULTS_SEED", SEED))
    minutes = float(os.environ.get("FAULTS_MINUTES", MINUTES))
    print(f"{number} faults of the seed {seed}; no other after {minutes:g} minutes", flush=True)
    outcome, differences, ended = _campaign(number, seed, 60 * minutes)
    print(f"refused with: {dict(outcome.ledger.refusals)}", flush=True)
    print(f"ended by themselves: {dict(ended)}", flush=True)
    print(differences, flush=True)
    complaints = outcome.complaints()
    if complaints or "no difference" not in differences:
        raise AssertionError("\n".join([f"{len(complaints)} complaints", *complaints[:50], differences]))
    figures = _figures(outcome)
    return show(figures)


def _campaign(number: int, seed: int, seconds: float) -> tuple[Outcome, str, Counter[str]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = OwnDatabase(postgres.find_programs())
        stack.callback(database.close)
        redis = RedisServer(redis_server.find_program())
        stack.callback(redis.close)
        redis.start()
        environment = {**os.environ, "DATABASE_URL": database.url, "SECRET_KEY": "for tests alone"}
        migrating = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--verbosity", "0"]
        subprocess.run(migrating, check=True, env=environment)
        site, opened, _news = stack.enter_context(running_site(environment, database, redis, folder))
        kinds = kinds_for(site)
        load = Load(site, opened, pads=PADS, seed=seed)
        order = drawn(kinds, number, seed, AT_ONCE)
        outcome = run_campaign(site, load, kinds, order, seed=seed, until=time.monotonic() + seconds)
        if outcome.ledger.wrong:
            # Their reasons are in a log that is deleted with the folder.
            for line in [line for line in log_lines(site.web.log) if line.get("level") == "error"][:ERRORS]:
                print(str(line.get("exception", line))[-2000:], file=sys.stderr)
        return outcome, site.rebuild(), site.ended


def _figures(outcome: Outcome) -> list[Figure]:
    seconds = [each.seconds for each in outcome.strikes]
    alone = [each.seconds for each in outcome.strikes if len(each.kinds) == 1]
    kinds = Counter(kind for each in outcome.strikes for kind in each.kinds)
    worst = max(outcome.strikes, key=lambda each: each.seconds)
    return [
        Figure("faults", kinds.total(), "faults"),
        Figure("strikes, of one to four faults", len(seconds), "strikes"),
        Figure("entries confirmed meanwhile", outcome.ledger.entries(), "entries"),
        Figure("confirmed entries that were lost", len(outcome.reckoning.lost), "entries"),
        Figure("entries that were doubled", len(outcome.reckoning.doubled), "entries"),
        Figure("requests refused, or not answered", sum(outcome.ledger.refusals.values()), "requests"),
        Figure(
            "well again after a fault by itself, half of them within",
            statistics.median(alone or seconds),
            "s",
        ),
        Figure("well again after a strike, half of them within", statistics.median(seconds), "s"),
        Figure(f"well again, the longest ({', '.join(worst.kinds)})", worst.seconds, "s"),
        Figure("all work caught up after the last", outcome.caught_up_seconds, "s"),
        *(Figure(kind, number, "faults") for kind, number in sorted(kinds.items())),
    ]


if __name__ == "__main__":
    main()

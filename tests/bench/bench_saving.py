"""The one process waits for the disk at each commit (SQLite's synchronous=FULL): what that costs a deal, and
a row.

The same deals through the API with FULL and with NORMAL in turn, in the folder `var` beside the code. NORMAL
is faster and may lose what was answered when the power fails.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping
from typing import Final

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, seconds_of, show
from tests.support.processes import python_output

TURNS: Final = 3
COMMITS: Final = 300
LEVELS: Final = ("FULL", "NORMAL")


def main() -> list[Figure]:
    deals: dict[str, list[float]] = {level: [] for level in LEVELS}
    rows: dict[str, list[float]] = {level: [] for level in LEVELS}
    for _ in range(TURNS):
        for level in LEVELS:
            measured = _measured(level)
            deals[level] += measured["deals"]
            rows[level] += measured["rows"]
    deal = {level: statistics.median(seconds) for level, seconds in deals.items()}
    row = {level: statistics.median(seconds) for level, seconds in rows.items()}
    slow = statistics.quantiles(deals["FULL"], n=20)[-1]
    figures = [
        Figure("a deal through the API with FULL, half of them within", 1000 * deal["FULL"], "ms"),
        Figure("a deal through the API with FULL, 95 in 100 within", 1000 * slow, "ms", budget=100.0),
        Figure("a deal through the API with NORMAL, half of them within", 1000 * deal["NORMAL"], "ms"),
        Figure("a deal: FULL over NORMAL", deal["FULL"] / deal["NORMAL"], "times as long"),
        Figure("one row's commit with FULL", 1000 * row["FULL"], "ms"),
        Figure("one row's commit with NORMAL", 1000 * row["NORMAL"], "ms"),
        Figure("one row's commit: FULL over NORMAL", row["FULL"] / row["NORMAL"], "times as long"),
    ]
    return show(figures)


def _measured(level: str) -> Mapping[str, list[float]]:
    place = PROJECT / "var"  # on a disk, as a club's data is; the system's temporary folder may be memory
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=place) as folder:
        unset = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
        around = {name: value for name, value in os.environ.items() if name not in unset}
        around |= {"ECARTE_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
        around["LOG_LEVEL"] = "ERROR"
        output = python_output(around, "-m", "tests.bench.bench_saving", level)
    measured: dict[str, list[float]] = json.loads(output.splitlines()[-1])
    return measured


def measure(level: str) -> None:
    """Record deals and commit rows in the database of the environment; print the seconds of each as JSON."""
    import django
    from django.conf import settings

    options = settings.DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=FULL", f"synchronous={level}")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.bench.bench_entry import record_deals

    call_command("migrate", verbosity=0, interactive=False)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        if cursor.fetchone() != (LEVELS[::-1].index(level) + 1,):
            raise RuntimeError(f"the database is not at synchronous={level}")
    deals = record_deals()
    rows = []
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE committed (number bigint)")
        for _ in range(COMMITS):
            rows.append(seconds_of(lambda: cursor.execute("INSERT INTO committed VALUES (1)")))
    print(json.dumps({"deals": deals, "rows": rows}))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1])
    else:
        main()

"""`manage.py bench`: measured beside its peers; the figures go into docs/benchmarks.md.

    manage.py bench [--small] [NAME ...]
    manage.py bench NAME ... --against REV

With names, only those modules of tests/bench/peers are measured and only their tables change. Runs in an environment
of its own, .venv-peers, which has what the project is measured beside. With a commit, the modules run by
turns here and there (`tests.support.soak`), and the page stays as it is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

import psycopg
import redis

from ecarte_site.setup.environment import PROJECT
from tests.bench.peers import Beside, table
from tests.support import figures
from tests.support.figures import machine, versions
from tests.support.soak import PAGE, measured, measured_against, measured_when, parse_names, services

MODULES = PROJECT / "tests" / "bench" / "peers"
PACKAGES = ("chess", "endplay", "py4swiss", "djangorestframework", "django", "numpy", "numba")
THIS_RUN = "peers, this run"


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks. Return the exit status: 1 if a benchmark failed, or can't run here."""
    parser = argparse.ArgumentParser(prog="manage.py bench", description="Measured beside its peers.")
    parser.add_argument(
        "--small",
        action="store_true",
        help="only see that everything works; docs/benchmarks.md stays as it is",
    )
    options, known = parse_names(parser, MODULES, arguments)
    if options.against:
        modules = [f"tests.bench.peers.bench_{name}" for name in options.names]
        return measured_against(
            modules, options.against, *(["--small"] if options.small else []), lock="peers.txt"
        )
    missing = []
    with services() as running:
        circumstances = f"{measured_when()}: {machine()}; {versions(PACKAGES)}{_servers(running)}."
        print(circumstances, flush=True)
        for name in options.names or known:
            print(f"\n{name}", flush=True)
            words = ["--small"] if options.small else []
            rows = measured(f"tests.bench.peers.bench_{name}", running, *words)
            if not rows:
                missing.append(name)
            elif not options.small:
                rows_text = table([Beside(**row) for row in rows])
                put_sections(
                    {THIS_RUN: circumstances, f"peers, {name}": f"{measured_when()}.\n\n{rows_text}"}
                )
    if missing:
        print(f"\nNot measured: {', '.join(missing)}; the reason stands above.", file=sys.stderr)
    if not options.small:
        print(f"\nThe figures are in {PAGE.relative_to(PROJECT)}.")
    return 1 if missing else 0


def _servers(running: Mapping[str, str]) -> str:
    words = ""
    if "TEST_DATABASE_URL" in running:
        with psycopg.connect(running["TEST_DATABASE_URL"]) as connection:
            version = connection.info.server_version
        words += f", PostgreSQL {version // 10_000}.{version % 10_000}"
    if "TEST_REDIS_URL" in running:
        with redis.Redis.from_url(running["TEST_REDIS_URL"]) as client:
            words += f", Redis {client.info('server')['redis_version']}"
    return words


def put_sections(sections: dict[str, str]) -> None:
    """Replace sections of the page. It is read each time, because it may be edited meanwhile."""
    page = PAGE.read_text(encoding="utf-8")
    for name, content in sections.items():
        page = figures.put_section(page, name, content)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

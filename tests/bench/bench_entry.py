"""A deal recorded through the API, of one client, from the request to its commit on PostgreSQL.

Beside it, as a measure of the machine: one row inserted and committed on the same server.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import psycopg

from tests.bench import Figure, seconds_of, show
from tests.bench.bench_import import django_services

RUBBERS = 12
COMMITS = 300


def main() -> list[Figure]:
    with django_services() as environment:
        seconds = record_deals()
        commit = _commit_seconds(environment["DATABASE_URL"])
    half, slow = statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]
    figures = [
        Figure("a deal through the API, half of them within", half * 1000, "ms"),
        Figure("a deal through the API, 95 in 100 within", slow * 1000, "ms", budget=100.0),
        Figure("the half over one row's commit", half / commit, "times as long"),
    ]
    return show(figures)


def record_deals() -> list[float]:
    """Record rubbers deal by deal through the API; return the seconds of each request that recorded a deal."""
    from django.test.utils import setup_test_environment

    from matches.clubs.manage_club import make_club
    from matches.models import Club, User
    from tests.matches.api.calling import Caller, guests, opening, token_for
    from tests.matches.pages.records import make_member

    setup_test_environment()
    owner = User.objects.create_user("owner@example.org")
    club: Club = make_club(owner, name="Portland", time_zone="UTC", currency="EUR", is_public=True)
    a, b = guests(club)
    seconds: list[float] = []
    for number in range(RUBBERS):
        # Each by a scorer of its own: one alone would be throttled, as no club's evening is.
        caller = Caller(token_for(make_member(club, f"scorer{number}@example.org", role="scorer")))
        body = opening(club, a, b, best_of=3, table=str(number))
        answer = caller.post("rubbers/", body)
        assert answer.status_code == 201, answer.content
        seconds += _rubber(caller, f"rubbers/{answer.json()['id']}/")
    return seconds


def _rubber(caller: Any, rubber: str) -> list[float]:
    """Play the longest possible rubber: the elder hand stands and wins each deal until the rubber is decided."""
    seconds = []
    while (now := caller.get(rubber)).json()["next_deal"] is not None:
        next_deal = now.json()["next_deal"]
        dealer = next_deal["dealer"] or "A"
        elder = "B" if dealer == "A" else "A"
        score_a, score_b = next_deal["score"]
        deal = f"{dealer} S ={elder} ({score_a + (elder == 'A')}-{score_b + (elder == 'B')})"
        tag = now.headers["ETag"]
        started = time.perf_counter()
        answer = caller.post(f"{rubber}deals/", {"egn": deal}, If_Match=tag)
        seconds.append(time.perf_counter() - started)
        assert answer.status_code == 201, answer.content
    return seconds


def _commit_seconds(database: str) -> float:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE TABLE committed (number bigint)")
        return statistics.median(
            seconds_of(lambda: connection.execute("INSERT INTO committed VALUES (1)")) for _ in range(COMMITS)
        )


if __name__ == "__main__":
    main()

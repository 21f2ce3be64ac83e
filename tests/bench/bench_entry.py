"""A deal recorded through the API, of one client, from the request to its commit on PostgreSQL.

Beside it, as a measure of the machine: one row inserted and committed on the same server.
"""

from __future__ import annotations

import statistics
import time
from typing import Final

import psycopg
from django.test import Client

from tests.bench import Figure, seconds_of, show
from tests.bench.bench_import import django_services

RUBBERS: Final = 12
COMMITS: Final = 300
SIDES: Final = ("Orford", "Baldwin")
API: Final = "/api/v1/"
JSON: Final = "application/json"


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
    from tests.bench.scenes import Person, add_guests, club_id

    owner = Person("owner@example.org")
    club = owner.make_club("Portland")
    guests = add_guests(owner, club, list(SIDES))
    rubber = {
        "form": "live",
        "club": club_id(owner, club),
        "players": [guests[side] for side in SIDES],
        "best_of": 3,
        "date": "2026.11.21",
    }
    seconds: list[float] = []
    for number in range(RUBBERS):
        # Each by a scorer of its own: one alone would be throttled, as no club's evening is.
        scorer = Person(f"scorer{number}@example.org")
        owner.invite(club, scorer, role="scorer")
        headers = {"Authorization": f"Bearer {scorer.make_token('read', 'enter')}"}
        program = Client(SERVER_NAME="127.0.0.1", headers=headers)
        opened = program.post(f"{API}rubbers/", {**rubber, "table": str(number)}, content_type=JSON)
        assert opened.status_code == 201, opened.content
        seconds += _rubber(program, f"{API}rubbers/{opened.json()['id']}/")
    return seconds


def _rubber(program: Client, rubber: str) -> list[float]:
    """Play the longest possible rubber: the elder hand stands and wins each deal until the rubber is decided."""
    seconds = []
    while (now := program.get(rubber)).json()["next_deal"] is not None:
        next_deal = now.json()["next_deal"]
        dealer = next_deal["dealer"] or "A"
        elder = "B" if dealer == "A" else "A"
        score_a, score_b = next_deal["score"]
        deal = f"{dealer} S ={elder} ({score_a + (elder == 'A')}-{score_b + (elder == 'B')})"
        tag = {"If-Match": now.headers["ETag"]}
        started = time.perf_counter()
        answer = program.post(f"{rubber}deals/", {"egn": deal}, content_type=JSON, headers=tag)
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

"""The page that says how the service does: to owners and the host alone, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from ecarte_site.watching.signs import PARTS, give_sign
from matches.models import Club, Event, ImportReport, Membership, Rubber, User
from matches.operations.backup.history import note_backup
from matches.operations.queries.pending_work import OWED, WAITING
from matches.pages.status.words import (
    OWED_WORDS,
    PART_WORDS,
    PLACES,
    WAITING_WORDS,
    WITHOUT,
    WORKER_OF,
)
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text, make_member, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_signs() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club() -> Club:
    return make_club(time_zone="Europe/London")


@pytest.fixture
def owner(client: Client, club: Club) -> User:
    user = make_member(club, role=Membership.Role.OWNER)
    client.force_login(user)
    return user


def shown(client: Client, club: Club) -> str:
    html = page(client, reverse("web:club_status", args=[club.slug]))
    # Tags leave a space behind them.
    return re.sub(r"\s+([:.,])?", lambda found: found[1] or " ", words(html))


def test_every_kind_and_every_part_has_its_words() -> None:
    assert tuple(OWED_WORDS) == tuple(WORKER_OF) == OWED
    assert set(WAITING_WORDS) == set(WAITING) >= set(PLACES)
    assert set(PART_WORDS) == set(WITHOUT) == set(PARTS)


@pytest.mark.parametrize("role", ["director", "scorer", "helper", "member"])
def test_nobody_but_owner_and_host_may_look(client: Client, club: Club, role: str) -> None:
    client.force_login(make_member(club, role=role))
    assert client.get(reverse("web:club_status", args=[club.slug])).status_code == 403
    assert client.get(reverse("web:status")).status_code == 403


def test_owner_does_not_see_what_is_of_all_clubs(client: Client, owner: User) -> None:
    assert client.get(reverse("web:status")).status_code == 403


def test_service_in_order_says_so(client: Client, club: Club, owner: User) -> None:
    give_sign(*PARTS)
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    told = shown(client, club)
    assert "The service is in order." in told
    assert "away" not in told
    # Where it lies is the host's affair.
    assert "/backups" not in told


def test_part_that_is_away_is_named_first_with_what_to_do(client: Client, club: Club, owner: User) -> None:
    give_sign(*(part for part in PARTS if part != "reviews"))
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    told = shown(client, club)
    assert "The service is in order." not in told
    first = told.index("Worker that reviews play: away. Never seen. Nothing else waits for it. Tell whoever")
    assert first < told.index("Done by itself")


def test_part_that_was_seen_long_ago_is_away(
    client: Client, club: Club, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = timezone.now() - timedelta(minutes=4)
    monkeypatch.setattr("time.time", at.timestamp)
    give_sign(*PARTS)
    monkeypatch.undo()
    assert "Schedule: away. Last seen on " in shown(client, club)


def test_missing_and_old_back_ups_are_told(client: Client, club: Club, owner: User) -> None:
    assert "Last back-up: none. No back-up has been noted. Tell whoever hosts the service." in shown(
        client, club
    )
    note_backup(Path("/b"), made_at=timezone.now() - timedelta(days=3), size=2048, sha256="0" * 64)
    assert "Last back-up: old." in shown(client, club)


def test_work_that_nobody_does_is_told_apart_from_work_in_hand(
    client: Client, club: Club, owner: User
) -> None:
    import_text(club, text())
    give_sign(*PARTS)
    assert "Reviews of play 1 owed" in shown(client, club)
    assert "It is being worked off." in shown(client, club)
    Rubber.objects.update(changed_at=timezone.now() - timedelta(hours=1))
    assert "as long as the number falls" in shown(client, club)
    cache.clear()
    assert "Worker that reviews play: it is not there, and nobody else does this." in shown(client, club)


def test_host_sees_all_clubs_together_and_where_the_back_up_lies(client: Client, club: Club) -> None:
    client.force_login(User.objects.create_superuser("host@example.org"))
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    for each in (club, make_club("elsewhere")):
        ImportReport.objects.create(club=each, source="a.egn", content=b"-")
    told = re.sub(r"\s+", " ", words(page(client, reverse("web:status"))))
    assert "Files to be read 2 owed" in told
    assert "/backups/monday" in told
    assert "Start it again; the log says why it ended." in told


def test_cache_that_does_not_answer_is_told(
    client: Client, club: Club, owner: User, settings: Settings
) -> None:
    # The session lies in the database.
    settings.CACHES = {
        "default": {
            "BACKEND": "ecarte_site.watching.cache.CountingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    assert "Redis: does not answer." in shown(client, club)


@pytest.mark.parametrize("rubbers", [1, 3])
def test_page_asks_little_however_much_is_owed(client: Client, club: Club, owner: User, rubbers: int) -> None:
    import_text(club, *(text(f"Guest {number}") for number in range(rubbers)))
    with CaptureQueriesContext(connection) as queries:
        shown(client, club)
    assert len(queries) == 7
    assert Event.objects.count() == 1

"""The status page shows the service's condition in words, to owners and the host alone."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from ecarte_site.watching.signs import PARTS, note_running, note_start
from matches.models import Club, ImportReport, Mail, Membership, Rubber, User
from matches.operations.backup.files import note_backup
from matches.operations.status import PENDING_KINDS, PROBLEM_KINDS
from matches.pages.status.words import PART_WORDS, PENDING_WORDS, PLACES, WAITING_WORDS, WITHOUT, WORKER_OF
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text, make_member, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


@pytest.fixture
def club() -> Club:
    return make_club(time_zone="Europe/London")


@pytest.fixture
def owner(client: Client, club: Club) -> User:
    user = make_member(club, role=Membership.Role.OWNER)
    client.force_login(user)
    return user


def status_text(client: Client, club: Club) -> str:
    html = page(client, reverse("web:club_status", args=[club.slug]))
    # Tags leave a space behind them.
    return re.sub(r"\s+([:.,])?", lambda match: match[1] or " ", words(html))


def test_every_kind_and_every_part_has_its_words() -> None:
    assert tuple(PENDING_WORDS) == tuple(WORKER_OF) == PENDING_KINDS
    assert set(WAITING_WORDS) == set(PROBLEM_KINDS) >= set(PLACES)
    assert set(PART_WORDS) == set(WITHOUT) == set(PARTS)


def test_owner_does_not_see_all_clubs(client: Client, owner: User) -> None:
    assert client.get(reverse("web:status")).status_code == 403


def test_service_in_order_says_so(client: Client, club: Club, owner: User) -> None:
    note_running(*PARTS)
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    html = status_text(client, club)
    assert "Everything is in order." in html
    assert "stopped" not in html
    # The backup's location is the host's concern.
    assert "/backups" not in html


def test_part_that_is_away_is_named_first_with_what_to_do(client: Client, club: Club, owner: User) -> None:
    note_running(*(part for part in PARTS if part != "reviews"))
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    html = status_text(client, club)
    assert "Everything is in order." not in html
    stopped = "Worker that reviews play: stopped. Never seen. Nothing else waits for it. Tell the host"
    assert html.index(stopped) < html.index("Automatic")


def test_minutely_parts_are_starting_at_first(client: Client, club: Club, owner: User) -> None:
    running = [part for part in PARTS if part not in ("schedule", "sweep")]
    note_running(*running)
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    assert "Search for pending work: stopped. Never seen." in status_text(client, club)
    note_start()
    text = status_text(client, club)
    assert "Everything is in order." in text
    assert "Search for pending work starting" in text
    cache.delete(f"ecarte.sign.{running[0]}")
    assert "Worker for standings and draws: stopped." in status_text(client, club)


def test_part_has_stopped(client: Client, club: Club, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    at = timezone.now() - timedelta(minutes=4)
    monkeypatch.setattr("time.time", at.timestamp)
    note_running(*PARTS)
    monkeypatch.undo()
    assert "Schedule: stopped. Last seen on " in status_text(client, club)


def test_missing_and_old_back_ups_are_told(client: Client, club: Club, owner: User) -> None:
    never = "Last back-up: never. No back-up has been made yet. Tell the host of the site."
    assert never in status_text(client, club)
    note_backup(Path("/b"), made_at=timezone.now() - timedelta(days=3), size=2048, sha256="0" * 64)
    assert "Last back-up: old." in status_text(client, club)


def test_work_without_a_worker_is_told(client: Client, club: Club, owner: User) -> None:
    import_text(club, text())
    note_running(*PARTS)
    assert "Reviews of play 1 pending" in status_text(client, club)
    assert "In progress." in status_text(client, club)
    Rubber.objects.update(changed_at=timezone.now() - timedelta(hours=1))
    assert "as long as the number falls" in status_text(client, club)
    cache.clear()
    assert "Worker that reviews play: not running, and nothing else does this." in status_text(client, club)


def test_mail_that_nobody_sends_is_told(client: Client, club: Club, owner: User, settings: Settings) -> None:
    later = timezone.now() + timedelta(days=1)
    mail = Mail.objects.create(addressee="-", content="-", expires_at=later)
    note_running(*(part for part in PARTS if part != "mail"))
    assert "Worker for mail" not in status_text(client, club).partition("The service")[2]
    settings.HAS_MAIL = True
    page = status_text(client, club)
    assert "Mail to send 1 pending" in page
    assert "Worker for mail: not running, and nothing else does this." in page
    assert "Worker for mail: stopped." in page
    note_running("mail")
    assert "In progress." in status_text(client, club)
    Mail.objects.filter(pk=mail.pk).update(made_at=timezone.now() - timedelta(hours=1))
    assert "The mail server does not take it." in status_text(client, club).partition("Automatic")[0]


def test_host_sees_all_clubs_together(client: Client, club: Club) -> None:
    client.force_login(User.objects.create_superuser("host@example.org"))
    note_backup(Path("/backups/monday"), made_at=timezone.now(), size=2048, sha256="0" * 64)
    for each in (club, make_club("elsewhere")):
        ImportReport.objects.create(club=each, source="a.egn", content=b"-")
    text = re.sub(r"\s+", " ", words(page(client, reverse("web:status"))))
    assert "Files to read 2 pending" in text
    assert "/backups/monday" in text
    assert "Start it again. The log says why it stopped." in text


def test_redis_that_is_away_is_told(client: Client, club: Club, owner: User, settings: Settings) -> None:
    # The session lies in the database.
    backend = "ecarte_site.watching.cache.CountingRedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "redis://127.0.0.1:1/0"}}
    assert "Redis: does not answer." in status_text(client, club)
